"""Opinions about costs: who would choose which model, and what chips on a grid of odds say."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from brierwidgets.core.chips import in_order, level_with_best
from brierwidgets.words.lists import list_names
from brierwidgets.words.numbers import per_thousand, percent
from brierwidgets.words.templates import RULE_WORDS, fill

__all__ = ["BOARD_WORDS", "describe_board", "describe_opinions"]

#: What the grid of chips says; a script in the page fills the braces.
BOARD_WORDS = {
    "grid": "Odds: one missed case is as bad as so many needless actions",
    "help": (
        "One missed case is as bad as how many needless actions? Lay your 20 chips where you think so: tap a column or "
        "drag a chip, tap a chip to take it back. By keyboard: arrows to go, up to lay, down to take back."
    ),
    "cell": "1:{from} to 1:{to}",
    "left": "{left} left",
    "clear": "Clear",
    "fitted": "Mean cost ratio {mean}. Dashed: Beta({p}, {q}), which has the same mean and spread.",
    "one_cell": "All chips are in one cell, so there is no spread to fit a Beta to. Use another cell as well.",
}


def describe_opinions(choices: pd.DataFrame) -> str:
    """Say what share of the opinions would choose each model, from the table of `Comparison.choices`.

    Examples
    --------
    >>> from brierwidgets import Comparison
    >>> both = Comparison([0, 0, 1, 1], {"keen": [0.4, 0.6, 0.7, 0.9], "shy": [0.1, 0.2, 0.3, 0.6]})
    >>> describe_opinions(both.choices([(0.1, 0.2), (0.4, 0.6), (0.5, 0.7), (0.6, 0.9)]))
    'Of 4 opinions, 75% would choose keen and 25% shy.'
    >>> describe_opinions(both.choices([(0.1, 0.2)]))
    'The one opinion would choose shy.'
    """
    shares = choices.groupby("choice", sort=False)["weight"].sum().sort_values(ascending=False, kind="stable")
    if len(shares) == 1:
        kind = {1: "one_opinion", 2: "both_opinions"}.get(len(choices), "same_opinions")
        return fill(kind, count=len(choices), name=shares.index[0])
    total = shares.sum()
    phrases = [f"{percent(share / total)} {name}" for name, share in shares.items()]
    phrases[0] = phrases[0].replace("% ", "% would choose ", 1)
    return fill("opinions", count=len(choices), choices=list_names(phrases))


def _lowest(weighed: str, regrets: Mapping[str, float]) -> str:
    """Say who is lowest, all of those that are level, and how far ahead of the next."""
    lowest = min(regrets.values())
    tied = level_with_best(regrets)
    rival = next((name for name in in_order(regrets) if name not in tied), None)
    return fill(
        "board_best",
        weighed=weighed,
        best=list_names([RULE_WORDS.get(name, name) for name in tied]),
        have="has" if len(tied) == 1 else "have",
        regret=per_thousand(lowest),
        lead=""
        if rival is None
        else fill("board_lead", gap=per_thousand(regrets[rival] - lowest), rival=RULE_WORDS.get(rival, rival)),
    )


def describe_board(regrets: Mapping[str, float], chips: Mapping[tuple[str, ...], int]) -> list[str]:
    """Say who has the lowest expected regret under the chips, and how many chips would choose whom.

    Parameters
    ----------
    regrets
        Expected regret of each model and of each rule without a model.
    chips
        For each of them, or several that are level, the number of chips whose own cost ratios they serve best.

    Examples
    --------
    >>> for sentence in describe_board({"a": 0.02, "b": 0.03, "treat all": 0.05}, {("a", "b"): 12, ("treat all",): 8}):
    ...     print(sentence)
    Weighed by these 20 chips, a has the lowest expected regret: 20.0 per 1,000 people, 10.0 less than b.
    Chip by chip, 12 would choose a or b and 8 treating all.
    """
    placed = sum(chips.values())
    if placed == 0:
        return [fill("board_empty")]
    first = _lowest(fill("board_chips", chips=placed) if placed > 1 else fill("board_chip"), regrets)
    chosen = sorted((names for names in chips if chips[names]), key=lambda names: -chips[names])
    called = [" or ".join(RULE_WORDS.get(name, name) for name in names) for names in chosen]
    if len(chosen) == 1:
        return [first, fill("board_all", name=called[0])]
    phrases = [f"{chips[names]} {name}" for names, name in zip(chosen, called, strict=True)]
    phrases[0] = f"{chips[chosen[0]]} would choose {called[0]}"
    return [first, fill("board_some", choices=list_names(phrases))]
