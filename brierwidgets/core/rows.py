"""Cases one by one, as they came but checked."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

__all__ = ["Rows"]


class Rows(NamedTuple):
    """Checked cases: boolean outcomes, the scores of each model, and weights (None for equal)."""

    labels: np.ndarray
    scores: dict[str, np.ndarray]
    weights: np.ndarray | None

    def freeze(self) -> None:
        """Make every array read-only."""
        for array in (self.labels, self.weights, *self.scores.values()):
            if array is not None:
                array.setflags(write=False)
