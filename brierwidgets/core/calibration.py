"""How much of a score is miscalibration and how much the model tells cases apart.

Isotonic regression of the outcomes on the scores (pool adjacent violators, PAV) gives the best
recalibration that keeps the order of the cases, best for every cost ratio at once. The score of the
recalibrated forecast therefore splits any bounded score, on any interval, into parts that are not negative.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple, Self

import numpy as np

from brierwidgets.core.class_tables import ClassTable, MergedTable, tie_ends
from brierwidgets.core.forecast import Forecast
from brierwidgets.core.intervals import Interval, check_interval
from brierwidgets.core.peaked_costs import Beta
from brierwidgets.core.ranking import need_both_classes
from brierwidgets.core.remembered import remembered
from brierwidgets.core.scoring_rules import Rule, check_rule

__all__ = [
    "INFINITE_SCORE",
    "SURE_CASE",
    "SURE_CASES",
    "CalibrationSteps",
    "Decomposition",
    "calibration_curve",
    "decompose",
    "h_measure",
    "recalibrated",
]


#: Why a score is infinite; also sentences of the charts.
INFINITE_SCORE = (
    "The {label} is infinite, and all of that is miscalibration: {reason}. Recalibrated, it would be {best} "
    "({discrimination} of discrimination off {uncertainty} of uncertainty). An interval inside (0, 1) keeps it finite."
)
SURE_CASE, SURE_CASES = "{number} {outcome} scored {score}", "{number} {outcome}s scored {score}"

#: Shares closer than this share of themselves are equal but for rounding, as they are when cases have weights.
_EQUAL_SHARES = 1e-12

#: Points at which many cases are looked at first, to find where steps of their calibration curve can begin.
_POINTS = 1 << 15


class CalibrationSteps(NamedTuple):
    """The steps of the isotonic regression of outcomes on scores, in increasing order.

    Attributes
    ----------
    left, right
        Lowest and highest score of each step.
    value
        Share of positive cases in the step: the recalibrated score.
    positives, cases
        How many positive cases, and how many cases, it holds (their weight, if they have weights).
    """

    left: np.ndarray
    right: np.ndarray
    value: np.ndarray
    positives: np.ndarray
    cases: np.ndarray

    def corners(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the scores at the ends of the steps, each once, and the values there: straight lines join them."""
        ends = np.column_stack((self.left, self.right)).ravel()
        once = np.diff(ends, append=np.inf) > 0.0
        return ends[once], np.repeat(self.value, 2)[once]


class _Parts(NamedTuple):
    score: float
    miscalibration: float
    discrimination: float
    uncertainty: float


class Decomposition(_Parts):
    """A score in three parts: score = miscalibration - discrimination + uncertainty.

    Attributes
    ----------
    score
        The score itself.
    miscalibration
        What recalibration would take off it; 0 when scores already mean what they say.
    discrimination
        What telling cases apart takes off the score of the constant forecast; 0 for no better than chance.
    uncertainty
        The score of always forecasting the prevalence.
    label
        Which score it is.
    reason
        Why the score is infinite, when it is.
    """

    label: str
    reason: str

    def __new__(cls, *parts: float, label: str = "score", reason: str = "") -> Self:
        """Take the four numbers in order."""
        made = super().__new__(cls, *parts)
        made.label, made.reason = label, reason
        return made

    def in_words(self) -> str:
        """Return the split as a sentence; an infinite score says why.

        Examples
        --------
        >>> from brierwidgets import Forecast
        >>> print(decompose(Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8])).in_words())
        The bounded Brier score 0.1925 is 0.0675 of miscalibration, less 0.125 of discrimination, plus 0.25 of
        uncertainty.
        >>> print(decompose(Forecast([0, 1, 1], [0.2, 0.0, 0.9]), rule="log-loss").in_words())
        The bounded log loss is infinite, and all of that is miscalibration: 1 positive scored 0. Recalibrated, it
        would be 0.4621 (0.1744 of discrimination off 0.6365 of uncertainty). An interval inside (0, 1) keeps it finite.
        """
        if math.isfinite(self.score):
            return (
                f"The {self.label} {self.score:.4g} is {self.miscalibration:.4g} of miscalibration, less "
                f"{self.discrimination:.4g} of discrimination, plus {self.uncertainty:.4g} of uncertainty."
            )
        return INFINITE_SCORE.format(
            label=self.label,
            reason=self.reason,
            best=f"{self.uncertainty - self.discrimination:.4g}",
            discrimination=f"{self.discrimination:.4g}",
            uncertainty=f"{self.uncertainty:.4g}",
        )


class _Fit(NamedTuple):
    curve: CalibrationSteps
    recalibrated: Forecast
    constant: Forecast  # of somebody without a model: the prevalence for each case


