"""How the best model changes with the interval."""

from __future__ import annotations

import math

import numpy as np

from brierwidgets.core.rules import RULE_NAMES
from brierwidgets.data.best_over_intervals import BestOverIntervals
from brierwidgets.words.costs import cost_range, costs_from
from brierwidgets.words.lists import list_names
from brierwidgets.words.numbers import per_thousand, rounded_percent
from brierwidgets.words.templates import RULE_WORDS, fill

__all__ = ["describe_interval", "describe_sensitivity", "share_of_intervals"]


def describe_interval(found: BestOverIntervals, low: int, high: int, unit: str = "probability") -> str:
    """Say who is best on the interval between two points of the grid, by how much and how surely.

    Examples
    --------
    >>> from brierwidgets import Comparison
    >>> both = Comparison([0, 0, 1, 1], {"keen": [0.4, 0.6, 0.7, 0.9], "shy": [0.1, 0.2, 0.3, 0.6]})
    >>> describe_interval(both.best_over_intervals([0.2, 0.4, 0.8], standard_errors=True), 0, 1)
    'From 20% to 40%: shy, 68.8 per 1,000 people ahead of keen (95% interval: −256 to 348), which could be chance.'
    """
    if found.best[low, high] < 0:
        return fill("no_weight", costs=costs_from(found.grid[[low, high]], unit))
    return _describe_models(found, low, high, unit) + _describe_rule(found, low, high)


def _describe_rule(found: BestOverIntervals, low: int, high: int) -> str:
    """Say when a rule without a model beats all of them."""
    rule = int(found.better_rule[low, high])
    if rule < 0:
        return ""
    gap = found.scores[found.best[low, high], low, high] - found.rules[rule, low, high]
    return fill("rule_beats_all", rule=RULE_WORDS[RULE_NAMES[rule]], gap=per_thousand(float(gap)))


def _describe_models(found: BestOverIntervals, low: int, high: int, unit: str) -> str:
    where = cost_range(found.grid[[low, high]], unit).capitalize()
    best, second = (int(models[low, high]) for models in (found.best, found.runner_up))
    if second < 0:
        return fill("only_shown", where=where, best=found.names[best])
    if found.tied[low, high]:
        level = np.isclose(found.scores[:, low, high], found.scores[best, low, high], rtol=1e-9, atol=0.0)
        return fill(
            "equal_here", where=where, names=list_names([found.names[model] for model in np.flatnonzero(level)])
        )
    fields = {"where": where, "best": found.names[best], "second": found.names[second]}
    fields["margin"] = per_thousand(float(found.margin[low, high]))
    if found.low is None or found.high is None or np.isnan(found.low[low, high]):
        return fill("ahead", **fields)
    ends = {name: per_thousand(float(end[low, high])) for name, end in (("low", found.low), ("high", found.high))}
    return fill("ahead_clearly" if found.clear[low, high] else "ahead_by_chance", **fields, **ends)


def describe_sensitivity(found: BestOverIntervals) -> str:
    """Say on how many of the intervals each model is best.

    Examples
    --------
    >>> from brierwidgets import Comparison
    >>> both = Comparison([0, 0, 1, 1], {"keen": [0.4, 0.6, 0.7, 0.9], "shy": [0.1, 0.2, 0.3, 0.6]})
    >>> describe_sensitivity(both.best_over_intervals([0.2, 0.4, 0.6, 0.8], standard_errors=True))
    'keen is best on 50% of these intervals (clearly on 0%); shy on 33% (clearly on 0%); models are equal on 17%.'
    """
    shares = found.shares().sort_values("best", ascending=False, kind="stable")
    phrases: list[str] = []
    rarely: list[str] = []
    for name, best, clear in shares.itertuples():
        if best < 0.005:
            rarely.append(name)
            continue
        sure = "" if math.isnan(clear) or len(found.names) == 1 else f" (clearly on {share_of_intervals(clear)})"
        verb, whole = ("on", "") if phrases else ("is best on", " of these intervals")
        phrases.append(f"{name} {verb} {share_of_intervals(best)}{whole}{sure}")
    if tied := np.count_nonzero(found.tied):
        share = share_of_intervals(tied / np.count_nonzero(found.best >= 0))
        phrases.append(f"models are equal on {share}" if phrases else f"Models are equal on {share} of these intervals")
    if 0 < len(rarely) < len(found.names):
        phrases.append(f"{list_names(rarely)} on hardly any or none")
    if beaten := found.beaten_share:
        models = "it" if len(found.names) == 1 else "every model"
        phrases.append(f"treating all or none beats {models} on {share_of_intervals(beaten)}")
    return "; ".join(phrases) + "."


def share_of_intervals(share: float, under: str = "under ", over: str = "over ") -> str:
    """Write on how many of the intervals something is so, where 0% means none of them and 100% all.

    Examples
    --------
    >>> share_of_intervals(0.001), share_of_intervals(0.331), share_of_intervals(0.999, over=">")
    ('under 1%', '33%', '>99%')
    """
    if 0.0 < share < 0.005:
        return f"{under}1%"
    return f"{over}99%" if 0.995 <= share < 1.0 else rounded_percent(share)
