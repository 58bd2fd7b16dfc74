"""Which columns of a frame are models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import narwhals as nw

from brierwidgets.data.frames._faults import check_known
from brierwidgets.data.frames._query import Frame, collected
from brierwidgets.data.progress import message_stream

__all__ = ["choose_models"]


def choose_models(table: Frame, models: Any, others: Sequence[Any]) -> dict[str, Any]:
    """Return the column of each model by its name.

    Parameters
    ----------
    table
        The frame.
    models
        Names of columns, or names of models with their columns. None takes every column of numbers from 0 to 1 that is
        not one of `others`, and says which, in one line.
    others
        The columns used for something else.
    """
    if models is None:
        return _find_models(table, others)
    if isinstance(models, Mapping):
        return {str(name): column for name, column in models.items()}
    if isinstance(models, str) or not isinstance(models, Sequence):
        raise TypeError(
            "models must be a list of column names, such as models=['logistic', 'forest'], or a dict "
            f"{{'name': 'column'}}, not {models!r}."
        )
    twice = [column for column in models if list(models).count(column) > 1]
    if twice:
        raise ValueError(f"Column {twice[0]!r} is named twice: as a model and as a model. Give each column one use.")
    return {str(column): column for column in models}


def _find_models(table: Frame, others: Sequence[Any]) -> dict[str, Any]:
    schema = table.collect_schema()
    for column in others:
        if column is not None:  # or what was misspelt would be taken for a model first
            check_known(column, list(schema), "a use of its own")
    numeric = [name for name, dtype in schema.items() if dtype.is_numeric() and name not in others]
    if not numeric:
        raise ValueError("There is no column of scores: no other column holds numbers. Name the columns with models=.")
    ends = {
        f"{end}{number}": getattr(nw.col(name).cast(nw.Float64()), end)()
        for number, name in enumerate(numeric)
        for end in ("min", "max")
    }
    answer = collected(table.select(**ends))
    found: list[Any] = []
    left_out: list[Any] = []
    for number, name in enumerate(numeric):
        low, high = answer[f"min{number}"][0], answer[f"max{number}"][0]
        fits = low is None or high is None or not (low < 0.0 or high > 1.0)  # what is missing or NaN is told later
        (found if fits else left_out).append(name)
    if not found:
        hold = "holds" if len(left_out) == 1 else "hold"
        raise ValueError(
            f"There is no column of scores: {', '.join(map(repr, left_out))} {hold} numbers outside [0, 1]. "
            "Pass probabilities, and name their columns with models=."
        )
    message = f"Models: {', '.join(map(repr, found))}, the columns of numbers from 0 to 1."
    if left_out:
        message += f" Left out: {', '.join(map(repr, left_out))}."
    print(f"{message} Choose others with models=.", file=message_stream())
    return {str(name): name for name in found}
