"""One style sheet for all views: one widget that they share, and that goes with the last of them."""

from __future__ import annotations

import functools
from importlib.resources import files

import ipywidgets as widgets

__all__ = ["STYLE_SHEET", "StyleSheet", "css"]

_SHEETS = ("style.css", "teaching.css", "lessons.css", "narrow.css")
_SCORES = ":is(table.bw-cost-scores, table.bw-calls)"
#: How much larger text is than on a screen, for each size of a view.
_SIZES = {".brierwidgets": 1.0, ".brierwidgets.bw-projector": 1.4}
#: Where scores of models become a list: how wide the view is at most, and how many columns its table has at least.
_LISTED = {560: 1, 880: 7, 1000: 9, 1040: 12}


@functools.cache
def css() -> str:
    """Return the text of the style sheet."""
    sheets = [_read(name) for name in _SHEETS]
    for page, larger in _SIZES.items():
        for width, columns in _LISTED.items():
            tables = f"{page} {_SCORES}:has(tr > :nth-child({columns}))"
            listed = _read("listed.css").replace(".bw-listed", tables)
            sheets.append(f"@container (max-width: {larger * width:.0f}px) {{\n{listed}}}")
    return "\n".join(sheets)


def _read(name: str) -> str:
    return files("brierwidgets.ui").joinpath(name).read_text(encoding="utf-8")


class StyleSheet:
    """The style sheet as an invisible widget, made for the first view and closed with the last."""

    def __init__(self) -> None:
        self._widget: widgets.HTML | None = None
        self._users: set[int] = set()

    def acquire(self, user: object) -> widgets.HTML:
        """Return the widget, to be among the children of `user`."""
        if self._widget is None or self._widget.comm is None:
            self._widget = widgets.HTML(f"<style>{css()}</style>", layout=widgets.Layout(display="none"))
        self._users.add(id(user))
        return self._widget

    def release(self, user: object) -> None:
        """Close the widget if `user` was the last to show it."""
        self._users.discard(id(user))
        if not self._users and self._widget is not None:
            for part in (self._widget.layout, self._widget.style, self._widget):
                part.close()
            self._widget = None

    def forget_closed(self) -> None:
        """Forget a widget that was closed with the view it had been made for."""
        if self._widget is not None and self._widget.comm is None:
            self._widget = None
            self._users.clear()

    def __contains__(self, widget: object) -> bool:
        return widget is not None and widget is self._widget


STYLE_SHEET = StyleSheet()
