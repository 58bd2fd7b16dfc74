"""From a dataframe of any kind to forecasts: the engine counts where the data is, and only counts come back.

pandas, Polars (eager and lazy), PyArrow, DuckDB, Dask and PySpark are read through narwhals. The engine puts every
score into one of at most `bins` bins, narrow near 0 and 1, and adds up each; scores of exactly 0 and exactly 1 have
bins of their own. The same pass finds the rows that cannot be used.

``Forecast.binning_error`` says how far a score can be off because of the bins. Whatever the data, the default bins
inside the interval change the Brier score by less than 5e-9, and log loss by less than 2e-7 if scores are between 1e-6
and 1 - 1e-6. The two bins that hold the ends of the interval add no more than their share of the cases times the
change of the loss across the bin.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import narwhals as nw
import numpy as np

from brierwidgets.core import Forecast
from brierwidgets.core.binning import table_of_bins
from brierwidgets.core.thresholds import SLACK, slack_of
from brierwidgets.core.validation import _is_zero_or_one
from brierwidgets.frames._faults import check_columns, check_groups, refuse_dots, refuse_labels
from brierwidgets.frames._progress import Progress
from brierwidgets.frames._query import Frame, Groups, Plan, count_cases

__all__ = ["DEFAULT_BINS", "Forecast", "forecasts_from_frame"]

DEFAULT_BINS = 65536


def forecasts_from_frame(
    frame: Any,
    *,
    label: str,
    models: Sequence[str],
    weight: str | None = None,
    bins: int | None = DEFAULT_BINS,
    pos_label: Any = None,
    progress: bool | None = None,
) -> dict[str, Forecast]:
    """Return a forecast for each column of scores; see `Comparison.from_frame`.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"y": [0, 0, 1, 1], "keen": [0.4, 0.6, 0.7, 0.9]})
    >>> forecasts_from_frame(frame, label="y", models=["keen"])
    {'keen': Forecast(4 cases, prevalence 0.5, 4 distinct scores)}
    """
    table = _as_frame(frame)
    schema = table.collect_schema()
    check_columns(schema, label, models, weight)
    if table.implementation.is_spark_like():
        refuse_dots([label, *models, *([] if weight is None else [weight])])
    bins = _check_bins(bins)
    if bins is not None and isinstance(table, nw.DataFrame) and len(table) <= bins:
        bins = None  # there cannot be more distinct scores than rows
    outcome, kept_label = _outcome(table, label, schema[label], pos_label)
    number = nw.Float64()
    plan = Plan(
        outcome,
        [nw.col(model).cast(number) for model in models],
        None if weight is None else nw.col(weight).cast(number),
        kept_label,
        bins,
    )
    if table.implementation.is_duckdb():
        progress = bool(progress)  # after two seconds DuckDB shows a bar of its own, on the same line
    number_of_models = "1 model" if len(models) == 1 else f"{len(models)} models"
    with Progress(f"Counting the cases of {number_of_models} with {table.implementation.value}", shown=progress):
        counted = count_cases(table, plan)
        _check_outcomes(counted[0], table, label, pos_label)
    forecasts = {}
    for model, groups in zip(models, counted, strict=True):
        check_groups(groups, model, weight)
        slack = slack_of(np.dtype(np.float32)) if schema[model] == nw.Float32 else SLACK
        forecasts[str(model)] = _to_forecast(groups, slack)
    return forecasts


def _as_frame(frame: Any) -> Frame:
    try:
        return nw.from_native(frame)
    except TypeError as error:
        raise TypeError(
            f"A {type(frame).__name__} is not a dataframe that can be read here. Pass one of pandas, Polars, PyArrow, "
            "DuckDB, Dask or PySpark; for arrays, use Comparison(y_true, {'name': y_prob}) or Forecast(y_true, y_prob)."
        ) from error


def _check_bins(bins: Any) -> int | None:
    if bins is None:
        return None
    if isinstance(bins, bool) or not isinstance(bins, int | np.integer):
        raise TypeError(f"bins must be a whole number, or None to keep every distinct score, not {bins!r}.")
    if bins < 3:
        raise ValueError(f"bins must be at least 3 (scores of 0, of 1, and between), but it is {bins}.")
    return int(bins)


def _outcome(table: Frame, label: str, dtype: Any, pos_label: Any) -> tuple[nw.Expr, nw.Expr | None]:
    """Return the outcome (1, 0, or 2 for neither), and the label where that of the negatives may be anything."""
    column = nw.col(label)
    if dtype == nw.Boolean and (pos_label is None or _is_zero_or_one(pos_label)):
        positive = column if pos_label is None or pos_label else ~column
        return _coded(positive, ~positive), None
    if dtype.is_numeric() and pos_label is None:
        return _coded(column == 1, column == 0), None
    text = dtype in (nw.String, nw.Categorical, nw.Enum)
    if not (text or dtype.is_numeric() or dtype == nw.Boolean):
        raise TypeError(
            f"Column {label!r} holds {dtype} values. Make the labels 0 and 1, booleans, or two texts or numbers "
            "together with pos_label."
        )
    comparable = isinstance(pos_label, str) if text else isinstance(pos_label, bool | int | float | np.number)
    if not comparable or dtype == nw.Boolean:
        refuse_labels(table, label, pos_label)
    positive_label = pos_label.item() if isinstance(pos_label, np.generic) else pos_label
    if text:
        column = column.cast(nw.String())
    known = ~column.is_null()
    if dtype.is_float():
        known = known & ~column.is_nan()
    return _coded(column == positive_label, known & (column != positive_label)), column


def _coded(positive: nw.Expr, negative: nw.Expr) -> nw.Expr:
    return nw.when(positive).then(nw.lit(1)).otherwise(nw.when(negative).then(nw.lit(0)).otherwise(nw.lit(2)))


def _check_outcomes(groups: Groups, table: Frame, label: str, pos_label: Any) -> None:
    if groups.outcome.size == 0:
        raise ValueError("The frame has no rows: there is nothing to score. Pass at least one case.")
    stray = (groups.outcome == 2).any() or len(groups.labels) > 1
    absent = pos_label is not None and not (groups.outcome == 1).any()
    if stray or (absent and not (_is_zero_or_one(pos_label) and all(map(_is_zero_or_one, groups.labels)))):
        refuse_labels(table, label, pos_label)


def _to_forecast(groups: Groups, slack: float) -> Forecast:
    tables = []
    for outcome in (0, 1):
        chosen = (groups.outcome == outcome) & (groups.cell >= 0)
        lowest, highest, weight = (np.abs(each[chosen]) for each in (groups.lowest, groups.highest, groups.weight))
        # Where all scores are the same, sums that round must not move them.
        means = np.clip(groups.total[chosen] / weight, lowest, highest)
        squares = None if groups.squares is None else groups.squares[chosen]
        tables.append(table_of_bins(means, lowest, highest, weight, squares))
    return Forecast._from_tables(tables[0], tables[1], slack)


def _from_frame(
    cls: type[Forecast],  # noqa: ARG001
    frame: Any,
    *,
    label: str,
    score: str,
    weight: str | None = None,
    bins: int | None = DEFAULT_BINS,
    pos_label: Any = None,
    progress: bool | None = None,
) -> Forecast:
    """Build from a dataframe; its engine counts where the data is, and only the counts come back.

    Parameters
    ----------
    frame
        A frame of pandas, Polars (eager or lazy), PyArrow, DuckDB, Dask or PySpark.
    label, score, weight
        Names of the columns of outcomes, of scores, and of weights, if any.
    bins, pos_label, progress
        See `Comparison.from_frame`.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"y": [0, 0, 1, 1], "p": [0.1, 0.6, 0.4, 0.8]})
    >>> Forecast.from_frame(frame, label="y", score="p")
    Forecast(4 cases, prevalence 0.5, 4 distinct scores)
    """
    forecasts = forecasts_from_frame(
        frame, label=label, models=[score], weight=weight, bins=bins, pos_label=pos_label, progress=progress
    )
    return forecasts[str(score)]


# Core knows no dataframes, so this floor gives Forecast its way in from one. Users meet the class through
# `brierwidgets.Forecast` or a `Comparison`, and both load this module.
Forecast.from_frame = classmethod(_from_frame)  # type: ignore[assignment,method-assign]
