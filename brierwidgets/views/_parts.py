"""Small parts that the analysis views share."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import Any, NamedTuple

import bqplot
import ipywidgets as widgets

from brierwidgets.palette import look

__all__ = ["Marker", "make_figure", "marker", "model_cell", "spoken", "typed"]


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


def make_figure(
    marks: Sequence[bqplot.Mark], axes: Sequence[bqplot.Axis], margin: dict[str, int], **layout: str
) -> bqplot.Figure:
    """Return a figure that keeps quiet: no toolbar, no animation, the page's own background."""
    figure = bqplot.Figure(
        marks=list(marks),
        axes=list(axes),
        fig_margin=margin,
        padding_x=0.0,
        padding_y=0.0,
        animation_duration=0,
        display_toolbar=False,
        background_style={"fill": "none"},
        layout=widgets.Layout(**layout),
    )
    figure.add_class("bw-chart")
    return figure


def model_cell(index: int, name: str, glyph: str | None = None) -> str:
    """Return a model's name as HTML, after a sample of its line or its marker."""
    drawn = look(index)
    sample = drawn.swatch if glyph is None else f'<i class="bw-glyph" style="color:{drawn.colour}">{glyph}</i>'
    shown = html.escape(name)
    return f'<span class="bw-model" title="{shown}">{sample}{shown}</span>'


def spoken(sentences: Sequence[str]) -> str:
    """Return sentences as HTML that a screen reader reads out when they change."""
    return f'<div class="bw-words bw-said" role="status" aria-live="polite">{html.escape(" ".join(sentences))}</div>'


def typed(description: str, placeholder: str, **options: Any) -> widgets.Text:
    """Return a box that takes effect when Enter is pressed or the focus leaves."""
    return widgets.Text(
        description=description, placeholder=placeholder, continuous_update=False, layout={"width": "auto"}, **options
    )
