"""The named scores: thin uses of the expected-regret engine, each with its standard error."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from brierwidgets.core.costs import CostDistribution, LogOddsUniform, NetBenefitUniform, Shifted, Uniform
from brierwidgets.core.intervals import Interval, check_interval

if TYPE_CHECKING:
    from brierwidgets.core.sums import Moments

__all__ = [
    "RULES",
    "Difference",
    "Estimate",
    "NamedScores",
    "Rule",
    "Summary",
    "check_rule",
    "check_spacing",
    "constant_forecast_loss",
    "paired_difference",
]

_Z95 = 1.959963984540054


class Estimate(NamedTuple):
    """A score and its standard error."""

    value: float
    standard_error: float


class Summary(NamedTuple):
    """The scores of one model on one interval, each with its standard error."""

    mean_regret: Estimate
    brier: Estimate
    log_loss: Estimate
    net_benefit: Estimate
    skill: Estimate


_UNDEFINED = Estimate(math.nan, math.nan)


class Difference(NamedTuple):
    """A difference between two scores on the same cases, with a 95% interval."""

    estimate: float
    standard_error: float
    low: float
    high: float


@dataclass(frozen=True)
class Rule:
    """A score that is a mean over cases: ``scale(interval) * loss + per_positive * y``."""

    label: str
    weights: CostDistribution
    scale: Callable[[Interval], float]
    per_positive: float = 0.0
    higher_is_better: bool = False

    def costs(self, interval: Interval) -> CostDistribution:
        """Return the distribution of costs this rule averages over."""
        return self.weights.truncated(*interval)

    def pointwise(self, y: np.ndarray, scores: np.ndarray, interval: Interval) -> np.ndarray:
        """Return each case's own score; their mean is the score (boolean `y`)."""
        low, high = interval
        clipped = np.clip(scores.astype(float, copy=False), low, high)
        losses = np.empty(scores.shape)
        losses[~y] = self.weights.negative_loss(clipped[~y], low)
        losses[y] = self.weights.positive_loss(clipped[y], high)
        losses *= self.scale(interval)
        if self.per_positive:
            losses[y] += self.per_positive
        return losses


def log_odds_width(interval: Interval) -> float:
    """Return logit(high) - logit(low), which must be finite."""
    return LogOddsUniform(*_inner(interval)).mass


RULES = {
    "brier": Rule("bounded Brier score", Uniform(), lambda _: 2.0),
    "log-loss": Rule("bounded log loss", LogOddsUniform(), lambda _: 1.0),
    "mean-regret": Rule("mean regret", Uniform(), lambda i: 1 / (i.high - i.low)),
    "mean-regret-log-odds": Rule("mean regret over log-odds", LogOddsUniform(), lambda i: 1 / log_odds_width(i)),
    "net-benefit": Rule(
        "mean net benefit",
        NetBenefitUniform(),
        lambda i: -1 / (i.high - i.low),
        per_positive=1.0,
        higher_is_better=True,
    ),
}


_SUMMARISED = (RULES["brier"], RULES["log-loss"], RULES["net-benefit"])


def check_rule(rule: str) -> Rule:
    """Return the rule of that name, or list the names there are."""
    if not isinstance(rule, str) or rule not in RULES:
        raise ValueError(f"There is no rule {rule!r}. Choose one of {', '.join(map(repr, RULES))}.")
    return RULES[rule]


def check_spacing(spacing: str) -> str:
    """Return the name of the mean-regret rule for `spacing`."""
    rules = {"cost": "mean-regret", "log-odds": "mean-regret-log-odds"}
    if not isinstance(spacing, str) or spacing not in rules:
        raise ValueError(f"spacing must be 'cost' or 'log-odds', not {spacing!r}.")
    return rules[spacing]


