"""From a dataframe of any kind to a comparison for an Explorer: case by case where that is possible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import narwhals as nw

from brierwidgets.data.comparison import Comparison
from brierwidgets.data.frames._faults import check_columns, check_known
from brierwidgets.data.frames._forecasts import as_frame
from brierwidgets.data.frames._models import choose_models
from brierwidgets.data.groups import Groups

__all__ = ["MOST_ROWS", "compare_frame"]

#: A frame whose engine holds no more rows than this is brought into memory; of larger ones only counts are.
MOST_ROWS = 200_000


def compare_frame(
    frame: Any,
    *,
    label: str,
    models: Sequence[str] | Mapping[str, str] | None = None,
    weight: str | None = None,
    groups: str | None = None,
    pos_label: Any = None,
) -> tuple[Comparison, Groups | None]:
    """Return the models in a frame and, by a column of `groups`, the cases cut.

    A frame in memory (pandas, Polars, PyArrow) is compared case by case, so that differences are paired. So is one of
    another engine with at most `MOST_ROWS` rows; of a larger one only counts come back, as in `Comparison.from_frame`,
    and groups cannot be had.

    Parameters
    ----------
    frame
        A frame of pandas, Polars (eager or lazy), PyArrow, DuckDB, Dask or PySpark.
    label, models, weight, pos_label
        As in `Comparison.from_frame`.
    groups
        The column by which cases can be cut, if any.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"y": [0, 0, 1, 1], "p": [0.1, 0.6, 0.4, 0.8], "site": ["n", "s", "s", "n"]})
    >>> comparison, by_site = compare_frame(frame, label="y", models={"mine": "p"}, groups="site")
    >>> comparison, list(by_site)
    (Comparison(mine: 4 cases, prevalence 0.5), ['n', 's'])
    """
    table = as_frame(frame)
    named = choose_models(table, models, [label, weight, groups])
    schema = table.collect_schema()
    check_columns(schema, label, list(named.values()), weight)
    used = [label, *named.values(), *([] if weight is None else [weight])]
    if groups is not None:
        check_known(groups, list(schema), "the groups")
        used = list(dict.fromkeys([*used, groups]))
    if isinstance(table, nw.LazyFrame):
        rows = int(table.select(rows=nw.len()).collect()["rows"][0])
        if rows > MOST_ROWS:
            if groups is not None:
                raise ValueError(
                    f"Groups need the cases one by one, but this frame has {rows:,} rows, more than the {MOST_ROWS:,} "
                    "that are brought into memory. Pass the frame in memory, or one group at a time."
                )
            return Comparison.from_frame(frame, label=label, models=named, weight=weight, pos_label=pos_label), None
        table = table.select(used).collect()
    comparison = Comparison(
        table[label].to_numpy(),
        {name: table[column].to_numpy() for name, column in named.items()},
        sample_weight=None if weight is None else table[weight].to_numpy(),
        pos_label=pos_label,
    )
    return comparison, None if groups is None else Groups(comparison, table[groups].to_native())
