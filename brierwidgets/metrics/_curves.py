"""Curves as arrays, ready to draw or to put into a table."""

from __future__ import annotations

from typing import Any

from brierwidgets.core import Forecast, calibration, ranking
from brierwidgets.core import decision_curve as net_benefits
from brierwidgets.core.calibration import CalibrationSteps
from brierwidgets.core.decision_curve import NetBenefitCurve
from brierwidgets.core.ranking import PrecisionRecallPoints, RocPoints
from brierwidgets.core.stratified import stratified_decision_curve

__all__ = ["calibration_curve", "decision_curve", "precision_recall_curve", "roc_curve"]


def roc_curve(y_true: Any, y_prob: Any, *, sample_weight: Any = None, pos_label: Any = None) -> RocPoints:
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
) -> PrecisionRecallPoints:
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
) -> CalibrationSteps:
    """Calibration curve: the steps of the isotonic regression, with the number of cases in each.

    References
    ----------
    Dimitriadis, Gneiting and Jordan (2021), Stable reliability diagrams for probabilistic classifiers, PNAS 118.
    doi:10.1073/pnas.2016191118

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
    time: Any = None,
    event: Any = None,
    horizon: Any = None,
    method: str = "ipcw",
    sample_weight: Any = None,
    pos_label: Any = None,
) -> NetBenefitCurve:
    """Net benefit over thresholds, beside that of treating all and treating none.

    Parameters
    ----------
    y_true, y_prob
        Outcomes, and the scores in [0, 1] given to them. With `time` and `event` pass None for the outcomes.
    thresholds
        Thresholds: 0, 0.01, ..., 0.99 unless given.
    prevalence
        Share of positives where the model will be used, if the cases were sampled by outcome (case-control).
    harm
        What using the model costs each person, in units of net benefit.
    time, event, horizon
        For an outcome that takes time; see `Forecast.from_survival`.
    method
        How censoring is allowed for. ``"ipcw"`` weights the cases whose outcome is known. ``"stratified"`` fits
        Kaplan-Meier (with competing events Aalen-Johansen) among those treated at each threshold, as dcurves does.
    sample_weight, pos_label
        See `brierwidgets.metrics`.

    References
    ----------
    Vickers and Elkin (2006), Decision curve analysis, Medical Decision Making 26.
    doi:10.1177/0272989X06295361

    Examples
    --------
    >>> curve = decision_curve([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8], [0.2, 0.5])
    >>> curve.net_benefit, curve.treat_all
    (array([0.4375, 0.    ]), array([0.375, 0.   ]))
    >>> followed = {"time": [1, 2, 3, 4], "event": [1, 0, 1, 0], "horizon": 3.5}
    >>> decision_curve(None, [0.8, 0.5, 0.6, 0.2], [0.4], **followed).net_benefit
    array([0.625])
    >>> decision_curve(None, [0.8, 0.5, 0.6, 0.2], [0.4], **followed, method="stratified").net_benefit
    array([0.75])
    """
    if method not in ("ipcw", "stratified"):
        raise ValueError(f"method must be 'ipcw' or 'stratified', not {method!r}.")
    followed = {"time": time, "event": event, "horizon": horizon}
    missing = [name for name, value in followed.items() if value is None]
    if missing and len(missing) < len(followed):
        raise TypeError(f"Outcomes that take time need time, event and horizon together: pass {' and '.join(missing)}.")
    if missing and method == "stratified":
        raise TypeError("method='stratified' is for outcomes that take time: pass time, event and horizon.")
    if missing:
        forecast = Forecast(y_true, y_prob, sample_weight=sample_weight, pos_label=pos_label)
        return net_benefits.decision_curve(forecast, thresholds, prevalence=prevalence, harm=harm)
    if y_true is not None or pos_label is not None:
        raise TypeError(
            "With time and event the outcomes follow from them. Pass None for y_true, and no pos_label: "
            "decision_curve(None, y_prob, time=..., event=..., horizon=...)."
        )
    if method == "stratified":
        if sample_weight is not None or prevalence is not None:
            raise TypeError("method='stratified' takes neither sample_weight nor prevalence. Use method='ipcw'.")
        return stratified_decision_curve(time, event, y_prob, thresholds, horizon=horizon, harm=harm)
    forecast = Forecast.from_survival(time, event, y_prob, horizon=horizon, sample_weight=sample_weight)
    return net_benefits.decision_curve(forecast, thresholds, prevalence=prevalence, harm=harm)
