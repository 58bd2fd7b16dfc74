"""What goes wrong is shown where the person looks, and its traceback goes to the log."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable
from typing import Any, TypeVar

import ipywidgets as widgets
import traitlets

from brierwidgets.words.html import tag

__all__ = ["Notice", "guarded", "tell_failure"]

logger = logging.getLogger("brierwidgets")
logger.addHandler(logging.NullHandler())

#: Errors whose text is advice already; the kind of any other is named, too.
_ADVICE = (ValueError, TypeError, traitlets.TraitError)

Method = TypeVar("Method", bound=Callable[..., None])


class Notice(widgets.HTML):  # type: ignore[misc]
    """A line that is empty until something goes wrong; then it shows the message, and screen readers read it out."""

    def __init__(self) -> None:
        super().__init__()
        self.messages = 0
        self.add_class("bw-notice")
        self.clear()

    def clear(self) -> None:
        """Empty the line."""
        self.value, self.layout.display = "", "none"

    def tell(self, error: BaseException | str) -> None:
        """Show an error: an expected one by its message, any other with the name of its class before it."""
        self.messages += 1
        expected = isinstance(error, (str, *_ADVICE))
        text = str(error) if expected else f"{type(error).__name__}: {error}"
        self.value = tag("div", text, role="alert")
        self.layout.display = ""


def guarded(method: Method) -> Method:
    """Show what a callback raises in its widget's notice, and log the traceback, instead of losing it.

    When it goes well, an earlier message goes: what the person did last was right.

    Examples
    --------
    >>> from brierwidgets.ui import Frame
    >>> class Half(Frame):
    ...     @guarded
    ...     def typed(self, text):
    ...         if float(text) % 2:
    ...             raise ValueError(f"{text} is odd: give an even number.")
    >>> half = Half()
    >>> half.typed("3")
    >>> half.notice.value
    '<div role="alert">3 is odd: give an even number.</div>'
    >>> half.typed("4")
    >>> half.notice.value
    ''
    >>> half.close()
    """

    @functools.wraps(method)
    def call(self: Any, *args: Any, **kwargs: Any) -> None:
        before = self.notice.messages
        if tell_failure(self, method.__name__, functools.partial(method, self, *args, **kwargs)):
            return
        if self.notice.value and self.notice.messages == before:  # a callback inside this one may have failed
            self.notice.clear()

    return call  # type: ignore[return-value]


def tell_failure(owner: Any, name: str, call: Callable[[], None]) -> bool:
    """Make a call; if it fails, show why in the owner's notice, log the traceback, and return True."""
    try:
        call()
    except Exception as error:  # whatever it is, the person at the screen must see it
        level = logging.INFO if isinstance(error, _ADVICE) else logging.ERROR
        logger.log(level, "%s.%s: %s", type(owner).__name__, name, error, exc_info=error)
        owner.notice.tell(error)
        return True
    return False
