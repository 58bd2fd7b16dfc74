"""Moments of the losses of one class over any stretch of its scores, in O(log n).

A prefix sum kept for every row costs memory and, over a narrow interval, loses digits: it is the difference of two
large numbers. So sums are kept only at every 64th score (every 256th, if cases have weights), as unevaluated pairs
(high, low) whose difference is good to about 32 digits; the scores at the ragged ends of a stretch, fewer than two
blocks, are added up directly, as differences from the interval's end. Where too many digits would still cancel (all
scores lie next to that end), the whole stretch is added up directly.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from brierwidgets.core.class_tables import ClassTable, compensated_cumsum

__all__ = [
    "BLOCK",
    "CANCELLED",
    "WEIGHTED_BLOCK",
    "Moments",
    "StretchSums",
    "constant_moments",
    "every_row",
    "in_blocks",
    "losses_inside",
]

#: Scores in a block of sums. Where cases have weights there are more sums, and less room for each.
BLOCK, WEIGHTED_BLOCK = 64, 256

#: A sum less than this share of what was subtracted to get it has lost too many digits.
CANCELLED = 1e-4

#: ``loss(score)`` or ``loss(score, anchor)``, the second being the accurate difference of two of the first.
Loss = Callable[..., Any]


def every_row(starts: np.ndarray, sizes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return, for every row of stretches laid one after the other, the number of its stretch and its own number.

    Examples
    --------
    >>> every_row(np.array([5, 20]), np.array([2, 3]))
    (array([0, 0, 1, 1, 1]), array([ 5,  6, 20, 21, 22]))
    """
    owner = np.repeat(np.arange(sizes.size), sizes)
    return owner, np.arange(owner.size) + np.repeat(starts - (np.cumsum(sizes) - sizes), sizes)


