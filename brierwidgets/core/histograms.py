"""How the scores of each class are spread."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from brierwidgets.core.forecast import Forecast
from brierwidgets.core.intervals import Interval, check_costs

__all__ = ["ScoreHistogram", "pooled_heights", "score_histogram", "score_range"]


class ScoreHistogram(NamedTuple):
    """Cases (or their weight) with scores between two edges, by class.

    Attributes
    ----------
    edges
        Where bars begin and end: one more than there are bars. A score on an edge belongs to the bar above it.
    negatives, positives
        Weight of each class in each bar. Scores beyond the edges are in the first and the last bar.
    below, above
        Weight of the scores that lie beyond the edges.
    """

    edges: np.ndarray
    negatives: np.ndarray
    positives: np.ndarray
    below: float
    above: float


def score_histogram(forecast: Forecast, edges: Any) -> ScoreHistogram:
    """Count the scores of each class between increasing edges: O(edges x log n).

    Examples
    --------
    >>> histogram = score_histogram(Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8]), [0.0, 0.5, 1.0])
    >>> histogram.negatives, histogram.positives
    (array([1., 1.]), array([1., 1.]))
    """
    places = check_costs(edges, "edge")
    if places.ndim != 1 or places.size < 2 or not (np.diff(places) > 0).all():
        raise ValueError("The edges must be at least two increasing scores.")
    counts = forecast.counts(places)
    bars = []
    for before, table in ((counts.tn, forecast.negatives), (counts.fn, forecast.positives)):
        weights = np.diff(before)
        weights[0] += before[0]
        weights[-1] += table.total - before[-1]
        bars.append(weights)
    below = float(counts.tn[0] + counts.fn[0])
    last = np.nextafter(float(places[-1]), 2.0)  # a score on the last edge is on the chart
    above = float(sum(table.total - table.below(last) for table in (forecast.negatives, forecast.positives)))
    return ScoreHistogram(places, bars[0], bars[1], below, above)


def pooled_heights(forecasts: Iterable[Forecast], edges: Any) -> list[float]:
    """Return the mean share of cases, over forecasts, with scores between edges; the fullest bar has height 1.

    Scores beyond the edges are left out.

    Examples
    --------
    >>> pooled_heights([Forecast([0, 0, 1, 1], [0.1, 0.6, 0.6, 0.8])], [0.0, 0.5, 0.7, 1.0])
    [0.5, 1.0, 0.5]
    """
    places = check_costs(edges, "edge")
    heights = np.zeros(places.size - 1)
    for forecast in forecasts:
        counts = forecast.counts(places)
        heights += np.diff(counts.tn + counts.fn) / forecast.total
    return list(map(float, heights / (heights.max() or 1.0)))


def score_range(forecast: Forecast, tail: float = 0.001) -> Interval:
    """Return the lowest and the highest score, leaving out the share `tail` of each class at either end.

    Examples
    --------
    >>> score_range(Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8]))
    Interval(low=0.1, high=0.8)
    """
    tables = [table for table in (forecast.negatives, forecast.positives) if table.total > 0.0]
    ends = []
    for table in tables:
        cut = tail * table.total
        low = np.searchsorted(table.cumulative[1:], cut, side="right")
        high = np.searchsorted(table.cumulative[1:], table.total - cut, side="left")
        ends.append((table.scores[min(low, high)], table.scores[max(low, high)]))
    lows, highs = zip(*ends, strict=True)
    return Interval(float(min(lows)), float(max(highs)))
