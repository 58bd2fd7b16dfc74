"""How a model does in each group, in numbers and in words."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

from brierwidgets.core.intervals import Interval
from brierwidgets.core.scores import Summary
from brierwidgets.formatting import per_thousand, percent
from brierwidgets.groups import FEWEST, Groups, GroupSize

__all__ = ["GroupScore", "describe_groups", "describe_size", "score_groups"]

_Z95 = 1.96


class GroupScore(NamedTuple):
    """One model on one group: how many cases, their prevalence, and the scores on an interval."""

    size: GroupSize
    prevalence: float
    summary: Summary


def score_groups(groups: Groups, model: str, interval: Interval, spacing: str = "cost") -> dict[str, GroupScore]:
    """Return the scores of a model in every group: O(groups x log n) once the groups have been sorted.

    Examples
    --------
    >>> from brierwidgets.comparison import Comparison
    >>> groups = Groups(Comparison([0, 1, 0, 1], {"a": [0.1, 0.6, 0.4, 0.8]}), ["n", "s", "s", "n"])
    >>> {name: score.summary.mean_regret.value for name, score in score_groups(groups, "a", Interval(0.5, 0.6)).items()}
    {'n': 0.0, 's': 0.0}
    """
    return {
        name: GroupScore(groups.size(name), part.prevalence, part[model].summary(interval, spacing=spacing))
        for name, part in groups.items()
    }


def describe_size(name: str, size: GroupSize) -> str:
    """Say how many cases a group has, and whether that is enough.

    Examples
    --------
    >>> describe_size("north", GroupSize(positives=4, negatives=700))
    'north has 704 cases, 4 of them positive: too few to judge a model on. A group needs 10 of each class.'
    """
    told = f"{name} has {size.cases:,} cases, {size.positives:,} of them positive"
    if size.too_small:
        return f"{told}: too few to judge a model on. A group needs {FEWEST} of each class."
    return f"{told}."


def describe_groups(model: str, interval: Interval, scores: Mapping[str, GroupScore]) -> str:
    """Say in which group a model does worst and in which best, and whether that could be chance.

    Groups that are too small are named and left out. The two groups have different cases, so the standard
    errors of their scores add up in squares.
    """
    where = f"For costs from {percent(interval.low)} to {percent(interval.high)}"
    judged = {name: score for name, score in scores.items() if not score.size.too_small}
    small = [name for name in scores if name not in judged]
    left_out = f" Too small to judge: {', '.join(small)} (fewer than {FEWEST} of a class)." if small else ""
    if len(judged) < 2:
        return f"{where}, fewer than two groups are large enough to be compared.{left_out}"
    regret = {name: score.summary.mean_regret for name, score in judged.items()}
    best, worst = (extreme(regret, key=lambda name: regret[name].value) for extreme in (min, max))
    gap = regret[worst].value - regret[best].value
    error = math.hypot(regret[worst].standard_error, regret[best].standard_error)
    chance = "more than chance would do" if gap > _Z95 * error else "which could be chance"
    rates = [score.prevalence for score in judged.values()]
    return (
        f"{where}, the mean regret of {model} is lowest in {best} ({_with_error(regret[best])} per 1,000 people) and "
        f"highest in {worst} ({_with_error(regret[worst])}): a gap of {per_thousand(gap)} ± {per_thousand(error)}, "
        f"{chance}. Regret depends on how common positives are, here {percent(min(rates))} to {percent(max(rates))}; "
        f"skill allows for it.{left_out}"
    )


def _with_error(estimate: tuple[float, float]) -> str:
    value, error = estimate
    return f"{per_thousand(value)} ± {per_thousand(error)}"
