"""The box that every widget of the package is: its style, a place for errors, and a clean end."""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from typing import Any

import ipywidgets as widgets
import traitlets

from brierwidgets.core.signatures import takes_keywords_of
from brierwidgets.state.living import Living
from brierwidgets.ui.clean_start import CleanStart, whole_signature
from brierwidgets.ui.notebook_cells import NOTEBOOK
from brierwidgets.ui.notice import Notice, guarded
from brierwidgets.ui.still import with_still
from brierwidgets.ui.style import STYLE_SHEET
from brierwidgets.words.html import Markup, tag

__all__ = ["Frame", "close_inside", "on_change", "with_all_inside"]

#: Whether a frame that is built now is a part of another.
_INSIDE: ContextVar[bool] = ContextVar("brierwidgets_inside", default=False)


def on_change(*names: str) -> Callable[[Callable[..., None]], Any]:
    """Call a method when traits of its widget change, once it is laid out; what it raises shows in the notice.

    Examples
    --------
    >>> class Counter(Frame):
    ...     count = traitlets.Int(0)
    ...
    ...     def __init__(self):
    ...         super().__init__()
    ...         self.text = widgets.HTML()
    ...         self.show(self.text)
    ...
    ...     @on_change("count")
    ...     def _write(self, change):
    ...         self.text.value = str(change.new)
    >>> counter = Counter()
    >>> counter.count = 3
    >>> counter.text.value
    '3'
    >>> counter.close()
    """

    def decorate(method: Callable[..., None]) -> Any:
        @traitlets.observe(*names)
        @guarded
        def call(self: Any, change: Any) -> None:
            if self.laid_out:
                method(self, change)

        return call

    return decorate


class Frame(Living, widgets.VBox, metaclass=CleanStart):  # type: ignore[misc]
    """A box in the package's style whose errors show in its `notice`, and whose `close` frees everything in it.

    Build the parts in ``__init__``, then call `show`. What must be undone at the end goes to `at_close`.

    Examples
    --------
    >>> class Greeting(Frame):
    ...     def __init__(self, name):
    ...         super().__init__()
    ...         self.show(widgets.Label(f"Good morning, {name}"))
    ...         self.at_close(lambda: print("gone"))
    >>> greeting = Greeting("Ada")
    >>> greeting.close()
    gone
    """

    def __init__(self, *css_classes: str) -> None:
        super().__init__(_dom_classes=("brierwidgets", *css_classes))
        self.notice = Notice()
        self.laid_out = False
        self._endings: list[Callable[[], object]] = []
        self._parts: list[widgets.Widget] = []
        self._adopted = _INSIDE.get()
        if not self._adopted:
            NOTEBOOK.add(self)

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.__signature__ = whole_signature(cls)
        for member in vars(cls).values():
            if isinstance(member, classmethod):  # a way in, which passes options on to the constructor
                takes_keywords_of(cls)(member.__func__)

    def show(self, *children: widgets.Widget) -> None:
        """Lay the parts out, from top to bottom."""
        self._parts = list(children)
        self._lay_out()
        self.laid_out = True

    def _lay_out(self) -> None:
        sheet = [] if self._adopted else [STYLE_SHEET.acquire(self)]
        self.children = [*sheet, *self._parts, self.notice]

    @contextlib.contextmanager
    def building_parts(self) -> Iterator[None]:
        """Mark frames built in this ``with`` block as parts: they bring no style sheet and no page engine."""
        token = _INSIDE.set(True)
        try:
            yield
        finally:
            _INSIDE.reset(token)

    def adopt(self, *frames: Frame) -> None:
        """Take frames in that were built as parts: they close with this one."""
        for frame in frames:
            self.at_close(frame.close)
        self.refuse_if_closed()  # by another thread, while they were built

    def dismiss(self, *frames: Frame) -> None:
        """Close frames that were adopted, and forget them."""
        endings = self.__dict__.get("_endings", [])
        for frame in frames:
            if frame.close in endings:
                endings.remove(frame.close)
            frame.close()

    def exchange(self, parts: Mapping[widgets.Widget, widgets.Widget]) -> None:
        """Lay new parts out where old ones were."""
        self._parts = [parts.get(part, part) for part in self._parts]
        self._lay_out()

    def at_close(self, ending: Callable[[], object]) -> None:
        """Have something done when the widget closes, or now if it is closed; the last asked for comes first."""
        endings = self.__dict__.get("_endings")
        if endings is None:
            ending()
        else:
            endings.append(ending)

    def refuse_if_closed(self) -> None:
        """Raise an error where a closed widget is asked for new parts, which nobody would see or free."""
        if "_endings" not in self.__dict__:
            raise ValueError(f"This {type(self).__name__} is closed. Build a new one.")

    def close(self) -> None:
        """Free the widget and everything in it."""
        endings = self.__dict__.pop("_endings", None)
        if endings is not None:  # Python calls close() again when it forgets the widget
            while endings:
                endings.pop()()
            close_inside(self)
            STYLE_SHEET.release(self)
        super().close()

    def still(self) -> list[Markup]:
        """Return what a reader sees where nothing runs: paragraphs, tables, pictures."""
        return [tag("p", repr(self))]

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        NOTEBOOK.shows(self)
        return with_still(super()._repr_mimebundle_(**kwargs), self.still)

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


def close_inside(root: widgets.Widget) -> None:
    """Close every widget in `root`, but not `root` itself nor what others share."""
    for widget in with_all_inside(root)[1:]:
        widgets.Widget.close(widget)


def with_all_inside(*roots: widgets.Widget) -> list[widgets.Widget]:
    """Return widgets and all that they hold, each once, outer ones first; not the style sheet that views share."""
    found: dict[int, widgets.Widget] = {}
    waiting = deque(roots)
    while waiting:
        widget = waiting.popleft()
        if id(widget) not in found and widget not in STYLE_SHEET:
            found[id(widget)] = widget
            waiting.extend(_held_by(widget))
    return list(found.values())


def _held_by(widget: widgets.Widget) -> Iterator[widgets.Widget]:
    for value in widget._trait_values.values():
        held = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else (value,)
        yield from (part for part in held if isinstance(part, widgets.Widget))