def in_blocks(values: np.ndarray, block: int) -> np.ndarray:
    """One row a block, the last filled up with zeros; there is room for one value more."""
    padded = np.zeros((values.size // block + 1, block))
    padded.reshape(-1)[: values.size] = values
    return padded


def losses_inside(scores: np.ndarray, loss: Loss) -> np.ndarray:
    """Loss of each score; 0 for the scores 0 and 1, which are never inside an interval and may lose infinitely."""
    losses = np.asarray(loss(scores), dtype=float)
    if scores.size and (scores[0] == 0.0 or scores[-1] == 1.0):
        losses = np.where((scores > 0.0) & (scores < 1.0), losses, 0.0)
    return losses


class Moments(NamedTuple):
    """Sums over cases of weight x loss, weight^2 x loss and weight^2 x loss^2; arrays for many stretches."""

    total: Any
    squares: Any
    squares_squared: Any

    def __add__(self, other: tuple[Any, ...]) -> Moments:
        return Moments(*(a + b for a, b in zip(self, other, strict=True)))

    def center(self, weight: float) -> tuple[float, float]:
        """Mean loss and sum of weight^2 x (loss - mean)^2, given the sum of weight^2 of all cases."""
        mean = self.squares / weight
        spread = self.squares_squared - self.squares * mean
        # What rounding leaves when all losses are equal is not a spread.
        return mean, spread if spread > 1e-15 * self.squares_squared else 0.0


def constant_moments(loss: Any, weight: Any, squares: Any) -> Moments:
    """Moments of cases that all have the same loss, given their weight and squared weight."""
    return Moments(loss * weight, loss * squares, loss * loss * squares)


class StretchSums:
    """Moments of ``loss(score) - loss(anchor)`` over any stretch of a class table.

    Losses rise with the score for negatives and fall for positives. The anchor is the end of the interval where
    they vanish; scores beyond the other end all have the loss of that end.
    """

    __slots__ = ("_block", "_blocks", "_loss", "_rising", "_table")

    def __init__(self, table: ClassTable, loss: Loss, *, rising: bool) -> None:
        self._table, self._loss, self._rising = table, loss, rising
        losses = losses_inside(table.scores, loss)
        sums = [losses * table.weights]
        if not table.counted:
            sums.append(losses * np.diff(table.cumulative_squares))
        sums.append(sums[-1] * losses)
        self._block = BLOCK if table.counted else WEIGHTED_BLOCK
        self._blocks = [compensated_cumsum(in_blocks(values, self._block).sum(axis=1)) for values in sums]

    @property
    def nbytes(self) -> int:
        """Bytes held by the sums."""
        return sum(high.nbytes + low.nbytes for high, low in self._blocks)

    def moments(self, low: float, high: float) -> Moments:
        """Moments over the class on the interval from `low` to `high`."""
        table = self._table
        anchor, far = (low, high) if self._rising else (high, low)
        start, stop = int(table.scores.searchsorted(low, "right")), int(table.scores.searchsorted(high))
        moments = self.between(start, max(start, stop), anchor)
        weight, squares = (
            cumulative.item(-1) - cumulative.item(stop) if self._rising else cumulative.item(start)
            for cumulative in (table.cumulative, table.cumulative_squares)
        )
        return moments + constant_moments(float(self._loss(far, anchor)), weight, squares) if weight > 0.0 else moments

    def between(self, start: int, stop: int, anchor: float) -> Moments:
        """Moments over the scores number `start` to `stop` (excluded)."""
        first, last = -(-start // self._block), stop // self._block
        if first < last:
            whole = Moments(*map(float, self._over_blocks(first, last, anchor)))
            high, _ = self._blocks[-2]
            if whole.squares > CANCELLED * (high.item(last) - high.item(first)):
                return whole + self._added_up(
                    anchor, slice(start, first * self._block), slice(last * self._block, stop)
                )
        return self._added_up(anchor, slice(start, stop))

    def between_each(self, starts: np.ndarray, stops: np.ndarray, anchors: np.ndarray) -> Moments:
        """Do what `between` does for many stretches at once; the moments are arrays."""
        first, last = -(-starts // self._block), stops // self._block
        whole = first < last
        left = np.where(whole, first * self._block, stops), np.where(whole, last * self._block, stops)
        ragged = self._added_up_each(starts, left[0], anchors) + self._added_up_each(left[1], stops, anchors)
        return ragged + self._over_blocks(np.where(whole, first, 0), np.where(whole, last, 0), anchors)

    def plain_between(self, bounds: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the sums of weight x loss and of weight x loss^2, not less an anchor, between each row and the next.

        Only for cases that are counted. Each row costs a look at no more than half a block of scores.
        """
        size = self._table.scores.size
        nearest = (bounds + self._block // 2) // self._block
        rims = np.minimum(nearest * self._block, size)
        first, sizes = np.minimum(bounds, rims), np.abs(bounds - rims)
        owner, rows = every_row(first, sizes)
        losses = losses_inside(self._table.scores[rows], self._loss)
        weighed = losses
        if self._table.total > size:
            weighed = losses * (self._table.cumulative[rows + 1] - self._table.cumulative[rows])
        side = np.sign(bounds - rims)
        ragged = (side * np.bincount(owner, terms, sizes.size) for terms in (weighed, weighed * losses))
        total, second = (
            np.diff(high[nearest]) + np.diff(low[nearest]) + np.diff(rest)
            for (high, low), rest in zip(self._blocks, ragged, strict=True)
        )
        return total, second

    def _added_up_each(self, starts: np.ndarray, stops: np.ndarray, anchors: np.ndarray) -> Moments:
        sizes = stops - starts
        owner, rows = every_row(starts, sizes)
        losses = self._loss(self._table.scores[rows], anchors[owner])
        tables = (self._table.cumulative, self._table.cumulative_squares)
        weights, squares = (sums[rows + 1] - sums[rows] for sums in tables)
        terms = (losses * weights, losses * squares, losses * losses * squares)
        return Moments(*(np.bincount(owner, term, sizes.size) for term in terms))

    def _over_blocks(self, first: Any, last: Any, anchor: Any) -> Moments:
        """Moments over the blocks number `first` to `last` (excluded), from their sums."""
        origin = self._loss(anchor)
        sums = [(high[last] - high[first]) + (low[last] - low[first]) for high, low in self._blocks]
        count, count_squares = (
            cumulative[last * self._block] - cumulative[first * self._block]
            for cumulative in (self._table.cumulative, self._table.cumulative_squares)
        )
        total, squares, second = sums[0], sums[-2], sums[-1]
        return Moments(
            total - count * origin,
            squares - count_squares * origin,
            second - origin * (2 * squares - count_squares * origin),
        )

    def _added_up(self, anchor: float, *stretches: slice) -> Moments:
        """Moments over stretches of scores, added up anew."""
        table = self._table
        scores = _values_in(table.scores, stretches)
        if scores.size == 0:
            return Moments(0.0, 0.0, 0.0)
        losses = self._loss(scores, anchor)
        weights = _values_in(table.cumulative[1:], stretches) - _values_in(table.cumulative, stretches)
        total = float(losses @ weights)
        if table.counted:
            return Moments(total, total, float((losses * losses) @ weights))
        weights = _values_in(table.cumulative_squares[1:], stretches) - _values_in(table.cumulative_squares, stretches)
        return Moments(total, float(losses @ weights), float((losses * losses) @ weights))


def _values_in(values: np.ndarray, stretches: tuple[slice, ...]) -> np.ndarray:
    """Return the values in some stretches, one stretch after the other."""
    parts = [values[stretch] for stretch in stretches]
    return np.concatenate(parts) if len(parts) > 1 else parts[0]
