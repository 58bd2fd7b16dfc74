"""The marks that charts draw: lines, points, and the band over the interval."""

from __future__ import annotations

from typing import Any, NamedTuple

import bqplot
import numpy as np

from brierwidgets.ui.palette import BASELINE, Look

__all__ = ["Marker", "area_mark", "band_mark", "line_mark", "marker", "points_mark"]


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


_GREY = Look(BASELINE, "solid")


def line_mark(scales: dict[str, bqplot.Scale], drawn: Look = _GREY, width: float = 1.0, **more: Any) -> bqplot.Lines:
    """Return a line in the look of a model or a rule; until its `x` and `y` are set it is a dot that nobody sees.

    Examples
    --------
    >>> line_mark({"x": bqplot.LinearScale(), "y": bqplot.LinearScale()}, Look("#D55E00", "solid"), 2.0).colors
    ['#D55E00']
    """
    places = {"x": np.zeros(2), "y": np.zeros(2)}
    line = {"colors": [drawn.colour], "line_style": drawn.style, "stroke_width": width}
    return bqplot.Lines(scales=scales, **places | line | more)


def area_mark(
    scales: dict[str, bqplot.Scale], fill: str, colours: list[str], opacity: float, **more: Any
) -> bqplot.Lines:
    """Return lines of these colours with what lies below, between or inside them filled, as bqplot's `fill` says."""
    filled: dict[str, Any] = {"fill": fill, "fill_colors": colours, "fill_opacities": [opacity] * len(colours)}
    return line_mark(scales, colors=colours, **filled | more)


def points_mark(scales: dict[str, bqplot.Scale], area: float, **more: Any) -> bqplot.Scatter:
    """Return points, each of so many square pixels; until their places are set they are one at 0."""
    places = {"x": np.zeros(1), "y": np.zeros(1)}
    return bqplot.Scatter(scales=scales, default_size=area, **places | more)


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
    scales = {"x": x, "y": bqplot.LinearScale(min=0.0, max=1.0)}
    return area_mark(scales, "bottom", [BAND], 0.13, width=2.0, y=np.ones(2), opacities=[0.0])
