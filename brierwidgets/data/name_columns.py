"""Names of models in tables, as plain objects: text of newer pandas cannot hold half of a character pair."""

from __future__ import annotations

from collections.abc import Iterable

import pandas as pd

__all__ = ["model_index", "name_column"]


def model_index(names: Iterable[str]) -> pd.Index[str]:
    r"""Return the index of a table with one row a model.

    Examples
    --------
    >>> model_index(["a", "b \ud800"]).tolist() == ["a", "b \ud800"]
    True
    """
    return pd.Index(list(names), name="model", dtype=object)


def name_column(names: Iterable[str | None]) -> pd.Series[str]:
    r"""Return a column of names; None where there is none.

    Examples
    --------
    >>> name_column(["b \ud800", None]).tolist() == ["b \ud800", None]
    True
    """
    return pd.Series(list(names), dtype=object)
