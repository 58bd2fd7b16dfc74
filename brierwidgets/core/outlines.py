"""Curves as a screen needs them: a few hundred exact points, whatever the number of cases.

Every point drawn lies on the full curve. A forecast with few distinct scores keeps them all; a large one
keeps scores spread evenly over the cases of either class, and more of them among the highest, where
precision still jumps.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from brierwidgets.core.calibration import _moved, calibration_curve
from brierwidgets.core.class_tables import ClassTable, merge_classes
from brierwidgets.core.forecast import Forecast
from brierwidgets.core.intervals import Interval
from brierwidgets.core.ranking import need_both_classes, need_positives
from brierwidgets.core.thresholds import lowest_reaching

__all__ = [
    "PathPoints",
    "calibration_part",
    "calibration_points",
    "cases_inside",
    "path_part",
    "pooled",
    "precision_recall_points",
    "roc_points",
    "score_shares",
    "thin",
    "thresholds_to_draw",
]

#: From each class; with the highest scores and the two ends this stays below 500 in all.
_PER_CLASS = 190
_HIGHEST = 50


class PathPoints(NamedTuple):
    """Points of a curve drawn by a falling threshold: where the threshold was, and the point there."""

    threshold: np.ndarray
    x: np.ndarray
    y: np.ndarray


#: From a forecast and thresholds to points.
Path = Callable[[Forecast, np.ndarray], PathPoints]


def thresholds_to_draw(forecast: Forecast) -> np.ndarray:
    """Return scores at which to draw a curve of thresholds, falling: at most about 500 of them.

    Examples
    --------
    >>> thresholds_to_draw(Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.6]))
    array([0.6, 0.4, 0.1])
    """
    return np.union1d(_spread(forecast.negatives), _spread(forecast.positives))[::-1]


def _spread(table: ClassTable) -> np.ndarray:
    size = table.scores.size
    if size <= _PER_CLASS + _HIGHEST:
        return table.scores
    even = np.searchsorted(table.cumulative[1:], np.linspace(0.0, table.total, _PER_CLASS))
    highest = size - np.geomspace(1, size, _HIGHEST).astype(int)
    return np.asarray(table.scores[np.unique(np.clip(np.concatenate((even, highest)), 0, size - 1))])


def roc_points(forecast: Forecast, thresholds: np.ndarray) -> PathPoints:
    """Return (false positive rate, true positive rate) at each threshold; above 1 nobody is decided positive.

    Examples
    --------
    >>> points = roc_points(Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8]), np.array([np.inf, 0.5, 0.1]))
    >>> points.x, points.y
    (array([0. , 0.5, 1. ]), array([0. , 0.5, 1. ]))
    """
    need_both_classes(forecast, "A ROC curve")
    found, false = _decided_positive(forecast, thresholds)
    return PathPoints(thresholds, false / forecast.negatives.total, found / forecast.positives.total)


def precision_recall_points(forecast: Forecast, thresholds: np.ndarray) -> PathPoints:
    """Return (recall, precision) at each threshold; precision is NaN where nobody is decided positive.

    Examples
    --------
    >>> points = precision_recall_points(Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8]), np.array([np.inf, 0.5, 0.1]))
    >>> points.x, points.y
    (array([0. , 0.5, 1. ]), array([nan, 0.5, 0.5]))
    """
    need_positives(forecast, "Recall")
    found, false = _decided_positive(forecast, thresholds)
    decided = found + false
    precision = np.divide(found, decided, out=np.full(decided.shape, np.nan), where=decided > 0.0)
    return PathPoints(thresholds, found / forecast.positives.total, precision)


def _decided_positive(forecast: Forecast, thresholds: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Weight of true and of false positives."""
    counts = forecast.counts(np.minimum(thresholds, 1.0))
    possible = thresholds <= 1.0
    return np.where(possible, counts.tp, 0.0), np.where(possible, counts.fp, 0.0)


def path_part(path: Path, forecast: Forecast, drawn: np.ndarray, interval: Interval, most: int = 64) -> PathPoints:
    """Return the part of a path whose thresholds lie in the interval, from its high end to its low end.

    Parameters
    ----------
    path
        `roc_points` or `precision_recall_points`.
    forecast
        The forecast.
    drawn
        What `thresholds_to_draw` gave for it.
    interval
        A pair of cost ratios; its ends are thresholds even where no case scores there.
    most
        How many points at most.

    Examples
    --------
    >>> forecast = Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8])
    >>> part = path_part(roc_points, forecast, thresholds_to_draw(forecast), Interval(0.3, 0.7))
    >>> part.threshold, part.x, part.y
    (array([0.7, 0.6, 0.4, 0.3]), array([0. , 0.5, 0.5, 0.5]), array([0.5, 0.5, 1. , 1. ]))
    """
    low, high = interval
    inside = drawn[np.searchsorted(-drawn, -high, side="right") : np.searchsorted(-drawn, -low)]
    points = path(forecast, np.concatenate(((high,), inside, (low,))))
    if inside.size + 2 <= most:
        return points
    kept = thin(points.x, np.nan_to_num(points.y), most)
    return PathPoints(*(column[kept] for column in points))