@remembered
def _fit(forecast: Forecast) -> _Fit:
    merged = _possible_steps(forecast)
    curve = pool_adjacent_violators(merged)
    ends = np.append(curve.left[1:], np.inf)
    curve = curve._replace(
        right=np.maximum(*(_last_below(table, ends) for table in (forecast.negatives, forecast.positives)))
    )
    everyone, rate = merged.scores[:1], np.array([forecast.prevalence])
    return _Fit(curve, _moved(forecast, curve.left, curve.value), _moved(forecast, everyone, rate))


def _possible_steps(forecast: Forecast) -> MergedTable:
    """Lay both classes side by side, cut only where a step can begin: at a positive case just above a negative one.

    A step that began at a negative case could be lowered by joining that case to the step before. So these cuts are
    enough for the exact regression.
    """
    negatives, positives = forecast.negatives, forecast.positives
    rows = _near_steps(forecast)
    before = forecast.negatives_below[rows]
    rows, before = rows[before > 0], before[before > 0]
    above = (rows == 0) | (negatives.scores[before - 1] >= positives.scores[rows - 1])
    cuts = before[above], rows[above]
    lowest = min(table.scores[0] for table in (negatives, positives) if table.scores.size)
    cumulative = (
        table.cumulative[np.concatenate(([0], rows, [table.scores.size]))]
        for table, rows in zip((negatives, positives), cuts, strict=True)
    )
    return MergedTable(np.append(lowest, positives.scores[cuts[1]]), *cumulative)


def _near_steps(forecast: Forecast) -> np.ndarray:
    """Return among which positive cases a step may begin.

    Cases counted from the lowest score up draw a line, positives against all, and the steps are the corners of its
    lower convex hull. The hull of some points of the line lies on or above it. So between two of these points there is
    no corner if the line stays above their hull even when all negatives there come first. What is left is divided,
    until the points are single cases: a small share of many cases, and every corner is among them.
    """
    negatives, positives = forecast.negatives, forecast.positives
    size = positives.scores.size
    stride = 4 ** max(0, math.ceil(math.log(max(size, 1) / _POINTS, 4)))
    rows = np.arange(0, size, stride)
    while stride > 1:
        before = forecast.negatives_below[rows]
        ends, spared = np.append(rows, size), negatives.cumulative[np.append(before, negatives.scores.size)]
        found = positives.cumulative[ends]
        gained = np.diff(found)
        cases = gained + np.diff(spared)
        hull = _isotonic(gained / cases, cases)
        height = found[0] + np.cumsum(hull.x * cases)
        lowest_hull = height - hull.x * gained
        inside = (found[:-1] < lowest_hull + 1e-12 * positives.total) & (np.diff(ends) <= stride)
        stride //= 4
        finer = np.add.outer(rows[inside], stride * np.arange(5)).ravel()
        points = np.sort(np.concatenate((rows[hull.blocks[:-1]], finer[finer < size])))
        rows = points[tie_ends(points)[:-1]]
    return rows


def _isotonic(values: np.ndarray, weights: np.ndarray) -> Any:
    from scipy.optimize import isotonic_regression  # noqa: PLC0415  slow to load, and not needed for a first view

    return isotonic_regression(values, weights=weights)


def _last_below(table: ClassTable, scores: np.ndarray) -> np.ndarray:
    """Return the last score of a class below each of some scores; minus infinity where there is none."""
    places = np.searchsorted(table.scores, scores)
    found = np.full(scores.shape, -np.inf)
    found[places > 0] = table.scores[places[places > 0] - 1]
    return found


def pool_adjacent_violators(merged: MergedTable) -> CalibrationSteps:
    """Fit the isotonic regression; every score of the table must have some weight."""
    positives = merged.positives
    cases = positives + merged.negatives
    edges = _isotonic(positives / cases, cases).blocks
    # Values come from the counts of each block, so that equal shares are equal numbers however PAV rounded.
    positives, negatives = (
        np.diff(weights[edges]) for weights in (merged.cumulative_positives, merged.cumulative_negatives)
    )
    values = np.maximum.accumulate(positives / (positives + negatives))
    first = np.flatnonzero(np.diff(values, prepend=-1.0) > _EQUAL_SHARES * values)
    last = np.append(first[1:], values.size) - 1
    positives, negatives = (np.add.reduceat(weights, first) for weights in (positives, negatives))
    return CalibrationSteps(
        left=merged.scores[edges[first]],
        right=merged.scores[edges[last + 1] - 1],
        value=values[first],
        positives=positives,
        cases=positives + negatives,
    )


def _moved(forecast: Forecast, starts: np.ndarray, values: np.ndarray) -> Forecast:
    """Give every case from each of `starts` up to the next one the new score of that step."""
    negatives, positives = (_moved_class(table, starts, values) for table in (forecast.negatives, forecast.positives))
    return Forecast._from_tables(negatives, positives)


