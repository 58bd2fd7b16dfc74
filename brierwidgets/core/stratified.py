"""Decision curves of outcomes that take time, with the survival of those treated at each threshold (as dcurves has it).

Inverse weights assume that censoring has nothing to do with the score. Here the Kaplan-Meier curve (or Aalen-Johansen
incidence) is fitted anew among those whom a threshold treats, so censoring may depend on which side of it a case is:

    NB(t) = P(s >= t) [F_t - t / (1 - t) (1 - F_t)],   F_t the incidence by the horizon among those with s >= t.

It costs a fit for each threshold, and the true positives it implies may rise with the threshold.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from brierwidgets.core.decision_curve import NetBenefitCurve, beside_rules, check_harm, check_thresholds
from brierwidgets.core.survival import Endings, incidence
from brierwidgets.core.survival_inputs import check_horizon
from brierwidgets.core.thresholds import reaches, slack_of
from brierwidgets.core.validation import check_same_rows, check_scores

__all__ = ["stratified_decision_curve"]


def stratified_decision_curve(
    time: Any, event: Any, y_prob: Any, thresholds: Any = None, *, horizon: Any, harm: float = 0.0
) -> NetBenefitCurve:
    """Return net benefit over thresholds, the incidence being estimated among those treated at each.

    Where the last of those treated was censored before the horizon, net benefit is not known: NaN. Where nobody is
    treated it is 0.

    Parameters
    ----------
    time, event, y_prob, horizon
        As in ``Forecast.from_survival``.
    thresholds, harm
        As in `decision_curve`.

    References
    ----------
    Vickers, Cronin, Elkin and Gonen (2008), Extensions to decision curve analysis, BMC Medical Informatics and
    Decision Making 8.
    doi:10.1186/1472-6947-8-53

    Examples
    --------
    >>> curve = stratified_decision_curve([1, 2, 3, 4], [1, 0, 1, 0], [0.8, 0.5, 0.6, 0.2], [0.2, 0.4], horizon=3.5)
    >>> curve.net_benefit.round(4), round(curve.prevalence, 4)
    (array([0.5312, 0.75  ]), 0.625)
    """
    costs, cost_of_use = check_thresholds(thresholds), check_harm(harm)
    endings, end = Endings(time, event), check_horizon(horizon)
    scores = check_scores(y_prob)
    check_same_rows(time, y_prob, "time", "y_prob")
    endings.at(end)  # refuses a horizon that nobody was followed to
    slack, scores = slack_of(scores.dtype), scores.astype(float, copy=False)
    benefits, errors = np.zeros_like(costs), np.zeros_like(costs)
    for place, cost in enumerate(costs):
        treated = reaches(scores, cost, slack)
        share = float(np.mean(treated))
        if cost == 1.0 or share == 0.0:
            benefits[place] = errors[place] = np.nan if cost == 1.0 else 0.0
            continue
        value, error = incidence(endings.time[treated], endings.event[treated], end)
        worth = value - (1 - value) * cost / (1 - cost)  # of treating one of them
        benefits[place] = share * worth
        variance = (share * error / (1 - cost)) ** 2 + worth**2 * share * (1 - share) / scores.size
        errors[place] = np.sqrt(variance)
    rate = incidence(endings.time, endings.event, end).value
    return beside_rules(costs, benefits - cost_of_use, errors, rate)