def thin(x: np.ndarray, y: np.ndarray, most: int) -> np.ndarray:
    """Return which points of a line to keep: both ends and the others evenly along its length.

    Examples
    --------
    >>> thin(np.array([0.0, 0.1, 0.2, 0.5, 1.0]), np.zeros(5), 3)
    array([0, 3, 4])
    """
    if x.size <= most:
        return np.arange(x.size)
    steps = np.abs(np.diff(x, prepend=x[0])) + np.abs(np.diff(y, prepend=y[0]))
    length = np.cumsum(steps)
    # A point just where one is wanted counts as reached, however its place was rounded.
    kept = np.searchsorted(length, np.linspace(0.0, length[-1], most) * (1 - 1e-9))
    kept[-1] = x.size - 1
    return np.unique(np.minimum(kept, x.size - 1))


def calibration_points(
    forecast: Forecast, to_axis: Callable[[np.ndarray], np.ndarray], visible: Interval, most: int = 500
) -> tuple[np.ndarray, np.ndarray]:
    """Return scores and recalibrated scores along the calibration curve: a line through the ends of its steps.

    Where the line is longer than `most` points, those that matter least along the axis are left out.

    Examples
    --------
    >>> forecast = Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8])
    >>> calibration_points(forecast, lambda score: score, Interval(0.0, 1.0))
    (array([0.1, 0.4, 0.6, 0.8]), array([0. , 0.5, 0.5, 1. ]))
    """
    curve = calibration_curve(forecast)
    scores, values = np.column_stack((curve.left, curve.right)).ravel(), np.repeat(curve.value, 2)
    once = np.append(True, (np.diff(scores) > 0.0) | (np.diff(values) > 0.0))
    scores, values = scores[once], values[once]
    places, heights = (to_axis(np.clip(column, *visible)) for column in (scores, values))
    kept = thin(places, heights, most)
    return scores[kept], values[kept]


def calibration_part(
    scores: np.ndarray, values: np.ndarray, interval: Interval, most: int = 64
) -> tuple[np.ndarray, np.ndarray]:
    """Return the part of a line of `calibration_points` whose scores lie in the interval; empty if none does.

    Examples
    --------
    >>> calibration_part(np.array([0.1, 0.3, 0.5]), np.array([0.0, 0.4, 0.4]), Interval(0.2, 0.4))
    (array([0.2, 0.3, 0.4]), array([0.2, 0.4, 0.4]))
    """
    low, high = max(interval.low, scores[0]), min(interval.high, scores[-1])
    if low > high:
        return scores[:0], values[:0]
    inside = scores[(scores > low) & (scores < high)]
    if inside.size > most - 2:
        inside = inside[np.linspace(0, inside.size - 1, most - 2).astype(int)]
    places = np.concatenate(((low,), inside, (high,)))
    return places, np.interp(places, scores, values)


def cases_inside(forecast: Forecast, interval: Interval) -> tuple[float, float]:
    """Return how many cases score inside the interval, ends included, and how many of them are positive.

    Examples
    --------
    >>> cases_inside(Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8]), Interval(0.4, 0.7))
    (2.0, 1.0)
    """
    cuts = lowest_reaching(interval.low, forecast._slack), interval.high * (1 + forecast._slack)
    negatives, positives = (
        float(table.cumulative[np.searchsorted(table.scores, cuts[1], "right")] - table.below(cuts[0]))
        for table in (forecast.negatives, forecast.positives)
    )
    return negatives + positives, positives


def score_shares(forecast: Forecast, edges: np.ndarray) -> np.ndarray:
    """Return the share of cases whose score lies in each bin; the last bin holds its right edge too.

    Examples
    --------
    >>> score_shares(Forecast([0, 0, 1, 1], [0.0, 0.5, 0.5, 1.0]), np.array([0.0, 0.5, 1.0]))
    array([0.25, 0.75])
    """
    total = np.zeros(edges.size)
    for table in (forecast.negatives, forecast.positives):
        below = table.below(edges)
        below[-1] = table.cumulative[np.searchsorted(table.scores, edges[-1], side="right")]
        total += below
    return np.diff(total) / forecast.total


def pooled(forecast: Forecast, levels: int) -> Forecast:
    """Return the forecast with neighbouring scores pooled at their mean, at most `levels` of them.

    For resampling at the precision of a screen: its cost then does not grow with the number of cases.

    Examples
    --------
    >>> pooled(Forecast([0, 0, 1, 1], [0.1, 0.3, 0.4, 0.8]), 2).distinct_scores
    array([0.2, 0.6])
    """
    merged = merge_classes(forecast.negatives, forecast.positives)
    if merged.scores.size <= levels:
        return forecast
    weights = merged.negatives + merged.positives
    before = np.append(0.0, np.cumsum(weights)[:-1])
    first = np.unique(np.searchsorted(before, np.linspace(0.0, before[-1], levels, endpoint=False)))
    means = np.add.reduceat(weights * merged.scores, first) / np.add.reduceat(weights, first)
    return _moved(forecast, merged.scores[first], means)
