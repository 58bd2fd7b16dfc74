"""Scores counted in bins: a class table that remembers how wide each bin was, and what that can cost.

A bin keeps the mean m of its scores, the lowest l and the highest r. The loss of a negative is a convex function of
its score up to the interval's upper end, and flat from there on; that of a positive is its mirror image. Write it as
the difference g - h of two convex functions, where h is zero up to that end. Cases whose mean is m have, by
convexity, a mean of g between g(m) and the chord

    ((r - m) g(l) + (m - l) g(r)) / (r - l),

and so for h. The gap between chord and function is of second order in the bin's width where the loss is smooth, and
of first order only in the bins that hold an end of the interval. Adding up the gaps bounds the error of the score.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from brierwidgets.core.cases import SortedCases
from brierwidgets.core.class_tables import ClassTable
from brierwidgets.core.intervals import check_interval
from brierwidgets.core.scoring_rules import check_rule

__all__ = ["BinnedTable", "binning_error", "pool_tables", "table_of_bins"]


class BinnedTable(ClassTable):
    """A class table whose scores are means of bins.

    Attributes
    ----------
    lowest, highest
        The smallest and the largest score in each bin.
    """

    __slots__ = ("highest", "lowest")

    lowest: np.ndarray
    highest: np.ndarray

    @property
    def nbytes(self) -> int:
        """Bytes held by the table."""
        return super().nbytes + self.lowest.nbytes + self.highest.nbytes


def table_of_bins(
    means: np.ndarray, lowest: np.ndarray, highest: np.ndarray, weights: np.ndarray, squares: np.ndarray | None
) -> ClassTable:
    """Return the table of one class from its bins, a plain one if no bin mixes different scores."""
    plain = ClassTable.from_rows(means, weights, squares)
    if np.array_equal(lowest, highest):
        return plain
    table = BinnedTable(plain.scores, plain.cumulative, plain.cumulative_squares, plain.heavy)
    # Bins with the same mean become one, as wide as all of them.
    order = np.argsort(means, kind="stable")
    starts = np.searchsorted(means[order], plain.scores)
    table.lowest = np.minimum.reduceat(lowest[order], starts)
    table.highest = np.maximum.reduceat(highest[order], starts)
    for array in (table.lowest, table.highest):
        array.setflags(write=False)
    return table


def pool_tables(tables: Iterable[ClassTable]) -> ClassTable:
    """Return one table of all the cases in several."""
    parts = list(tables)
    repetitions = all(part.counted for part in parts)
    return table_of_bins(
        np.concatenate([part.scores for part in parts]),
        np.concatenate([part.lowest if isinstance(part, BinnedTable) else part.scores for part in parts]),
        np.concatenate([part.highest if isinstance(part, BinnedTable) else part.scores for part in parts]),
        np.concatenate([part.weights for part in parts]),
        None if repetitions else np.concatenate([np.diff(part.cumulative_squares) for part in parts]),
    )


def binning_error(forecast: SortedCases, rule: str, interval: Any) -> float:
    """Return the most that a score of the cases can differ from that of their bins."""
    low, high = bounds = check_interval(interval)
    chosen = check_rule(rule)  # every rule has convex losses
    costs = chosen.costs(bounds)
    under = over = 0.0
    for table, loss, clip, start, end in (
        (forecast.negatives, costs.negative_loss, np.maximum, low, high),
        (forecast.positives, costs.positive_loss, np.minimum, high, low),
    ):
        if not isinstance(table, BinnedTable):
            continue
        mixed = (table.lowest < table.highest) & (table.lowest < high) & (table.highest > low)
        cut = mixed & (table.lowest < end) & (end < table.highest)
        under += _gaps(table, mixed, loss, clip, start)
        over += _gaps(table, cut, loss, clip, end)
    return abs(chosen.scale(bounds)) * max(under, over) / forecast.total


def _gaps(table: BinnedTable, bins: np.ndarray, loss: Callable[..., Any], clip: np.ufunc, end: float) -> float:
    """Weighted sum over `bins` of chord minus function, the function being the loss beyond `end`."""
    low, mean, high = table.lowest[bins], table.scores[bins], table.highest[bins]
    at_low, at_mean, at_high = (loss(clip(scores, end), end) for scores in (low, mean, high))
    chord = ((high - mean) * at_low + (mean - low) * at_high) / (high - low)
    return float(table.weights[bins] @ np.maximum(chord - at_mean, 0.0))
