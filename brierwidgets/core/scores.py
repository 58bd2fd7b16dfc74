"""The named scores: thin uses of the expected-regret engine, each with its standard error and 95% interval."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from brierwidgets.core.costs import CostDistribution, LogOddsUniform, NetBenefitUniform, Shifted, Uniform
from brierwidgets.core.guarded import (
    Z95,
    ClassSums,
    Mean,
    array_sums,
    guarded_interval,
    guarded_mean,
    interval_around,
    plain_mean,
)
from brierwidgets.core.intervals import Interval, check_interval
from brierwidgets.core.opinions import as_weights

if TYPE_CHECKING:
    from brierwidgets.core.sums import Moments

__all__ = [
    "NO_WEIGHT",
    "RULES",
    "Z95",
    "Difference",
    "Estimate",
    "NamedScores",
    "Rule",
    "Spacing",
    "Summary",
    "check_rule",
    "constant_forecast_loss",
    "independent_difference",
    "largest_losses",
    "paired_difference",
    "regret_rule",
]


class Estimate(NamedTuple):
    """A score, its standard error, and its guarded 95% interval (``brierwidgets.core.guarded``)."""

    value: float
    standard_error: float
    low: float = math.nan
    high: float = math.nan


class Summary(NamedTuple):
    """The scores of one model on one interval, each with its standard error and 95% interval."""

    mean_regret: Estimate
    brier: Estimate
    log_loss: Estimate
    net_benefit: Estimate
    skill: Estimate


_UNDEFINED = Estimate(math.nan, math.nan)


class Difference(NamedTuple):
    """A difference between two scores on the same cases, with its guarded 95% interval."""

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

    def largest_losses(self, interval: Interval) -> tuple[float, float]:
        """Return the largest loss of a negative and of a positive case, scaled; infinite where there is no bound."""
        scale = abs(self.scale(interval))
        negative, positive = largest_losses(self.weights, interval)
        return scale * negative, scale * positive

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


def largest_losses(costs: CostDistribution, interval: Interval) -> tuple[float, float]:
    """Return the largest loss that a negative and that a positive case can have on the interval."""
    low, high = interval
    return float(costs.negative_loss(high, low)), float(costs.positive_loss(low, high))


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


#: An interval with less of the weight of a distribution than this has none to speak of.
NO_WEIGHT = 1e-12

#: What mean regret averages over: ``"cost"`` ratios, their ``"log-odds"``, or a distribution of cost ratios.
Spacing = str | CostDistribution


def check_rule(rule: str | Rule) -> Rule:
    """Return the rule of that name, or list the names there are."""
    if isinstance(rule, Rule):
        return rule
    if not isinstance(rule, str) or rule not in RULES:
        raise ValueError(f"There is no rule {rule!r}. Choose one of {', '.join(map(repr, RULES))}.")
    return RULES[rule]


def regret_rule(spacing: Spacing) -> Rule:
    """Return the rule of mean regret for `spacing`.

    Under a distribution it is the expected regret, the distribution being cut to the interval; NaN on an interval on
    which that has no weight.

    Examples
    --------
    >>> [round(loss, 6) for loss in regret_rule(Uniform(0.1, 0.3)).largest_losses(Interval(0.2, 0.9))]
    [0.25, 0.75]
    """
    if isinstance(spacing, CostDistribution):
        weights = as_weights(spacing)
        return Rule("mean regret", weights, lambda i: _per_weight(weights._mass(*i)))
    rules = {"cost": "mean-regret", "log-odds": "mean-regret-log-odds"}
    if not isinstance(spacing, str) or spacing not in rules:
        raise ValueError(f"spacing must be 'cost' or 'log-odds', or a distribution of costs, not {spacing!r}.")
    return RULES[rules[spacing]]


def _per_weight(share: float) -> float:
    return 1 / share if share > NO_WEIGHT else math.nan


class NamedScores:
    """The scores of a forecast on an interval of cost ratios; `Forecast` inherits them."""

    if TYPE_CHECKING:
        negatives: Any
        positives: Any
        total: float

        @property
        def prevalence(self) -> float: ...
        @property
        def prevalence_given(self) -> bool: ...
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

    def mean_regret(self, interval: Any = (0, 1), *, spacing: Spacing = "cost") -> float:
        """Return the average height of the regret curve over cost ratios, their log-odds, or a distribution of them."""
        return self._score(regret_rule(spacing), check_interval(interval))

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

    def estimate(self, rule: str | Rule, interval: Any = (0, 1)) -> Estimate:
        """Return a score by name with its standard error and its 95% interval.

        Parameters
        ----------
        rule
            ``"brier"``, ``"log-loss"``, ``"mean-regret"``, ``"mean-regret-log-odds"``, ``"net-benefit"``,
            ``"brier-skill"`` or ``"log-loss-skill"``.
        interval
            A pair of cost ratios.

        Notes
        -----
        The error is that of a mean of independent pointwise losses, without resampling. The interval is guarded:
        it allows for a loss that has not happened yet (``brierwidgets.core.guarded``). Where a single loss has no
        bound (log loss up to 0 or 1, net benefit up to 1) it is the plain one, 1.96 standard errors on either side.
        Where a score is infinite its error is NaN.

        Examples
        --------
        >>> from brierwidgets import Forecast
        >>> found = Forecast([0, 1], [0.25, 0.75]).estimate("brier")
        >>> found.value, found.standard_error
        (0.0625, 0.0)
        >>> round(found.low, 3), round(found.high, 3)
        (-0.126, 0.689)
        """
        bounds = check_interval(interval)
        if isinstance(rule, str) and rule.endswith("-skill"):
            return self._skill(rule.removesuffix("-skill"), bounds)
        chosen = check_rule(rule)
        return self._mean(self._class_sums(chosen.weights, bounds), chosen.scale(bounds), chosen.per_positive)

    def summary(self, interval: Any, *, spacing: Spacing = "cost") -> Summary:
        """Return every score a live view shows for one interval: all that a slider move computes.

        A pure function of the sorted table and the interval, O(log n). `spacing` says whether mean
        regret and skill average over cost ratios, over their log-odds or over a distribution of them.
        """
        bounds = check_interval(interval)
        averaged = regret_rule(spacing)
        sums = {rule.weights: self._class_sums(rule.weights, bounds) for rule in (*_SUMMARISED, averaged)}
        scale = averaged.scale(bounds)
        skilled = 0.0 < self.prevalence < 1.0 and math.isfinite(scale)
        brier, log_loss, net_benefit = (
            self._mean(sums[rule.weights], rule.scale(bounds), rule.per_positive) for rule in _SUMMARISED
        )
        chosen = sums[averaged.weights]
        return Summary(
            mean_regret=self._mean(chosen, scale),
            brier=brier,
            log_loss=log_loss,
            net_benefit=net_benefit,
            skill=self._skill_from(averaged, bounds, chosen) if skilled else _UNDEFINED,
        )

    def _score(self, rule: str | Rule, interval: Interval) -> float:
        chosen = check_rule(rule)
        score = chosen.scale(interval) * self._integral(chosen.weights, interval)
        return score + chosen.per_positive * self.prevalence if chosen.per_positive else score

    def loss_sums(self, rule: str | Rule, interval: Any) -> tuple[ClassSums, ClassSums]:
        """Return the sums of the pointwise scores of the negatives and of the positives: O(log n).

        Examples
        --------
        >>> from brierwidgets import Forecast
        >>> negatives, positives = Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8]).loss_sums("mean-regret", (0.2, 0.5))
        >>> round(negatives.total, 3), round(positives.total, 3), round(positives.largest, 3)
        (0.35, 0.183, 0.65)
        """
        bounds, chosen = check_interval(interval), check_rule(rule)
        negatives, positives = self._class_sums(chosen.weights, bounds)
        scale = chosen.scale(bounds)
        return negatives.moved(scale), positives.moved(scale, chosen.per_positive)

    def _class_sums(self, costs: CostDistribution, interval: Interval) -> tuple[ClassSums, ClassSums]:
        """Return the sums of the pointwise losses of the negatives and of the positives, with their bounds."""
        moments, largest = self._moments(costs, interval), largest_losses(costs, interval)
        tables = (self.negatives, self.positives)
        negatives, positives = (
            _sums_of(of_class, table, bound) for of_class, table, bound in zip(moments, tables, largest, strict=True)
        )
        return negatives, positives

    def _mean(self, sums: tuple[ClassSums, ClassSums], scale: float, per_positive: float = 0.0) -> Estimate:
        """Mean over cases of ``scale * loss + per_positive * y``, with its standard error and interval."""
        negative, positive = sums
        mean = (scale * (negative.total + positive.total) + per_positive * positive.weight) / self.total
        if not math.isfinite(mean):
            return Estimate(mean, math.nan)
        negative, positive = negative.moved(scale), positive.moved(scale, per_positive)
        known = self.prevalence_given
        low, high = guarded_interval(negative, positive, prevalence_known=known)
        return Estimate(mean, plain_mean(negative, positive, prevalence_known=known).error, low, high)

    def _skill(self, rule: str, interval: Interval) -> Estimate:
        rate = self.prevalence
        if not 0.0 < rate < 1.0:
            raise ValueError(
                f"Skill compares with always forecasting the prevalence, but all outcomes are {rate:.0f} "
                "so that forecast is perfect. Skill needs both classes."
            )
        chosen = check_rule(rule)
        return self._skill_from(chosen, interval, self._class_sums(chosen.weights, interval))

    def _skill_from(self, rule: Rule, interval: Interval, sums: tuple[ClassSums, ClassSums]) -> Estimate:
        negative, positive = sums
        score = (negative.total + positive.total) / self.total
        if not math.isfinite(score):
            return Estimate(-math.inf, math.nan)
        baseline, slope = constant_forecast_loss(self.prevalence, rule.weights, interval)
        # The baseline moves with the sampled prevalence too.
        error = self._mean(sums, -1 / baseline, score / baseline**2 * slope).standard_error
        value = 1 - score / baseline
        return Estimate(value, error, *self._skill_interval(rule.weights, interval, sums))

    def _skill_interval(
        self, costs: CostDistribution, interval: Interval, sums: tuple[ClassSums, ClassSums]
    ) -> tuple[float, float]:
        """Return the 95% interval of a skill: that of the sample with one case added to each class."""
        negative, positive = sums
        if not (negative.bounded and positive.bounded):
            return math.nan, math.nan
        known = self.prevalence_given
        score = guarded_mean(negative, positive, prevalence_known=known).center
        rate = guarded_mean(negative.moved(0.0), positive.moved(0.0, 1.0), prevalence_known=known).center
        baseline, slope = constant_forecast_loss(rate, costs, interval)
        negative, positive = negative.moved(-1 / baseline), positive.moved(-1 / baseline, score / baseline**2 * slope)
        error = guarded_mean(negative, positive, prevalence_known=known).error
        return interval_around(Mean(1 - score / baseline, error))


def _sums_of(moments: Moments, table: Any, largest: float) -> ClassSums:
    if table.total == 0.0:
        return ClassSums(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, largest)
    center, spread = moments.center(table.total_squares)
    return ClassSums(table.total, table.total_squares, moments.total, center, spread, 0.0, largest, table.heavy)


def constant_forecast_loss(rate: float, costs: CostDistribution, interval: Interval) -> tuple[float, float]:
    """Return the integrated regret of forecasting `rate` for everyone, and its slope in `rate`."""
    low, high = interval
    clipped = min(max(rate, low), high)
    if_negative = float(costs.negative_loss(clipped, low))
    if_positive = float(costs.positive_loss(clipped, high))
    return (1 - rate) * if_negative + rate * if_positive, if_positive - if_negative


def independent_difference(one: Estimate, other: Estimate) -> Difference:
    """Return the difference between two scores of different cases, such as two groups: errors add up in squares.

    Examples
    --------
    >>> found = independent_difference(Estimate(0.5, 0.3, -0.1, 1.1), Estimate(0.2, 0.4, -0.6, 1.0))
    >>> round(found.estimate, 3), round(found.standard_error, 3), round(found.low, 3), round(found.high, 3)
    (0.3, 0.5, -0.7, 1.3)
    """
    center = (one.low + one.high) / 2 - (other.low + other.high) / 2
    half = math.hypot((one.high - one.low) / 2, (other.high - other.low) / 2)
    error = math.hypot(one.standard_error, other.standard_error)
    return Difference(one.value - other.value, error, center - half, center + half)


def paired_difference(
    values_a: np.ndarray,
    values_b: np.ndarray,
    labels: np.ndarray,
    largest: tuple[float, float],
    weights: np.ndarray | None = None,
    *,
    factors: tuple[float, float] = (1.0, 1.0),
    prevalence_known: bool = False,
) -> Difference:
    """Mean of a - b over the same cases, its standard error and guarded 95% interval.

    Parameters
    ----------
    values_a, values_b, labels
        Pointwise scores of two models and the outcomes (True for positive).
    largest
        The most by which the two can differ on a negative and on a positive case. Where that is infinite the
        interval is the plain one.
    weights
        Importance weights, if any.
    factors
        What the weights of the negatives and of the positives are multiplied by.
    prevalence_known
        Whether the weights of the classes were given, so that the prevalence is not estimated.

    Notes
    -----
    Infinite when one model alone is infinitely wrong on some case, NaN when each is.
    """
    if weights is not None and not weights.all():
        kept = weights > 0.0
        values_a, values_b, labels, weights = values_a[kept], values_b[kept], labels[kept], weights[kept]
    with np.errstate(invalid="ignore"):
        gaps = values_a - values_b
        negatives, positives = (
            array_sums(gaps[of_class], None if weights is None else weights[of_class], -bound, bound).weighted(factor)
            for of_class, bound, factor in zip((~labels, labels), largest, factors, strict=True)
        )
        estimate = (negatives.total + positives.total) / (negatives.weight + positives.weight)
    if not math.isfinite(estimate):
        return Difference(estimate, math.nan, math.nan, math.nan)
    error = plain_mean(negatives, positives, prevalence_known=prevalence_known).error
    return Difference(estimate, error, *guarded_interval(negatives, positives, prevalence_known=prevalence_known))


def _inner(interval: Interval) -> Interval:
    """Refuse an interval whose width in log-odds is infinite."""
    if interval.low == 0.0 or interval.high == 1.0:
        raise ValueError(
            f"The interval ({interval.low:g}, {interval.high:g}) is infinitely wide in log-odds, so an average over "
            "it does not exist. Choose ends strictly between 0 and 1, such as (0.01, 0.99)."
        )
    return interval
