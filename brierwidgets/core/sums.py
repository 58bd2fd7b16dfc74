"""One class of a forecast as a sorted table, and sums over any stretch of it in O(log n).

A prefix sum kept for every row costs memory and, over a narrow interval, loses digits: it is the
difference of two large numbers. So sums are kept only at every 256th score, as unevaluated pairs
(high, low) whose difference is good to about 32 digits; the at most 2 x 256 scores at the ragged
ends of a stretch are added up directly, as differences from the interval's end.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

__all__ = ["BLOCK", "ClassTable", "MergedTable", "Moments", "StretchSums", "compensated_cumsum", "merge_classes"]

BLOCK = 256

#: ``loss(score)`` or ``loss(score, anchor)``, the second being the accurate difference of two of the first.
Loss = Callable[..., Any]


def compensated_cumsum(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Cumulative sums as pairs (high, low), each starting at 0: twice the working precision."""
    high = np.concatenate(([0.0], np.cumsum(values)))
    before, after = high[:-1], high[1:]
    # Knuth's two-sum gives the exact rounding error of each step of np.cumsum, which adds in order.
    part = after - before
    errors = (before - (after - part)) + (values - part)
    return high, np.concatenate(([0.0], np.cumsum(errors)))


class ClassTable:
    """The distinct scores of one class, in increasing order, with the weight before each.

    Attributes
    ----------
    scores
        Distinct scores, increasing.
    cumulative
        ``cumulative[k]`` is the weight of the scores before number ``k``; one longer than `scores`.
    cumulative_squares
        The same for squared weights, which standard errors need. For repetitions each case weighs 1,
        so it is `cumulative` itself.
    """

    __slots__ = ("cumulative", "cumulative_squares", "scores")

    def __init__(self, scores: np.ndarray, cumulative: np.ndarray, cumulative_squares: np.ndarray) -> None:
        for array in (scores, cumulative, cumulative_squares):
            array.setflags(write=False)
        self.scores = scores
        self.cumulative = cumulative
        self.cumulative_squares = cumulative_squares

    @classmethod
    def from_rows(
        cls, scores: np.ndarray, weights: np.ndarray | None = None, squares: np.ndarray | None = None
    ) -> ClassTable:
        """Sort rows and pool ties; without `weights` every row counts once."""
        if weights is None:
            ordered = np.sort(scores)
            ends = _tie_ends(ordered)
            cumulative = ends.astype(float)
            return cls(ordered if ends.size > ordered.size else ordered[ends[:-1]], cumulative, cumulative)
        order = np.argsort(scores, kind="stable")
        ordered = scores[order]
        ends = _tie_ends(ordered)
        cumulative = _cumulative_at(weights[order], ends)
        cumulative_squares = cumulative if squares is None else _cumulative_at(squares[order], ends)
        return cls(ordered[ends[:-1]], cumulative, cumulative_squares)

    @property
    def total(self) -> float:
        """Weight of the whole class."""
        return float(self.cumulative[-1])

    @property
    def total_squares(self) -> float:
        """Squared weight of the whole class."""
        return float(self.cumulative_squares[-1])

    @property
    def weights(self) -> np.ndarray:
        """Weight of each distinct score."""
        return np.diff(self.cumulative)

    @property
    def nbytes(self) -> int:
        """Bytes held by the table."""
        arrays = {id(a): a.nbytes for a in (self.scores, self.cumulative, self.cumulative_squares)}
        return sum(arrays.values())

    def below(self, thresholds: np.ndarray) -> np.ndarray:
        """Weight of the scores strictly below each threshold."""
        return self.cumulative[np.searchsorted(self.scores, thresholds, side="left")]


def _tie_ends(ordered: np.ndarray) -> np.ndarray:
    """Where each run of equal values starts, and the length at the end."""
    if ordered.size == 0:
        return np.zeros(1, dtype=np.intp)
    changes = np.flatnonzero(ordered[1:] != ordered[:-1]) + 1
    return np.concatenate(([0], changes, [ordered.size]))


def _cumulative_at(weights: np.ndarray, ends: np.ndarray) -> np.ndarray:
    high, low = compensated_cumsum(weights)
    return high[ends] + low[ends]


class MergedTable(NamedTuple):
    """The distinct scores of both classes together, with the weight of each class before each score.

    The two cumulative arrays are one longer than `scores`; their last entries are the class totals.
    """

    scores: np.ndarray
    cumulative_negatives: np.ndarray
    cumulative_positives: np.ndarray

    @property
    def negatives(self) -> np.ndarray:
        """Weight of the negatives at each score."""
        return np.diff(self.cumulative_negatives)

    @property
    def positives(self) -> np.ndarray:
        """Weight of the positives at each score."""
        return np.diff(self.cumulative_positives)


