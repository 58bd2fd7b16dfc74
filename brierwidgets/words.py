"""What the numbers say, in plain sentences."""

from __future__ import annotations

import math
from typing import NamedTuple

from brierwidgets.comparison import Comparison
from brierwidgets.core.scores import Difference
from brierwidgets.formatting import per_thousand, percent
from brierwidgets.moves import Move

__all__ = ["Verdict", "verdict"]


class Verdict(NamedTuple):
    """Which model to use on an interval, by how much, how sure, and what Brier would have said."""

    best: str
    sentences: list[str]

    def __str__(self) -> str:
        return " ".join(self.sentences)


def verdict(comparison: Comparison, move: Move, lead: Difference | None, *, resting: bool = True) -> Verdict:
    """Put a move into words.

    Parameters
    ----------
    comparison, move
        The models and their scores on an interval.
    lead
        The paired difference between the best two, when it is known.
    resting
        Whether a `lead` of None is final (only counts are known) or still being worked out.

    Examples
    --------
    >>> from brierwidgets.moves import lead, make_move
    >>> both = Comparison([0, 0, 1, 1], {"keen": [0.4, 0.6, 0.7, 0.9], "shy": [0.1, 0.2, 0.3, 0.6]})
    >>> move = make_move(both, (0.2, 0.4), "cost", both.names)
    >>> print(verdict(both, move, lead(both, move)).sentences[0])
    For costs from 20% to 40%, shy has the lowest mean regret: 81.3 per 1,000 people, 68.8 less than keen.
    """
    low, high = move.interval
    where = f"For costs from {percent(low)} to {percent(high)}"
    if move.best is None:
        return Verdict("", [f"{where}: no model is shown. Tick one in the legend."])
    best = move.summaries[move.best].mean_regret.value
    if move.runner_up is None:
        return Verdict(move.best, [f"{where}, {move.best} has a mean regret of {per_thousand(best)} per 1,000 people."])
    gap = move.summaries[move.runner_up].mean_regret.value - best
    if gap <= 1e-12 * abs(best):
        both = f"{move.best} and {move.runner_up}"
        return Verdict(
            move.best, [f"{where}, {both} have the same mean regret: {per_thousand(best)} per 1,000 people."]
        )
    first = (
        f"{where}, {move.best} has the lowest mean regret: {per_thousand(best)} per 1,000 people, "
        f"{per_thousand(gap)} less than {move.runner_up}."
    )
    return Verdict(move.best, [first, _how_sure(lead, resting=resting), _ordinary_choice(comparison, move)])


def _how_sure(lead: Difference | None, *, resting: bool) -> str:
    if lead is None:
        if resting:
            return "How sure this is cannot be told from counts alone."
        return "How sure this is follows when the interval rests."
    if math.isnan(lead.estimate):
        return "How sure this is cannot be told: a score is infinite."
    span = f"95% interval of the lead: {per_thousand(lead.low)} to {per_thousand(lead.high)}"
    if lead.low > 0:
        return f"That is clear ({span})."
    return f"It could be chance ({span})."


def _ordinary_choice(comparison: Comparison, move: Move) -> str:
    scores = {name: comparison[name].brier_score() for name in move.summaries}
    usual = min(scores, key=scores.__getitem__)
    if usual == move.best:
        return "The ordinary Brier score chooses the same model."
    return f"The ordinary Brier score would have chosen {usual}."
