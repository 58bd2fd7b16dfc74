"""People as icons: one shape and one colour for each way a decision can turn out."""

from __future__ import annotations

from typing import NamedTuple

from brierwidgets.core import Counts
from brierwidgets.words.html import Markup, join, tag

__all__ = ["OUTCOMES", "Outcome", "icon_array", "icon_legend"]


class Outcome(NamedTuple):
    """How one of the four kinds of people is called and drawn (the shape is an SVG path in a cell of 10 by 10)."""

    label: str
    colour: str
    shape: str

    @property
    def icon(self) -> Markup:
        """The shape, as HTML."""
        drawn = tag("path", d=self.shape, fill=self.colour)
        return tag("svg", drawn, viewBox="0 0 10 10", aria_hidden="true")


_CIRCLE = "M1.2 5a3.8 3.8 0 1 0 7.6 0a3.8 3.8 0 1 0-7.6 0z"
_SQUARE = "M1.8 1.8h6.4v6.4h-6.4z"
_TRIANGLE = "M5 .9l4.4 8h-8.8z"
_DOT = "M3.4 5a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0z"

#: In the order of `Counts`; colours of Okabe and Ito.
OUTCOMES = Counts(
    tp=Outcome("found", "#009E73", _CIRCLE),
    fp=Outcome("false alarm", "#E69F00", _SQUARE),
    fn=Outcome("missed", "#D55E00", _TRIANGLE),
    tn=Outcome("rightly let go", "#888888", _DOT),
)

#: Those who need it come first, so that their number is seen not to change.
_ORDER = ("tp", "fn", "fp", "tn")
_COLUMNS = {100: 10, 1000: 40}


def icon_array(people: Counts, name: str) -> Markup:
    """Return an SVG of one icon a person; `name` must be the only one of its kind on the page.

    Each kind is one area filled with a pattern, so the text is as short for 1,000 people as for 100.
    """
    total = sum(people)
    columns = _COLUMNS[total]
    patterns, areas, phrases, start = [], [], [], 0
    for kind in _ORDER:
        outcome, count, pattern = getattr(OUTCOMES, kind), getattr(people, kind), f"{name}-{kind}"
        shape = tag("path", d=outcome.shape, fill=outcome.colour)
        patterns.append(tag("pattern", shape, id=pattern, width=10, height=10, patternUnits="userSpaceOnUse"))
        area = tag("path", d=_run(start, start + count, columns), fill=f"url(#{pattern})")
        areas.append(area)
        phrases.append(f"{count:,} {outcome.label}")
        start += count
    return tag(
        "svg",
        tag("defs", *patterns),
        *areas,
        class_="bw-icons",
        viewBox=f"0 0 {10 * columns} {10 * total // columns}",
        role="img",
        aria_label=f"Of {total:,} people: {', '.join(phrases)}",
    )


def _run(start: int, stop: int, columns: int) -> str:
    """Return the path around the cells number `start` to `stop` (excluded), row by row."""
    path = ""
    while start < stop:
        row, column = divmod(start, columns)
        whole_rows = (stop - start) // columns if column == 0 else 0
        width = columns if whole_rows else min(columns - column, stop - start)
        height = max(whole_rows, 1)
        path += f"M{10 * column} {10 * row}h{10 * width}v{10 * height}h{-10 * width}z"
        start += width * height
    return path


def icon_legend() -> Markup:
    """Return the key to the icons."""
    kinds = (getattr(OUTCOMES, kind) for kind in _ORDER)
    keys = (tag("span", outcome.icon, outcome.label, class_="bw-key") for outcome in kinds)
    return tag("div", join(keys), class_="bw-icon-keys")
