"""What every view shares: an interval that can be linked, a state, visible errors, a clean end."""

from __future__ import annotations

import functools
import html
from collections.abc import Callable, Iterator
from importlib.resources import files
from typing import Any

import ipywidgets as widgets
import traitlets

from brierwidgets.state import ExplorerState
from brierwidgets.traits import CostInterval

__all__ = ["Notice", "View", "close_all", "guarded", "stylesheet"]


@functools.cache
def _css() -> str:
    folder = files("brierwidgets.views")
    return "\n".join(folder.joinpath(name).read_text(encoding="utf-8") for name in ("style.css", "teaching.css"))


def stylesheet() -> widgets.HTML:
    """Return the package's style sheet as an invisible widget; every view brings it along."""
    return widgets.HTML(f"<style>{_css()}</style>", layout=widgets.Layout(display="none"))


class Notice(widgets.HTML):
    """A line that is empty until something went wrong, then says what, aloud."""

    def __init__(self) -> None:
        super().__init__()
        self.told = 0
        self.add_class("bw-notice")
        self.clear()

    def clear(self) -> None:
        """Say nothing."""
        self.value, self.layout.display = "", "none"

    def tell(self, error: BaseException | str) -> None:
        """Show an error: advice as it is, a surprise with its kind."""
        self.told += 1
        expected = isinstance(error, str | ValueError | TypeError | traitlets.TraitError)
        text = str(error) if expected else f"{type(error).__name__}: {error}"
        self.value = f'<div role="alert">{html.escape(text)}</div>'
        self.layout.display = ""


def guarded(method: Callable[..., None]) -> Callable[..., None]:
    """Show what a callback raises in its widget's notice, instead of losing it in the server's log."""

    @functools.wraps(method)
    def call(self: Any, *args: Any, **kwargs: Any) -> None:
        told = self.notice.told
        try:
            method(self, *args, **kwargs)
        except Exception as error:  # noqa: BLE001  whatever it is, the person at the screen must see it
            self.notice.tell(error)
        else:
            if self.notice.value and self.notice.told == told:  # a callback inside this one may have told
                self.notice.clear()

    return call


class View(widgets.VBox):
    """A chart, table or sentence about a state.

    Subclasses build their widgets in ``__init__``, call ``_show(children)``, and draw in ``_draw()``, which
    is called on every move while the view is `active`, and in ``_rested()``, called when the hand rests. When the
    state shows other cases (a group, another comparison), ``_refit()`` comes before the next ``_draw()``.
    """

    interval = CostInterval(help="The cost ratios that matter; link it to any other interval.")
    active = traitlets.Bool(True, help="A view that nobody sees (a hidden tab) need not follow.")

    def __init__(self, state: ExplorerState, *, owns_state: bool) -> None:
        super().__init__()
        self.add_class("brierwidgets")
        self.notice = Notice()
        self._state, self._owns_state = state, owns_state
        self._stale = False
        self._cases = state.comparison
        self.interval = state.interval
        self._link = traitlets.link((state, "interval"), (self, "interval"))
        state.observe(self._on_move, ["move", "comparison"])
        state.observe(self._on_settled, "settled")

    @property
    def state(self) -> ExplorerState:
        """The state this view shows."""
        return self._state

    def _show(self, children: list[widgets.Widget]) -> None:
        self.children = [stylesheet(), *children, self.notice]
        self._draw()

    def _follow(self) -> None:
        if self._cases is not self._state.comparison:
            self._refit()
            self._cases = self._state.comparison
        self._draw()

    def _refit(self) -> None:
        """Redo what depends on the models and their outcomes, whatever the interval."""

    def _draw(self) -> None:
        """Follow the state's move."""

    def _rested(self) -> None:
        """Do what is too slow for a drag."""

    @guarded
    def _on_move(self, change: Any) -> None:
        if not self.active:
            self._stale = True
        elif change.name == "move" or self._cases is not self._state.comparison:
            self._follow()

    @guarded
    def _on_settled(self, _change: Any) -> None:
        if self.active:
            self._rested()
        else:
            self._stale = True

    @traitlets.observe("active")
    @guarded
    def _on_active(self, change: Any) -> None:
        if change.new and self._stale:
            self._stale = False
            self._follow()
            self._rested()

    def close(self) -> None:
        """Free the view, everything in it, and its state if nobody else brought it."""
        link = self.__dict__.pop("_link", None)
        if link is not None:  # Python calls close() again when it forgets the widget
            link.unlink()
            for handler, name in ((self._on_move, ["move", "comparison"]), (self._on_settled, "settled")):
                self._state.unobserve(handler, name)
            self._detach()
            if self._owns_state:
                self._state.close()
            close_all(self)
        super().close()

    def _detach(self) -> None:
        """Undo what a subclass observes on the state."""


def close_all(root: widgets.Widget) -> None:
    """Close every widget reachable from `root`, but not `root` itself."""
    seen = {id(root)}
    found = []
    waiting = list(_inner_widgets(root))
    while waiting:
        widget = waiting.pop()
        if id(widget) not in seen:
            seen.add(id(widget))
            found.append(widget)
            waiting.extend(_inner_widgets(widget))
    for widget in found:
        widgets.Widget.close(widget)


def _inner_widgets(widget: widgets.Widget) -> Iterator[widgets.Widget]:
    for value in widget._trait_values.values():
        many = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else (value,)
        yield from (each for each in many if isinstance(each, widgets.Widget))
