"""Curves as arrays, ready to draw or to put into a table."""

from __future__ import annotations

from typing import Any

from brierwidgets.core import Forecast, calibration, decision, ranking
from brierwidgets.core.calibration import CalibrationCurve
from brierwidgets.core.decision import DecisionCurve
from brierwidgets.core.ranking import PrecisionRecallCurve, RocCurve

__all__ = ["calibration_curve", "decision_curve", "precision_recall_curve", "roc_curve"]


def roc_curve(y_true: Any, y_prob: Any, *, sample_weight: Any = None, pos_label: Any = None) -> RocCurve:
    """ROC curve: false and true positive rates at every distinct score, from the highest down.

    Examples
    --------
    >>> curve = roc_curve([0, 0, 1, 1], [0.1, 0.4, 0.4, 0.8])
    >>> curve.threshold, curve.true_positive_rate
    (array([inf, 0.8, 0.4, 0.1]), array([0. , 0.5, 1. , 1. ]))
    """
    return ranking.roc_curve(Forecast(y_true, y_prob, sample_weight=sample_weight, pos_label=pos_label))


def precision_recall_curve(
    y_true: Any, y_prob: Any, *, sample_weight: Any = None, pos_label: Any = None
) -> PrecisionRecallCurve:
    """Precision-recall curve: both at every distinct score, from the highest down.

    Examples
    --------
    >>> curve = precision_recall_curve([0, 0, 1, 1], [0.1, 0.4, 0.4, 0.8])
    >>> curve.recall, curve.precision.round(3)
    (array([0.5, 1. , 1. ]), array([1.   , 0.667, 0.5  ]))
    """
    return ranking.precision_recall_curve(Forecast(y_true, y_prob, sample_weight=sample_weight, pos_label=pos_label))


def calibration_curve(
    y_true: Any, y_prob: Any, *, sample_weight: Any = None, pos_label: Any = None
) -> CalibrationCurve:
    """Calibration curve: the steps of the isotonic regression, with the number of cases in each.

    References
    ----------
    Dimitriadis, Gneiting and Jordan (2021), Stable reliability diagrams for probabilistic classifiers, PNAS 118.

    Examples
    --------
    >>> curve = calibration_curve([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8])
    >>> curve.left, curve.right, curve.value
    (array([0.1, 0.4, 0.8]), array([0.1, 0.6, 0.8]), array([0. , 0.5, 1. ]))
    """
    return calibration.calibration_curve(Forecast(y_true, y_prob, sample_weight=sample_weight, pos_label=pos_label))


def decision_curve(
    y_true: Any,
    y_prob: Any,
    thresholds: Any = None,
    *,
    prevalence: Any = None,
    harm: float = 0.0,
    sample_weight: Any = None,
    pos_label: Any = None,
) -> DecisionCurve:
    """Net benefit over thresholds, beside that of treating all and treating none.

    Parameters
    ----------
    y_true, y_prob
        Outcomes, and the scores in [0, 1] given to them.
    thresholds
        Thresholds: 0, 0.01, ..., 0.99 unless given.
    prevalence
        Share of positives where the model will be used, if the cases were sampled by outcome (case-control).
    harm
        What using the model costs each person, in units of net benefit.
    sample_weight, pos_label
        See `brierwidgets.metrics`.

    References
    ----------
    Vickers and Elkin (2006), Decision curve analysis, Medical Decision Making 26.

    Examples
    --------
    >>> curve = decision_curve([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8], [0.2, 0.5])
    >>> curve.net_benefit, curve.treat_all
    (array([0.4375, 0.    ]), array([0.375, 0.   ]))
    """
    return decision.decision_curve(
        Forecast(y_true, y_prob, sample_weight=sample_weight, pos_label=pos_label),
        thresholds,
        prevalence=prevalence,
        harm=harm,
    )
