"""Names at the ends of lines instead of a legend; lines that lie on one another have one label."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from brierwidgets.core.intervals import Interval
from brierwidgets.ui.palette import Look
from brierwidgets.words.html import Markup, tag
from brierwidgets.words.lists import count_models

__all__ = ["LabelledLine", "Plot", "spread", "write_labels"]

_SAME = 1.0  # pixels: lines that are nowhere further apart are one to the eye


class Plot(NamedTuple):
    """Where a chart's lines are drawn, in pixels from the top of the figure, and the height of a label."""

    top: float
    height: float
    pitch: float


class LabelledLine(NamedTuple):
    """A line with its heights at costs that all lines share; a rule has no number among the models."""

    name: str
    look: Look
    heights: np.ndarray
    number: int | None = None
    shown: bool = True


def spread(wanted: Sequence[float], low: float, high: float, pitch: float) -> list[float]:
    """Return places in the order given, near those wanted, none nearer to the next than `pitch`.

    Examples
    --------
    >>> spread([10, 12, 50], 0, 100, 16)
    [10, 26, 50]
    >>> spread([90, 95, 99], 0, 100, 16)
    [68, 84, 100]
    """
    places = list(wanted)
    for i in range(1, len(places)):
        places[i] = max(places[i], places[i - 1] + pitch)
    limit = high
    for i in reversed(range(len(places))):
        places[i] = max(min(places[i], limit), low)
        limit = places[i] - pitch
    return places


def write_labels(lines: Iterable[LabelledLine], heights: Interval, plot: Plot) -> Markup:
    """Return the labels of lines in a chart as buttons that switch them off and on.

    Nothing if there is no room for them.
    """
    pixel = (heights.high - heights.low) / plot.height
    together: list[list[LabelledLine]] = []
    for line in lines:
        for others in together:
            if others[0].shown == line.shown and np.all(_apart(line, others[0]) <= _SAME * pixel):
                others.append(line)
                break
        else:
            together.append([line])

    def place(line: LabelledLine, part: slice) -> float:
        known = line.heights[part][np.isfinite(line.heights[part])]
        height = float(known.mean()) if known.size else heights.low
        return plot.top + plot.height - min(max((height - heights.low) / pixel, 0.0), plot.height)

    # A rule that leaves the chart before its end has no place for a name; the table beside the chart names it.
    labels = [line for line in together if line[0].number is not None or _within(line[0], heights)]
    last, tail = slice(-1, None), slice(-30, None)
    labels.sort(key=lambda label: (round(place(label[0], last)), round(place(label[0], tail), 6)))
    if len(labels) * plot.pitch > plot.height + plot.pitch:
        return tag("div", class_="bw-labels")
    places = spread([place(label[0], last) for label in labels], plot.top, plot.top + plot.height, plot.pitch)
    written = [_write(label, at) for label, at in zip(labels, places, strict=True)]
    return tag("div", *written, class_="bw-labels")


def _apart(one: LabelledLine, other: LabelledLine) -> np.ndarray:
    return np.asarray(np.nan_to_num(np.abs(one.heights - other.heights)))


def _within(line: LabelledLine, heights: Interval) -> bool:
    return bool(heights.low <= line.heights[-1] <= heights.high)


def _write(lines: Sequence[LabelledLine], at: float) -> Markup:
    first = lines[0]
    models = [line for line in lines if line.number is not None]
    swatch, style = first.look.swatch, f"top:{at:.0f}px"
    if not models:
        return tag("span", swatch, tag("i", first.name), class_="bw-label", style=style)
    text = first.name if len(models) == 1 else count_models(len(models))
    names = ", ".join(line.name for line in lines)
    return tag(
        "button",
        swatch,
        tag("span", text),
        type="button",
        class_="bw-label",
        aria_pressed="true" if first.shown else "false",
        data_models=",".join(str(line.number) for line in models),
        title=f"{names}: click to {'hide' if first.shown else 'show'}",
        style=style,
    )
