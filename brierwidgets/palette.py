"""One colour and one line style a model, the same in every view (Okabe and Ito's colours)."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["BASELINE", "TREAT_ALL", "TREAT_NONE", "Look", "look"]

_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")

#: bqplot's line styles, each as SVG dashes.
_DASHES = {"solid": "none", "dashed": "7 4", "dotted": "2 4", "dash_dotted": "8 3 2 3"}

#: Grey that can be read on white and on black.
BASELINE = "#888888"


class Look(NamedTuple):
    """How a line is drawn: its colour and bqplot's line style."""

    colour: str
    style: str

    @property
    def swatch(self) -> str:
        """A sample of the line, as HTML."""
        return (
            f'<svg class="bw-swatch" width="26" height="8" aria-hidden="true"><line x1="0" y1="4" x2="26" y2="4" '
            f'stroke="{self.colour}" stroke-width="3.5" stroke-dasharray="{_DASHES[self.style]}"/></svg>'
        )


def look(index: int) -> Look:
    """Return the look of model number `index`: neighbours differ in colour and in line style."""
    styles = list(_DASHES)
    return Look(_COLOURS[index % len(_COLOURS)], styles[(index + index // len(_COLOURS)) % len(styles)])


TREAT_ALL, TREAT_NONE = Look(BASELINE, "dashed"), Look(BASELINE, "dotted")
