"""What a curve chart draws: heights on an axis of costs, and the mean height over an interval.

A `Curve` says how a cost ratio is laid out along the x axis and what height is drawn there. Its mean
height over an interval, taken along that axis, is one of the scores: that is why the curves are drawn.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from brierwidgets.core.costs import CostDistribution
from brierwidgets.core.forecast import Forecast
from brierwidgets.core.intervals import Interval, expit, logit
from brierwidgets.core.rules import RULE_NAMES, TREAT_NONE, rule_benefit, rule_mean_regret, rule_regret
from brierwidgets.core.scores import Summary
from brierwidgets.core.scoring_rules import Spacing
from brierwidgets.core.thresholds import SLACK

__all__ = ["COST_AXES", "CURVES", "Curve", "curve_points", "grid"]

_POINTS = 500
_FEW_SCORES = 120
#: Costs nearer to 0 or 1 than this are left off an axis that would stretch to infinity.
_EDGE = 1e-3


@dataclass(frozen=True)
class Curve:
    """One way of drawing a forecast over costs.

    Attributes
    ----------
    measure
        ``"regret"`` (lower is better) or ``"net benefit"`` (higher is better).
    to_axis, from_axis
        From a cost ratio to its place on the x axis, and back.
    to_scale
        How much cost ratio there is to a unit of the axis at each cost ratio.
    limits
        The widest range of cost ratios the axis can show.
    average
        The average height along the axis over an interval, from the scores there and the prevalence.
    spacing
        Whether that is the mean regret over ``"cost"`` ratios or over their ``"log-odds"``; None if neither.
    """

    measure: str
    to_axis: Callable[[Any], Any]
    from_axis: Callable[[Any], Any]
    to_scale: Callable[[Any], Any]
    limits: Interval
    average: Callable[[Summary, Interval, float], float]
    spacing: str | None = None

    @property
    def straight(self) -> bool:
        """Whether cost ratios lie on the axis as they are."""
        return self.to_axis is _same

    def mean_height(self, summary: Summary, interval: Interval, prevalence: float, spacing: Spacing = "cost") -> float:
        """Return the average height over an interval: along the axis, or as a distribution of costs weighs it.

        A distribution weighs regret, and net benefit times 1 - c, which is regret's own scale: so the best model has
        the best average on either curve.
        """
        if not isinstance(spacing, CostDistribution):
            return self.average(summary, interval, prevalence)
        regret = summary.mean_regret.value
        if self.measure == "regret":
            return regret
        nobody = rule_mean_regret(TREAT_NONE, 1.0, interval, spacing)
        return prevalence - regret / nobody if nobody != 0.0 else math.nan

    def heights(self, forecast: Forecast, costs: np.ndarray) -> np.ndarray:
        """Return the height at each cost ratio."""
        return np.asarray(forecast.regret(costs) if self.measure == "regret" else forecast.net_benefit(costs))

    def band(self, forecast: Forecast, costs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the ends of the guarded 95% interval of the height at each cost ratio."""
        if self.measure == "regret":
            return forecast.regret_interval(costs)
        return forecast.net_benefit_interval(costs)

    def rule_heights(self, prevalence: float, costs: np.ndarray) -> list[np.ndarray]:
        """Return the heights of treating all and of treating none."""
        height = rule_regret if self.measure == "regret" else rule_benefit
        return [height(rule, prevalence, costs) for rule in RULE_NAMES]

    def height_range(self, drawn: Sequence[np.ndarray], *, zoom: bool) -> Interval:
        """Return the heights to show: from 0 over all costs, as tight as the curves allow when zoomed in."""
        lowest = min(float(np.nanmin(heights)) for heights in drawn)
        highest = max(float(np.nanmax(heights)) for heights in drawn)
        if not zoom:
            # Net benefit falls without end; what is far below treating none is of no interest.
            lowest, highest = max(min(lowest, 0.0), -0.3 * abs(highest)), max(highest, 0.0)
        margin = 0.08 * (highest - lowest) or 0.01
        floor = 0.0 if self.measure == "regret" and lowest < 0.3 * highest else lowest - margin
        return Interval(floor, highest + margin)

    def visible(self, interval: Interval, *, zoom: bool) -> Interval:
        """Return the cost ratios to show: all, or the interval with a margin on either side."""
        if not zoom:
            return self.limits
        low, high = (self.to_axis(min(max(c, self.limits.low), self.limits.high)) for c in interval)
        first, last = (self.to_axis(c) for c in self.limits)
        # An interval beyond the axis has no width there, and shows as its edge.
        margin = 0.6 * (high - low) if high - low > 1e-9 * (last - first) else 0.02 * (last - first)
        return Interval(
            float(self.from_axis(max(first, low - margin))), float(self.from_axis(min(last, high + margin)))
        )


