"""How well scores rank the cases."""

from __future__ import annotations

import numpy as np

from brierwidgets.core.forecast import Forecast

__all__ = ["roc_auc"]


def need_both_classes(forecast: Forecast, what: str) -> None:
    """Say why a ranking of one class alone cannot be judged."""
    if not 0.0 < forecast.prevalence < 1.0:
        only = "positive" if forecast.prevalence else "negative"
        raise ValueError(f"{what} compares positive with negative cases, but every case is {only}.")


def roc_auc(forecast: Forecast) -> float:
    """Return the chance that a positive case outscores a negative one; ties count half."""
    need_both_classes(forecast, "AUC")
    positives, negatives = forecast.positives, forecast.negatives
    below = negatives.below(positives.scores)
    up_to = negatives.cumulative[np.searchsorted(negatives.scores, positives.scores, side="right")]
    wins = float(positives.weights @ (below + up_to)) / 2
    return wins / (positives.total * negatives.total)
