"""What the numbers say, in plain sentences: who is best, by how much, how sure that is, and what Brier would have said.

Each function chooses among the templates of ``brierwidgets.words.templates``. The page has the same functions.
"""

from __future__ import annotations

from typing import NamedTuple

from brierwidgets.core.guarded import excludes_zero
from brierwidgets.core.move import Lead, Move, equal_scores, rule_in_doubt
from brierwidgets.data.comparison import Comparison
from brierwidgets.words.base_rate import describe_base_rate
from brierwidgets.words.costs import costs_from, for_costs
from brierwidgets.words.lists import list_names
from brierwidgets.words.numbers import count_word, per_thousand
from brierwidgets.words.templates import RULE_WORDS, fill

__all__ = ["Verdict", "verdict"]


class Verdict(NamedTuple):
    """Which model to use on an interval, by how much, how sure, and what Brier would have said."""

    best: str
    sentences: list[str]

    def __str__(self) -> str:
        return " ".join(self.sentences)


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
    where = for_costs(move.interval, unit, move.spacing)
    if not move.order:
        return Verdict("", [fill("nothing_shown", where=where)])
    if move.best is None:
        return Verdict("", [fill("no_weight", costs=costs_from(move.interval, unit))])
    doubt = rule_in_doubt(comparison, move) if lead and lead.clear and lead.rival not in move.rules else None
    first = comparison[comparison.names[0]]
    possible = [
        _say_who(move, where),
        _say_how_sure(move, lead, doubt, resting=resting),
        _say_ordinary_choice(comparison, move),
        describe_base_rate(first) if first.prevalence_given else "",
        comparison.note,
    ]
    return Verdict(move.best, [sentence for sentence in possible if sentence])


def _standing(move: Move) -> str:
    """Return how the best model stands to the better rule: ``"ahead"``, ``"level"`` or ``"behind"``."""
    best, rule = move.regret(move.order[0]), move.regret(move.best_rule)
    if equal_scores(best, rule):
        return "level"
    return "ahead" if best < rule else "behind"


def _say_who(move: Move, where: str) -> str:
    best, rule, names = move.order[0], move.best_rule, move.tied
    rival = move.rival or rule
    lowest, models, tied = move.regret(best), len(move.order), len(names)
    fields = {
        "where": where,
        "inside": where[:1].lower() + where[1:],
        "best": best,
        "tied": list_names(names),
        "rule": RULE_WORDS[rule],
        "rival": RULE_WORDS.get(rival, rival),
        "regret": per_thousand(lowest),
        "gap": per_thousand(abs(move.regret(rival) - lowest)),
    }
    stands = _standing(move)
    if stands == "behind":
        which = "" if models == 1 else fill("which_one" if tied == 1 else "which_many")
        return fill("rule_ahead", **fields | {"regret": per_thousand(move.regret(rule)), "which": which})
    if stands == "level":
        return fill("rule_level", **fields, have="has" if tied == 1 else "have")
    if tied == 1:
        return fill("only" if models == 1 else "best", **fields)
    if tied == models:
        return fill("all_tied", **fields)
    return fill("some_tied", **fields, count=count_word(tied), models=count_word(models))


def _say_how_sure(move: Move, lead: Lead | None, doubt: Lead | None, *, resting: bool) -> str:
    if move.prevalence in (0.0, 1.0):
        return fill("one_class", outcome="negative" if move.prevalence == 0.0 else "positive")
    if lead is None:
        return fill("only_counts" if resting else "not_resting")
    stands = _standing(move)
    ends = (-lead.high, -lead.low) if stands == "behind" else (lead.low, lead.high)
    fields = {"low": per_thousand(ends[0]), "high": per_thousand(ends[1])}
    if stands == "level":
        return fill("level", **fields, rule=RULE_WORDS[move.best_rule])
    if lead.clear and ends[0] > 0.0:
        return fill("clear", **fields) + _say_doubt(doubt)
    if excludes_zero(lead.low, lead.high):
        return fill("chance_of_many", **fields, rivals=count_word(move.rivals))
    return fill("chance", **fields)


def _say_doubt(doubt: Lead | None) -> str:
    """Say that the lead over a rule is not clear, where that over another model is."""
    if doubt is None:
        return ""
    low, high = per_thousand(doubt.low), per_thousand(doubt.high)
    return " " + fill("clear_but", rule=RULE_WORDS[doubt.rival], low=low, high=high)


def _say_ordinary_choice(comparison: Comparison, move: Move) -> str:
    """Say which of the models shown the ordinary Brier score chooses."""
    if len(move.order) == 1:
        return ""
    brier = {name: comparison[name].brier_score() for name in comparison.names if name in move.summaries}
    usual = [name for name in brier if equal_scores(brier[name], min(brier.values()))]
    if sorted(usual) == sorted(move.tied):
        return fill("same_choice" if len(usual) == 1 else "same_choices")
    return fill("one_of_choices" if set(usual) < set(move.tied) else "other_choice", usual=" or ".join(usual))
