"""How a model does in each group, in numbers and in words."""

from __future__ import annotations

import math
from collections.abc import Mapping

from brierwidgets.core.differences import independent_difference
from brierwidgets.core.guarded import excludes_zero
from brierwidgets.core.intervals import Interval
from brierwidgets.core.scores import Estimate
from brierwidgets.core.scoring_rules import Spacing
from brierwidgets.data.groups import FEWEST, GroupScore, GroupSize
from brierwidgets.words.costs import costs_from, for_costs
from brierwidgets.words.numbers import per_thousand, percent
from brierwidgets.words.templates import fill

__all__ = ["describe_groups", "describe_size"]


def describe_size(name: str, size: GroupSize) -> str:
    """Say how many cases a group has, and whether that is enough.

    Examples
    --------
    >>> describe_size("north", GroupSize(positives=4, negatives=700))
    'north has 704 cases, 4 of them positive: too few to judge a model on. A group needs 10 of each class.'
    """
    if size.cases == 1:
        counted = f"{name} has 1 case, a {'positive' if size.positives else 'negative'} one"
    else:
        counted = f"{name} has {size.cases:,} cases, {size.positives:,} of them positive"
    if size.too_small:
        return f"{counted}: too few to judge a model on. A group needs {FEWEST} of each class."
    return f"{counted}."


def describe_groups(
    model: str,
    interval: Interval,
    scores: Mapping[str, GroupScore],
    unit: str = "probability",
    spacing: Spacing = "cost",
) -> str:
    """Say in which group a model does worst and in which best, and whether that could be chance.

    Groups that are too small are named and left out. The two groups have different cases, so the intervals of
    their scores add up in squares. Of many groups the two extremes were picked, so the level of the interval that
    must exclude 0 is divided among all pairs of groups.
    """
    where = for_costs(interval, unit, spacing)
    judged = {name: score for name, score in scores.items() if not score.size.too_small}
    small = [name for name in scores if name not in judged]
    left_out = f" Too small to judge: {', '.join(small)} (fewer than {FEWEST} of a class)." if small else ""
    if len(judged) < 2:
        return f"{where}, fewer than two groups are large enough to be compared.{left_out}"
    regret = {name: score.summary.mean_regret for name, score in judged.items()}
    if any(math.isnan(estimate.value) for estimate in regret.values()):
        return fill("no_weight", costs=costs_from(interval, unit))
    best, worst = (extreme(regret, key=lambda name: regret[name].value) for extreme in (min, max))
    gap = independent_difference(regret[worst], regret[best])
    pairs = math.comb(len(judged), 2)
    chance = "more than chance would do" if excludes_zero(gap.low, gap.high, pairs) else "which could be chance"
    span = f"95% interval: {per_thousand(gap.low)} to {per_thousand(gap.high)}"
    rates = [score.prevalence for score in judged.values()]
    common = " to ".join(dict.fromkeys(percent(rate) for rate in (min(rates), max(rates))))
    return (
        f"{where}, the mean regret of {model} is lowest in {best} ({_with_interval(regret[best])} per 1,000 people) "
        f"and highest in {worst} ({_with_interval(regret[worst])}): a gap of {per_thousand(gap.estimate)} ({span}), "
        f"{chance}. Regret depends on how common positives are, here {common}; "
        f"skill allows for it.{left_out}"
    )


def _with_interval(estimate: Estimate) -> str:
    return f"{per_thousand(estimate.value)}, 95% interval {per_thousand(estimate.low)} to {per_thousand(estimate.high)}"
