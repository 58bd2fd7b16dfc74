"""Deciding without a model: treat everyone, or no one. Every model's rivals."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, TypeVar

import numpy as np

from brierwidgets.core.class_tables import ClassTable
from brierwidgets.core.differences import Difference
from brierwidgets.core.forecast import Forecast
from brierwidgets.core.guarded import guarded_interval, interval_around, plain_mean
from brierwidgets.core.intervals import Interval, odds_of
from brierwidgets.core.scoring_rules import Rule, Spacing, check_rule, regret_rule

__all__ = [
    "RULE_NAMES",
    "TREAT_ALL",
    "TREAT_NONE",
    "check_rule_names",
    "difference_to_rule",
    "rule_benefit",
    "rule_forecast",
    "rule_mean_regret",
    "rule_regret",
]

TREAT_ALL, TREAT_NONE = "treat all", "treat none"
RULE_NAMES = (TREAT_ALL, TREAT_NONE)

#: How many cases guard each class of a difference between a model and a rule (``brierwidgets.core.guarded``).
ADDED_AGAINST_A_RULE = 2.0

AnyForecast = TypeVar("AnyForecast", bound=Forecast)


def check_rule_names(names: Iterable[str]) -> None:
    """Refuse a model that is called as a rule without a model is: a table or a sentence could not tell them apart."""
    for name in names:
        if name in RULE_NAMES:
            raise ValueError(
                f"A model is called {name!r}, which is the name of the rule without a model that every model is "
                f"compared with. Give the model another name, such as 'my {name}'."
            )


def rule_forecast(cases: AnyForecast, rule: str) -> AnyForecast:
    """Return a rule without a model as a forecast of the same cases: score 1 or 0 for everyone.

    Examples
    --------
    >>> everyone = rule_forecast(Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8]), "treat all")
    >>> everyone
    Forecast(4 cases, prevalence 0.5, 1 distinct scores)
    >>> everyone.brier_score()
    0.5
    """
    score = 1.0 if rule == TREAT_ALL else 0.0
    forecast = cases._from_tables(_all_at(score, cases.negatives), _all_at(score, cases.positives))
    forecast.__dict__["always_wrong"] = (rule == TREAT_ALL, rule == TREAT_NONE)
    return forecast


def _all_at(score: float, table: ClassTable) -> ClassTable:
    return table.regrouped(np.array([0, -1]), np.array([score])) if table.total else table


def rule_regret(rule: str, prevalence: float, cost: Any) -> Any:
    """Return the regret of a rule without a model at one or many cost ratios.

    Treating all is wrong for every negative case, c (1 - prevalence); treating none for every positive one,
    (1 - c) prevalence.

    Examples
    --------
    >>> rule_regret("treat all", 0.25, 0.2), rule_regret("treat none", 0.25, 0.2)
    (0.15000000000000002, 0.2)
    """
    return cost * (1 - prevalence) if rule == TREAT_ALL else (1 - cost) * prevalence


def rule_mean_regret(rule: str, prevalence: float, interval: Interval, spacing: Spacing = "cost") -> float:
    """Return the mean regret of a rule without a model over an interval.

    Examples
    --------
    >>> round(rule_mean_regret("treat all", 0.25, Interval(0.1, 0.3)), 12)
    0.15
    >>> round(rule_mean_regret("treat none", 0.25, Interval(0.1, 0.3), "log-odds"), 4)
    0.2035
    """
    negative, positive = regret_rule(spacing).largest_losses(interval)
    return (1 - prevalence) * negative if rule == TREAT_ALL else prevalence * positive


def rule_benefit(rule: str, prevalence: float, cost: Any) -> Any:
    """Return the net benefit of a rule without a model; of treating all at cost ratio 1 there is none: NaN.

    Examples
    --------
    >>> round(rule_benefit("treat all", 0.25, 0.2), 4), rule_benefit("treat none", 0.25, 0.2)
    (0.0625, 0.0)
    """
    if np.ndim(cost) == 0:
        if rule == TREAT_NONE:
            return 0.0
        return prevalence - (1 - prevalence) * cost / (1 - cost) if cost < 1.0 else math.nan
    costs = np.asarray(cost, dtype=float)
    if rule == TREAT_NONE:
        return np.zeros_like(costs)
    return prevalence - (1 - prevalence) * odds_of(costs)


def difference_to_rule(model: Forecast, rule: str, score: str | Rule, interval: Interval) -> Difference:
    """Return a model's score minus that of a rule without a model, on the same cases.

    A rule loses the same on every case of a class, so a model's own sums are enough: rows are not needed.

    Parameters
    ----------
    model
        The model's forecast.
    rule
        ``"treat all"`` or ``"treat none"``.
    score
        The score compared: ``"mean-regret"``, ``"mean-regret-log-odds"``, ``"brier"``, ``"log-loss"`` or
        ``"net-benefit"``, or a `Rule`.
    interval
        The cost ratios that matter.

    Examples
    --------
    >>> model = Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8])
    >>> round(difference_to_rule(model, "treat none", "mean-regret", Interval(0.2, 0.5)).estimate, 4)
    -0.1917
    """
    chosen = check_rule(score)
    negative, positive = (math.copysign(loss, chosen.scale(interval)) for loss in chosen.largest_losses(interval))
    treats_all, known = rule == TREAT_ALL, model.prevalence_given
    negatives, positives = model.loss_sums(score, interval)
    # What the rule loses is taken off the bounds as well: within a class no model differs from it both ways.
    negatives = negatives.moved(1.0, -negative if treats_all else 0.0)
    positives = positives.moved(1.0, -chosen.per_positive - (0.0 if treats_all else positive))
    mean = plain_mean(negatives, positives, prevalence_known=known)
    if not math.isfinite(mean.center):
        return Difference(mean.center, math.nan, math.nan, math.nan)
    low, high = guarded_interval(negatives, positives, prevalence_known=known, cases=ADDED_AGAINST_A_RULE)
    # Whole cases on one side of 0 pull the centre away from the sample: what that alone would hold is held still.
    plain_low, plain_high = interval_around(mean)
    return Difference(mean.center, mean.error, min(low, plain_low), max(high, plain_high))
