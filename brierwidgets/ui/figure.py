"""Figures and their axes, and how much room both need by the size of a view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import bqplot
import ipywidgets as widgets

__all__ = ["MARGIN", "TEXT", "css_pixels", "make_figure", "margins", "plain_axis", "tick_count"]

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


def plain_axis(scale: bqplot.Scale, label: str, offset: float, size: str, **more: Any) -> bqplot.Axis:
    """Return an axis on the left without lines across the chart; `offset` is how far off its label is on a screen."""
    plain = {"side": "left", "grid_lines": "none", "label_offset": css_pixels(offset, size)}
    return bqplot.Axis(scale=scale, label=label, **plain | more)
