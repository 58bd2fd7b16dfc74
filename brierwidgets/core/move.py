"""All that a move of the interval computes: one pure function of the forecasts' tables and the interval."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from brierwidgets.core.differences import Difference, paired_difference
from brierwidgets.core.forecast import Counts, Forecast
from brierwidgets.core.guarded import excludes_zero
from brierwidgets.core.intervals import Interval, check_interval
from brierwidgets.core.rows import Rows
from brierwidgets.core.rules import (
    RULE_NAMES,
    TREAT_ALL,
    TREAT_NONE,
    difference_to_rule,
    rule_benefit,
    rule_mean_regret,
    rule_regret,
)
from brierwidgets.core.scores import Summary
from brierwidgets.core.scoring_rules import Spacing, regret_rule

__all__ = [
    "EXACT_AT_ONCE",
    "Lead",
    "Models",
    "Move",
    "Reading",
    "equal_scores",
    "lead",
    "make_move",
    "rank",
    "read_at",
    "rule_in_doubt",
]

#: Up to this many rows the paired standard error is cheap enough to follow a drag.
EXACT_AT_ONCE = 20_000

#: Mean regrets closer than this share of the larger one are equal but for rounding: sums keep about 13 digits.
TIED = 1e-12


class Models(Protocol):
    """Several models of the same cases, as `brierwidgets.Comparison` holds them."""

    @property
    def rows(self) -> Rows | None:
        """The cases one by one; None when only counts are known."""

    @property
    def total(self) -> float:
        """Number of cases, or the sum of their weights."""

    @property
    def prevalence(self) -> float:
        """Share of positive cases."""

    def __getitem__(self, name: str) -> Forecast: ...


class Move(NamedTuple):
    """The scores of the models shown on one interval, their order there, and the rules without a model.

    Attributes
    ----------
    interval, spacing
        The cost ratios that matter, and what mean regret averages over.
    summaries
        The scores of each model shown.
    ranks
        Ranks of the models among themselves by mean regret, from 1.
    rules
        Mean regret of treating all and of treating none.
    prevalence
        Share of positive cases.
    """

    interval: Interval
    spacing: Spacing
    summaries: dict[str, Summary]
    ranks: dict[str, int]
    rules: dict[str, float]
    prevalence: float

    @property
    def order(self) -> list[str]:
        """Models from best to worst."""
        return sorted(self.ranks, key=self.ranks.__getitem__)

    @property
    def best(self) -> str | None:
        """The model with the lowest mean regret; None where there is no weight to average over."""
        order = self.order
        return order[0] if order and not math.isnan(self.regret(order[0])) else None

    @property
    def runner_up(self) -> str | None:
        """The second best model."""
        return self.order[1] if len(self.ranks) > 1 and self.best is not None else None

    @property
    def tied(self) -> list[str]:
        """Every model whose mean regret is the lowest but for rounding, the best first."""
        return [name for name in self.order if equal_scores(self.regret(name), self.regret(self.order[0]))]

    @property
    def best_rule(self) -> str:
        """The rule without a model that has the lower mean regret here."""
        return self._lowest(list(self.rules))

    @property
    def winner(self) -> str | None:
        """Who has the lowest mean regret: the best model, or the rule that beats it."""
        if self.best is None:
            return None
        best, rule = self.regret(self.best), self.regret(self.best_rule)
        return self.best_rule if rule < best and not equal_scores(rule, best) else self.best

    @property
    def rival(self) -> str | None:
        """Who comes next to the best: the model that is not tied with it or the rule with the lowest mean regret."""
        if self.best is None:
            return None
        others = self.order[len(self.tied) :][:1]
        return self._lowest([*others, self.best_rule])

    @property
    def rivals(self) -> int:
        """How many the best model is compared with: the other models shown and the two rules."""
        return len(self.ranks) - 1 + len(self.rules)

    def _lowest(self, names: list[str]) -> str:
        """Return who has the lowest mean regret; of those equal but for rounding the first."""
        lowest = min(map(self.regret, names))
        return next((name for name in names if equal_scores(self.regret(name), lowest)), names[0])

    def regret(self, name: str) -> float:
        """Return the mean regret of a model shown or of a rule without a model."""
        return self.rules[name] if name in self.rules else self.summaries[name].mean_regret.value


def equal_scores(one: float, other: float) -> bool:
    """Whether two scores are the same but for rounding."""
    return abs(one - other) <= TIED * max(abs(one), abs(other))


def side_by_side(heights: Sequence[float], ends: Sequence[float]) -> list[list[float]]:
    """Return the two ends of each mean line: the whole interval, or equal parts of it where heights are the same.

    Examples
    --------
    >>> side_by_side([0.3, 0.1, 0.3], [0.0, 1.0])
    [[0.0, 0.5], [0.0, 1.0], [0.5, 1.0]]
    """
    first, last = ends
    places = []
    for number, height in enumerate(heights):
        same = [other for other, value in enumerate(heights) if equal_scores(value, height)]
        step = (last - first) / max(len(same), 1)
        place = same.index(number) if same else 0
        places.append([first + place * step, last if place == len(same) - 1 else first + (place + 1) * step])
    return places


def make_move(models: Models, interval: Any, spacing: Spacing, names: Sequence[str]) -> Move:
    """Return the scores of `names` on `interval`: O(models x log n).

    Examples
    --------
    >>> from brierwidgets import Comparison
    >>> both = Comparison([0, 0, 1, 1], {"keen": [0.4, 0.6, 0.7, 0.9], "shy": [0.1, 0.2, 0.3, 0.6]})
    >>> move = make_move(both, (0.2, 0.4), "cost", both.names)
    >>> move.order, move.rival
    (['shy', 'keen'], 'keen')
    """
    bounds = check_interval(interval)
    summaries = {name: models[name].summary(bounds, spacing=spacing) for name in names}
    ranks = rank({n: s.mean_regret.value for n, s in summaries.items()})
    rate = models.prevalence
    rules = {rule: rule_mean_regret(rule, rate, bounds, spacing) for rule in RULE_NAMES}
    return Move(bounds, spacing, summaries, ranks, rules, rate)


def rank(values: dict[str, float], *, highest_first: bool = False) -> dict[str, int]:
    """Return ranks from 1; values equal but for rounding share the better rank, infinite ones and NaN the last one.

    Examples
    --------
    >>> rank({"a": 0.1 + 0.2, "b": 0.1, "c": 0.3}), rank({"a": math.inf, "b": 0.1, "c": math.inf})
    ({'a': 2, 'b': 1, 'c': 2}, {'a': 3, 'b': 1, 'c': 3})
    """
    ordered = sorted((value for value in values.values() if math.isfinite(value)), reverse=highest_first)

    def place(value: float) -> int:
        return next(index for index, other in enumerate(ordered, start=1) if equal_scores(other, value))

    return {name: place(value) if math.isfinite(value) else len(values) for name, value in values.items()}


class Lead(NamedTuple):
    """By how much the best model beats its best rival on the same cases: below 0 where a rule is better.

    Attributes
    ----------
    rival
        The rival's name: a model shown, or ``"treat all"`` or ``"treat none"``.
    estimate, standard_error
        Mean regret of the rival minus that of the best model.
    low, high
        The guarded 95% interval of that difference.
    clear
        Whether the interval excludes 0 with its level divided among all rivals, and both classes were seen.
    """

    rival: str
    estimate: float
    standard_error: float
    low: float
    high: float
    clear: bool


def lead(models: Models, move: Move) -> Lead | None:
    """Return by how much the best model beats its best rival, a model or a rule; None where that cannot be told.

    A rule is paired with a model's own sums. Two models are paired case by case, so where only counts are known
    there is no answer.

    Examples
    --------
    >>> from brierwidgets import Comparison
    >>> one = Comparison([0, 0, 1, 1], {"shy": [0.1, 0.2, 0.3, 0.6]})
    >>> found = lead(one, make_move(one, (0.2, 0.4), "cost", one.names))
    >>> found.rival, round(found.estimate, 4), found.clear
    ('treat all', 0.0688, False)
    """
    best, rival, rows = move.best, move.rival, models.rows
    if best is None or rival is None:
        return None
    score = regret_rule(move.spacing)
    if rival in move.rules:
        return _lead_over_rule(models[best], rival, move)
    if rows is None:
        return None
    second, first = (score.pointwise(rows.labels, rows.scores[name], move.interval) for name in (rival, best))
    known = models[best].prevalence_given
    bounds = score.largest_losses(move.interval)
    gap = paired_difference(
        second,
        first,
        rows.labels,
        bounds,
        rows.sampled_weights,
        factors=rows.factors,
        prevalence_known=known,
    )
    return _judged(rival, gap, move)


def rule_in_doubt(models: Models, move: Move) -> Lead | None:
    """Return the best model's lead over a rule where that is not clear, the better rule first; None if both are.

    A lead over the next model says nothing of the rules, which may come after it and be less sure.

    Examples
    --------
    >>> from brierwidgets import Comparison
    >>> one = Comparison([0, 0, 1, 1], {"shy": [0.1, 0.2, 0.3, 0.6]})
    >>> rule_in_doubt(one, make_move(one, (0.2, 0.4), "cost", one.names)).rival
    'treat all'
    """
    if move.best is None:
        return None
    rules = sorted(move.rules, key=move.rules.__getitem__)
    leads = (_lead_over_rule(models[move.best], rule, move) for rule in rules)
    return next((found for found in leads if not found.clear), None)


def _lead_over_rule(best: Forecast, rule: str, move: Move) -> Lead:
    against = difference_to_rule(best, rule, regret_rule(move.spacing), move.interval)
    gap = Difference(-against.estimate, against.standard_error, -against.high, -against.low)
    return _judged(rule, gap, move)


def _judged(rival: str, gap: Difference, move: Move) -> Lead:
    seen_both = 0.0 < move.prevalence < 1.0
    return Lead(rival, *gap, clear=seen_both and excludes_zero(gap.low, gap.high, move.rivals))


class Reading(NamedTuple):
    """What one way of deciding does at one cost ratio, as shares of all cases."""

    name: str
    counts: Counts
    regret: float
    net_benefit: float


def read_at(models: Models, cost: float, names: Sequence[str]) -> list[Reading]:
    """Return a reading for each model, then for treating all and for treating none.

    Examples
    --------
    >>> from brierwidgets import Comparison
    >>> both = Comparison([0, 0, 1, 1], {"keen": [0.4, 0.6, 0.7, 0.9], "shy": [0.1, 0.2, 0.3, 0.6]})
    >>> [(r.name, r.regret) for r in read_at(both, 0.25, both.names)]
    [('keen', 0.125), ('shy', 0.0), ('treat all', 0.125), ('treat none', 0.375)]
    """
    total, rate = models.total, models.prevalence
    readings = []
    for name in names:
        forecast = models[name]
        counts = Counts(*(count / total for count in forecast.counts(cost)))
        readings.append(Reading(name, counts, forecast.regret(cost), forecast.net_benefit(cost)))
    rules = {TREAT_ALL: Counts(rate, 1 - rate, 0.0, 0.0), TREAT_NONE: Counts(0.0, 0.0, rate, 1 - rate)}
    for rule, counts in rules.items():
        readings.append(Reading(rule, counts, rule_regret(rule, rate, cost), rule_benefit(rule, rate, cost)))
    return readings
