"""A grid of odds to lay chips on."""

from __future__ import annotations

from typing import Any

import traitlets

from brierwidgets.controls._control import Control, text_of
from brierwidgets.core.chips import CELLS, CHIPS, ODDS, check_chips
from brierwidgets.page import script
from brierwidgets.state.traits import ChipCounts
from brierwidgets.words.opinions import BOARD_WORDS

__all__ = ["ChipGrid"]


class ChipGrid(Control):
    """Twenty chips to lay on a grid of odds: by hand, by tapping or by keyboard.

    Parameters
    ----------
    chips
        How many lie in each cell to start with, from 1:200 to 1:1; none unless given.

    Examples
    --------
    >>> grid = ChipGrid()
    >>> sum(grid.chips)
    0
    >>> grid.close()
    """

    _esm = script("../controls/chip_grid")
    _css = text_of("chip_grid.css")

    chips = ChipCounts(help="How many chips lie in each cell, from 1:200 to 1:1.").tag(sync=True, echo_update=False)
    _cells = traitlets.List([list(cell) for cell in CELLS]).tag(sync=True)
    _odds = traitlets.List(list(ODDS)).tag(sync=True)
    _most = traitlets.Int(CHIPS).tag(sync=True)
    _words = traitlets.Dict(BOARD_WORDS).tag(sync=True)

    def __init__(self, chips: Any = None) -> None:
        placed = [0] * len(CELLS) if chips is None else check_chips(chips)
        super().__init__(chips=placed, _dom_classes=("brierwidgets", "bw-board"))

    def __repr__(self) -> str:
        return f"ChipGrid({self.chips})"
