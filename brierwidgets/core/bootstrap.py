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
from typing import Any, NamedTuple, TypedDict, Unpack

import numpy as np
from scipy.special import ndtri

from brierwidgets.core.calibration import (
    CalibrationSteps,
    calibration_curve,
    check_decomposable,
    decompose,
    pool_adjacent_violators,
)
from brierwidgets.core.class_tables import ClassTable, MergedTable, merge_classes
from brierwidgets.core.forecast import Forecast
from brierwidgets.core.guarded import wilson_interval
from brierwidgets.core.intervals import Interval, check_costs, check_interval, parse_cost
from brierwidgets.core.scores import constant_forecast_loss
from brierwidgets.core.scoring_rules import Rule
from brierwidgets.core.signatures import takes_keywords_of

__all__ = [
    "CalibrationBand",
    "DecompositionIntervals",
    "PartInterval",
    "Resampling",
    "bootstrap_calibration",
    "bootstrap_parts",
    "check_resampling",
]

#: Called with (replicates done, replicates in all) after each one.
Progress = Callable[[int, int], object]


class Resampling(TypedDict, total=False):
    """How to resample.

    Attributes
    ----------
    replicates, level
        How many times to resample the cases, 1,000 unless given, and the coverage wanted, 95% unless given.
    seed
        Seed (or ``numpy.random.Generator``), 0 unless given; the same seed gives the same intervals.
    progress
        Called as ``progress(done, total)`` after each replicate.
    """

    replicates: int
    level: float
    seed: Any
    progress: Progress | None


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


def check_resampling(
    *, replicates: Any = 1000, level: Any = 0.95, seed: Any = 0, progress: Progress | None = None
) -> tuple[list[float], int, Any, Progress | None]:
    """Return the two tail shares, the number of replicates, the seed and the progress callback, each checked."""
    return _check_level(level), _check_replicates(replicates), seed, progress


@takes_keywords_of(check_resampling)
def bootstrap_parts(
    forecast: Forecast, *, rule: str = "brier", interval: Any = (0, 1), **resampling: Unpack[Resampling]
) -> DecompositionIntervals:
    """Return intervals for the score and its miscalibration, discrimination and uncertainty.

    Parameters
    ----------
    forecast, rule, interval
        As in `decompose`.
    **resampling
        `Resampling`: replicates, level, seed and progress.

    Notes
    -----
    Isotonic regression fits noise, so miscalibration and discrimination come out too high, more so in small
    samples. Each replicate tells by how much its parts miss those of the curve it was drawn from, and the
    estimate less that error is one interval; the replicates' own percentiles are another. Neither covers often
    enough alone, so the interval given reaches from the lower of both to the higher. What is drawn from is guarded
    as scores are (``brierwidgets.core.guarded``): half a case of either class at the lowest and at the highest
    score. Uncertainty depends on the prevalence alone: its interval holds what it is over Wilson's interval of that.
    ``benchmarks/coverage_of_parts.py`` prints how often the intervals cover. Ends below 0 are
    set to 0, since no part is negative. The interval of an infinite part is NaN.

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
    tails, replicates, seed, progress = check_resampling(**resampling)
    drawn = np.empty((replicates, 4))
    world = _World(forecast, guarded=True)
    truth = decompose(world.as_forecast(), rule=rule, interval=bounds)
    at_scores = _Losses(chosen, bounds, world.scores)
    for (negatives, positives), row in zip(world.draws(len(drawn), seed, progress), drawn, strict=True):
        curve = _refit(world.scores, negatives, positives)
        totals = negatives.sum(keepdims=True), positives.sum(keepdims=True)
        score = at_scores.mean(negatives, positives)
        best = _Losses(chosen, bounds, curve.value).mean(curve.cases - curve.positives, curve.positives)
        base = _Losses(chosen, bounds, totals[1] / sum(totals)).mean(*totals)
        row[:] = score, score - best, base - best, base
    parts = [_part(*part, tails) for part in zip(estimates, truth, drawn.T, strict=True)]
    parts[-1] = _uncertainty_interval(forecast, chosen, bounds, estimates.uncertainty, tails[1])
    return DecompositionIntervals(*parts)


@takes_keywords_of(check_resampling)
def bootstrap_calibration(forecast: Forecast, scores: Any = None, **resampling: Unpack[Resampling]) -> CalibrationBand:
    """Return the calibration curve at `scores` with a pointwise band of its percentiles over replicates.

    Between steps the curve is drawn as a straight line, beyond the last score as a level one. Where the
    curve is flat, or positives are few, the band is too narrow towards the ends of the scores.

    Parameters
    ----------
    forecast
        The forecast to judge.
    scores
        Where to evaluate the curve, increasing; 101 points from the lowest score to the highest unless given.
    **resampling
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
    tails, replicates, seed, progress = check_resampling(**resampling)
    drawn = np.empty((replicates, grid.size))
    for (negatives, positives), row in zip(world.draws(len(drawn), seed, progress), drawn, strict=True):
        row[:] = np.interp(grid, *_refit(world.scores, negatives, positives).corners())
    low, high = np.quantile(drawn, tails, axis=0)
    return CalibrationBand(grid, np.interp(grid, *calibration_curve(forecast).corners()), low, high)


