"""Cases one by one, as they came but checked."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

__all__ = ["Rows"]


class Rows(NamedTuple):
    """Checked cases: boolean outcomes, the scores of each model, and weights (None for equal).

    Attributes
    ----------
    labels, scores
        Outcomes, and scores by model.
    sampled_weights
        What each case weighs as it was sampled; None for equal.
    factors
        What that is multiplied by in negatives and in positives, to weigh them to another prevalence.
    """

    labels: np.ndarray
    scores: Mapping[str, np.ndarray]
    sampled_weights: np.ndarray | None
    factors: tuple[float, float] = (1.0, 1.0)

    @property
    def weights(self) -> np.ndarray | None:
        """What each case weighs; None for equal."""
        if self.factors == (1.0, 1.0):
            return self.sampled_weights
        factors: np.ndarray = np.array(self.factors)[self.labels.view(np.uint8)]
        return factors if self.sampled_weights is None else factors * self.sampled_weights

    def frozen(self) -> Rows:
        """Make every array read-only; return the same cases, whose models cannot be exchanged either."""
        for array in (self.labels, self.sampled_weights, *self.scores.values()):
            if array is not None:
                array.setflags(write=False)
        return self._replace(scores=MappingProxyType(dict(self.scores)))

    def __reduce__(self) -> tuple[Any, ...]:
        return _frozen, (self.labels, dict(self.scores), self.sampled_weights, self.factors)


def _frozen(*fields: Any) -> Rows:
    return Rows(*fields).frozen()  # pickle and deepcopy forget that arrays were read-only