class NamedScores:
    """The scores of a forecast on an interval of cost ratios; `Forecast` inherits them."""

    if TYPE_CHECKING:
        negatives: Any
        positives: Any
        total: float

        @property
        def prevalence(self) -> float: ...
        def expected_regret(self, costs: CostDistribution) -> float: ...
        def _integral(self, costs: CostDistribution, interval: Interval) -> float: ...
        def _moments(self, costs: CostDistribution, interval: Interval) -> tuple[Moments, Moments]: ...

    def brier_score(self, interval: Any = (0, 1), *, normalize: bool = False) -> float:
        """Return twice the integral of R*(c) over the interval; the ordinary Brier score on [0, 1]."""
        bounds = check_interval(interval)
        raw = self._score("brier", bounds)
        return raw / (bounds.high - bounds.low) if normalize else raw

    def log_loss(self, interval: Any = (0, 1), *, normalize: bool = False) -> float:
        """Return the integral of R*(c) / (c (1 - c)) over the interval; the ordinary log loss on [0, 1].

        Infinite when a positive case scores 0 and the interval starts at 0, or a negative one scores
        1 and it ends at 1.
        """
        return self._score("mean-regret-log-odds" if normalize else "log-loss", check_interval(interval))

    def mean_regret(self, interval: Any = (0, 1), *, spacing: str = "cost") -> float:
        """Return the average height of the regret curve, over cost ratios or over their log-odds."""
        return self._score(check_spacing(spacing), check_interval(interval))

    def mean_net_benefit(self, interval: Any) -> float:
        """Return the average height of the decision curve over the interval.

        Minus infinity when the interval ends at 1 and a negative case scores 1.
        """
        return self._score("net-benefit", check_interval(interval))

    def shifted_brier_score(self, center: Any) -> float:
        """Return 2 E[R*(c)] under ``Shifted(center)``; the Brier score at center 1/2."""
        return 2 * self.expected_regret(Shifted(center))

    def brier_skill_score(self, interval: Any = (0, 1)) -> float:
        """Return 1 - score / score of the constant forecast at the prevalence."""
        return self._skill("brier", check_interval(interval)).value

    def log_loss_skill_score(self, interval: Any = (0, 1)) -> float:
        """Return 1 - score / score of the constant forecast at the prevalence."""
        return self._skill("log-loss", check_interval(interval)).value

    def estimate(self, rule: str, interval: Any = (0, 1)) -> Estimate:
        """Return a score by name with its standard error.

        Parameters
        ----------
        rule
            ``"brier"``, ``"log-loss"``, ``"mean-regret"``, ``"mean-regret-log-odds"``, ``"net-benefit"``,
            ``"brier-skill"`` or ``"log-loss-skill"``.
        interval
            A pair of cost ratios.

        Notes
        -----
        The error is that of a mean of independent pointwise losses, without resampling. Where a score is
        infinite its error is NaN.

        Examples
        --------
        >>> from brierwidgets import Forecast
        >>> Forecast([0, 1], [0.25, 0.75]).estimate("brier")
        Estimate(value=0.0625, standard_error=0.0)
        """
        bounds = check_interval(interval)
        if isinstance(rule, str) and rule.endswith("-skill"):
            return self._skill(rule.removesuffix("-skill"), bounds)
        chosen = check_rule(rule)
        return self._mean(self._moments(chosen.weights, bounds), chosen.scale(bounds), chosen.per_positive)

    def summary(self, interval: Any, *, spacing: str = "cost") -> Summary:
        """Return every score a live view shows for one interval: all that a slider move computes.

        A pure function of the sorted table and the interval, O(log n). `spacing` says whether mean
        regret and skill average over cost ratios or over their log-odds.
        """
        bounds = check_interval(interval)
        averaged = RULES[check_spacing(spacing)]
        moments = {rule.weights: self._moments(rule.weights, bounds) for rule in _SUMMARISED}
        brier, log_loss, net_benefit = (
            self._mean(moments[rule.weights], rule.scale(bounds), rule.per_positive) for rule in _SUMMARISED
        )
        chosen = moments[averaged.weights]
        return Summary(
            mean_regret=self._mean(chosen, averaged.scale(bounds)),
            brier=brier,
            log_loss=log_loss,
            net_benefit=net_benefit,
            skill=self._skill_from(averaged, bounds, chosen) if 0.0 < self.prevalence < 1.0 else _UNDEFINED,
        )

    def _score(self, rule: str, interval: Interval) -> float:
        chosen = RULES[rule]
        score = chosen.scale(interval) * self._integral(chosen.weights, interval)
        return score + chosen.per_positive * self.prevalence if chosen.per_positive else score

    def _mean(self, moments: tuple[Moments, Moments], scale: float, per_positive: float = 0.0) -> Estimate:
        """Mean over cases of ``scale * loss + per_positive * y``, and its standard error."""
        negative, positive = moments
        mean = (scale * (negative.total + positive.total) + per_positive * self.positives.total) / self.total
        if not math.isfinite(mean):
            return Estimate(mean, math.nan)
        # Sum of w^2 (v - mean)^2 with v = scale * loss + shift: about the mean of each class, and between them.
        spread = 0.0
        for of_class, table, shift in (
            (negative, self.negatives, -mean),
            (positive, self.positives, per_positive - mean),
        ):
            if table.total > 0.0:
                center, within = of_class.center(table.total_squares)
                spread += scale**2 * within + table.total_squares * (scale * center + shift) ** 2
        return Estimate(mean, math.sqrt(spread) / self.total)

    def _skill(self, rule: str, interval: Interval) -> Estimate:
        rate = self.prevalence
        if not 0.0 < rate < 1.0:
            raise ValueError(
                f"Skill compares with always forecasting the prevalence, but all outcomes are {rate:.0f} "
                "so that forecast is perfect. Skill needs both classes."
            )
        chosen = check_rule(rule)
        return self._skill_from(chosen, interval, self._moments(chosen.weights, interval))

    def _skill_from(self, rule: Rule, interval: Interval, moments: tuple[Moments, Moments]) -> Estimate:
        baseline, slope = constant_forecast_loss(self.prevalence, rule.weights, interval)
        score = (moments[0].total + moments[1].total) / self.total
        if not math.isfinite(score):
            return Estimate(-math.inf, math.nan)
        # The baseline moves with the sampled prevalence too.
        error = self._mean(moments, -1 / baseline, score / baseline**2 * slope).standard_error
        return Estimate(1 - score / baseline, error)


