"""The Python that builds an Explorer again: with the user's own variables where they are still there."""

from __future__ import annotations

import sys
import weakref
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

__all__ = ["Call", "Given", "literal", "variables"]

_HINTS = {
    "y_true": "the outcomes",
    "y": "the outcomes",
    "y_prob": "the scores of the model",
    "X": "the held-out data",
    "models": "the scores, by model",
    "time": "when each case ended",
    "event": "how each case ended",
    "proba": "the probabilities, by model",
    "estimators": "the fitted classifiers",
    "frame": "the data frame",
    "comparison": "the Comparison",
    "state": "the ExplorerState",
    "sample_weight": "the weights",
    "groups": "the group of each case",
    "costs": "the distribution of costs",
}


def variables() -> dict[str, Any]:
    """Return what the user has named in a notebook or a script."""
    return {name: value for name, value in vars(sys.modules["__main__"]).items() if not name.startswith("_")}


def literal(value: Any, names: Mapping[str, Any] | None = None) -> str:
    """Write a value as Python: numbers of NumPy plainly, and classes by the name that the user gave them.

    Examples
    --------
    >>> import numpy as np
    >>> literal({"narrow": (np.float64(0.1), "20%")})
    "{'narrow': (0.1, '20%')}"
    """
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{literal(key, names)}: {literal(part, names)}" for key, part in value.items()) + "}"
    if isinstance(value, list | tuple):
        inner = ", ".join(literal(part, names) for part in value)
        if isinstance(value, list):
            return f"[{inner}]"
        return f"({inner},)" if len(value) == 1 else f"({inner})"
    if isinstance(value, type):
        return next((name for name, known in (names or {}).items() if known is value), value.__name__)
    return repr(value.item() if hasattr(value, "item") else value)


class Given:
    """A value that a user passed: enough to know it again, without keeping it alive where Python can do that."""

    def __init__(self, value: Any) -> None:
        self._parts = {str(key): Given(part) for key, part in value.items()} if isinstance(value, dict) else {}
        self._same: Callable[[Any], bool]
        try:
            kept = weakref.ref(value)
        except TypeError:  # a list or a dict
            marks = id(value), type(value), len(value) if hasattr(value, "__len__") else 0
            self._same = lambda other: (
                (id(other), type(other)) == marks[:2] and (len(other) if hasattr(other, "__len__") else 0) == marks[2]
            )
        else:
            self._same = lambda other: other is kept()

    def expression(self, names: Mapping[str, Any]) -> str | None:
        """Return what the user calls it, or a dict of what the user calls its parts; None if that is not known."""
        for name, value in names.items():
            if self._same(value):
                return name
        parts = {key: part.expression(names) for key, part in self._parts.items()}
        if not parts or None in parts.values():
            return None
        return "{" + ", ".join(f"{key!r}: {part}" for key, part in parts.items()) + "}"


class Call(NamedTuple):
    """The call that built an Explorer.

    `data` come first, without their names; `columns` are arguments that can be written out; `more` are further data.
    """

    function: str
    data: dict[str, Given]
    columns: dict[str, Any]
    more: dict[str, Given]

    @classmethod
    def of(cls, function: str, data: Mapping[str, Any], columns: Mapping[str, Any], more: Mapping[str, Any]) -> Call:
        """Remember a call; arguments that are None were not given."""
        return cls(
            function,
            {name: Given(value) for name, value in data.items()},
            {name: value for name, value in columns.items() if value is not None},
            {name: Given(value) for name, value in more.items() if value is not None},
        )

    def write(self, settings: Mapping[str, Any], source: str, names: Mapping[str, Any]) -> str:
        """Write the call out; `source` is what builds the comparison if the user has no name for it."""
        lines = [
            self._argument(name, given, names, source if name == "comparison" else "")
            for name, given in self.data.items()
        ]
        lines += [f"{name}={literal(value, names)}," for name, value in self.columns.items()]
        lines += [f"{name}={self._argument(name, given, names)}" for name, given in self.more.items()]
        lines += [f"{name}={literal(value, names)}," for name, value in settings.items()]
        return f"explorer = {self.function}(\n{_indented(lines)})"

    @staticmethod
    def _argument(name: str, given: Given, names: Mapping[str, Any], source: str = "") -> str:
        found = given.expression(names) or source
        return f"{found}," if found else f"{name},  # put {_HINTS[name]} here"


def _indented(lines: Iterable[str]) -> str:
    return "".join(f"    {line}\n" for line in lines)
