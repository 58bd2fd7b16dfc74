"""Uncertainty of what isotonic regression estimates, by resampling.

Scores are means of independent losses and need no resampling; their parts and the calibration curve do.
Isotonic regression fits some noise, and plain resampling of the cases hides how much: it draws from a
staircase, and intervals for the miscalibration of a well calibrated model then miss 0 most of the time.
So outcomes are drawn anew, at the scores there are, from the calibration curve with its steps joined into
a line. With Poisson numbers of cases, positives and negatives at each distinct score are independent
Poisson numbers, so a replicate is one draw on the sorted table whatever the number of rows.
"""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from brierwidgets.core.calibration import (
    CalibrationCurve,
    calibration_curve,
    check_decomposable,
    decompose,
    pool_adjacent_violators,
)
from brierwidgets.core.forecast import Forecast
from brierwidgets.core.intervals import Interval, check_costs, check_interval, parse_cost
from brierwidgets.core.scores import Rule
from brierwidgets.core.sums import ClassTable, MergedTable, merge_classes

__all__ = ["CalibrationBand", "DecompositionIntervals", "PartInterval", "bootstrap_calibration", "bootstrap_parts"]

#: Called with (replicates done, replicates in all) after each one.
Progress = Callable[[int, int], object]


class PartInterval(NamedTuple):
    """One part of a score with its interval."""

    estimate: float
    low: float
    high: float


class DecompositionIntervals(NamedTuple):
    """The parts of a `Decomposition`, each with its interval."""

    score: PartInterval
    miscalibration: PartInterval
    discrimination: PartInterval
    uncertainty: PartInterval


class CalibrationBand(NamedTuple):
    """The calibration curve on a grid of scores, with the range it has over the replicates."""

    score: np.ndarray
    value: np.ndarray
    low: np.ndarray
    high: np.ndarray


def bootstrap_parts(
    forecast: Forecast,
    *,
    rule: str = "brier",
    interval: Any = (0, 1),
    replicates: int = 1000,
    level: float = 0.95,
    seed: Any = 0,
    progress: Progress | None = None,
) -> DecompositionIntervals:
    """Return intervals for the score and its miscalibration, discrimination and uncertainty.

    Parameters
    ----------
    forecast, rule, interval
        As in `decompose`.
    replicates, level
        How many times to resample the cases, and the coverage wanted.
    seed
        Seed (or ``numpy.random.Generator``); the same seed gives the same intervals.
    progress
        Called as ``progress(done, total)`` after each replicate.

    Notes
    -----
    Isotonic regression fits noise, so miscalibration and discrimination come out too high, more so in small
    samples. Each replicate tells by how much its parts miss those of the curve it was drawn from, and the
    interval is the estimate less that error. So the excess is taken off, and the interval of a well
    calibrated model may lie wholly below its estimate. Ends below 0 are set to 0, since no part is
    negative. The interval of an infinite part is NaN.

    Examples
    --------
    >>> from brierwidgets import Forecast
    >>> counts = Forecast.from_counts([0.2, 0.7], positives=[10, 60], negatives=[90, 40])
    >>> parts = bootstrap_parts(counts, replicates=200)
    >>> parts.discrimination.low < parts.discrimination.estimate < parts.discrimination.high
    True
    """
    chosen, bounds = check_decomposable(rule), check_interval(interval)
    estimates = decompose(forecast, rule=rule, interval=bounds)
    tails = _check_level(level)
    drawn = np.empty((_check_replicates(replicates), 4))
    world = _World(forecast)
    truth = decompose(world.as_forecast(), rule=rule, interval=bounds)
    at_scores = _Losses(chosen, bounds, world.scores)
    for (negatives, positives), row in zip(world.draws(len(drawn), seed, progress), drawn, strict=True):
        curve = _refit(world.scores, negatives, positives)
        totals = negatives.sum(keepdims=True), positives.sum(keepdims=True)
        score = at_scores.mean(negatives, positives)
        best = _Losses(chosen, bounds, curve.value).mean(curve.cases - curve.positives, curve.positives)
        base = _Losses(chosen, bounds, totals[1] / sum(totals)).mean(*totals)
        row[:] = score, score - best, base - best, base
    return DecompositionIntervals(*(_part(*each, tails) for each in zip(estimates, truth, drawn.T, strict=True)))


def bootstrap_calibration(
    forecast: Forecast,
    scores: Any = None,
    *,
    replicates: int = 1000,
    level: float = 0.95,
    seed: Any = 0,
    progress: Progress | None = None,
) -> CalibrationBand:
    """Return the calibration curve at `scores` with a pointwise band of its percentiles over replicates.

    Between steps the curve is drawn as a straight line, beyond the last score as a level one. Where the
    curve is flat, or positives are few, the band is too narrow towards the ends of the scores.

    Parameters
    ----------
    forecast
        The forecast to judge.
    scores
        Where to evaluate the curve, increasing; 101 points from the lowest score to the highest unless given.
    replicates, level, seed, progress
        As in `bootstrap_parts`.

    Examples
    --------
    >>> from brierwidgets import Forecast
    >>> counts = Forecast.from_counts([0.2, 0.7], positives=[10, 60], negatives=[90, 40])
    >>> band = bootstrap_calibration(counts, [0.2, 0.7], replicates=200)
    >>> band.value, bool(band.low[0] < 0.1 < band.high[0])
    (array([0.1, 0.6]), True)
    """
    world = _World(forecast)
    grid = (
        np.linspace(world.scores[0], world.scores[-1], 101)
        if scores is None
        else check_costs(scores, "score of the grid")
    )
    tails = _check_level(level)
    drawn = np.empty((_check_replicates(replicates), grid.size))
    for (negatives, positives), row in zip(world.draws(len(drawn), seed, progress), drawn, strict=True):
        row[:] = _heights(_refit(world.scores, negatives, positives), grid)
    low, high = np.quantile(drawn, tails, axis=0)
    return CalibrationBand(grid, _heights(calibration_curve(forecast), grid), low, high)