def constant_forecast_loss(rate: float, costs: CostDistribution, interval: Interval) -> tuple[float, float]:
    """Return the integrated regret of forecasting `rate` for everyone, and its slope in `rate`."""
    low, high = interval
    clipped = min(max(rate, low), high)
    if_negative = float(costs.negative_loss(clipped, low))
    if_positive = float(costs.positive_loss(clipped, high))
    return (1 - rate) * if_negative + rate * if_positive, if_positive - if_negative


def paired_difference(values_a: np.ndarray, values_b: np.ndarray, weights: np.ndarray | None = None) -> Difference:
    """Mean of a - b over the same cases, its standard error and 95% interval.

    Infinite when one model alone is infinitely wrong on some case, NaN when each is.
    """
    if weights is not None and not weights.all():
        kept = weights > 0.0
        values_a, values_b, weights = values_a[kept], values_b[kept], weights[kept]
    shares = 1 / values_a.size if weights is None else weights / weights.sum()
    with np.errstate(invalid="ignore"):
        gaps = values_a - values_b
        estimate = float(np.sum(shares * gaps))
        error = math.sqrt(float(np.sum((shares * (gaps - estimate)) ** 2)))
    return Difference(estimate, error, estimate - _Z95 * error, estimate + _Z95 * error)


def _inner(interval: Interval) -> Interval:
    """Refuse an interval whose width in log-odds is infinite."""
    if interval.low == 0.0 or interval.high == 1.0:
        raise ValueError(
            f"The interval ({interval.low:g}, {interval.high:g}) is infinitely wide in log-odds, so an average over "
            "it does not exist. Choose ends strictly between 0 and 1, such as (0.01, 0.99)."
        )
    return interval