class _Losses:
    """The pointwise losses of either outcome at each score."""

    def __init__(self, rule: Rule, interval: Interval, scores: np.ndarray) -> None:
        self._losses = [rule.pointwise(np.full(scores.shape, y), scores, interval) for y in (False, True)]
        self._finite = all(np.isfinite(losses).all() for losses in self._losses)

    def mean(self, negatives: np.ndarray, positives: np.ndarray) -> float:
        """Average over cases; an infinite loss that no case has does not count."""
        total = 0.0
        for losses, weights in zip(self._losses, (negatives, positives), strict=True):
            counted = slice(None) if self._finite else weights > 0.0
            total += float(losses[counted] @ weights[counted])
        return total / float(negatives.sum() + positives.sum())


class _World:
    """What replicates are drawn from: the weight expected of either outcome at each distinct score."""

    def __init__(self, forecast: Forecast, *, guarded: bool = False) -> None:
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
        doubtful = np.flatnonzero(~certain)
        if guarded and doubtful.size:
            for expected, unit in zip(self._expected, self._units, strict=True):
                halves = np.broadcast_to(unit, expected.shape) / 2
                for end in (doubtful[0], doubtful[-1]):
                    expected[end] += halves[end]
        self._prevalence_given = forecast.prevalence_given
        if self._prevalence_given:  # neither smoothing nor the guard may move it
            for expected, table in zip(self._expected, (forecast.negatives, forecast.positives), strict=True):
                np.multiply(expected, table.total / expected.sum(), out=expected)

    def as_forecast(self) -> Forecast:
        """Return the forecast whose weights are the expected ones."""
        negatives, positives = (
            ClassTable.from_rows(self.scores[expected > 0.0], expected[expected > 0.0]) for expected in self._expected
        )
        return Forecast._from_tables(negatives, positives)

    def draws(self, number: int, seed: Any, progress: Progress | None) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Yield the weight of the negatives and of the positives at each score, anew each time."""
        generator = np.random.default_rng(seed)
        times = [expected / unit for expected, unit in zip(self._expected, self._units, strict=True)]
        for done in range(1, number + 1):
            drawn = [np.zeros(1)]
            enough = all if self._prevalence_given else any
            while not enough(weights.any() for weights in drawn):  # of a handful of cases none may come: draw again
                drawn = [unit * generator.poisson(weights) for unit, weights in zip(self._units, times, strict=True)]
            if self._prevalence_given:  # how many cases of either class come by chance says nothing about it
                drawn = [weights * (e.sum() / weights.sum()) for weights, e in zip(drawn, self._expected, strict=True)]
            yield drawn[0], drawn[1]
            if progress is not None:
                progress(done, number)


def _units(table: ClassTable, scores: np.ndarray) -> Any:
    """Weight of one case of this class at each score: 1 for repetitions."""
    if table.counted:
        return 1.0
    # Rows pooled at one score keep their sum and their sum of squares; scores new to the class get its average.
    units = np.full(scores.shape, table.total_squares / table.total if table.total else 1.0)
    units[np.searchsorted(scores, table.scores)] = np.diff(table.cumulative_squares) / table.weights
    return units


def _refit(scores: np.ndarray, negatives: np.ndarray, positives: np.ndarray) -> CalibrationSteps:
    seen = negatives + positives > 0.0
    cumulative = [np.append(0.0, np.cumsum(weights[seen])) for weights in (negatives, positives)]
    return pool_adjacent_violators(MergedTable(scores[seen], *cumulative))


def _part(estimate: float, truth: float, drawn: np.ndarray, tails: list[float]) -> PartInterval:
    if not math.isfinite(estimate):
        return PartInterval(estimate, math.nan, math.nan)
    least, most = map(float, np.quantile(drawn, tails))
    low, high = min(least, estimate - (most - truth)), max(most, estimate - (least - truth))
    return PartInterval(estimate, max(0.0, low), max(0.0, high))


def _uncertainty_interval(
    forecast: Forecast, rule: Rule, interval: Interval, estimate: float, upper_tail: float
) -> PartInterval:
    """Return the least and the largest uncertainty for a prevalence inside its Wilson interval."""
    rate = forecast.prevalence
    ends = rate, rate
    if not forecast.prevalence_given:
        tables = forecast.negatives, forecast.positives
        cases = forecast.total**2 / sum(table.total_squares for table in tables)  # that weigh as much as these
        ends = wilson_interval(rate, cases, float(ndtri(upper_tail)))
    if not math.isfinite(estimate):
        return PartInterval(estimate, math.nan, math.nan)
    # It rises with the prevalence up to some point and falls from there on, so the ends alone do not tell.
    rates = np.append(np.linspace(*ends, 201), rate)
    losses = np.array([constant_forecast_loss(float(possible), rule.weights, interval)[0] for possible in rates])
    losses[(rates == 0.0) | (rates == 1.0)] = 0.0  # who is sure of what is sure loses nothing
    values = rule.scale(interval) * losses
    return PartInterval(estimate, max(0.0, float(values.min())), max(0.0, float(values.max())))


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
