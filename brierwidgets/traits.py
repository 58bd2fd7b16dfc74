"""Traits that check themselves, and a timer for what may wait until the hand rests."""

from __future__ import annotations

import asyncio
import difflib
import inspect
from collections.abc import Callable, Sequence
from typing import Any

import traitlets

from brierwidgets.core.intervals import Interval, check_interval, parse_cost

__all__ = ["CostInterval", "CostRatio", "Settle", "check_choice", "refuse_unknown"]


class CostInterval(traitlets.TraitType):
    """A pair of cost ratios, in any of the ways they can be written; a bad one is refused with advice."""

    default_value = Interval(0.05, 0.5)
    info_text = "a pair (low, high) of cost ratios between 0 and 1"

    def validate(self, obj: Any, value: Any) -> Interval:  # noqa: ARG002
        """Return the interval, or raise a TraitError that says what is wrong."""
        try:
            return check_interval(value)
        except (TypeError, ValueError) as error:
            raise traitlets.TraitError(str(error)) from error


class CostRatio(traitlets.TraitType):
    """One cost ratio, in any of the ways it can be written."""

    default_value = 0.5
    info_text = "a cost ratio between 0 and 1"

    def validate(self, obj: Any, value: Any) -> float:  # noqa: ARG002
        """Return the cost ratio, or raise a TraitError that says what is wrong."""
        try:
            return parse_cost(value, str(self.name))
        except (TypeError, ValueError) as error:
            raise traitlets.TraitError(str(error)) from error


class Settle:
    """Call a function once nothing has asked for it for a while; at once where no event loop runs.

    The last request wins: a fast drag asks a hundred times and pays once.
    """

    def __init__(self, callback: Callable[[], None], delay: float = 0.25) -> None:
        self._callback, self._delay = callback, delay
        self._handle: asyncio.TimerHandle | None = None

    def ask(self) -> None:
        """Ask for a call."""
        self.cancel()
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self._callback()
            return
        self._handle = loop.call_later(self._delay, self._callback)

    def flush(self) -> None:
        """Make a call that is waiting now."""
        if self._handle is not None:
            self.cancel()
            self._callback()

    def cancel(self) -> None:
        """Forget a call that has been asked for."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None


def refuse_unknown(owner: type, unknown: dict[str, Any]) -> None:
    """Raise for keyword arguments a widget does not have, naming the nearest that it has."""
    if not unknown:
        return
    known: list[str] = []
    for ancestor in owner.__mro__:
        if "__init__" not in vars(ancestor):
            continue
        parameters = list(inspect.signature(vars(ancestor)["__init__"]).parameters.values())[1:]
        if all(parameter.kind is not parameter.VAR_KEYWORD for parameter in parameters):
            break  # it takes no further arguments, so nobody below passes any on
        known += [parameter.name for parameter in parameters if parameter.kind is not parameter.VAR_KEYWORD]
    wrong = next(iter(unknown))
    near = difflib.get_close_matches(wrong, known, n=1, cutoff=0.5)
    hint = f"Did you mean {near[0]!r}?" if near else f"It takes {', '.join(known)}."
    raise TypeError(f"{owner.__name__} has no argument {wrong!r}. {hint}")


def check_choice(what: str, value: Any, choices: Sequence[Any]) -> None:
    """Raise when `value` is not one of `choices`, and list them."""
    if value not in choices:
        raise ValueError(f"{what} must be one of {', '.join(map(repr, choices))}, not {value!r}.")
