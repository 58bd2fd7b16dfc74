"""The named scores: thin uses of the expected-regret engine, each with its standard error and 95% interval."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from brierwidgets.core.class_tables import ClassTable
from brierwidgets.core.costs import CostDistribution, Point
from brierwidgets.core.expected_regret import ExpectedRegret
from brierwidgets.core.guarded import ClassSums, Mean, guarded_interval, guarded_mean, interval_around, plain_mean
from brierwidgets.core.intervals import Interval, check_interval
from brierwidgets.core.peaked_costs import Shifted
from brierwidgets.core.scoring_rules import RULES, Rule, Spacing, check_rule, largest_losses, regret_rule
from brierwidgets.core.sums import Moments

__all__ = ["Estimate", "NamedScores", "Summary", "constant_forecast_loss"]


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
_SUMMARISED = (RULES["brier"], RULES["log-loss"], RULES["net-benefit"])


class NamedScores(ExpectedRegret):
    """The scores of a forecast on an interval of cost ratios; `Forecast` inherits them."""

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

    def expected_regret_standard_error(self, costs: CostDistribution) -> float:
        """Return the standard error of `expected_regret`.

        Examples
        --------
        >>> from brierwidgets import Forecast, costs
        >>> round(Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8]).expected_regret_standard_error(costs.Beta(2, 8)), 4)
        0.0396
        """
        self.expected_regret(costs)  # refuses what has no average
        if isinstance(costs, Point):
            return float(self.regret_standard_error(costs.cost))
        return self._mean(self._class_sums(costs, costs.interval), 1 / costs.mass).standard_error

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
        if self.always_wrong is not None:  # then what a case loses is known before it is seen
            known = [bound if wrong else 0.0 for bound, wrong in zip(largest, self.always_wrong, strict=True)]
            negatives = negatives._replace(least=known[0], largest=known[0])
            positives = positives._replace(least=known[1], largest=known[1])
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


def _sums_of(moments: Moments, table: ClassTable, largest: float) -> ClassSums:
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
