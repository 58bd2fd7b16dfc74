"""People as icons: one shape and one colour for each way a decision can turn out."""

from __future__ import annotations

from typing import NamedTuple

from brierwidgets.core import Counts

__all__ = ["OUTCOMES", "Outcome", "icon_array", "icon_legend"]


class Outcome(NamedTuple):
    """How one of the four kinds of people is called and drawn (the shape is an SVG path in a cell of 10 by 10)."""

    label: str
    colour: str
    shape: str


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


def icon_array(people: Counts, name: str) -> str:
    """Return an SVG of one icon a person; `name` must be the only one of its kind on the page.

    Each kind is one area filled with a pattern, so the text is as short for 1,000 people as for 100.
    """
    total = sum(people)
    columns = _COLUMNS[total]
    patterns, areas, start = [], [], 0
    for kind in _ORDER:
        outcome, count = getattr(OUTCOMES, kind), getattr(people, kind)
        patterns.append(
            f'<pattern id="{name}-{kind}" width="10" height="10" patternUnits="userSpaceOnUse">'
            f'<path d="{outcome.shape}" fill="{outcome.colour}"/></pattern>'
        )
        areas.append(f'<path d="{_run(start, start + count, columns)}" fill="url(#{name}-{kind})"/>')
        start += count
    told = ", ".join(f"{getattr(people, kind):,} {getattr(OUTCOMES, kind).label}" for kind in _ORDER)
    return (
        f'<svg class="bw-icons" viewBox="0 0 {10 * columns} {10 * total // columns}" role="img" '
        f'aria-label="Of {total:,} people: {told}"><defs>{"".join(patterns)}</defs>{"".join(areas)}</svg>'
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


def icon_legend() -> str:
    """Return the key to the icons."""
    keys = (
        f'<span class="bw-key"><svg viewBox="0 0 10 10"><path d="{each.shape}" fill="{each.colour}"/></svg>'
        f"{each.label}</span>"
        for each in (getattr(OUTCOMES, kind) for kind in _ORDER)
    )
    return f'<div class="bw-icon-keys">{"".join(keys)}</div>'
