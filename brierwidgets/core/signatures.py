"""Signatures of functions that pass keywords on, written out for help and completion."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, TypeVar, is_typeddict

__all__ = ["takes_keywords_of"]

Function = TypeVar("Function", bound=Callable[..., Any])


def takes_keywords_of(inner: Callable[..., Any]) -> Callable[[Function], Function]:
    """Show the keywords of `inner`, with their defaults, in place of the ``**options`` that a function passes on to it.

    Of a `TypedDict` every key is shown with the default None, which must mean that it was not given.

    Examples
    --------
    >>> def inner(values, *, level=0.95, seed=0): ...
    >>> @takes_keywords_of(inner)
    ... def outer(values, *, seed, **options): ...
    >>> inspect.signature(outer)
    <Signature (values, *, seed, level=0.95)>
    """

    def write_out(outer: Function) -> Function:
        signature = inspect.signature(outer)
        own = [one for one in signature.parameters.values() if one.kind is not one.VAR_KEYWORD]
        if len(own) < len(signature.parameters):  # it passes some on
            further = [one for one in _keywords(inner) if one.name not in signature.parameters]
            outer.__signature__ = signature.replace(parameters=[*own, *further])  # type: ignore[attr-defined]
        return outer

    return write_out


def _keywords(inner: Callable[..., Any]) -> list[inspect.Parameter]:
    if is_typeddict(inner):
        kind = inspect.Parameter.KEYWORD_ONLY
        types = {name: getattr(type_, "__forward_arg__", type_) for name, type_ in inner.__annotations__.items()}
        return [inspect.Parameter(name, kind, default=None, annotation=type_) for name, type_ in types.items()]
    return [one for one in inspect.signature(inner).parameters.values() if one.kind is one.KEYWORD_ONLY]
