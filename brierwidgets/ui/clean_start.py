"""Widgets whose constructor says all that it takes, refuses the rest, and leaves nothing behind where it fails."""

from __future__ import annotations

import inspect
from typing import Any

import ipywidgets as widgets

from brierwidgets.state.arguments import refuse_unknown, refused_as_arguments
from brierwidgets.ui.style import STYLE_SHEET

__all__ = ["CleanStart", "whole_signature"]


class CleanStart(type(widgets.VBox)):  # type: ignore[misc]
    """Refuses arguments that a widget does not have; a constructor that fails leaves no widget behind."""

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        """Build a widget."""
        refuse_unknown(cls, kwargs)
        before = set(widgets.widget._instances)
        made: Any = cls.__new__(cls, *args, **kwargs)
        try:
            with refused_as_arguments():
                made.__init__(*args, **kwargs)
        except BaseException as failure:
            for ending in reversed(made.__dict__.pop("_endings", [])):  # such as observers of a shared state
                ending()
            for model_id in set(widgets.widget._instances) - before:
                widget = widgets.widget._instances.get(model_id)
                if widget is not None:
                    widgets.Widget.close(widget)
            STYLE_SHEET.forget_closed()
            if isinstance(failure, UnicodeEncodeError):  # from the kernel, which could not send it to the page
                broken = failure.object[failure.start : failure.end]
                raise ValueError(  # noqa: TRY004  a bad value, whatever its type
                    f"A name holds {broken!r}, half of a character, which no page can show. Rename it."
                ) from failure
            raise
        return made


def whole_signature(cls: type) -> inspect.Signature:
    """Return the signature with the keywords that a constructor passes on to its base written out, the base's first."""
    parameters: dict[str, inspect.Parameter] = {}
    for ancestor in cls.__mro__:
        if "__init__" not in vars(ancestor):
            continue
        own = list(inspect.signature(vars(ancestor)["__init__"]).parameters.values())[1:]
        named = {parameter.name: parameter for parameter in own if parameter.kind is not parameter.VAR_KEYWORD}
        parameters = named | {name: parameters.pop(name, parameter) for name, parameter in named.items()} | parameters
        if len(named) == len(own):
            break  # it takes no further arguments, so nobody below passes any on
    return inspect.Signature(sorted(parameters.values(), key=lambda parameter: parameter.kind))
