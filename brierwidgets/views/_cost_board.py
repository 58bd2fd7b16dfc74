"""Chips on a grid of odds: a person's opinion about costs, and which model it chooses."""

from __future__ import annotations

from typing import Any, Unpack

import ipywidgets as widgets
import traitlets

from brierwidgets.controls import ChipGrid
from brierwidgets.core.chips import CELLS, chip_costs, in_order, level_with_best
from brierwidgets.core.costs import LogOddsUniform
from brierwidgets.core.mixtures import Histogram
from brierwidgets.core.rules import RULE_NAMES, rule_mean_regret
from brierwidgets.state.traits import ChipCounts
from brierwidgets.ui.notice import guarded
from brierwidgets.ui.palette import RULE_LOOKS, looks_for_page, looks_of
from brierwidgets.ui.still import said_html
from brierwidgets.ui.view import View, ViewOptions
from brierwidgets.words.html import Markup, spoken, table, tag
from brierwidgets.words.numbers import per_thousand
from brierwidgets.words.opinions import describe_board

__all__ = ["CostBoard"]


class CostBoard(View):
    """Twenty chips on a grid of odds, 1:1 to 1:200; the scores of all models under them follow.

    Takes what every `brierwidgets.ui.View` takes, and what follows.

    Parameters
    ----------
    chips
        How many chips lie in each of the twelve cells to start with, from 1:200 to 1:1; none unless given.

    Attributes
    ----------
    chips
        The same as they lie now; observe it, set it, link it.
    costs
        The distribution of costs that the chips stand for, a ``costs.Histogram``; None while there are none.

    Examples
    --------
    >>> board = CostBoard([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8], "b": [0.2, 0.2, 0.9, 0.3]})
    >>> board.costs is None
    True
    >>> board.chips = [0, 0, 0, 0, 0, 0, 0, 0, 4, 8, 8, 0]
    >>> round(board.costs.mean, 3)
    0.228
    >>> round(board.regrets["b"], 4) == round(board.state.comparison["b"].expected_regret(board.costs), 4)
    True
    >>> board.close()
    """

    chips = ChipCounts(help="How many chips lie in each cell, from 1:200 to 1:1.")
    costs = traitlets.Instance(Histogram, allow_none=True, help="The distribution that the chips stand for.")
    refits_on = ("comparison", "shown")
    is_one_chart = False

    def __init__(self, data: Any, models: Any = None, *, chips: Any = None, **options: Unpack[ViewOptions]) -> None:
        super().__init__(data, models, **options)
        self._grid = ChipGrid(chips)
        self.at_close(self._grid.close)
        self.chips = self._grid.chips
        self._table, self._words = widgets.HTML(), widgets.HTML()
        self._bind((self._grid, "chips"), (self, "chips"))
        self.show(self._grid, self._words, self._table)

    @property
    def regrets(self) -> dict[str, float]:
        """Expected regret of every model shown and of both rules under the chips; empty while there are none."""
        return self._under(self.chips) if any(self.chips) else {}

    @property
    def chosen(self) -> dict[str, int]:
        """How many chips would choose each model or rule, by the cost ratios of their own cell alone.

        A chip that several serve equally well counts for each of them.
        """
        counts: dict[str, int] = {}
        for names, count in self._choices().items():
            for name in names:
                counts[name] = counts.get(name, 0) + count
        return counts

    def _choices(self) -> dict[tuple[str, ...], int]:
        """Return how many chips would choose each model or rule, or several that are level."""
        counts: dict[tuple[str, ...], int] = {}
        for place, count in enumerate(self.chips):
            if count:
                here = self._under([int(other == place) for other in range(len(CELLS))])
                best = tuple(level_with_best(here))
                counts[best] = counts.get(best, 0) + count
        return counts

    def _under(self, chips: list[int]) -> dict[str, float]:
        """Return the expected regret under chips: the mean over cells of mean regret there, by log-odds."""
        comparison, total = self.state.comparison, sum(chips)
        filled = [(count / total, cell) for count, cell in zip(chips, CELLS, strict=True) if count]
        found = {
            name: sum(share * comparison[name].expected_regret(LogOddsUniform(*cell)) for share, cell in filled)
            for name in self.state.shown
        }
        rate = comparison.prevalence
        return found | {
            rule: sum(share * rule_mean_regret(rule, rate, cell, "log-odds") for share, cell in filled)
            for rule in RULE_NAMES
        }

    def page_spec(self) -> dict[str, Any] | None:
        """Return the grid, and what follows it."""
        return {
            "kind": "board",
            "grid": self._grid,
            "cells": [list(cell) for cell in CELLS],
            "looks": looks_for_page(looks_of(self.state.comparison.names) | RULE_LOOKS),
            "table": self._table,
            "words": self._words,
        }

    def still(self) -> list[Markup]:
        """Return what the chips choose, in words and as a table."""
        self.state.settle()
        regrets = self.regrets
        return [said_html(describe_board(regrets, self._choices())), self._score_table(regrets, self.chosen)]

    def refit(self) -> None:
        """Score the models under the chips."""
        self._write()

    @traitlets.observe("chips")
    @guarded
    def _on_chips(self, _change: Any) -> None:
        self.costs = chip_costs(self.chips)
        if self.laid_out:
            self._write()

    def _write(self) -> None:
        regrets = self.regrets
        self._words.value = spoken(describe_board(regrets, self._choices()), class_="bw-verdict")
        self._table.value = self._score_table(regrets, self.chosen)

    def _score_table(self, regrets: dict[str, float], chosen: dict[str, int]) -> Markup:
        if not regrets:
            return tag("div")
        looks = looks_of(self.state.comparison.names) | RULE_LOOKS
        rows = []
        for name in in_order(regrets):
            kind = "bw-model bw-rule" if name in RULE_NAMES else "bw-model"
            model = tag("span", looks[name].swatch, tag("span", name), class_=kind, title=name)
            rows.append([model, per_thousand(regrets[name]), chosen.get(name, 0)])
        heads = ["", "expected regret per 1,000", "chips that choose it"]
        return table(heads, rows, class_="bw-board-scores")
