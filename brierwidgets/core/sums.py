"""One class of a forecast as a sorted table, and moments of its losses over any stretch of it in O(log n).

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

__all__ = [
    "BLOCK",
    "CANCELLED",
    "WEIGHTED_BLOCK",
    "ClassTable",
    "MergedTable",
    "Moments",
    "StretchSums",
    "compensated_cumsum",
    "constant_moments",
    "every_row",
    "in_blocks",
    "losses_inside",
    "merge_classes",
]

#: Scores in a block of sums. Where cases have weights there are more sums, and less room for each.
BLOCK, WEIGHTED_BLOCK = 64, 256

#: A sum less than this share of what was subtracted to get it has lost too many digits.
CANCELLED = 1e-4

#: ``loss(score)`` or ``loss(score, anchor)``, the second being the accurate difference of two of the first.
Loss = Callable[..., Any]


def compensated_cumsum(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Cumulative sums as pairs (high, low), each starting at 0: twice the working precision."""
    high, low = np.zeros(values.size + 1), np.zeros(values.size + 1)
    before, after = high[:-1], np.cumsum(values, out=high[1:])
    # Knuth's two-sum gives the exact rounding error of each step of np.cumsum, which adds in order.
    part = after - before
    errors = np.subtract(after, part, out=low[1:])
    np.subtract(before, errors, out=errors)
    errors += np.subtract(values, part, out=part)
    np.cumsum(errors, out=errors)
    return high, low


def _heavy(weights: np.ndarray, squares: np.ndarray) -> float:
    """Sum of w^3 over sum of w^2, from the weight and the squared weight of rows or of ties."""
    total = float(squares.sum())
    cubes = np.divide(np.square(squares), weights, out=np.zeros_like(squares), where=weights > 0.0)
    return float(cubes.sum()) / total if total > 0.0 else 0.0


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
    heavy
        Sum of w^3 over sum of w^2: the weight of a typical heavy case, and of each case where all weigh the same.
        Worked out from the other columns unless given, as if tied cases weighed the same.
    """

    __slots__ = ("cumulative", "cumulative_squares", "heavy", "scores")

    def __init__(
        self, scores: np.ndarray, cumulative: np.ndarray, cumulative_squares: np.ndarray, heavy: float | None = None
    ) -> None:
        for array in (scores, cumulative, cumulative_squares):
            array.setflags(write=False)
        self.scores = scores
        self.cumulative = cumulative
        self.cumulative_squares = cumulative_squares
        if heavy is None:
            heavy = 1.0
            if cumulative_squares is not cumulative:
                heavy = _heavy(np.diff(cumulative), np.diff(cumulative_squares))
        self.heavy = heavy

    def __setattr__(self, name: str, value: object) -> None:
        if hasattr(self, name):
            raise AttributeError(f"A table never changes, so {name!r} cannot be set. Build a new one.")
        super().__setattr__(name, value)

    def __setstate__(self, state: tuple[None, dict[str, Any]]) -> None:
        for name, value in state[1].items():
            if isinstance(value, np.ndarray):  # pickle forgets that arrays were read-only
                value.setflags(write=False)
            setattr(self, name, value)

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
        order = np.argsort(scores)
        ordered = scores[order]
        ends = _tie_ends(ordered)
        cumulative = _cumulative_at(weights[order], ends)
        cumulative_squares = cumulative if squares is None else _cumulative_at(squares[order], ends)
        heavy = None if squares is None else _heavy(weights, squares)
        distinct = ordered if ends.size > ordered.size else ordered[ends[:-1]]
        return cls(distinct, cumulative, cumulative_squares, heavy)

    @property
    def counted(self) -> bool:
        """Whether weights are numbers of cases."""
        return self.cumulative_squares is self.cumulative

    @property
    def total(self) -> float:
        """Weight of the whole class."""
        return float(self.cumulative.item(-1))

    @property
    def total_squares(self) -> float:
        """Squared weight of the whole class."""
        return float(self.cumulative_squares.item(-1))

    @property
    def weights(self) -> np.ndarray:
        """Weight of each distinct score."""
        return np.diff(self.cumulative)

    @property
    def nbytes(self) -> int:
        """Bytes held by the table."""
        arrays = {id(a): a.nbytes for a in (self.scores, self.cumulative, self.cumulative_squares)}
        return sum(arrays.values())

    def regrouped(self, edges: np.ndarray, scores: np.ndarray) -> ClassTable:
        """Return the same cases with one score for all between two edges, which are row numbers from 0 to the last."""
        cumulative = self.cumulative[edges]
        squares = cumulative if self.counted else self.cumulative_squares[edges]
        return ClassTable(scores, cumulative, squares, self.heavy)

    def below(self, thresholds: np.ndarray) -> np.ndarray:
        """Weight of the scores strictly below each threshold."""
        return self.cumulative[np.searchsorted(self.scores, thresholds, side="left")]

    def squares_below(self, thresholds: np.ndarray) -> np.ndarray:
        """Squared weight of the scores strictly below each threshold."""
        return self.cumulative_squares[np.searchsorted(self.scores, thresholds, side="left")]


def _tie_ends(ordered: np.ndarray) -> np.ndarray:
    """Where each run of equal values starts, and the length at the end."""
    if ordered.size == 0:
        return np.zeros(1, dtype=np.intp)
    changes = np.flatnonzero(ordered[1:] != ordered[:-1]) + 1
    return np.concatenate(([0], changes, [ordered.size]))


def _cumulative_at(weights: np.ndarray, ends: np.ndarray) -> np.ndarray:
    high, low = compensated_cumsum(weights)
    return np.asarray(high + low if ends.size == high.size else high[ends] + low[ends])


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
    fewer, many = sorted((negatives, positives), key=lambda table: table.scores.size)
    places = np.searchsorted(many.scores, fewer.scores)
    # Each score of the smaller class comes just before the first score of the other that is not below it.
    from_many = np.ones(fewer.scores.size + many.scores.size, dtype=bool)
    from_many[places + np.arange(fewer.scores.size)] = False
    both = np.empty(from_many.size)
    both[np.flatnonzero(from_many)] = many.scores
    both[np.flatnonzero(~from_many)] = fewer.scores
    first = _tie_ends(both)
    many_before = np.append(0, np.cumsum(from_many))[first]
    before = {id(many): many.cumulative[many_before], id(fewer): fewer.cumulative[first - many_before]}
    return MergedTable(both[first[:-1]], before[id(negatives)], before[id(positives)])


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
