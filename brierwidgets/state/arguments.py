"""Arguments that a widget refuses, with advice."""

from __future__ import annotations

import contextlib
import difflib
import inspect
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import traitlets

__all__ = ["check_choice", "refuse_unknown", "refused_as_arguments", "refused_by_trait"]

_NOT_KEYWORDS = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


def refuse_unknown(owner: type, given: Iterable[str]) -> None:
    """Raise for keyword arguments that a class does not take, naming the nearest that it takes.

    Examples
    --------
    >>> class Chart:
    ...     def __init__(self, data, *, interval=None): ...
    >>> refuse_unknown(Chart, ["intervall"])
    Traceback (most recent call last):
        ...
    TypeError: Chart has no argument 'intervall'. Did you mean 'interval'?
    """
    known = [
        name for name, parameter in inspect.signature(owner).parameters.items() if parameter.kind not in _NOT_KEYWORDS
    ]
    wrong = next((name for name in given if name not in known), None)
    if wrong is None:
        return
    near = difflib.get_close_matches(wrong, known, n=1, cutoff=0.5)
    hint = f"Did you mean {near[0]!r}?" if near else f"It takes {', '.join(known)}."
    raise TypeError(f"{owner.__name__} has no argument {wrong!r}. {hint}")


def check_choice(what: str, value: Any, choices: Sequence[Any]) -> None:
    """Raise when `value` is not one of `choices`, and list them."""
    if value not in choices:
        raise ValueError(f"{what} must be one of {', '.join(map(repr, choices))}, not {value!r}.")


@contextlib.contextmanager
def refused_as_arguments() -> Iterator[None]:
    """Turn a TraitError inside the ``with`` block into a ValueError, as functions raise for bad arguments.

    Examples
    --------
    >>> class Dial(traitlets.HasTraits):
    ...     turns = traitlets.Int()
    >>> with refused_as_arguments():
    ...     Dial(turns="many")
    Traceback (most recent call last):
        ...
    ValueError: The 'turns' trait of a Dial instance expected an int, not the str 'many'.
    """
    try:
        yield
    except traitlets.TraitError as refusal:
        kind = TypeError if isinstance(refusal.__cause__, TypeError) else ValueError
        raise kind(str(refusal)) from refusal


@contextlib.contextmanager
def refused_by_trait() -> Iterator[None]:
    """Turn an error about a value inside the ``with`` block into a TraitError, as traits raise for bad values.

    Examples
    --------
    >>> with refused_by_trait():
    ...     check_choice("spacing", "log", ["cost", "log-odds"])
    Traceback (most recent call last):
    traitlets.traitlets.TraitError: spacing must be one of 'cost', 'log-odds', not 'log'.
    """
    try:
        yield
    except (TypeError, ValueError) as error:
        raise traitlets.TraitError(str(error)) from error