class _Losses:
    """The pointwise losses of either outcome at each score."""

    def __init__(self, rule: Rule, interval: Interval, scores: np.ndarray) -> None:
        self._each = [rule.pointwise(np.full(scores.shape, y), scores, interval) for y in (False, True)]
        self._finite = all(np.isfinite(losses).all() for losses in self._each)

    def mean(self, negatives: np.ndarray, positives: np.ndarray) -> float:
        """Average over cases; an infinite loss that no case has does not count."""
        total = 0.0
        for losses, weights in zip(self._each, (negatives, positives), strict=True):
            counted = slice(None) if self._finite else weights > 0.0
            total += float(losses[counted] @ weights[counted])
        return total / float(negatives.sum() + positives.sum())


class _World:
    """What replicates are drawn from: the weight expected of either outcome at each distinct score."""

    def __init__(self, forecast: Forecast) -> None:
        merged = merge_classes(forecast.negatives, forecast.positives)
        curve = calibration_curve(forecast)
        cases = merged.negatives + merged.positives
        middles = np.cumsum(curve.cases) - curve.cases / 2
        share = np.interp(np.cumsum(cases) - cases / 2, middles, curve.value)
        # A score of 0 or 1 is a claim of certainty, and one contrary outcome makes log loss infinite: draw none there
        # unless there were some.
        certain = (merged.scores == 0.0) | (merged.scores == 1.0)
        share[certain] = (merged.positives / cases)[certain]
        self.scores = merged.scores
        self._expected = cases * (1 - share), cases * share
        self._units = [_units(table, self.scores) for table in (forecast.negatives, forecast.positives)]

    def as_forecast(self) -> Forecast:
        """Return the forecast whose weights are the expected ones."""
        negatives, positives = (
            ClassTable.from_rows(self.scores[each > 0.0], each[each > 0.0]) for each in self._expected
        )
        return Forecast._from_tables(negatives, positives)

    def draws(self, number: int, seed: Any, progress: Progress | None) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Yield the weight of the negatives and of the positives at each score, anew each time."""
        generator = np.random.default_rng(seed)
        times = [expected / unit for expected, unit in zip(self._expected, self._units, strict=True)]
        for done in range(1, number + 1):
            drawn = [np.zeros(1)]
            while not any(each.any() for each in drawn):  # of a handful of cases none may come: draw again
                drawn = [unit * generator.poisson(each) for unit, each in zip(self._units, times, strict=True)]
            yield drawn[0], drawn[1]
            if progress is not None:
                progress(done, number)


def _units(table: ClassTable, scores: np.ndarray) -> Any:
    """Weight of one case of this class at each score: 1 for repetitions."""
    if table.cumulative_squares is table.cumulative:
        return 1.0
    # Rows pooled at one score keep their sum and their sum of squares; scores new to the class get its average.
    units = np.full(scores.shape, table.total_squares / table.total if table.total else 1.0)
    units[np.searchsorted(scores, table.scores)] = np.diff(table.cumulative_squares) / table.weights
    return units


def _refit(scores: np.ndarray, negatives: np.ndarray, positives: np.ndarray) -> CalibrationCurve:
    seen = negatives + positives > 0.0
    cumulative = [np.append(0.0, np.cumsum(each[seen])) for each in (negatives, positives)]
    return pool_adjacent_violators(MergedTable(scores[seen], *cumulative))


def _heights(curve: CalibrationCurve, scores: np.ndarray) -> np.ndarray:
    ends = np.column_stack((curve.left, curve.right)).ravel()
    once = np.diff(ends, append=np.inf) > 0.0
    return np.interp(scores, ends[once], np.repeat(curve.value, 2)[once])


def _part(estimate: float, truth: float, drawn: np.ndarray, tails: list[float]) -> PartInterval:
    if not math.isfinite(estimate):
        return PartInterval(estimate, math.nan, math.nan)
    least, most = np.quantile(drawn, tails) - truth
    return PartInterval(estimate, max(0.0, float(estimate - most)), max(0.0, float(estimate - least)))


def _check_level(level: Any) -> list[float]:
    covered = parse_cost(level, "level")
    if not 0.0 < covered < 1.0:
        raise ValueError(f"The level must lie strictly between 0 and 1, such as 0.95, but it is {level!r}.")
    return [(1 - covered) / 2, (1 + covered) / 2]


def _check_replicates(replicates: Any) -> int:
    if isinstance(replicates, bool) or not isinstance(replicates, numbers.Integral):
        raise TypeError(f"replicates must be a whole number, not {replicates!r}.")
    number = int(replicates)
    if number < 2:
        raise ValueError(f"An interval needs at least 2 replicates, better 1,000, but replicates is {number}.")
    return number
