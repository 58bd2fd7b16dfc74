"""Scores of decisions taken at one threshold."""

from __future__ import annotations

from typing import Any

from brierwidgets.core import Forecast

__all__ = ["accuracy", "interventions_avoided", "net_benefit", "regret"]


def regret(
    y_true: Any, y_prob: Any, cost: Any, *, threshold: Any = None, sample_weight: Any = None, pos_label: Any = None
) -> Any:
    """Regret R(c, t) = c P(s >= t, y = 0) + (1 - c) P(s < t, y = 1).

    Parameters
    ----------
    y_true, y_prob, sample_weight, pos_label
        As in `brierwidgets.Forecast`.
    cost
        Cost ratio c: one, or an array of them.
    threshold
        Threshold t at which decisions are taken; `cost` itself, the right one, unless given.

    References
    ----------
    Flores et al. (2025), A consequentialist critique. doi:10.48550/arXiv.2504.04528

    Examples
    --------
    >>> regret([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8], 0.5)
    0.25
    >>> regret([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8], [0.2, 0.5])
    array([0.05, 0.25])
    """
    return Forecast(y_true, y_prob, sample_weight=sample_weight, pos_label=pos_label).regret(cost, threshold)


def net_benefit(y_true: Any, y_prob: Any, threshold: Any, *, sample_weight: Any = None, pos_label: Any = None) -> Any:
    """Net benefit NB(c) = P(s >= c, y = 1) - P(s >= c, y = 0) c / (1 - c); NaN at threshold 1.

    References
    ----------
    Vickers and Elkin (2006), see `decision_curve`, doi:10.1177/0272989X06295361

    Examples
    --------
    >>> net_benefit([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8], 0.2)
    0.4375
    """
    return Forecast(y_true, y_prob, sample_weight=sample_weight, pos_label=pos_label).net_benefit(threshold)


def interventions_avoided(
    y_true: Any, y_prob: Any, threshold: Any, *, sample_weight: Any = None, pos_label: Any = None
) -> Any:
    """Interventions avoided per person against treating all, with no case more missed; NaN at threshold 0.

    References
    ----------
    Vickers and Elkin (2006), see `decision_curve`, doi:10.1177/0272989X06295361

    Examples
    --------
    >>> interventions_avoided([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8], 0.2)
    0.25
    """
    forecast = Forecast(y_true, y_prob, sample_weight=sample_weight, pos_label=pos_label)
    return forecast.interventions_avoided(threshold)


def accuracy(
    y_true: Any, y_prob: Any, *, threshold: Any = 0.5, sample_weight: Any = None, pos_label: Any = None
) -> Any:
    """Share of correct decisions at a threshold: 1 - 2 R(1/2, t).

    Examples
    --------
    >>> accuracy([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8])
    0.5
    """
    return Forecast(y_true, y_prob, sample_weight=sample_weight, pos_label=pos_label).accuracy(threshold)
