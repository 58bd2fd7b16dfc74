"""When only K cases can be acted on: those with the highest scores.

Acting on K cases costs c K + (1 - c) P - TP with P positives in all and TP of them among the K, so the
precision, recall and net benefit at K all rise with TP and rank models alike. Where cases with one
score straddle the K-th place, some of them are taken at random and TP is its expected value.
"""

from __future__ import annotations

import math
import numbers
from typing import Any

import numpy as np

from brierwidgets.core.class_tables import merge_classes
from brierwidgets.core.forecast import Forecast
from brierwidgets.core.intervals import parse_cost
from brierwidgets.core.ranking import need_positives

__all__ = ["net_benefit_at_k", "precision_at_k", "recall_at_k", "true_positives_at_k"]


def true_positives_at_k(forecast: Forecast, k: int) -> float:
    """Return how many of the `k` highest-scored cases are positive (expected, over a tie at place k).

    Parameters
    ----------
    forecast
        Cases that count once each: importance weights are refused, since a place holds one case.
    k
        Whole number of places, from 1 to the number of cases.

    Examples
    --------
    >>> from brierwidgets import Forecast
    >>> true_positives_at_k(Forecast([0, 1, 1, 0], [0.1, 0.4, 0.4, 0.8]), 2)
    1.0
    """
    places = _check_k(forecast, k)
    merged = merge_classes(forecast.negatives, forecast.positives)
    below = merged.cumulative_negatives + merged.cumulative_positives
    # Counting up from the lowest score, the k best start at case number total - k: its score is the last taken.
    last = int(np.searchsorted(below, forecast.total - places, side="right")) - 1
    above, level = forecast.total - below[last + 1], below[last + 1] - below[last]
    sure = forecast.positives.total - merged.cumulative_positives[last + 1]
    return float(sure + merged.positives[last] * (places - above) / level)


def precision_at_k(forecast: Forecast, k: int) -> float:
    """Return the share of positives among the `k` highest-scored cases: TP / K.

    Examples
    --------
    >>> from brierwidgets import Forecast
    >>> precision_at_k(Forecast([0, 1, 1, 0], [0.1, 0.4, 0.6, 0.8]), 2)
    0.5
    """
    return true_positives_at_k(forecast, k) / k


def recall_at_k(forecast: Forecast, k: int) -> float:
    """Return the share of all positives that are among the `k` highest-scored cases: TP / P.

    Examples
    --------
    >>> from brierwidgets import Forecast
    >>> forecast = Forecast([0, 1, 1, 0], [0.1, 0.4, 0.6, 0.8])
    >>> recall_at_k(forecast, 3)
    1.0
    """
    need_positives(forecast, "Recall at K")
    return true_positives_at_k(forecast, k) / forecast.positives.total


def net_benefit_at_k(forecast: Forecast, k: int, *, cost: Any) -> float:
    """Return the net benefit per case of acting on the `k` highest-scored: (TP - c K) / ((1 - c) n).

    NaN at cost 1, where a false positive outweighs any number of true ones.

    Examples
    --------
    >>> from brierwidgets import Forecast
    >>> round(net_benefit_at_k(Forecast([0, 1, 1, 0], [0.1, 0.4, 0.6, 0.8]), 2, cost=0.2), 4)
    0.1875
    """
    c = parse_cost(cost)
    gain = true_positives_at_k(forecast, k) - c * k
    return math.nan if c == 1.0 else gain / ((1 - c) * forecast.total)


def _check_k(forecast: Forecast, k: Any) -> int:
    for table in (forecast.negatives, forecast.positives):
        if not np.array_equal(table.cumulative, table.cumulative_squares):
            raise ValueError(
                "The top K are whole cases, so importance weights have no meaning here. Leave sample_weight out; "
                "if the weights count repeated cases, build the forecast with Forecast.from_counts."
            )
    if isinstance(k, bool | np.bool_) or not isinstance(k, numbers.Integral):
        hint = f" For the top {k:.0%} of them pass k={max(1, round(k * forecast.total))}." if _is_share(k) else ""
        raise TypeError(f"k must be a whole number of cases, not {k!r}.{hint}")
    places = int(k)
    if not 1 <= places <= forecast.total:
        raise ValueError(f"k must be between 1 and the number of cases, {forecast.total:,.12g}, but it is {k}.")
    return places


def _is_share(k: Any) -> bool:
    return isinstance(k, numbers.Real) and not isinstance(k, bool | np.bool_) and 0.0 < float(k) < 1.0
