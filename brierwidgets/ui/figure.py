"""Figures and the marks that several charts have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import bqplot
import ipywidgets as widgets
import numpy as np

from brierwidgets.ui.palette import BASELINE, Look, look
from brierwidgets.words.html import Markup, tag

__all__ = [
    "MARGIN",
    "TEXT",
    "Marker",
    "band_mark",
    "css_pixels",
    "labelled_row",
    "line_mark",
    "make_figure",
    "margins",
    "marker",
    "model_cell",
    "row",
    "tick_count",
]

#: How large text is by the size of a view; what is built around text grows with it (`--bw-scale` in style.css).
TEXT = {"screen": 1.0, "projector": 1.5}


def margins(margin: dict[str, int], size: str) -> dict[str, int]:
    """Return the margins of a chart with room for the text of a size.

    Examples
    --------
    >>> margins({"top": 14, "left": 62}, "projector")
    {'top': 21, 'left': 93}
    """
    return {side: round(TEXT[size] * wide) for side, wide in margin.items()}


def css_pixels(number: float, size: str) -> str:
    """Return a length as CSS: `number` pixels on a screen, more on a projector.

    Examples
    --------
    >>> css_pixels(36, "screen"), css_pixels(36, "projector")
    ('36px', '54px')
    """
    return f"{round(TEXT[size] * number)}px"


def tick_count(most: int, size: str) -> int:
    """Return how many ticks an axis has room for: `most` on a screen, fewer on a projector.

    Examples
    --------
    >>> tick_count(11, "screen"), tick_count(11, "projector")
    (11, 7)
    """
    return int(most / TEXT[size])


class Marker(NamedTuple):
    """A marker by bqplot's name for it, and as a character."""

    name: str
    glyph: str


_MARKERS = (
    Marker("circle", "●"),
    Marker("square", "■"),
    Marker("triangle-up", "▲"),
    Marker("diamond", "◆"),
    Marker("triangle-down", "▼"),
    Marker("cross", "✚"),
)


def marker(index: int) -> Marker:
    """Return the marker of model number `index`; a colour that comes again comes with another marker."""
    return _MARKERS[(index + index // len(_MARKERS)) % len(_MARKERS)]


#: Pixels around a chart with an axis below and one on the left.
MARGIN = {"top": 14, "bottom": 46, "left": 62, "right": 22}


def make_figure(
    marks: Sequence[bqplot.Mark],
    axes: Sequence[bqplot.Axis],
    margin: dict[str, int],
    **layout: str,
) -> bqplot.Figure:
    """Return a figure without a toolbar and without animation, on the page's own background.

    A side that `margin` does not name has room for an axis and no more: bqplot draws nothing unless it knows all four.

    Examples
    --------
    >>> scale = bqplot.LinearScale()
    >>> figure = make_figure([], [bqplot.Axis(scale=scale, label="Cost ratio c")], {"left": 80, "bottom": 50})
    >>> figure.display_toolbar, figure.fig_margin
    (False, {'top': 14, 'bottom': 50, 'left': 80, 'right': 22})
    >>> figure.close()
    """
    figure = bqplot.Figure(
        marks=list(marks),
        axes=list(axes),
        fig_margin=MARGIN | margin,
        padding_x=0.0,
        padding_y=0.0,
        animation_duration=0,
        display_toolbar=False,
        background_style={"fill": "none"},
        layout=widgets.Layout(**layout),
    )
    return figure.add_class("bw-chart").add_class(f"bw-figure-{figure.model_id}")  # by which the page knows it


_GREY = Look(BASELINE, "solid")


def line_mark(scales: dict[str, bqplot.Scale], drawn: Look = _GREY, width: float = 1.0, **more: Any) -> bqplot.Lines:
    """Return a line in the look of a model or a rule; until its `x` and `y` are set it is a dot that nobody sees.

    Examples
    --------
    >>> line_mark({"x": bqplot.LinearScale(), "y": bqplot.LinearScale()}, look(1), 2.0).colors
    ['#D55E00']
    """
    places = {"x": np.zeros(2), "y": np.zeros(2)}
    line = {"colors": [drawn.colour], "line_style": drawn.style, "stroke_width": width}
    return bqplot.Lines(scales=scales, **places | line | more)


#: The interval's colour, on the slider and in every chart.
BAND = "#1976d2"


def band_mark(x: bqplot.Scale) -> bqplot.Lines:
    """Return a shade over an interval of `x`, as high as the chart; its `x` are the two ends.

    Examples
    --------
    >>> band = band_mark(bqplot.LinearScale())
    >>> band.x = np.array([0.05, 0.2])  # from 5% to 20%
    >>> band.close()
    """
    return bqplot.Lines(
        x=np.zeros(2),
        y=np.ones(2),
        scales={"x": x, "y": bqplot.LinearScale(min=0.0, max=1.0)},
        colors=[BAND],
        opacities=[0.0],
        fill="bottom",
        fill_colors=[BAND],
        fill_opacities=[0.13],
    )


def model_cell(index: int, name: str, glyph: str | None = None) -> Markup:
    """Return a model's name as HTML, after a sample of its line or its marker."""
    drawn = look(index)
    sample = drawn.swatch if glyph is None else tag("i", glyph, class_="bw-glyph", style=f"color:{drawn.colour}")
    return tag("span", sample, tag("span", name), class_="bw-model", title=name)


def row(*children: widgets.Widget, css_classes: Sequence[str] = ("bw-ends",), shown: bool = True) -> widgets.HBox:
    """Return controls in a line that wraps where it must."""
    return widgets.HBox(children, _dom_classes=tuple(css_classes), layout={} if shown else {"display": "none"})


def labelled_row(text: str, *children: widgets.Widget) -> widgets.HBox:
    """Return controls in a line after a few words."""
    return row(widgets.Label(text), *children)
