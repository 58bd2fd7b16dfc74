"""The same model where positive cases are rarer or commoner: other weights of the two classes, nothing sorted again.

Sensitivity and specificity at every threshold stay what they are; only the share of each class changes. So a class
table at another prevalence is the old one times a factor, and so are the sums of its losses: both are scaled when
read. Scores can be moved along as well, by the same shift of their log-odds, which keeps their order.

Standard errors take the prevalence as given, not estimated: they add up what each class leaves open about its own
mean. A factor for a whole class changes neither that nor the class's effective size, (sum w)^2 / sum w^2.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from brierwidgets.core.binning import BinnedTable
from brierwidgets.core.class_tables import ClassTable, tie_ends
from brierwidgets.core.intervals import parse_cost
from brierwidgets.core.sums import Moments, StretchSums

__all__ = ["ScaledSums", "ScaledTable", "check_prevalence", "class_factors", "move_scores", "moved_table", "scaled"]

#: Of a smaller share of positives the squared weights would leave floating point.
_LEAST_RATE = 1e-60


def check_prevalence(prevalence: Any) -> float:
    """Return a share of positives strictly between 0 and 1, written as cost ratios are.

    Examples
    --------
    >>> check_prevalence("2%"), check_prevalence("1:49")
    (0.02, 0.02)
    """
    rate = parse_cost(prevalence, "prevalence")
    if not 0.0 < rate < 1.0:
        raise ValueError(
            f"The prevalence must lie strictly between 0 and 1, but it is {prevalence!r}: with one class only there is "
            "nothing to decide. Pass the share of positives where the model will be used, such as '2%'."
        )
    if rate < _LEAST_RATE:
        raise ValueError(
            f"The prevalence {rate:g} is too small to weigh cases by: it is less than {_LEAST_RATE:g}. Pass the share "
            "of positives where the model will be used, such as '2%'."
        )
    return rate


def class_factors(negatives: ClassTable, positives: ClassTable, rate: float) -> tuple[float, float]:
    """Return what the weights of either class are multiplied by, so that positives have share `rate`."""
    for table, found in ((positives, "negative"), (negatives, "positive")):
        if table.total == 0.0:
            raise ValueError(
                f"Weighting the classes to a prevalence needs cases of both, but every case is {found}. "
                "Pass cases of both classes."
            )
    total = negatives.total + positives.total
    return (1 - rate) * total / negatives.total, rate * total / positives.total


class ScaledTable(ClassTable):
    """A class table with every weight times a factor; arrays are multiplied only when someone asks for them."""

    __slots__ = ("_base", "_factor")

    _base: ClassTable
    _factor: float

    def __init__(self, base: ClassTable, factor: float) -> None:
        self.scores = base.scores
        self._base, self._factor = base, factor

    def __getattr__(self, name: str) -> np.ndarray:
        # Python comes here for slots not yet filled.
        powers = {"cumulative": 1, "cumulative_squares": 2}
        if name not in powers:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        values: np.ndarray = getattr(self._base, name) * self._factor ** powers[name]
        values.setflags(write=False)
        object.__setattr__(self, name, values)
        return values

    def __setattr__(self, name: str, value: object) -> None:
        if name in ("cumulative", "cumulative_squares"):
            raise AttributeError(f"A table never changes, so {name!r} cannot be set. Build a new one.")
        super().__setattr__(name, value)

    def __reduce__(self) -> tuple[type[ScaledTable], tuple[ClassTable, float]]:
        return type(self), (self._base, self._factor)

    @property
    def total(self) -> float:
        """Weight of the whole class."""
        return self._base.total * self._factor

    @property
    def total_squares(self) -> float:
        """Squared weight of the whole class."""
        return self._base.total_squares * self._factor**2

    @property
    def heavy(self) -> float:  # type: ignore[override]  # filled in the table that this one scales
        """Sum of w^3 over sum of w^2, as in `ClassTable`."""
        return self._base.heavy * self._factor

    def below(self, thresholds: np.ndarray) -> np.ndarray:
        """Weight of the scores strictly below each threshold."""
        return self._base.below(thresholds) * self._factor

    def squares_below(self, thresholds: np.ndarray) -> np.ndarray:
        """Squared weight of the scores strictly below each threshold."""
        return self._base.squares_below(thresholds) * self._factor**2


def scaled(table: ClassTable, factor: float) -> ClassTable:
    """Return the table with every weight times `factor`; bins stay bins."""
    if not isinstance(table, BinnedTable):
        return ScaledTable(table, factor)
    bins = BinnedTable(
        table.scores, table.cumulative * factor, table.cumulative_squares * factor**2, table.heavy * factor
    )
    bins.lowest, bins.highest = table.lowest, table.highest
    return bins


class ScaledSums(StretchSums):
    """Moments over a class whose weights are multiplied by a factor, from the sums without it."""

    __slots__ = ("_base", "_factor")

    def __init__(self, base: StretchSums, factor: float) -> None:
        self._base, self._factor = base, factor

    @property
    def nbytes(self) -> int:
        """Bytes held by the sums: none of its own."""
        return 0

    def moments(self, low: float, high: float) -> Moments:
        """Moments over the class on the interval from `low` to `high`."""
        return self._times(self._base.moments(low, high))

    def between(self, start: int, stop: int, anchor: float) -> Moments:
        """Moments over the scores number `start` to `stop` (excluded)."""
        return self._times(self._base.between(start, stop, anchor))

    def between_each(self, starts: np.ndarray, stops: np.ndarray, anchors: np.ndarray) -> Moments:
        """Do what `between` does for many stretches at once; the moments are arrays."""
        return self._times(self._base.between_each(starts, stops, anchors))

    def _times(self, moments: Moments) -> Moments:
        squared = self._factor**2
        return Moments(self._factor * moments.total, squared * moments.squares, squared * moments.squares_squared)


def move_scores(scores: np.ndarray, rate: float, new_rate: float) -> np.ndarray:
    """Return scores with their log-odds shifted as much as those of the prevalence: logit(new_rate) - logit(rate).

    Examples
    --------
    >>> move_scores(np.array([0.0, 0.5, 1.0]), 0.5, 0.1)
    array([0. , 0.1, 1. ])
    """
    ratio = new_rate * (1 - rate) / ((1 - new_rate) * rate)
    return ratio * scores / ((1 - scores) + ratio * scores)


def moved_table(table: ClassTable, rate: float, new_rate: float) -> ClassTable:
    """Return the table with its scores moved from one prevalence to another; those that rounding makes equal pool."""
    if isinstance(table, BinnedTable):
        raise ValueError(  # noqa: TRY004  the bins are wrong, not the type
            "The scores were counted in bins, and the mean of a bin cannot be moved exactly. Read the frame with "
            "bins=None, or move the column of scores before it is counted."
        )
    scores = move_scores(table.scores, rate, new_rate)
    ends = tie_ends(scores)
    return table.regrouped(ends, scores[ends[:-1]])
