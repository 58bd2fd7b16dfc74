"""One colour and one line style a model, the same in every view (Okabe and Ito's colours)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from brierwidgets.core.rules import TREAT_ALL, TREAT_NONE
from brierwidgets.words.html import Markup, tag

__all__ = ["BASELINE", "LINES", "RULE_LOOKS", "Look", "look", "looks_for_page", "looks_of"]

_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")

#: bqplot's line styles, each as SVG dashes.
_DASHES = {"solid": "none", "dashed": "6 4", "dotted": "2 3", "dash_dotted": "8 3 2 3"}

#: Grey that can be read on white and on black.
BASELINE = "#888888"


class Look(NamedTuple):
    """How a line is drawn: its colour and bqplot's line style."""

    colour: str
    style: str

    @property
    def dashes(self) -> str:
        """The line style as SVG dashes."""
        return _DASHES[self.style]

    @property
    def swatch(self) -> Markup:
        """A sample of the line, as HTML."""
        line = tag("line", x1=0, y1=4, x2=26, y2=4, stroke=self.colour, stroke_width=3.5, stroke_dasharray=self.dashes)
        return tag("svg", line, class_="bw-swatch", width=26, height=8, aria_hidden="true")


def look(index: int) -> Look:
    """Return the look of model number `index`: every colour with a solid line, then every colour with another dash.

    Examples
    --------
    >>> len({look(index) for index in range(24)})
    24
    """
    styles = list(_DASHES)
    return Look(_COLOURS[index % len(_COLOURS)], styles[index // len(_COLOURS) % len(styles)])


#: How thick lines are, in pixels, by the size of a view: of models, of rules without one, of means.
LINES = {"screen": (2.0, 2.0, 6.0), "projector": (4.0, 4.0, 10.0)}


#: The looks of the rules without a model, by their names.
RULE_LOOKS = {TREAT_ALL: Look(BASELINE, "dashed"), TREAT_NONE: Look(BASELINE, "dotted")}


def looks_of(names: Iterable[str]) -> dict[str, Look]:
    """Return the look of every model, by its name."""
    return {name: look(index) for index, name in enumerate(names)}


def looks_for_page(looks: Mapping[str, Look]) -> dict[str, list[str]]:
    """Return the colour, the dashes and bqplot's style of every line, as a script in the page draws them."""
    return {name: [drawn.colour, drawn.dashes, drawn.style] for name, drawn in looks.items()}
