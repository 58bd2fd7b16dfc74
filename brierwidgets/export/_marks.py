"""What a picture shows, and what a live figure says of its scales, ticks and size, for those who draw it elsewhere."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

import bqplot
import numpy as np

from brierwidgets.core.digits import script_key
from brierwidgets.words.text import clean, one_line

__all__ = [
    "Key",
    "Picture",
    "cycle",
    "ends",
    "height",
    "names_along",
    "places",
    "tick_labels",
    "tick_text",
    "unknown_mark",
]


class Key(NamedTuple):
    """A line of a legend: its name, colour, bqplot's line style and width in pixels.

    Examples
    --------
    >>> Key("treat all", "#888888", "dashed", 2)
    Key(name='treat all', colour='#888888', style='dashed', width=2)
    """

    name: str
    colour: str
    style: str
    width: float


class Picture(NamedTuple):
    """What a picture shows: figures from top to bottom, and the key to their lines.

    Examples
    --------
    >>> from brierwidgets import RegretCurve
    >>> view = RegretCurve([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8]})
    >>> [key.name for key in view.picture().keys]
    ['a', 'treat all', 'treat none']
    >>> view.close()
    """

    figures: list[bqplot.Figure]
    keys: list[Key]


def height(part: bqplot.Figure) -> float:
    """Return how high a figure is, in pixels."""
    known = re.fullmatch(r"(\d+(?:\.\d+)?)px", part.layout.height or "")
    return float(known[1]) if known else 380.0


def ends(scale: bqplot.Scale) -> tuple[float, float] | None:
    """Return what a scale shows; None where that follows from the data."""
    low, high = getattr(scale, "min", None), getattr(scale, "max", None)
    return None if low is None or high is None else (low, high)


def names_along(mark: bqplot.Mark, side: str) -> list[str]:
    """Return the names on an ordinal scale in their order, and nothing for any other scale."""
    scale = mark.scales[side]
    if not isinstance(scale, bqplot.OrdinalScale):
        return []
    return list(dict.fromkeys(map(str, scale.domain or getattr(mark, side))))


def places(mark: bqplot.Mark, side: str) -> np.ndarray:
    """Return where a mark lies along a side, as numbers; names on an ordinal scale lie at 0, 1, 2 and so on."""
    names, given = names_along(mark, side), getattr(mark, side)
    return np.asarray([names.index(str(name)) for name in given] if names else given, dtype=float)


def tick_labels(axis: bqplot.Axis, marks: Sequence[bqplot.Mark]) -> tuple[list[float], list[str]]:
    """Return where an axis has ticks and what is written there; nothing where bqplot chooses numbers by itself."""
    on_it = ((mark, side) for mark in marks for side in "xy" if mark.scales[side] is axis.scale)
    names = next((names for mark, side in on_it if (names := names_along(mark, side))), [])
    if names:
        return [float(place) for place in range(len(names))], [one_line(name) for name in names]
    if axis.tick_values is None or not np.size(axis.tick_values):
        return [], []
    values = [float(value) for value in axis.tick_values]
    texts = [
        clean(axis.tick_labels.get(script_key(value), "")) if axis.tick_labels else tick_text(value, axis.tick_format)
        for value in values
    ]
    return values, texts


def tick_text(value: float, pattern: str) -> str:
    """Write a number by the part of d3's formats that the charts use: ``.6~g`` and ``.2~%``."""
    known = re.fullmatch(r"\.(\d+)~([g%])", pattern or ".6~g")
    if known is None:
        raise ValueError(f"A picture cannot be drawn yet with ticks written as {pattern!r}.")
    digits, kind = known.groups()
    if kind == "g":
        return np.format_float_positional(value, int(digits), fractional=False, trim="-").replace("-", "−")
    return f"{value:.{digits}%}".removesuffix("%").rstrip("0").rstrip(".") + "%"


def cycle(values: Sequence[Any], count: int) -> list[Any]:
    """Return as many values as are needed, from the first again after the last."""
    return [values[number % len(values)] for number in range(count)]


def unknown_mark(mark: bqplot.Mark, known: Sequence[type]) -> TypeError:
    """Return the error for a mark that cannot be drawn."""
    return TypeError(
        f"A picture cannot be drawn of bqplot's {type(mark).__name__}, only of "
        f"{', '.join(kind.__name__ for kind in known)}. Take a screenshot of the page instead."
    )
