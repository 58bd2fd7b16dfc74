"""The integral of the regret over any interval, in a dozen reads of memory.

Both classes lie on one sorted list of scores, with the losses of all cases before each score added up along it. An
interval is then two searches and one difference. The searches start from a grid, so that they touch a few scores
only; sums are kept within blocks and up to each block, the latter as pairs of floats, so that nothing small is lost
beside something large.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

import numpy as np

from brierwidgets.core.class_tables import ClassTable, compensated_cumsum
from brierwidgets.core.costs import CostDistribution
from brierwidgets.core.sums import CANCELLED, Loss, losses_inside

__all__ = ["BLOCK", "RegretSums", "ScoreIndex"]

#: Scores in a block of sums.
BLOCK = 256

#: The smallest positive number: a score of 0 is never inside an interval.
_SMALLEST = 5e-324

#: Scores to a cell of the grid, on average.
_PER_CELL = 32


class ScoreIndex:
    """Where any cost ratio falls among the scores of both classes."""

    __slots__ = ("_grid", "_is_negative", "_negatives", "_scores", "negatives", "positives")

    def __init__(self, negatives: ClassTable, positives: ClassTable, below: np.ndarray) -> None:
        """Take both classes, and how many scores of negatives lie below each score of the positives."""
        self.negatives, self.positives = negatives, positives
        size = negatives.scores.size + positives.scores.size
        counting = np.int32 if size < 2**31 else np.int64
        self._is_negative = np.ones(size, dtype=bool)
        self._is_negative[below + np.arange(below.size)] = False
        self._negatives = np.zeros(size + 1, dtype=counting)
        np.cumsum(self._is_negative, out=self._negatives[1:])
        self._scores = self.merge(negatives.scores, positives.scores)
        cells = size // _PER_CELL + 1
        cell = (self._scores * cells).astype(counting)
        self._grid = np.searchsorted(cell, np.arange(cells + 2, dtype=counting)).astype(counting)

    def merge(self, of_negatives: np.ndarray, of_positives: np.ndarray, room: int = 0) -> np.ndarray:
        """Lay one value for each score of either class in the order of the scores, zeros filling `room` after them."""
        merged = np.zeros(self._is_negative.size + room)
        merged[np.flatnonzero(self._is_negative)] = of_negatives  # twice as fast as by the mask itself
        merged[np.flatnonzero(~self._is_negative)] = of_positives
        return merged

    @property
    def nbytes(self) -> int:
        """Bytes held by the index."""
        arrays = self._grid, self._is_negative, self._negatives, self._scores
        return sum(array.nbytes for array in arrays)

    @property
    def views(self) -> tuple[memoryview, memoryview, memoryview]:
        """The scores, the cells of the grid, and the number of negative scores before each score."""
        return self._scores.data, self._grid.data, self._negatives.data


class RegretSums:
    """Integrals of R*(c) w(c) for one distribution of costs, times the number of cases."""

    __slots__ = ("_cells", "_losses", "_negatives", "_positives", "_sums", "_views")

    def __init__(self, index: ScoreIndex, costs: CostDistribution) -> None:
        negatives, positives = index.negatives, index.positives
        losses = index.merge(
            losses_inside(negatives.scores, costs.negative_loss) * negatives.weights,
            losses_inside(positives.scores, costs.positive_loss) * positives.weights,
            room=BLOCK - (negatives.scores.size + positives.scores.size) % BLOCK,
        ).reshape(-1, BLOCK)
        within = np.empty_like(losses)
        within[:, 0] = 0.0
        np.cumsum(losses[:, :-1], axis=1, out=within[:, 1:])
        high, low = compensated_cumsum(losses.sum(axis=1))
        self._losses: tuple[Loss, Loss] = costs.negative_loss, costs.positive_loss
        # One number is read from a view several times faster than from an array.
        self._sums = high.data, low.data, within.reshape(-1).data
        self._views = index.views
        self._cells = len(self._views[1]) - 2
        self._negatives, self._positives = _weights_before(negatives), _weights_before(positives)

    @property
    def nbytes(self) -> int:
        """Bytes held by the sums, without the index."""
        return sum(sums.nbytes for sums in self._sums)

    def integral(self, low: float, high: float) -> float | None:
        """Return the integral from `low` to `high`, or None where too many digits would cancel."""
        scores, grid, negatives_before = self._views
        inside = low or _SMALLEST
        cell = int(inside * self._cells)
        start = bisect_left(scores, inside, grid[cell], grid[cell + 1])
        cell = int(high * self._cells)
        stop = bisect_left(scores, high, grid[cell], grid[cell + 1])
        i, j = negatives_before[start], negatives_before[stop]
        negatives, positives, (negative_loss, positive_loss) = self._negatives, self._positives, self._losses
        spared, missed, above = negatives[i], positives[start - i], negatives[-1] - negatives[j]
        total = 0.0
        if start < stop:
            high_sum, low_sum, within = self._sums
            first, last = start // BLOCK, stop // BLOCK
            offset = (negatives[j] - spared) * negative_loss(low)
            offset += (positives[stop - j] - missed) * positive_loss(high)
            head, tail = within[start], within[stop]
            total = (high_sum[last] - high_sum[first] - offset) + (low_sum[last] - low_sum[first]) + (tail - head)
            if total <= CANCELLED * (offset + head + tail):
                return None
        if above > 0.0:
            total += above * negative_loss(high, low)
        if missed > 0.0:
            total += missed * positive_loss(low, high)
        return total


def _weights_before(table: ClassTable) -> Sequence[float]:
    """Return `table.cumulative` for reading one number: where every case has a score of its own, plain counting."""
    size = table.scores.size
    plain = table.total == size and table.counted
    return range(size + 1) if plain else table.cumulative.data
