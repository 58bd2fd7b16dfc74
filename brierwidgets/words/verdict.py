"""What the numbers say, in plain sentences.

`state_facts` gathers plain data: names, numbers, flags. `write_verdict` turns them into sentences, by functions that
choose among the templates of ``brierwidgets.words.templates`` and know nothing else. The page has the same functions.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from brierwidgets.core.guarded import excludes_zero
from brierwidgets.core.intervals import Interval
from brierwidgets.core.move import Lead, Move, equal_scores, rule_in_doubt
from brierwidgets.core.scoring_rules import Spacing
from brierwidgets.data.comparison import Comparison
from brierwidgets.words.base_rate import describe_base_rate
from brierwidgets.words.costs import costs_from, for_costs
from brierwidgets.words.lists import list_names
from brierwidgets.words.numbers import count_word, per_thousand
from brierwidgets.words.templates import RULE_WORDS, fill

__all__ = ["Facts", "Verdict", "state_facts", "verdict", "write_verdict"]


class Verdict(NamedTuple):
    """Which model to use on an interval, by how much, how sure, and what Brier would have said."""

    best: str
    sentences: list[str]

    def __str__(self) -> str:
        return " ".join(self.sentences)


class Facts(NamedTuple):
    """All that a verdict rests on, as plain data.

    Attributes
    ----------
    interval, unit
        The cost ratios that matter, and how they are written.
    spacing
        What mean regret averages over.
    order
        The models shown, from best to worst.
    regrets
        Mean regret of each model shown and of ``"treat all"`` and ``"treat none"``.
    tied
        The models with the lowest mean regret, but for rounding; the best first.
    rule
        The better rule without a model.
    rival
        Who comes next to the best: a model that is not tied with it, or the rule; None without a model.
    rivals
        How many the best is compared with.
    lead
        The paired difference between the rival and the best, when it is known.
    resting
        Whether a `lead` of None is final (only counts are known) or still being worked out.
    doubt
        The lead over a rule without a model, where that over another model is clear and this one is not.
    prevalence
        Share of positive cases.
    usual
        The models shown that the ordinary Brier score chooses.
    base_rate
        To which prevalence the cases are weighted, in words; empty for their own.
    note
        What readers must know of the data.
    """

    interval: Interval
    unit: str
    spacing: Spacing
    order: list[str]
    regrets: dict[str, float]
    tied: list[str]
    rule: str
    rival: str | None
    rivals: int
    lead: Lead | None
    resting: bool
    doubt: Lead | None
    prevalence: float
    usual: list[str]
    base_rate: str
    note: str


def verdict(
    comparison: Comparison, move: Move, lead: Lead | None, *, resting: bool = True, unit: str = "probability"
) -> Verdict:
    """Put a move into words.

    Parameters
    ----------
    comparison, move
        The models and their scores on an interval.
    lead
        The paired difference between the best model and its best rival, when it is known.
    resting
        Whether a `lead` of None is final (only counts are known) or still being worked out.
    unit
        How cost ratios are written: ``"probability"``, ``"odds"`` or ``"log-odds"``.

    Examples
    --------
    >>> from brierwidgets.core.move import lead, make_move
    >>> both = Comparison([0, 0, 1, 1], {"keen": [0.4, 0.6, 0.7, 0.9], "shy": [0.1, 0.2, 0.3, 0.6]})
    >>> move = make_move(both, (0.2, 0.4), "cost", both.names)
    >>> print(verdict(both, move, lead(both, move)).sentences[0])
    For costs from 20% to 40%, shy has the lowest mean regret: 81.3 per 1,000 people, 68.8 less than keen.
    """
    return write_verdict(state_facts(comparison, move, lead, resting=resting, unit=unit))


def state_facts(comparison: Comparison, move: Move, lead: Lead | None, *, resting: bool, unit: str) -> Facts:
    """Gather what a verdict rests on."""
    brier = {name: comparison[name].brier_score() for name in move.order}
    first = comparison[comparison.names[0]]
    return Facts(
        interval=move.interval,
        unit=unit,
        spacing=move.spacing,
        order=move.order,
        regrets={name: move.regret(name) for name in (*move.order, *move.rules)},
        tied=move.tied,
        rule=move.best_rule,
        rival=move.rival,
        rivals=move.rivals,
        lead=lead,
        resting=resting,
        doubt=rule_in_doubt(comparison, move) if lead and lead.clear and lead.rival not in move.rules else None,
        prevalence=move.prevalence,
        usual=[name for name in comparison.names if name in brier and equal_scores(brier[name], min(brier.values()))],
        base_rate=describe_base_rate(first) if first.prevalence_given else "",
        note=comparison.note,
    )


def write_verdict(facts: Facts) -> Verdict:
    """Turn facts into sentences: who and how much, how sure, the ordinary choice, the base rate, and the note."""
    if not facts.order:
        return Verdict("", [fill("nothing_shown", where=_where(facts))])
    if math.isnan(facts.regrets[facts.order[0]]):
        return Verdict("", [fill("no_weight", costs=costs_from(facts.interval, facts.unit))])
    possible = [_who(facts), _how_sure(facts), _ordinary_choice(facts), facts.base_rate, facts.note]
    return Verdict(facts.order[0], [sentence for sentence in possible if sentence])


def standing(facts: Facts) -> str:
    """Return how the best model stands to the better rule: ``"ahead"``, ``"level"`` or ``"behind"``."""
    best, rule = facts.regrets[facts.order[0]], facts.regrets[facts.rule]
    if equal_scores(best, rule):
        return "level"
    return "ahead" if best < rule else "behind"


def _where(facts: Facts) -> str:
    return for_costs(facts.interval, facts.unit, facts.spacing)


def _who(facts: Facts) -> str:
    where = _where(facts)
    best, rival = facts.order[0], facts.rival or facts.rule
    lowest, models, tied = facts.regrets[best], len(facts.order), len(facts.tied)
    fields = {
        "where": where,
        "inside": where[:1].lower() + where[1:],
        "best": best,
        "tied": list_names(facts.tied),
        "rule": RULE_WORDS[facts.rule],
        "rival": RULE_WORDS.get(rival, rival),
        "regret": per_thousand(lowest),
        "gap": per_thousand(abs(facts.regrets[rival] - lowest)),
    }
    stands = standing(facts)
    if stands == "behind":
        which = "" if models == 1 else fill("which_one" if tied == 1 else "which_many")
        return fill("rule_ahead", **fields | {"regret": per_thousand(facts.regrets[facts.rule]), "which": which})
    if stands == "level":
        return fill("rule_level", **fields, have="has" if tied == 1 else "have")
    if tied == 1:
        return fill("only" if models == 1 else "best", **fields)
    if tied == models:
        return fill("all_tied", **fields)
    return fill("some_tied", **fields, count=count_word(tied), models=count_word(models))


def _how_sure(facts: Facts) -> str:
    lead = facts.lead
    if facts.prevalence in (0.0, 1.0):
        return fill("one_class", outcome="negative" if facts.prevalence == 0.0 else "positive")
    if lead is None:
        return fill("only_counts" if facts.resting else "not_resting")
    stands = standing(facts)
    ends = (-lead.high, -lead.low) if stands == "behind" else (lead.low, lead.high)
    fields = {"low": per_thousand(ends[0]), "high": per_thousand(ends[1])}
    if stands == "level":
        return fill("level", **fields, rule=RULE_WORDS[facts.rule])
    if lead.clear and ends[0] > 0.0:
        return fill("clear", **fields) + _doubt(facts)
    if excludes_zero(lead.low, lead.high):
        return fill("chance_of_many", **fields, rivals=count_word(facts.rivals))
    return fill("chance", **fields)


def _doubt(facts: Facts) -> str:
    doubt = facts.doubt
    if doubt is None:
        return ""
    low, high = per_thousand(doubt.low), per_thousand(doubt.high)
    return " " + fill("clear_but", rule=RULE_WORDS[doubt.rival], low=low, high=high)


def _ordinary_choice(facts: Facts) -> str:
    if len(facts.order) == 1:
        return ""
    if sorted(facts.usual) == sorted(facts.tied):
        return fill("same_choice" if len(facts.tied) == 1 else "same_choices")
    choice = "one_of_choices" if set(facts.usual) < set(facts.tied) else "other_choice"
    return fill(choice, usual=" or ".join(facts.usual))
