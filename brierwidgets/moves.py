"""All that a move of the interval computes: one pure function of the forecasts' tables and the interval."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from brierwidgets.comparison import Comparison
from brierwidgets.core import Counts
from brierwidgets.core.intervals import Interval, check_interval
from brierwidgets.core.scores import Difference, Summary, check_rule, check_spacing, paired_difference

__all__ = ["EXACT_AT_ONCE", "Move", "Reading", "lead", "make_move", "rank", "read_at"]

#: Up to this many rows the paired standard error is cheap enough to follow a drag.
EXACT_AT_ONCE = 20_000


class Move(NamedTuple):
    """The scores of the models shown on one interval, and their order there."""

    interval: Interval
    spacing: str
    summaries: dict[str, Summary]
    ranks: dict[str, int]

    @property
    def order(self) -> list[str]:
        """Models from best to worst."""
        return sorted(self.ranks, key=self.ranks.__getitem__)

    @property
    def best(self) -> str | None:
        """The model with the lowest mean regret."""
        return self.order[0] if self.ranks else None

    @property
    def runner_up(self) -> str | None:
        """The second best model."""
        return self.order[1] if len(self.ranks) > 1 else None


def make_move(comparison: Comparison, interval: Any, spacing: str, names: Sequence[str]) -> Move:
    """Return the scores of `names` on `interval`: O(models x log n).

    Examples
    --------
    >>> both = Comparison([0, 0, 1, 1], {"keen": [0.4, 0.6, 0.7, 0.9], "shy": [0.1, 0.2, 0.3, 0.6]})
    >>> make_move(both, (0.2, 0.4), "cost", both.names).order
    ['shy', 'keen']
    """
    bounds = check_interval(interval)
    summaries = {name: comparison[name].summary(bounds, spacing=spacing) for name in names}
    return Move(bounds, spacing, summaries, rank({n: s.mean_regret.value for n, s in summaries.items()}))


def rank(values: dict[str, float], *, highest_first: bool = False) -> dict[str, int]:
    """Return ranks from 1; equal values share the lower rank."""
    ordered = sorted(values.values(), reverse=highest_first)
    return {name: ordered.index(value) + 1 for name, value in values.items()}


def lead(comparison: Comparison, move: Move) -> Difference | None:
    """Return by how much the best model beats the second, case by case; None where only counts are known."""
    rows = comparison.rows
    if rows is None or move.best is None or move.runner_up is None:
        return None
    rule = check_rule(check_spacing(move.spacing))
    second, first = (
        rule.pointwise(rows.labels, rows.scores[name], move.interval) for name in (move.runner_up, move.best)
    )
    return paired_difference(second, first, rows.weights)


class Reading(NamedTuple):
    """What one way of deciding does at one cost ratio, as shares of all cases."""

    name: str
    counts: Counts
    regret: float
    net_benefit: float


def read_at(comparison: Comparison, cost: float, names: Sequence[str]) -> list[Reading]:
    """Return a reading for each model, then for treating all and for treating none.

    Examples
    --------
    >>> both = Comparison([0, 0, 1, 1], {"keen": [0.4, 0.6, 0.7, 0.9], "shy": [0.1, 0.2, 0.3, 0.6]})
    >>> [(r.name, r.regret) for r in read_at(both, 0.25, both.names)]
    [('keen', 0.125), ('shy', 0.0), ('treat all', 0.125), ('treat none', 0.375)]
    """
    total, rate = comparison.total, comparison.prevalence
    readings = []
    for name in names:
        forecast = comparison[name]
        counts = Counts(*(count / total for count in forecast.counts(cost)))
        readings.append(Reading(name, counts, forecast.regret(cost), forecast.net_benefit(cost)))
    all_benefit = rate - (1 - rate) * cost / (1 - cost) if cost < 1.0 else math.nan
    readings.append(Reading("treat all", Counts(rate, 1 - rate, 0.0, 0.0), cost * (1 - rate), all_benefit))
    readings.append(Reading("treat none", Counts(0.0, 0.0, rate, 1 - rate), (1 - cost) * rate, 0.0))
    return readings
