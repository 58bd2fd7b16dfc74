"""One class of a forecast as a sorted table: the distinct scores, and the weight before each."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

__all__ = ["ClassTable", "MergedTable", "compensated_cumsum", "merge_classes", "tie_ends"]


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
            ends = tie_ends(ordered)
            cumulative = ends.astype(float)
            return cls(ordered if ends.size > ordered.size else ordered[ends[:-1]], cumulative, cumulative)
        order = np.argsort(scores)
        ordered = scores[order]
        ends = tie_ends(ordered)
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


def tie_ends(ordered: np.ndarray) -> np.ndarray:
    """Where each run of equal values starts, and the length at the end."""
    if ordered.size == 0:
        return np.zeros(1, dtype=np.intp)
    changes = np.flatnonzero(ordered[1:] != ordered[:-1]) + 1
    return np.concatenate(([0], changes, [ordered.size]))


def _cumulative_at(weights: np.ndarray, ends: np.ndarray) -> np.ndarray:
    high, low = compensated_cumsum(weights)
    return np.asarray(high + low if ends.size == high.size else high[ends] + low[ends])


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
    first = tie_ends(both)
    many_before = np.append(0, np.cumsum(from_many))[first]
    before = {id(many): many.cumulative[many_before], id(fewer): fewer.cumulative[first - many_before]}
    return MergedTable(both[first[:-1]], before[id(negatives)], before[id(positives)])
