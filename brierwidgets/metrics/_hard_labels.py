"""A warning for the commonest mistake: decisions where probabilities are wanted."""

from __future__ import annotations

import warnings
from typing import Any

from brierwidgets.core import Forecast

__all__ = ["forecast_of_probabilities"]

#: So few cases may all be 0 or 1 by chance, or by hand.
_SMALL_SAMPLE = 20


def forecast_of_probabilities(y_true: Any, y_prob: Any, *, sample_weight: Any, pos_label: Any) -> Forecast:
    """Return the forecast, with a warning if its many scores are all exactly 0 or 1."""
    forecast = Forecast(y_true, y_prob, sample_weight=sample_weight, pos_label=pos_label)
    hard = all(score in (0.0, 1.0) for table in (forecast.negatives, forecast.positives) for score in table.scores[:3])
    if hard and len(y_prob) > _SMALL_SAMPLE:
        warnings.warn(
            "All scores are exactly 0 or 1: these look like decisions, not probabilities. Pass predict_proba(X)[:, 1], "
            "or in scikit-learn make_scorer(..., response_method='predict_proba'), which the scorers in "
            "brierwidgets.metrics.scorers do.",
            UserWarning,
            stacklevel=3,
        )
    return forecast
