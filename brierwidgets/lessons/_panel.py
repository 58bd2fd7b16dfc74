"""What questions and lessons share: a style sheet, a place for errors, text that cannot harm, a clean end."""

from __future__ import annotations

import functools
import html
import re
from importlib.resources import files

import ipywidgets as widgets

from brierwidgets.views._base import Notice, close_all, stylesheet

__all__ = ["Panel", "rich"]

_BOLD = re.compile(r"\*\*(\S(?:.*?\S)?)\*\*", re.DOTALL)


@functools.cache
def _css() -> str:
    return files("brierwidgets.lessons").joinpath("style.css").read_text(encoding="utf-8")


def rich(text: str) -> str:
    """Return text as HTML: escaped, a paragraph at each blank line, and ``**bold**`` as bold.

    Examples
    --------
    >>> rich("Drag **both** ends <now>.")
    '<p>Drag <strong>both</strong> ends &lt;now&gt;.</p>'
    """
    paragraphs = re.split(r"\n\s*\n", text.strip())
    marked = (_BOLD.sub(r"<strong>\1</strong>", html.escape(each)) for each in paragraphs if each)
    return "".join(f"<p>{each}</p>" for each in marked)


class Panel(widgets.VBox):
    """A box in the package's style whose errors show in its `notice`."""

    def __init__(self, css_class: str) -> None:
        super().__init__()
        for name in ("brierwidgets", css_class):
            self.add_class(name)
        self.notice = Notice()
        self._open = True

    def _show(self, children: list[widgets.Widget]) -> None:
        style = widgets.HTML(f"<style>{_css()}</style>", layout=widgets.Layout(display="none"))
        self.children = [stylesheet(), style, *children, self.notice]

    def close(self) -> None:
        """Free the panel and everything in it."""
        if self.__dict__.pop("_open", False):  # Python calls close() again when it forgets the widget
            self._release()
            close_all(self)
        super().close()

    def _release(self) -> None:
        """Close what has an end of its own."""
