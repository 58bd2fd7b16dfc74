"""A text that follows the hand."""

from __future__ import annotations

import ipywidgets as widgets

__all__ = ["live_text"]


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
