"""Decision curves: the net benefit of acting on a model, on everyone and on no one.

In a case-control study the share of positives was chosen by whoever sampled the cases, so net benefit
there means nothing until the classes are weighted back to the prevalence where the model will be used.
"""

from __future__ import annotations

import dataclasses
import math
import numbers
from dataclasses import dataclass
from typing import Any

import numpy as np

from brierwidgets.core.forecast import Forecast
from brierwidgets.core.intervals import check_costs, odds_against
from brierwidgets.core.rules import RULE_NAMES, rule_benefit

__all__ = ["NetBenefitCurve", "beside_rules", "check_harm", "check_thresholds", "decision_curve"]


@dataclass(frozen=True, eq=False)
class NetBenefitCurve:
    """Net benefit at each threshold; NaN at threshold 1, where it is not defined.

    Attributes
    ----------
    threshold
        Thresholds, which are also the cost ratios.
    net_benefit, standard_error
        Net benefit of acting on the model, less its harm, and the standard error of that.
    treat_all, treat_none
        Net benefit of acting on everyone, and on no one.
    prevalence
        Share of positives that the curve holds for.
    """

    threshold: np.ndarray
    net_benefit: np.ndarray
    standard_error: np.ndarray
    treat_all: np.ndarray
    treat_none: np.ndarray
    prevalence: float

    @property
    def interventions_avoided(self) -> np.ndarray:
        """Interventions avoided per person against treating all; NaN at thresholds 0 and 1."""
        return np.asarray((self.net_benefit - self.treat_all) * odds_against(self.threshold))

    def standardized(self) -> NetBenefitCurve:
        """Return the curve divided by the prevalence, so that a perfect model has 1 at every threshold.

        Examples
        --------
        >>> from brierwidgets import Forecast
        >>> decision_curve(Forecast([0, 0, 1], [0.2, 0.3, 0.8]), [0.5]).standardized().net_benefit
        array([1.])
        """
        if self.prevalence == 0.0:
            raise ValueError("Without positive cases there is no benefit to standardize by: the prevalence is 0.")
        curves = ("net_benefit", "standard_error", "treat_all", "treat_none")
        return dataclasses.replace(self, **{name: getattr(self, name) / self.prevalence for name in curves})


def decision_curve(
    forecast: Forecast, thresholds: Any = None, *, prevalence: Any = None, harm: float = 0.0
) -> NetBenefitCurve:
    """Return net benefit over thresholds beside that of treating all and treating none.

    Parameters
    ----------
    forecast
        The forecast to judge.
    thresholds
        Thresholds: 0, 0.01, ..., 0.99 unless given.
    prevalence
        Share of positives where the model will be used, if these cases were sampled by outcome
        (case-control). The classes are weighted to it and standard errors take it, and the number of
        cases in each class, as given. The scores are used as they are: they should already be
        probabilities at that prevalence.
    harm
        What using the model costs each person (a biopsy, a blood test), in units of net benefit; it is
        taken off the model's curve alone.

    References
    ----------
    Vickers and Elkin (2006), Decision curve analysis, Medical Decision Making 26. Standardized net
    benefit: Kerr et al. (2016), Assessing the clinical impact of risk prediction models, JCO 34.
    doi:10.1177/0272989X06295361, doi:10.1200/JCO.2015.65.5654

    Examples
    --------
    >>> from brierwidgets import Forecast
    >>> curve = decision_curve(Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8]), [0.2, 0.5])
    >>> curve.net_benefit, curve.treat_all, curve.treat_none
    (array([0.4375, 0.    ]), array([0.375, 0.   ]), array([0., 0.]))
    """
    costs = check_thresholds(thresholds)
    cost_of_use = check_harm(harm)
    weighted = forecast if prevalence is None else forecast.at_prevalence(prevalence)
    benefit, error = weighted.net_benefit(costs), weighted.net_benefit_standard_error(costs)
    return beside_rules(costs, benefit - cost_of_use, error, weighted.prevalence)


def beside_rules(costs: np.ndarray, benefit: np.ndarray, error: np.ndarray, rate: float) -> NetBenefitCurve:
    """Return the curve of a model beside those of treating all and treating none."""
    treat_all, treat_none = (rule_benefit(rule, rate, costs) for rule in RULE_NAMES)
    return NetBenefitCurve(costs, benefit, error, treat_all, treat_none, rate)


def check_thresholds(thresholds: Any) -> np.ndarray:
    """Return thresholds as an array: 0, 0.01, ..., 0.99 for None."""
    return np.arange(100) / 100 if thresholds is None else np.atleast_1d(check_costs(thresholds, "threshold"))


def check_harm(harm: Any) -> float:
    """Return the harm of using a model: one finite number, at least 0."""
    if isinstance(harm, bool) or not isinstance(harm, numbers.Real):
        raise TypeError(f"harm must be one number for this model, in units of net benefit, not {harm!r}.")
    value = float(harm)
    if not (math.isfinite(value) and value >= 0.0):
        raise ValueError(f"harm is what using the model costs, so it must be finite and at least 0, not {harm!r}.")
    return value