def _mean_regret(summary: Summary, interval: Interval, prevalence: float) -> float:  # noqa: ARG001
    return summary.brier.value / 2 / (interval.high - interval.low)


def _mean_regret_log_odds(summary: Summary, interval: Interval, prevalence: float) -> float:  # noqa: ARG001
    width = float(logit(interval.high) - logit(interval.low))
    return summary.log_loss.value / width if math.isfinite(width) else math.nan


def _mean_net_benefit(summary: Summary, interval: Interval, prevalence: float) -> float:  # noqa: ARG001
    return summary.net_benefit.value


def _mean_quadratic(summary: Summary, interval: Interval, prevalence: float) -> float:
    width = ((1 - interval.low) ** 2 - (1 - interval.high) ** 2) / 2
    return prevalence - summary.brier.value / 2 / width


def _mean_logarithmic(summary: Summary, interval: Interval, prevalence: float) -> float:
    if interval.low == 0.0:
        return math.nan
    return prevalence - summary.log_loss.value / math.log(interval.high / interval.low)


def _same(value: Any) -> Any:
    return value


def _even(value: Any) -> Any:
    return np.ones_like(value)


CURVES = {
    "regret": Curve("regret", _same, _same, _even, Interval(0.0, 1.0), _mean_regret, "cost"),
    "log-odds": Curve(
        "regret",
        logit,
        expit,
        lambda c: c * (1 - c),
        Interval(_EDGE, 1 - _EDGE),
        _mean_regret_log_odds,
        "log-odds",
    ),
    "plain": Curve("net benefit", _same, _same, _even, Interval(0.0, 0.99), _mean_net_benefit),
    "quadratic": Curve(
        "net benefit",
        lambda c: -((1 - c) ** 2) / 2,
        lambda x: 1 - np.sqrt(np.maximum(-2 * x, 0.0)),
        lambda c: 1 / (1 - c),
        Interval(0.0, 0.99),
        _mean_quadratic,
    ),
    "logarithmic": Curve("net benefit", np.log, np.exp, _same, Interval(_EDGE, 0.99), _mean_logarithmic),
}


#: How a chart may lay out cost ratios, or scores, along an axis.
COST_AXES = {"probability": CURVES["regret"], "log-odds": CURVES["log-odds"]}


def grid(curve: Curve, visible: Interval, forecast: Forecast | None = None, points: int = _POINTS) -> np.ndarray:
    """Return the cost ratios at which to draw: at most about `points`, whatever the number of cases.

    They are spread evenly along the axis. A forecast with few distinct scores adds those, each followed by
    a point just above it, so that a step is drawn as a step.
    """
    even = _spread(curve, visible, points)
    if forecast is None or max(forecast.negatives.scores.size, forecast.positives.scores.size) > _FEW_SCORES:
        return even
    scores = forecast.distinct_scores
    if scores.size > _FEW_SCORES:
        return even
    inside = scores[(scores > visible.low) & (scores < visible.high)]
    return np.unique(np.concatenate([even, inside, np.minimum(inside * (1 + 4 * SLACK), 1.0)]))


def _spread(curve: Curve, visible: Interval, points: int) -> np.ndarray:
    first, last = (float(curve.to_axis(c)) for c in visible)
    costs = np.asarray(curve.from_axis(np.linspace(first, last, points)), dtype=float)
    costs[0], costs[-1] = visible
    return np.asarray(np.clip(costs, *visible))


def curve_points(curve: Curve, forecast: Forecast, costs: np.ndarray) -> np.ndarray:
    """Return heights with what is undefined or infinite as NaN, which charts leave out."""
    heights = np.asarray(curve.heights(forecast, costs), dtype=float)
    return np.where(np.isfinite(heights), heights, np.nan)
