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
from brierwidgets.core.intervals import check_costs, parse_cost
from brierwidgets.core.ranking import need_both_classes
from brierwidgets.core.sums import ClassTable
from brierwidgets.core.thresholds import lowest_reaching

__all__ = ["DecisionCurve", "decision_curve", "with_prevalence"]


@dataclass(frozen=True, eq=False)
class DecisionCurve:
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
        inner = self.threshold > 0.0
        odds = np.divide(1 - self.threshold, self.threshold, out=np.full_like(self.threshold, np.nan), where=inner)
        return (self.net_benefit - self.treat_all) * odds

    def standardized(self) -> DecisionCurve:
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
) -> DecisionCurve:
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

    Examples
    --------
    >>> from brierwidgets import Forecast
    >>> curve = decision_curve(Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8]), [0.2, 0.5])
    >>> curve.net_benefit, curve.treat_all, curve.treat_none
    (array([0.4375, 0.    ]), array([0.375, 0.   ]), array([0., 0.]))
    """
    costs = np.arange(100) / 100 if thresholds is None else np.atleast_1d(check_costs(thresholds, "threshold"))
    cost_of_use = _check_harm(harm)
    if prevalence is None:
        weighted, error = forecast, forecast.net_benefit_standard_error(costs)
    else:
        weighted = with_prevalence(forecast, prevalence)
        error = _error_at_prevalence(weighted, costs)
    rate = weighted.prevalence
    return DecisionCurve(
        threshold=costs,
        net_benefit=weighted.net_benefit(costs) - cost_of_use,
        standard_error=error,
        treat_all=rate - (1 - rate) * _odds(costs),
        treat_none=np.zeros_like(costs),
        prevalence=rate,
    )


def with_prevalence(forecast: Forecast, prevalence: Any) -> Forecast:
    """Return the same cases with the classes weighted so that positives have share `prevalence`.

    Examples
    --------
    >>> from brierwidgets import Forecast
    >>> with_prevalence(Forecast([0, 1, 1], [0.2, 0.4, 0.8]), "10%")
    Forecast(3 cases, prevalence 0.1, 3 distinct scores)
    """
    need_both_classes(forecast, "Weighting the classes to a prevalence")
    rate = parse_cost(prevalence, "prevalence")
    if not 0.0 < rate < 1.0:
        raise ValueError(f"The prevalence must lie strictly between 0 and 1, but it is {prevalence!r}.")
    negatives = _scaled(forecast.negatives, (1 - rate) * forecast.total / forecast.negatives.total)
    positives = _scaled(forecast.positives, rate * forecast.total / forecast.positives.total)
    return Forecast._from_tables(negatives, positives, forecast._slack)


def _scaled(table: ClassTable, factor: float) -> ClassTable:
    return ClassTable(table.scores, table.cumulative * factor, table.cumulative_squares * factor**2)


def _error_at_prevalence(weighted: Forecast, costs: np.ndarray) -> np.ndarray:
    """Return the standard error when each class is a sample of its own and the prevalence is known."""
    cut = lowest_reaching(costs, weighted._slack)
    variance = np.zeros_like(costs)
    for table, worth in ((weighted.positives, np.ones_like(costs)), (weighted.negatives, _odds(costs))):
        index = np.searchsorted(table.scores, cut)
        missed = table.cumulative[index] / table.total
        missed_squares = table.cumulative_squares[index]
        found_squares = table.total_squares - missed_squares
        spread = found_squares * missed**2 + missed_squares * (1 - missed) ** 2
        variance += worth**2 * spread / weighted.total**2
    return np.sqrt(variance)


def _odds(costs: np.ndarray) -> np.ndarray:
    return np.divide(costs, 1 - costs, out=np.full_like(costs, np.nan), where=costs < 1.0)


def _check_harm(harm: Any) -> float:
    if isinstance(harm, bool) or not isinstance(harm, numbers.Real):
        raise TypeError(f"harm must be one number for this model, in units of net benefit, not {harm!r}.")
    value = float(harm)
    if not (math.isfinite(value) and value >= 0.0):
        raise ValueError(f"harm is what using the model costs, so it must be finite and at least 0, not {harm!r}.")
    return value
