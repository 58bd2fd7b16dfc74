"""What can be wrong with a frame: its columns, its labels, and the rows an engine has set apart."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from typing import Any

import narwhals as nw
import numpy as np

from brierwidgets.core.survival_inputs import CODES
from brierwidgets.core.validation import advice_on_scale, check_labels, vanishes
from brierwidgets.core.written import exact
from brierwidgets.data.frames._query import Cell, CellCounts, Frame, collected

__all__ = ["check_columns", "check_groups", "check_known", "refuse_dots", "refuse_labels"]


def check_columns(
    schema: Mapping[Any, Any], label: Any, models: Any, weight: Any, *, time: Any = None, event: Any = None
) -> None:
    """Refuse columns that are missing, used twice, or that do not hold numbers where they must."""
    if isinstance(models, str) or not isinstance(models, Sequence):
        raise TypeError(
            f"models must be a list of column names, such as models=['logistic', 'forest'], not {models!r}."
        )
    if not models:
        raise ValueError("models is empty. Name at least one column of scores.")
    outcome = [("the label", label)] if time is None else [("the time", time), ("the event", event)]
    uses = [*outcome, *(("a model", model) for model in models)]
    uses += [] if weight is None else [("the weight", weight)]
    seen: dict[Any, str] = {}
    for use, column in uses:
        check_known(column, list(schema), use)
        if column in seen:
            raise ValueError(
                f"Column {column!r} is named twice: as {seen[column]} and as {use}. Give each column one use."
            )
        seen[column] = use
        dtype = schema[column]
        if use != "the label" and not (dtype.is_numeric() or dtype == nw.Boolean):
            codes = f" The codes are {CODES}." if use == "the event" else ""
            raise TypeError(
                f"Column {column!r} holds {dtype} values, but needs numbers. Convert the column first.{codes}"
            )


def check_known(column: Any, known: list[Any], use: str) -> None:
    """Refuse a column that a frame does not have."""
    if column is None:
        raise TypeError(f"The column of {use} is None. Pass its name.")
    if column not in known:
        names = {str(name).lower(): name for name in known}
        near = difflib.get_close_matches(str(column).lower(), names, n=1)
        listed = ", ".join(repr(name) for name in known[:10]) + (", ..." if len(known) > 10 else "")
        hint = f"Did you mean {names[near[0]]!r}?" if near else f"Its columns are {listed}."
        raise ValueError(f"The frame has no column {column!r}. {hint}")


def refuse_dots(columns: list[Any]) -> None:
    """Refuse column names that Spark would not read as names."""
    for column in columns:
        if "." in column or "`" in column:
            plain = column.replace(".", "_").replace("`", "_")
            raise ValueError(
                f"Spark does not read {column!r} as the name of a column. Rename it first: "
                f"frame.withColumnRenamed({column!r}, {plain!r})."
            )


def check_groups(groups: CellCounts, model: Any, weight: Any) -> None:
    """Raise for rows whose score or weight cannot be used."""
    rows = {cell: int(groups.rows[groups.cell == cell].sum()) for cell in range(Cell.WEIGHT_ZERO, 0)}
    if count := rows[Cell.SCORE_UNFIT]:
        raise ValueError(
            f"Column {model!r} is missing, NaN or infinite in {_rows(count, groups)}. Drop those rows, or give them a "
            "score."
        )
    outside = rows[Cell.SCORE_BELOW] + rows[Cell.SCORE_ABOVE]
    if outside:
        low, high = groups.lowest.min(), groups.highest.max()
        worst = low if rows[Cell.SCORE_BELOW] else high
        advice = advice_on_scale(low, high, rows[Cell.SCORE_ABOVE] / groups.rows.sum())
        raise ValueError(
            f"Column {model!r} lies outside [0, 1] in {_rows(outside, groups)}, as {exact(worst)}. {advice}"
        )
    if count := rows[Cell.WEIGHT_UNFIT]:
        raise ValueError(
            f"Column {weight!r} is missing, NaN or infinite in {_rows(count, groups)}. Give every row a finite weight "
            "(0 leaves it out)."
        )
    if count := rows[Cell.WEIGHT_NEGATIVE]:
        raise ValueError(f"Column {weight!r} is negative in {_rows(count, groups)}, but weights cannot be negative.")
    if rows[Cell.WEIGHT_ZERO] == groups.rows.sum():
        raise ValueError(f"Column {weight!r} is zero in every row: nothing is left to score. Give some row a weight.")
    if groups.lightest is not None:
        cases = groups.cell >= 0
        lightest, total = groups.lightest[cases].min(), groups.weight[cases].sum()
        if vanishes(lightest, total):
            raise ValueError(
                f"The smallest weight in column {weight!r} is {lightest / total:.2g} of the sum of them all, so little "
                "that it would vanish in a sum of 16 digits. Is it a mistake? Set it to 0 to leave the row out."
            )


def refuse_labels(frame: Frame, label: Any, pos_label: Any) -> None:
    """Look at the labels again, to say what is wrong with them."""
    column = frame.select(label=nw.col(label))
    dtype = column.collect_schema()["label"]
    if dtype in (nw.Categorical, nw.Enum):
        column = column.with_columns(nw.col("label").cast(nw.String()))
    present = ~nw.col("label").is_null()
    if dtype.is_float():
        present = present & ~nw.col("label").is_nan()
    total = _number_of_rows(column)
    missing = total - _number_of_rows(column.filter(present))
    if missing:
        raise ValueError(
            f"Column {label!r} is missing in {missing:,} of {total:,} rows. Drop the rows without an outcome first."
        )
    distinct = column.unique()
    count = _number_of_rows(distinct)
    found = collected(distinct.sort("label").head(6))["label"].to_list()
    if count <= 2:
        check_labels(np.array(found), pos_label, f"column {label!r}")
        raise ValueError(f"Column {label!r} changed while it was read. Write the frame to a table or a file first.")
    shown = ", ".join(repr(value) for value in found[:5]) + (", ..." if count > 5 else "")
    third = _number_of_rows(column.filter(~nw.col("label").is_in(found[:2])))
    raise ValueError(
        f"Column {label!r} holds {count:,} different labels ({shown}), but this is about two classes; {third:,} of "
        f"{total:,} rows are neither {found[0]!r} nor {found[1]!r}. Reduce it to two classes first."
    )


def _number_of_rows(frame: Frame) -> int:
    return int(collected(frame.select(nw.len().alias("rows")))["rows"][0])


def _rows(count: int, groups: CellCounts) -> str:
    return f"{count:,} of {int(groups.rows.sum()):,} rows"