def _moved_class(table: ClassTable, starts: np.ndarray, values: np.ndarray) -> ClassTable:
    edges = np.append(np.searchsorted(table.scores, starts), table.scores.size)
    filled = np.diff(edges) > 0
    return table.regrouped(np.append(edges[:-1][filled], table.scores.size), values[filled])


def calibration_curve(forecast: Forecast) -> CalibrationSteps:
    """Return the steps of the calibration curve, ties pooled first; row order does not matter.

    The source is given in `brierwidgets.metrics.calibration_curve`.

    Examples
    --------
    >>> from brierwidgets import Forecast
    >>> curve = calibration_curve(Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8]))
    >>> curve.value.tolist(), curve.left.tolist(), curve.right.tolist(), curve.cases.tolist()
    ([0.0, 0.5, 1.0], [0.1, 0.4, 0.8], [0.1, 0.6, 0.8], [1.0, 2.0, 1.0])
    """
    return _fit(forecast).curve


def recalibrated(forecast: Forecast) -> Forecast:
    """Return the same cases with each score replaced by its value on the calibration curve.

    Examples
    --------
    >>> from brierwidgets import Forecast
    >>> recalibrated(Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8])).distinct_scores
    array([0. , 0.5, 1. ])
    """
    return _fit(forecast).recalibrated


def decompose(forecast: Forecast, *, rule: str = "brier", interval: Any = (0, 1)) -> Decomposition:
    """Split a bounded score into miscalibration, discrimination and uncertainty.

    With r the recalibrated scores and pi the prevalence, on the same interval,
    score(s) = [score(s) - score(r)] - [score(pi) - score(r)] + score(pi).

    Parameters
    ----------
    forecast
        The forecast to judge. It is recalibrated at the first call; later intervals are lookups.
    rule
        ``"brier"``, ``"log-loss"``, ``"mean-regret"`` or ``"mean-regret-log-odds"``.
    interval
        A pair of cost ratios.

    Examples
    --------
    >>> from brierwidgets import Forecast
    >>> parts = decompose(Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8]))
    >>> [round(part, 4) for part in parts]
    [0.1925, 0.0675, 0.125, 0.25]
    """
    chosen, bounds = check_decomposable(rule), check_interval(interval)
    fit = _fit(forecast)
    score, best, base = (scored.estimate(rule, bounds).value for scored in (forecast, fit.recalibrated, fit.constant))
    reason = "" if math.isfinite(score) else _why_infinite(forecast, bounds)
    return Decomposition(score, score - best, base - best, base, label=chosen.label, reason=reason)


def h_measure(forecast: Forecast, *, alpha: float = 2, beta: float = 2) -> float:
    """Return the H-measure: 1 - L / L_max with costs drawn from Beta(alpha, beta).

    L is the expected regret with the best threshold for each cost, which is the regret of the
    recalibrated scores, and L_max that of the better of treating all and treating none.

    Parameters
    ----------
    forecast
        The forecast to judge; only the order of its scores matters.
    alpha, beta
        Parameters of the Beta distribution of the cost ratio c (the cost of a false positive, 1 - c being that
        of a false negative). Hand (2009) proposed Beta(2, 2), the default here.

    Notes
    -----
    The ``hmeasure`` packages for Python and R take a severity ratio r instead and use Beta(2, 1 + 1/r), by
    default with r = n1 / n0, so that costs centre on the prevalence: for that pass ``alpha=2,
    beta=1 + n0 / n1``. A ratio of 1 is the default here. `brierwidgets.metrics.h_measure` names the papers.

    Examples
    --------
    >>> from brierwidgets import Forecast
    >>> round(h_measure(Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8])), 4)
    0.5
    """
    need_both_classes(forecast, "The H-measure")
    costs = Beta(alpha, beta)
    fit = _fit(forecast)
    return 1 - fit.recalibrated.expected_regret(costs) / fit.constant.expected_regret(costs)


def check_decomposable(rule: str) -> Rule:
    """Return the rule of that name if it splits into parts."""
    chosen = check_rule(rule)
    if chosen.higher_is_better:
        raise ValueError(
            f"{rule!r} is a gain, and the parts are those of a loss. Decompose 'brier', 'log-loss', 'mean-regret' "
            "or 'mean-regret-log-odds'."
        )
    return chosen


def _why_infinite(forecast: Forecast, interval: Interval) -> str:
    sure = []
    for table, end, bound, name in (
        (forecast.positives, 0.0, interval.low, "positive"),
        (forecast.negatives, 1.0, interval.high, "negative"),
    ):
        number = float(table.weights[table.scores == end].sum())
        if bound == end and number > 0.0:
            template = SURE_CASE if number == 1.0 else SURE_CASES
            sure.append(template.format(number=f"{number:,.12g}", outcome=name, score=f"{end:g}"))
    return " and ".join(sure)
