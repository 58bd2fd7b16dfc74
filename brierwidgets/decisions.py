"""One model, one threshold, one cost ratio: who is acted on, at what regret, and is it worth it."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from brierwidgets.core import Counts, Forecast
from brierwidgets.core.intervals import Interval, logit
from brierwidgets.core.people import whole_people
from brierwidgets.core.sums import merge_classes
from brierwidgets.formatting import percent

__all__ = ["Decision", "decide", "describe", "describe_useful", "useful_costs"]

#: Stretches of cost ratios nearer to each other in log-odds than this (a step of the slider) are told as one.
_NEAR = 0.02


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
        return self.counts.tp + self.counts.fp

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
    return Decision(threshold, cost, counts, regret, cost * (1 - rate), (1 - cost) * rate)


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


def describe(name: str, decision: Decision) -> list[str]:
    """Put a decision into words: what happens to 1,000 people, and whether it beats treating all and none.

    Examples
    --------
    >>> decision = decide(Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8]), 0.3, 0.2)
    >>> print(*describe("keen", decision))
    Acting on keen at 30%, of 1,000 people 750 are acted on, 250 of them needlessly, and 0 of the 500 who need it are
    missed.
    At a cost ratio of 20% that beats treating all and treating none: 66.7% of those acted on need it, more than 20%,
    and 0% of those let go, fewer than 20%.
    """
    tp, fp, fn, _ = whole_people(decision.counts, 1000)
    first = (
        f"Acting on {name} at {percent(decision.threshold)}, of 1,000 people {tp + fp:,} are acted on, {fp} of them "
        f"needlessly, and {fn} of the {tp + fn:,} who need it are missed."
    )
    return [first, _worth(decision)]


def _worth(decision: Decision) -> str:
    cost = percent(decision.cost)
    where = f"At a cost ratio of {cost}"
    rivals = {"treating all": decision.treat_all, "treating none": decision.treat_none}
    better = min(rivals, key=rivals.__getitem__)
    acted_on, let_go = decision.risk_if_acted_on, decision.risk_if_let_go
    if math.isnan(acted_on):
        verdict = "no worse" if better == "treating none" else "worse"
        return f"Nobody is acted on, so this is treating none. {where} that is {verdict} than treating all."
    if math.isnan(let_go):
        verdict = "no worse" if better == "treating all" else "worse"
        return f"Everyone is acted on, so this is treating all. {where} that is {verdict} than treating none."
    gap = decision.regret - rivals[better]
    if abs(gap) <= 1e-12:
        return f"{where} that is exactly as good as {better}."
    if gap < 0:
        return (
            f"{where} that beats treating all and treating none: {percent(acted_on)} of those acted on need it, more "
            f"than {cost}, and {percent(let_go)} of those let go, fewer than {cost}."
        )
    why = (
        f"only {percent(acted_on)} of those acted on need it, fewer than {cost}"
        if better == "treating none"
        else f"{percent(let_go)} of those let go need it, more than {cost}"
    )
    return f"{where} {better} would be better: {why}."


def describe_useful(name: str, stretches: list[Interval]) -> str:
    """Say for which cost ratios a model is worth having; stretches that nearly touch are told as one.

    Examples
    --------
    >>> describe_useful("keen", [Interval(0.1, 0.4), Interval(0.4001, 0.5), Interval(0.6, 0.8)])
    'Decided at the cost ratio itself, keen beats both from 10% to 50% and from 60% to 80%.'
    """
    joined: list[Interval] = []
    for low, high in stretches:
        if joined and float(logit(low) - logit(joined[-1].high)) < _NEAR:
            joined[-1] = Interval(joined[-1].low, high)
        else:
            joined.append(Interval(low, high))
    if not joined:
        return f"At no cost ratio does {name} beat both treating all and treating none."
    widest = sorted(sorted(joined, key=lambda each: each.low - each.high)[:2])
    told = " and ".join(f"from {percent(round(low, 4))} to {percent(round(high, 4))}" for low, high in widest)
    more = len(joined) - len(widest)
    rest = f", and on {more} shorter stretch{'es' if more > 1 else ''}" if more else ""
    return f"Decided at the cost ratio itself, {name} beats both {told}{rest}."
