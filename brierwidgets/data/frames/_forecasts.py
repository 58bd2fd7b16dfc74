"""The forecasts of a frame, through narwhals."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar, cast

import narwhals as nw
import numpy as np

from brierwidgets.core import Forecast
from brierwidgets.core.binning import table_of_bins
from brierwidgets.core.thresholds import SLACK, slack_of
from brierwidgets.core.validation import _is_zero_or_one, power_to_ordinary
from brierwidgets.data.frames._faults import check_columns, check_groups, refuse_dots, refuse_labels
from brierwidgets.data.frames._models import choose_models
from brierwidgets.data.frames._query import CellCounts, Frame, Plan, count_cases
from brierwidgets.data.frames._survival import follow
from brierwidgets.data.progress import Progress

__all__ = ["as_frame", "make_forecasts"]

F = TypeVar("F", bound=Forecast)


def make_forecasts(
    kind: type[F],
    frame: Any,
    models: Sequence[str] | Mapping[str, str] | None,
    *,
    label: str | None,
    weight: str | None,
    pos_label: Any,
    time: str | None,
    event: str | None,
    horizon: Any,
    bins: int | None,
    progress: bool | None,
) -> dict[str, F]:
    """Return forecasts by model; the arguments are those of `forecasts_from_frame`."""
    table = as_frame(frame)
    schema = table.collect_schema()
    in_time = _takes_time(label, time, event, horizon, pos_label)
    named = choose_models(table, models, [label, weight, time, event])
    models = list(named.values())
    check_columns(schema, label, models, weight, time=time, event=event)
    if table.implementation.is_spark_like():
        refuse_dots([column for column in (label, time, event, weight, *models) if column is not None])
    follow_up = None
    if in_time:
        _refuse_unordered(table)
        table, label, weight, follow_up = follow(
            table, time=str(time), event=str(event), horizon=horizon, weight=weight, models=list(models)
        )
        schema = table.collect_schema()
    column = cast("str", label)  # checked, or made above
    bins = _check_bins(bins)
    if bins is not None and isinstance(table, nw.DataFrame) and len(table) <= bins:
        bins = None  # there cannot be more distinct scores than rows
    outcome, kept_label = _outcome(table, column, schema[column], pos_label)
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
        _check_outcomes(counted[0], table, column, pos_label)
        if plan.weight is not None and (power := _power_of_weights(counted[0])):
            counted = count_cases(table, plan._replace(weight=_scaled(plan.weight, power)))
    forecasts = {}
    for (name, model), groups in zip(named.items(), counted, strict=True):
        check_groups(groups, model, weight)
        slack = slack_of(np.dtype(np.float32)) if schema[model] == nw.Float32 else SLACK
        forecasts[name] = _to_forecast(kind, groups, slack)
    if follow_up is not None:
        for forecast in forecasts.values():
            found = dataclasses.replace(follow_up, prevalence=forecast.prevalence)
            forecast.__dict__["follow_up"] = found
    return forecasts


def _power_of_weights(groups: CellCounts) -> int:
    """Return the power of two by which weights must be multiplied for their squares to stay in floating point."""
    cases = groups.cell >= 0
    if not cases.any():
        return 0
    with np.errstate(over="ignore"):
        total = groups.weight[cases].sum()
    return power_to_ordinary(min(total, np.finfo(float).max))


def _scaled(weight: nw.Expr, power: int) -> nw.Expr:
    """Multiply by a power of two in two steps, since the power itself may lie beyond floating point."""
    half = power // 2
    return weight * 2.0**half * 2.0 ** (power - half)


def _takes_time(label: Any, time: Any, event: Any, horizon: Any, pos_label: Any) -> bool:
    """Say whether the outcome is one that takes time; what describes it comes together, and instead of a label."""
    given = {"time": time, "event": event, "horizon": horizon}
    missing = [name for name, value in given.items() if value is None]
    if len(missing) == len(given):
        return False
    if missing:
        raise TypeError(f"Outcomes that take time need time, event and horizon together: pass {' and '.join(missing)}.")
    if label is not None or pos_label is not None:
        raise TypeError("With time and event the outcome follows from them: pass neither label nor pos_label.")
    return True


def _refuse_unordered(table: Frame) -> None:
    if table.implementation.is_dask():
        raise NotImplementedError(
            "Weights for censoring need running sums in the order of time, which Dask does not have here. Pass "
            "frame.compute(), or a frame of Polars, DuckDB, PyArrow or PySpark."
        )


def as_frame(frame: Any) -> Frame:
    """Return any frame as narwhals sees it."""
    try:
        read: Frame = nw.from_native(frame)
    except TypeError as error:
        raise TypeError(
            f"A {type(frame).__name__} is not a dataframe that can be read here. Pass one of pandas, Polars, PyArrow, "
            "DuckDB, Dask or PySpark; for arrays, use Comparison(y_true, {'name': y_prob}) or Forecast(y_true, y_prob)."
        ) from error
    return read


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


def _check_outcomes(groups: CellCounts, table: Frame, label: str, pos_label: Any) -> None:
    if groups.outcome.size == 0:
        raise ValueError("The frame has no rows: there is nothing to score. Pass at least one case.")
    stray = (groups.outcome == 2).any() or len(groups.labels) > 1
    absent = pos_label is not None and not (groups.outcome == 1).any()
    if stray or (absent and not (_is_zero_or_one(pos_label) and all(map(_is_zero_or_one, groups.labels)))):
        refuse_labels(table, label, pos_label)


def _to_forecast(kind: type[F], groups: CellCounts, slack: float) -> F:
    tables = []
    for outcome in (0, 1):
        chosen = (groups.outcome == outcome) & (groups.cell >= 0)
        lowest, highest, weight = (np.abs(values[chosen]) for values in (groups.lowest, groups.highest, groups.weight))
        # Where all scores are the same, sums that round must not move them.
        means = np.clip(groups.total[chosen] / weight, lowest, highest)
        squares = None if groups.squares is None else groups.squares[chosen]
        tables.append(table_of_bins(means, lowest, highest, weight, squares))
    return kind._from_tables(tables[0], tables[1], slack)
