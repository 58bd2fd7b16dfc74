"""Scores of a ranking: over all thresholds, between two scores, and of the K highest."""

from __future__ import annotations

from typing import Any

from brierwidgets.core import Forecast, ranking, topk
from brierwidgets.core.ranking import PartialAuc

__all__ = [
    "auc_skill_score",
    "average_precision",
    "bounded_auc_regret",
    "concordant_partial_auc",
    "net_benefit_at_k",
    "partial_auc",
    "precision_at_k",
    "recall_at_k",
    "roc_auc",
]


def roc_auc(y_true: Any, y_prob: Any, *, sample_weight: Any = None, pos_label: Any = None) -> float:
    """Area under the ROC curve: the chance that a positive outscores a negative, ties counted half.

    References
    ----------
    Hanley and McNeil (1982), The meaning and use of the area under a receiver operating characteristic (ROC) curve.
    doi:10.1148/radiology.143.1.7063747

    Examples
    --------
    >>> roc_auc([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8])
    0.75
    """
    return ranking.roc_auc(Forecast(y_true, y_prob, sample_weight=sample_weight, pos_label=pos_label))


def auc_skill_score(y_true: Any, y_prob: Any, *, sample_weight: Any = None, pos_label: Any = None) -> float:
    """AUC skill 2 AUC - 1: 1 for a perfect ranking, 0 for chance, negative for worse.

    Also called the Gini coefficient of a model. It is D of Somers (1962), A new asymmetric measure of association
    for ordinal variables, doi:10.2307/2090408: of outcome and score.

    Examples
    --------
    >>> better, worse = [0.1, 0.6, 0.4, 0.8], [0.9, 0.4, 0.6, 0.2]
    >>> [auc_skill_score([0, 0, 1, 1], y_prob) for y_prob in (better, worse)]
    [0.5, -0.5]
    """
    return ranking.auc_skill_score(Forecast(y_true, y_prob, sample_weight=sample_weight, pos_label=pos_label))


def average_precision(y_true: Any, y_prob: Any, *, sample_weight: Any = None, pos_label: Any = None) -> float:
    """Area under the precision-recall curve as a sum of steps: P_k (R_k - R_(k-1)).

    References
    ----------
    Davis and Goadrich (2006), The relationship between precision-recall and ROC curves.
    doi:10.1145/1143844.1143874

    Examples
    --------
    >>> y_true, y_prob = [0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8]
    >>> round(average_precision(y_true, y_prob), 4)  # (1 + 2/3) / 2
    0.8333
    """
    return ranking.average_precision(Forecast(y_true, y_prob, sample_weight=sample_weight, pos_label=pos_label))


def partial_auc(
    y_true: Any, y_prob: Any, *, interval: Any, sample_weight: Any = None, pos_label: Any = None
) -> PartialAuc:
    """ROC areas pAUC+ and pAUC- that belong to the scores in an interval.

    ``plus`` is the chance that a negative scores inside and a positive outscores it, ``minus`` the chance
    that a positive scores inside and outscores a negative. On [0, 1] both are AUC.

    References
    ----------
    Carrington et al. (2020), see `concordant_partial_auc`, doi:10.1186/s12911-019-1014-6

    Examples
    --------
    >>> partial_auc([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8], interval=(0.3, 0.7))
    PartialAuc(plus=0.25, minus=0.25)
    """
    return ranking.partial_auc(Forecast(y_true, y_prob, sample_weight=sample_weight, pos_label=pos_label), interval)


def concordant_partial_auc(
    y_true: Any, y_prob: Any, *, interval: Any, sample_weight: Any = None, pos_label: Any = None
) -> float:
    """Concordant partial AUC: (pAUC+ + pAUC-) / (shares of the positives and negatives inside, added).

    Balanced accuracy averaged over thresholds at the scores in the interval; AUC on [0, 1].

    References
    ----------
    Carrington et al. (2020), A new concordant partial AUC and partial c statistic, BMC Medical Informatics 20.
    doi:10.1186/s12911-019-1014-6

    Examples
    --------
    >>> concordant_partial_auc([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8], interval=(0.3, 0.7))
    0.5
    """
    return ranking.concordant_partial_auc(
        Forecast(y_true, y_prob, sample_weight=sample_weight, pos_label=pos_label), interval
    )


def bounded_auc_regret(
    y_true: Any, y_prob: Any, *, interval: Any = (0, 1), sample_weight: Any = None, pos_label: Any = None
) -> float:
    """Regret averaged over costs drawn from the scores in an interval: E[R*(s) | s in interval].

    On calibrated scores and [0, 1] it is 2 pi (1 - pi) (1 - AUC): the costs that AUC cares about are the
    model's own scores.

    References
    ----------
    Hand (2009), Measuring classifier performance, Machine Learning 77.
    doi:10.1007/s10994-009-5119-5

    Examples
    --------
    >>> round(bounded_auc_regret([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8], interval=(0.3, 0.7)), 4)
    0.175
    """
    return ranking.bounded_auc_regret(
        Forecast(y_true, y_prob, sample_weight=sample_weight, pos_label=pos_label), interval
    )


def precision_at_k(y_true: Any, y_prob: Any, k: int, *, sample_weight: Any = None, pos_label: Any = None) -> float:
    """Share of positives among the `k` highest-scored cases.

    Where cases with one score straddle place `k`, some of them are taken at random and the value is the one
    to expect. A place holds one case, so importance weights are refused.

    Examples
    --------
    >>> precision_at_k([0, 1, 1, 0], [0.1, 0.4, 0.6, 0.8], k=2)
    0.5
    """
    return topk.precision_at_k(Forecast(y_true, y_prob, sample_weight=sample_weight, pos_label=pos_label), k)


def recall_at_k(y_true: Any, y_prob: Any, k: int, *, sample_weight: Any = None, pos_label: Any = None) -> float:
    """Share of all positives that are among the `k` highest-scored cases; ties as in `precision_at_k`.

    Examples
    --------
    >>> recall_at_k([0, 1, 1, 0], [0.1, 0.4, 0.6, 0.8], k=3)
    1.0
    """
    return topk.recall_at_k(Forecast(y_true, y_prob, sample_weight=sample_weight, pos_label=pos_label), k)


def net_benefit_at_k(
    y_true: Any, y_prob: Any, k: int, *, cost: Any, sample_weight: Any = None, pos_label: Any = None
) -> float:
    """Net benefit per case of acting on the `k` highest-scored: (TP - c K) / ((1 - c) n).

    For one `k` it ranks models as precision and recall at `k` do; ties as in `precision_at_k`.

    References
    ----------
    Flores et al. (2025), A consequentialist critique. doi:10.48550/arXiv.2504.04528

    Examples
    --------
    >>> round(net_benefit_at_k([0, 1, 1, 0], [0.1, 0.4, 0.6, 0.8], k=2, cost=0.2), 4)
    0.1875
    """
    return topk.net_benefit_at_k(
        Forecast(y_true, y_prob, sample_weight=sample_weight, pos_label=pos_label), k, cost=cost
    )
