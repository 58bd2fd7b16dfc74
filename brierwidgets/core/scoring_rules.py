"""The named scores as rules: what a single case loses under each, and over which costs it is averaged."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from brierwidgets.core.costs import CostDistribution, LogOddsUniform, NetBenefitUniform, Uniform
from brierwidgets.core.intervals import Interval
from brierwidgets.core.mixtures import as_weights
from brierwidgets.core.written import exact

__all__ = [
    "NO_WEIGHT",
    "RULES",
    "Rule",
    "Spacing",
    "check_log_odds_width",
    "check_rule",
    "largest_losses",
    "regret_rule",
]


@dataclass(frozen=True)
class Rule:
    """A score that is a mean over cases: ``scale(interval) * loss + per_positive * y``."""

    label: str
    weights: CostDistribution
    scale: Callable[[Interval], float]
    per_positive: float = 0.0
    higher_is_better: bool = False

    def costs(self, interval: Interval) -> CostDistribution:
        """Return the distribution of costs this rule averages over."""
        return self.weights.truncated(*interval)

    def largest_losses(self, interval: Interval) -> tuple[float, float]:
        """Return the largest loss of a negative and of a positive case, scaled; infinite where there is no bound."""
        scale = abs(self.scale(interval))
        negative, positive = largest_losses(self.weights, interval)
        return scale * negative, scale * positive

    def pointwise(self, y: np.ndarray, scores: np.ndarray, interval: Interval) -> np.ndarray:
        """Return each case's own score; their mean is the score (boolean `y`)."""
        low, high = interval
        clipped = np.clip(scores.astype(float, copy=False), low, high)
        losses = np.empty(scores.shape)
        losses[~y] = self.weights.negative_loss(clipped[~y], low)
        losses[y] = self.weights.positive_loss(clipped[y], high)
        losses *= self.scale(interval)
        if self.per_positive:
            losses[y] += self.per_positive
        return losses


def largest_losses(costs: CostDistribution, interval: Interval) -> tuple[float, float]:
    """Return the largest loss that a negative and that a positive case can have on the interval."""
    low, high = interval
    return float(costs.negative_loss(high, low)), float(costs.positive_loss(low, high))


RULES = {
    "brier": Rule("bounded Brier score", Uniform(), lambda _: 2.0),
    "log-loss": Rule("bounded log loss", LogOddsUniform(), lambda _: 1.0),
    "mean-regret": Rule("mean regret", Uniform(), lambda i: 1 / (i.high - i.low)),
    "mean-regret-log-odds": Rule(
        "mean regret over log-odds", LogOddsUniform(), lambda i: 1 / LogOddsUniform(*check_log_odds_width(i)).mass
    ),
    "net-benefit": Rule(
        "mean net benefit",
        NetBenefitUniform(),
        lambda i: -1 / (i.high - i.low),
        per_positive=1.0,
        higher_is_better=True,
    ),
}


#: An interval with less of the weight of a distribution than this has none to speak of.
NO_WEIGHT = 1e-12

#: What mean regret averages over: ``"cost"`` ratios, their ``"log-odds"``, or a distribution of cost ratios.
Spacing = str | CostDistribution


def check_rule(rule: str | Rule) -> Rule:
    """Return the rule of that name, or list the names there are."""
    if isinstance(rule, Rule):
        return rule
    if not isinstance(rule, str) or rule not in RULES:
        raise ValueError(f"There is no rule {rule!r}. Choose one of {', '.join(map(repr, RULES))}.")
    return RULES[rule]


def regret_rule(spacing: Spacing) -> Rule:
    """Return the rule of mean regret for `spacing`.

    Under a distribution it is the expected regret, the distribution being cut to the interval; NaN on an interval on
    which that has no weight.

    Examples
    --------
    >>> [round(loss, 6) for loss in regret_rule(Uniform(0.1, 0.3)).largest_losses(Interval(0.2, 0.9))]
    [0.25, 0.75]
    """
    if isinstance(spacing, CostDistribution):
        weights = as_weights(spacing)
        return Rule("mean regret", weights, lambda i: _per_weight(weights._mass(*i)))
    rules = {"cost": "mean-regret", "log-odds": "mean-regret-log-odds"}
    if not isinstance(spacing, str) or spacing not in rules:
        raise ValueError(f"spacing must be 'cost' or 'log-odds', or a distribution of costs, not {spacing!r}.")
    return RULES[rules[spacing]]


def _per_weight(share: float) -> float:
    return 1 / share if share > NO_WEIGHT else math.nan


def check_log_odds_width(interval: Interval) -> Interval:
    """Refuse an interval whose width in log-odds is infinite."""
    if interval.low == 0.0 or interval.high == 1.0:
        raise ValueError(
            f"The interval ({exact(interval.low)}, {exact(interval.high)}) is infinitely wide in log-odds, so an "
            "average over it does not exist. Choose ends strictly between 0 and 1, such as (0.01, 0.99)."
        )
    return interval
