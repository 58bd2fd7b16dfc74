"""The Python that builds an Explorer again: with the user's own variables where they are still there."""

from __future__ import annotations

import dataclasses
import sys
import textwrap
import weakref
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Self

from brierwidgets.core.costs import CostDistribution
from brierwidgets.explorer._columns import columns_of, find_columns

__all__ = ["ConstructorCall", "Given", "literal", "variables"]

_HINTS = {
    "y_true": "the outcomes",
    "y": "the outcomes",
    "y_prob": "the scores of the model",
    "X": "the held-out data",
    "models": "the scores of each model",
    "time": "when each case ended",
    "event": "how each case ended",
    "proba": "the probabilities of each model",
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
    >>> from brierwidgets.costs import Beta
    >>> literal({"narrow": (np.float64(0.1), "20%")})
    "{'narrow': (0.1, '20%')}"
    >>> literal([Beta(2, 8)])
    '[bw.costs.Beta(p=2.0, q=8.0)]'
    """
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{literal(key, names)}: {literal(part, names)}" for key, part in value.items()) + "}"
    if isinstance(value, list | tuple):
        inner = ", ".join(literal(part, names) for part in value)
        if isinstance(value, list):
            return f"[{inner}]"
        return f"({inner},)" if len(value) == 1 else f"({inner})"
    if isinstance(value, CostDistribution) and dataclasses.is_dataclass(value):
        given = [field for field in dataclasses.fields(value) if field.init]
        fields = [field for field in given if getattr(value, field.name) != field.default]
        inner = ", ".join(f"{field.name}={literal(getattr(value, field.name), names)}" for field in fields)
        return f"bw.costs.{type(value).__name__}({inner})"
    if isinstance(value, type):
        ours = f"bw.{value.__name__}" if value.__module__.startswith("brierwidgets.") else value.__name__
        return next((name for name, known in (names or {}).items() if known is value), ours)
    return repr(value.item() if hasattr(value, "item") else value)


class Given:
    """A value that a user passed: enough to know it again, without keeping it alive where Python can do that."""

    def __init__(self, value: Any, written: str | None = None) -> None:
        self._parts = {str(key): Given(part) for key, part in value.items()} if isinstance(value, dict) else {}
        self._items = [Given(part) for part in value] if _is_list_of_objects(value) else []
        self._columns = columns_of(value)
        # Of the type: a lazy frame would have to work its columns out.
        self._is_one = getattr(value, "ndim", 1) == 1 and not hasattr(type(value), "columns")
        self._written = written
        self._same: Callable[[Any], bool]
        try:
            kept = weakref.ref(value)
        except TypeError:  # a list or a dict
            marks = id(value), type(value), len(value) if hasattr(value, "__len__") else 0
            self._same = lambda other: (
                (id(other), type(other)) == marks[:2] and (len(other) if hasattr(other, "__len__") else 0) == marks[2]
            )
        else:
            self._same = lambda other: other is not None and other is kept()  # of what is gone None is kept

    def expression(self, names: Mapping[str, Any]) -> str | None:
        """Return what the user calls it or its parts, or how it is written; None if that is not known."""
        for name, value in names.items():
            if self._same(value):
                return name
        items = [item.expression(names) for item in self._items]
        if items and None not in items:
            return f"[{', '.join(map(str, items))}]"
        parts = {key: part.expression(names) for key, part in self._parts.items()}
        if not parts or None in parts.values():
            return find_columns(self._columns, names, one=self._is_one) or self._written
        return "{" + ", ".join(f"{key!r}: {part}" for key, part in parts.items()) + "}"


class ConstructorCall(NamedTuple):
    """The call that built an Explorer.

    `data` come first, without their names; `columns` are arguments that can be written out; `more` are further data.
    """

    function: str
    data: dict[str, Given]
    columns: dict[str, Any]
    more: dict[str, Given]

    @classmethod
    def of(cls, function: str, data: Mapping[str, Any], columns: Mapping[str, Any], more: Mapping[str, Any]) -> Self:
        """Remember a call; arguments that are None were not given."""
        return cls(
            function,
            {name: Given(value) for name, value in data.items()},
            {name: value for name, value in columns.items() if value is not None},
            {name: Given(value, _written(name, value)) for name, value in more.items() if value is not None},
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
        arguments = textwrap.indent("\n".join(lines), "    ")
        return f"explorer = {self.function}(\n{arguments}\n)"

    @staticmethod
    def _argument(name: str, given: Given, names: Mapping[str, Any], source: str = "") -> str:
        found = given.expression(names) or source
        return f"{found}," if found else f"{name},  # put {_HINTS[name]} here"


def _is_list_of_objects(value: Any) -> bool:
    """Whether a list holds things that a user may have named, such as estimators, and not numbers."""
    return isinstance(value, list) and bool(value) and all(hasattr(part, "__weakref__") for part in value)


def _written(name: str, value: Any) -> str | None:
    """Return opinions about costs as Python, if they are of the package's own kinds; other data are too long."""
    if name != "costs":
        return None
    if isinstance(value, CostDistribution):
        return literal(value) if type(value).__module__.startswith("brierwidgets.core.") else None
    return literal(value) if isinstance(value, list | tuple) else None