def merge_classes(negatives: ClassTable, positives: ClassTable) -> MergedTable:
    """Lay two class tables side by side on one list of scores."""
    both = np.concatenate((negatives.scores, positives.scores))
    both.sort(kind="stable")  # merges two sorted runs in linear time
    scores = both[_tie_ends(both)[:-1]]
    before = [
        np.append(table.cumulative[np.searchsorted(table.scores, scores)], table.total)
        for table in (negatives, positives)
    ]
    return MergedTable(scores, *before)


class Moments(NamedTuple):
    """Sums over cases of weight x loss, weight^2 x loss and weight^2 x loss^2; arrays for many stretches."""

    total: Any
    squares: Any
    squares_squared: Any

    def __add__(self, other: tuple[Any, ...]) -> Moments:
        return Moments(*(a + b for a, b in zip(self, other, strict=True)))


class StretchSums:
    """Moments of ``loss(score) - loss(anchor)`` over any stretch of a class table."""

    __slots__ = ("_blocks", "_loss", "_table")

    def __init__(self, table: ClassTable, loss: Loss) -> None:
        self._table, self._loss = table, loss
        blocks = table.scores.size // BLOCK
        scores = table.scores[: blocks * BLOCK]
        with np.errstate(divide="ignore", invalid="ignore"):
            losses = np.asarray(loss(scores), dtype=float)
        if scores.size and (scores[0] == 0.0 or scores[-1] == 1.0):
            # 0 and 1 are never strictly inside an interval, and their loss may be infinite.
            losses = np.where((scores > 0.0) & (scores < 1.0), losses, 0.0)
        first = losses * np.diff(table.cumulative[: scores.size + 1])
        sums = [first]
        if table.cumulative_squares is not table.cumulative:
            first = losses * np.diff(table.cumulative_squares[: scores.size + 1])
            sums.append(first)
        first = first * losses
        sums.append(first)
        self._blocks = [compensated_cumsum(each.reshape(blocks, BLOCK).sum(axis=1)) for each in sums]

    @property
    def nbytes(self) -> int:
        """Bytes held by the sums."""
        return sum(high.nbytes + low.nbytes for high, low in self._blocks)

    def between(self, start: int, stop: int, anchor: float) -> Moments:
        """Moments over the scores number `start` to `stop` (excluded)."""
        first, last = -(-start // BLOCK), stop // BLOCK
        if first >= last:
            return self._direct(start, stop, anchor)
        ragged = self._direct(start, first * BLOCK, anchor) + self._direct(last * BLOCK, stop, anchor)
        return ragged + tuple(map(float, self._whole(first, last, anchor)))

    def between_each(self, starts: np.ndarray, stops: np.ndarray, anchors: np.ndarray) -> Moments:
        """Do what `between` does for many stretches at once; the moments are arrays."""
        first, last = -(-starts // BLOCK), stops // BLOCK
        whole = first < last
        left = np.where(whole, first * BLOCK, stops), np.where(whole, last * BLOCK, stops)
        ragged = self._direct_each(starts, left[0], anchors) + self._direct_each(left[1], stops, anchors)
        return ragged + self._whole(np.where(whole, first, 0), np.where(whole, last, 0), anchors)

    def _direct_each(self, starts: np.ndarray, stops: np.ndarray, anchors: np.ndarray) -> Moments:
        sizes = stops - starts
        owner = np.repeat(np.arange(sizes.size), sizes)
        rows = np.arange(owner.size) + np.repeat(starts - (np.cumsum(sizes) - sizes), sizes)
        losses = self._loss(self._table.scores[rows], anchors[owner])
        tables = (self._table.cumulative, self._table.cumulative_squares)
        weights, squares = (each[rows + 1] - each[rows] for each in tables)
        terms = (losses * weights, losses * squares, losses * losses * squares)
        return Moments(*(np.bincount(owner, each, sizes.size) for each in terms))

    def _whole(self, first: Any, last: Any, anchor: Any) -> Moments:
        origin = self._loss(anchor)
        sums = [(high[last] - high[first]) + (low[last] - low[first]) for high, low in self._blocks]
        count, count_squares = (
            each[last * BLOCK] - each[first * BLOCK]
            for each in (self._table.cumulative, self._table.cumulative_squares)
        )
        total, squares, second = sums[0], sums[-2], sums[-1]
        return Moments(
            total - count * origin,
            squares - count_squares * origin,
            second - origin * (2 * squares - count_squares * origin),
        )

    def _direct(self, start: int, stop: int, anchor: float) -> Moments:
        if stop <= start:
            return Moments(0.0, 0.0, 0.0)
        table = self._table
        losses = self._loss(table.scores[start:stop], anchor)
        weights = table.cumulative[start + 1 : stop + 1] - table.cumulative[start:stop]
        total = float(losses @ weights)
        if table.cumulative_squares is table.cumulative:
            return Moments(total, total, float((losses * losses) @ weights))
        weights = np.diff(table.cumulative_squares[start : stop + 1])
        return Moments(total, float(losses @ weights), float((losses * losses) @ weights))
