"""The small parts that views are laid out of: rows of controls, names of models, texts that follow the hand."""

from __future__ import annotations

from collections.abc import Sequence

import ipywidgets as widgets

from brierwidgets.ui.palette import look
from brierwidgets.words.html import Markup, tag

__all__ = ["labelled_row", "live_text", "model_cell", "row"]


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


def live_text() -> widgets.HTML:
    """Return a text that a script can rewrite in place at every move, wherever the page shows it.

    Examples
    --------
    >>> text = live_text()
    >>> text.model_id in text._dom_classes[0]  # by which the page knows it
    True
    >>> text.close()
    """
    text = widgets.HTML()
    return text.add_class(f"bw-text-{text.model_id}")
