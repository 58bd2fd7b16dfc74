"""The cases of one model, sorted once by class: what every score of a forecast is looked up in."""

from __future__ import annotations

from typing import Self

import numpy as np

from brierwidgets.core.class_tables import ClassTable
from brierwidgets.core.sizes import how_many_cases
from brierwidgets.core.survival import FollowUp

__all__ = ["SortedCases"]


class SortedCases:
    """Scores and weights of the negative and of the positive cases; they never change. `Forecast` inherits them."""

    #: Distinct scores of the negative cases with their weights.
    negatives: ClassTable
    #: Distinct scores of the positive cases with their weights.
    positives: ClassTable
    #: Number of cases, or the sum of their weights.
    total: float
    #: How far the cases were followed, when outcomes took time (`from_survival`); else None.
    follow_up: FollowUp | None
    #: Whether the scores were moved along to a prevalence that was given.
    scores_moved: bool
    #: Of a rule without a model: whether it decides wrongly on every negative, and on every positive case.
    always_wrong: tuple[bool, bool] | None = None
    _below: np.ndarray | None  # `negatives_below`, once it has been asked for
    _slack: float  # how far below a threshold a score may lie and still reach it
    _base: Self | None  # the same cases as they were sampled, when the prevalence was given
    _factors: tuple[float, float]  # what that multiplied the weights of either class by

    def _fill(self, negatives: ClassTable, positives: ClassTable, *, slack: float) -> None:
        self.__dict__.update(
            negatives=negatives,
            positives=positives,
            total=negatives.total + positives.total,
            follow_up=None,
            scores_moved=False,
            _below=None,
            _slack=slack,
            _base=None,
            _factors=(1.0, 1.0),
        )

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"A {type(self).__name__} never changes, so {name!r} cannot be set. Build a new one.")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"A {type(self).__name__} never changes, so {name!r} cannot be deleted. Build a new one.")

    def __repr__(self) -> str:
        return (
            f"{type(self).__name__}({how_many_cases(self.total)}, prevalence {self.prevalence:.3g}, "
            f"{self.distinct_scores.size:,} distinct scores)"
        )

    @property
    def prevalence(self) -> float:
        """Share of positive cases."""
        return self.positives.total / self.total

    @property
    def prevalence_given(self) -> bool:
        """Whether the prevalence was given, at construction or by `at_prevalence`, rather than estimated."""
        return self._base is not None

    @property
    def sampled_prevalence(self) -> float:
        """Share of positive cases as they were sampled, whatever prevalence was given."""
        return self.prevalence if self._base is None else self._base.prevalence

    @property
    def negatives_below(self) -> np.ndarray:
        """How many distinct scores of negatives lie below each distinct score of the positives.

        Where cases are counted this is searched once, and kept. Weights take the room that it would need.
        """
        if self._base is not None:
            return self._base.negatives_below
        if self._below is not None:
            return self._below
        places = np.searchsorted(self.negatives.scores, self.positives.scores)
        below = places.astype(np.int32 if self.negatives.scores.size < 2**31 else np.int64)
        below.setflags(write=False)
        if self.negatives.counted and self.positives.counted:
            self.__dict__["_below"] = below
        return below

    @property
    def distinct_scores(self) -> np.ndarray:
        """Every distinct score, increasing."""
        return np.union1d(self.negatives.scores, self.positives.scores)
