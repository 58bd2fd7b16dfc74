"""One model, one threshold, one cost ratio: who is acted on, at what regret, and is it worth it."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from brierwidgets.core import Counts, Forecast
from brierwidgets.core.class_tables import merge_classes
from brierwidgets.core.intervals import Interval
from brierwidgets.core.rules import TREAT_ALL, TREAT_NONE, rule_regret

__all__ = ["Decision", "decide", "useful_costs"]


class Decision(NamedTuple):
    """What acting on a model at a threshold does, when a false alarm costs `cost` and a missed case 1 - `cost`.

    Attributes
    ----------
    threshold, cost
        Where decisions are taken, and what errors cost.
    counts
        True and false positives, false and true negatives, as shares of all cases.
    regret, treat_all, treat_none
        Regret of acting on the model, on everyone and on no one.
    """

    threshold: float
    cost: float
    counts: Counts
    regret: float
    treat_all: float
    treat_none: float

    @property
    def acted_on(self) -> float:
        """Share of people acted on."""
        return float(self.counts.tp + self.counts.fp)

    @property
    def risk_if_acted_on(self) -> float:
        """Share of positives among those acted on (the precision); NaN if nobody is."""
        return self.counts.tp / self.acted_on if self.acted_on else math.nan

    @property
    def risk_if_let_go(self) -> float:
        """Share of positives among those let go; NaN if nobody is."""
        let_go = self.counts.fn + self.counts.tn
        return self.counts.fn / let_go if let_go else math.nan


def decide(forecast: Forecast, threshold: float, cost: float) -> Decision:
    """Return what acting on `forecast` at `threshold` does: O(log n).

    Examples
    --------
    >>> decision = decide(Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8]), 0.3, 0.2)
    >>> decision.regret, decision.treat_all, decision.treat_none
    (0.05, 0.1, 0.4)
    >>> round(decision.risk_if_acted_on, 3), decision.risk_if_let_go
    (0.667, 0.0)
    """
    counts = Counts(*(count / forecast.total for count in forecast.counts(threshold)))
    rate = forecast.prevalence
    regret = forecast.regret(cost, threshold)
    rivals = (rule_regret(rule, rate, cost) for rule in (TREAT_ALL, TREAT_NONE))
    return Decision(threshold, cost, counts, regret, *rivals)


def useful_costs(forecast: Forecast) -> list[Interval]:
    """Return the stretches of cost ratios where acting on the model, at c, beats treating all and treating none.

    Between two neighbouring scores the decisions are the same, and there they beat treating none while c is
    below the share of positives among those acted on, and treating all while c is above it among those let go.

    Examples
    --------
    >>> useful_costs(Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8]))
    [Interval(low=0.1, high=0.4), Interval(low=0.6, high=0.8)]
    """
    merged = merge_classes(forecast.negatives, forecast.positives)
    tn, fn = merged.cumulative_negatives[1:-1], merged.cumulative_positives[1:-1]
    tp, fp = merged.cumulative_positives[-1] - fn, merged.cumulative_negatives[-1] - tn
    lows = np.maximum(merged.scores[:-1], fn / (fn + tn))
    highs = np.minimum(merged.scores[1:], tp / (tp + fp))
    kept = lows < highs
    lows, highs = lows[kept], highs[kept]
    if not lows.size:
        return []
    breaks = np.flatnonzero(lows[1:] > highs[:-1])
    starts, ends = lows[np.append(0, breaks + 1)], highs[np.append(breaks, -1)]
    return [Interval(float(low), float(high)) for low, high in zip(starts, ends, strict=True)]
