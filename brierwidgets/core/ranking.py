"""How well scores rank the cases, over all thresholds or over those between two scores.

Scores that are equal are one step of every curve, and a positive and a negative with the same score
count half. A score belongs to an interval if it lies between its ends, ends included, by the rule
for thresholds (``brierwidgets.core.thresholds``): rounding alone does not shut it out.

On calibrated scores AUC is regret averaged over costs drawn from the scores themselves (Hand 2009):
AUC = 1 - E[R*(s)] / (2 pi (1 - pi)). R* decides ties s = c as positive. That loses nothing: n negatives
and p positives at a calibrated score c = p / (n + p) cost c n if decided positive and (1 - c) p if
not, which are equal, so any split of the tie gives the same regret and the identity is exact.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from brierwidgets.core.class_tables import MergedTable, merge_classes
from brierwidgets.core.forecast import Forecast
from brierwidgets.core.intervals import Interval, check_interval
from brierwidgets.core.remembered import remembered
from brierwidgets.core.thresholds import reaches
from brierwidgets.core.written import exact

__all__ = [
    "PartialAuc",
    "PrecisionRecallPoints",
    "RocPoints",
    "auc_skill_score",
    "average_precision",
    "bounded_auc_regret",
    "concordant_partial_auc",
    "partial_auc",
    "precision_recall_curve",
    "roc_auc",
    "roc_curve",
]


class RocPoints(NamedTuple):
    """Rates at each threshold from the highest down; the first, infinity, decides nobody positive."""

    threshold: np.ndarray
    false_positive_rate: np.ndarray
    true_positive_rate: np.ndarray


class PrecisionRecallPoints(NamedTuple):
    """Precision and recall at each distinct score as threshold, from the highest down."""

    threshold: np.ndarray
    precision: np.ndarray
    recall: np.ndarray


class PartialAuc(NamedTuple):
    """Area under the part of the ROC curve between two scores, from below and from the side.

    Attributes
    ----------
    plus
        Chance that a negative scores inside the interval and a positive outscores it.
    minus
        Chance that a positive scores inside the interval and outscores a negative.
    """

    plus: float
    minus: float


def need_both_classes(forecast: Forecast, what: str) -> None:
    """Say why a ranking of one class alone cannot be judged."""
    if not 0.0 < forecast.prevalence < 1.0:
        only = "positive" if forecast.prevalence else "negative"
        raise ValueError(f"{what} compares positive with negative cases, but every case is {only}.")


def need_positives(forecast: Forecast, what: str) -> None:
    """Say why finding the positives cannot be judged when there are none."""
    if forecast.prevalence == 0.0:
        raise ValueError(f"{what} asks how many of the positive cases are found, but every case is negative.")


def roc_auc(forecast: Forecast) -> float:
    """Return the chance that a positive case outscores a negative one; ties count half."""
    need_both_classes(forecast, "AUC")
    return _areas(forecast)[0]


def auc_skill_score(forecast: Forecast) -> float:
    """Return 2 AUC - 1: 1 for a perfect ranking, 0 for chance."""
    return 2 * roc_auc(forecast) - 1


def roc_curve(forecast: Forecast) -> RocPoints:
    """Return false and true positive rates at every distinct score.

    Examples
    --------
    >>> from brierwidgets import Forecast
    >>> curve = roc_curve(Forecast([0, 0, 1, 1], [0.1, 0.4, 0.4, 0.8]))
    >>> curve.threshold
    array([inf, 0.8, 0.4, 0.1])
    >>> curve.true_positive_rate, curve.false_positive_rate
    (array([0. , 0.5, 1. , 1. ]), array([0. , 0. , 0.5, 1. ]))
    """
    need_both_classes(forecast, "A ROC curve")
    merged = _merged(forecast)
    below = merged.cumulative_negatives, merged.cumulative_positives
    rates = [((cumulative[-1] - cumulative) / cumulative[-1])[::-1] for cumulative in below]
    return RocPoints(np.append(np.inf, merged.scores[::-1]), *rates)


def precision_recall_curve(forecast: Forecast) -> PrecisionRecallPoints:
    """Return precision and recall at every distinct score; no point is made up at recall 0.

    Examples
    --------
    >>> from brierwidgets import Forecast
    >>> curve = precision_recall_curve(Forecast([0, 0, 1, 1], [0.1, 0.4, 0.4, 0.8]))
    >>> curve.recall, curve.precision.round(3)
    (array([0.5, 1. , 1. ]), array([1.   , 0.667, 0.5  ]))
    """
    need_positives(forecast, "Recall")
    merged = _merged(forecast)
    above = (merged.cumulative_negatives, merged.cumulative_positives)
    false, true = ((cumulative[-1] - cumulative[:-1])[::-1] for cumulative in above)
    return PrecisionRecallPoints(merged.scores[::-1], true / (true + false), true / forecast.positives.total)


def average_precision(forecast: Forecast) -> float:
    """Return the precision averaged over the positives found: the sum of P_k (R_k - R_(k-1))."""
    need_positives(forecast, "Recall")
    return _areas(forecast)[1]


@remembered
def _areas(forecast: Forecast) -> tuple[float, float]:
    """Return the areas under the ROC and the precision-recall curve, NaN without negatives for the first.

    Both are sums over the positives, so the classes need not be merged: each positive's place among the negatives is
    enough.
    """
    positives, negatives = forecast.positives, forecast.negatives
    weights = positives.weights
    places = forecast.negatives_below
    below = negatives.cumulative[places]
    tied = places < negatives.scores.size
    tied[tied] = negatives.scores[places[tied]] == positives.scores[tied]
    up_to = negatives.cumulative[places + tied]
    pairs = positives.total * negatives.total
    area = float(weights @ (below + up_to)) / 2 / pairs if pairs > 0.0 else math.nan
    true, false = positives.total - positives.cumulative[:-1], negatives.total - below
    return area, float(weights @ (true / (true + false))) / positives.total


def partial_auc(forecast: Forecast, interval: Any) -> PartialAuc:
    """Return pAUC+ and pAUC-, the ROC areas that belong to scores in the interval.

    pAUC+ sums 1 - F1 over the scores of negatives in the interval, pAUC- sums F0 over those of positives;
    on [0, 1] both are AUC. Neither is divided by the size of its part.

    Examples
    --------
    >>> from brierwidgets import Forecast
    >>> partial_auc(Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8]), (0.3, 0.7))
    PartialAuc(plus=0.25, minus=0.25)
    """
    need_both_classes(forecast, "Partial AUC")
    merged = _merged(forecast)
    inside = _inside(forecast, merged.scores, check_interval(interval))
    return _partial_auc(merged, inside)


def concordant_partial_auc(forecast: Forecast, interval: Any) -> float:
    """Return (pAUC+ + pAUC-) / (share of positives + share of negatives in the interval).

    Balanced accuracy averaged over thresholds at the scores inside: AUC on [0, 1], and on calibrated
    scores with both classes equally common 1 - 2 E[R*(s) | s in the interval].

    The source is given in `brierwidgets.metrics.concordant_partial_auc`.

    Examples
    --------
    >>> from brierwidgets import Forecast
    >>> concordant_partial_auc(Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8]), (0.3, 0.7))
    0.5
    """
    need_both_classes(forecast, "Partial AUC")
    merged = _merged(forecast)
    bounds = check_interval(interval)
    inside = _some_inside(forecast, merged.scores, bounds)
    shares = [
        float(weights[inside].sum()) / total
        for weights, total in (
            (merged.negatives, forecast.negatives.total),
            (merged.positives, forecast.positives.total),
        )
    ]
    return sum(_partial_auc(merged, inside)) / sum(shares)


def bounded_auc_regret(forecast: Forecast, interval: Any = (0, 1)) -> float:
    """Return E[R*(s) | s in the interval]: regret averaged over costs drawn from the scores.

    On calibrated scores, with P the share of cases inside and pi the prevalence, it equals
    pi + (1 - 2 pi) E[y | inside] - pi (1 - pi) (pAUC+ + pAUC-) / P; on [0, 1], 2 pi (1 - pi) (1 - AUC).

    Examples
    --------
    >>> from brierwidgets import Forecast
    >>> round(bounded_auc_regret(Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8]), (0.3, 0.7)), 4)
    0.175
    """
    merged = _merged(forecast)
    inside = _some_inside(forecast, merged.scores, check_interval(interval))
    weights = (merged.negatives + merged.positives)[inside]
    return float(weights @ forecast.regret(merged.scores[inside]) / weights.sum())


def _merged(forecast: Forecast) -> MergedTable:
    return merge_classes(forecast.negatives, forecast.positives)


def _partial_auc(merged: MergedTable, inside: np.ndarray) -> PartialAuc:
    below_negatives, below_positives = merged.cumulative_negatives, merged.cumulative_positives
    negatives, positives = below_negatives[-1], below_positives[-1]
    # The mean of "below" and "up to" counts a tie half.
    beaten = (below_negatives[:-1] + below_negatives[1:])[inside] / 2
    beating = positives - (below_positives[:-1] + below_positives[1:])[inside] / 2
    pairs = negatives * positives
    plus, minus = merged.negatives[inside] @ beating, merged.positives[inside] @ beaten
    return PartialAuc(float(plus / pairs), float(minus / pairs))


def _inside(forecast: Forecast, scores: np.ndarray, interval: Interval) -> np.ndarray:
    slack = forecast._slack
    return np.asarray(reaches(scores, interval.low, slack) & reaches(interval.high, scores, slack))


def _some_inside(forecast: Forecast, scores: np.ndarray, interval: Interval) -> np.ndarray:
    inside = _inside(forecast, scores, interval)
    if not inside.any():
        raise ValueError(
            f"No case scores between {exact(interval.low)} and {exact(interval.high)}, so there is nothing to average. "
            f"The scores run from {exact(scores[0])} to {exact(scores[-1])}."
        )
    return inside
