"""Columns of a user's data frames, known again by what is in them: ``df["p"]`` is a new object every time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

__all__ = ["columns_of", "find_columns"]

#: How many values of a column are compared; with its name and length they tell columns apart.
_COMPARED = 1000


def columns_of(value: Any) -> dict[str, tuple[Any, ...]]:
    """Return a mark of each column of a series or frame of pandas or Polars; empty for anything else.

    Examples
    --------
    >>> import pandas as pd
    >>> columns_of(pd.Series([0.5, 0.25], name="p"))
    {'p': (2, 0.5, 0.25)}
    """
    if not _is_eager(value, "Series", "DataFrame"):
        return {}
    named = {value.name: value} if type(value).__name__ == "Series" else {name: value[name] for name in value.columns}
    if not all(isinstance(name, str) for name in named):
        return {}
    return {name: _mark(column) for name, column in named.items()}


def find_columns(marks: Mapping[str, tuple[Any, ...]], names: Mapping[str, Any], *, one: bool) -> str | None:
    """Return what takes such columns from a frame that the user has named; None if there is no such frame.

    Examples
    --------
    >>> import pandas as pd
    >>> df = pd.DataFrame({"y": [0, 1], "p": [0.5, 0.25]})
    >>> find_columns(columns_of(df["p"]), {"df": df}, one=True)
    "df['p']"
    >>> find_columns(columns_of(df[["p", "y"]]), {"df": df}, one=False)
    "df[['p', 'y']]"
    """
    for variable, frame in names.items():
        known = marks and _is_eager(frame, "DataFrame") and set(marks) <= set(frame.columns)
        if known and all(_mark(frame[name]) == mark for name, mark in marks.items()):
            return f"{variable}[{(next(iter(marks)) if one else list(marks))!r}]"
    return None


def _is_eager(value: Any, *kinds: str) -> bool:
    return type(value).__name__ in kinds and type(value).__module__.partition(".")[0] in ("pandas", "polars")


def _mark(column: Any) -> tuple[Any, ...]:
    values = np.asarray(column)
    if values.ndim > 1:  # two columns of one name are like no other
        return (object(),)
    places = np.unique(np.linspace(0, max(values.size - 1, 0), min(values.size, _COMPARED)).astype(int))
    return values.size, *values[places].tolist()
