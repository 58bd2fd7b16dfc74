"""Outcomes that take time, in a frame: the engine works out every row's weight where the data is.

The curve of the censoring is a running product over the distinct times. Engines have running sums, so it is the
exponential of a running sum of logarithms, joined back to the rows by their time (``brierwidgets.core.survival``).
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import narwhals as nw

from brierwidgets.core.survival import FollowUp
from brierwidgets.core.survival_inputs import CODES, check_horizon
from brierwidgets.core.written import exact
from brierwidgets.data.frames._query import MOST, Frame, collected

__all__ = ["FollowedFrame", "follow"]


class FollowedFrame(NamedTuple):
    """A frame with an outcome and a weight for every row, the names of those columns, and what was found."""

    frame: Frame
    outcome: str
    weight: str
    follow_up: FollowUp


def follow(
    table: Frame, *, time: str, event: str, horizon: Any, weight: str | None, models: list[str]
) -> FollowedFrame:
    """Return the outcomes and inverse weights of a frame at a horizon; columns have been checked to be numbers."""
    end = check_horizon(horizon)
    names = {use: _free_name(use, models) for use in ("outcome", "weight", "time", "remaining")}
    number = nw.Float64()
    rows = table.select(
        *(nw.col(model) for model in models),
        nw.col(time).cast(number).alias(names["time"]),
        nw.col(event).cast(number).alias(names["outcome"]),
        (nw.lit(1.0) if weight is None else nw.col(weight).cast(number)).alias(names["weight"]),
    )
    when, kind, mass = (nw.col(names[use]) for use in ("time", "outcome", "weight"))
    counts = _counts(rows, when, kind, mass, end)
    _check(counts, time, event, weight, end)
    curve = _censoring_curve(rows.select(when=when, kind=kind, mass=mass), end)
    lost, dead_end = collected(curve.select(nw.col("log_kept", "dead_end").sum())).row(0)
    if dead_end:
        raise ValueError(
            f"Nobody was followed to the horizon {exact(end)}: the last cases were censored by then. "
            "Choose an earlier horizon."
        )
    at_horizon = math.exp(-(lost or 0.0))
    remaining = names["remaining"]
    before = curve.select(nw.col("when").alias(names["time"]), nw.col("remaining").alias(remaining))
    weighted = rows.join(before, on=names["time"], how="left").select(
        *(nw.col(model) for model in models),
        nw.when((when <= end) & (kind == 1.0)).then(nw.lit(1)).otherwise(nw.lit(0)).alias(names["outcome"]),
        (
            mass
            * nw.when(when > end)
            .then(nw.lit(at_horizon))
            .otherwise(nw.when(kind > 0.0).then(1.0 / nw.col(remaining)).otherwise(nw.lit(0.0)))
        ).alias(names["weight"]),
    )
    cases, events, competing, censored = (counts[name] for name in ("rows", "events", "competing", "censored"))
    found = FollowUp(end, cases, events, competing, censored, prevalence=math.nan)
    return FollowedFrame(weighted, names["outcome"], names["weight"], found)


def _counts(rows: Frame, when: nw.Expr, kind: nw.Expr, mass: nw.Expr, end: float) -> dict[str, int]:
    """Ask in one query how many rows ended how, and how many cannot be used."""
    known = (when >= 0.0) & (when <= MOST)
    coded = (kind >= 0.0) & (kind <= 2.0**53) & (kind == kind.floor())
    early = when <= end
    parts = {
        "negative": (when < 0.0) & (when >= -MOST),
        "timed": known,
        "coded": coded,
        "weighted": (mass >= 0.0) & (mass <= MOST),
        "reached": known & (when >= end),
        "events": early & (kind == 1.0),
        "competing": early & (kind > 1.0),
        "censored": early & (kind == 0.0),
    }
    one, none = nw.lit(1), nw.lit(0)
    flags = rows.select(**{name: nw.when(part).then(one).otherwise(none) for name, part in parts.items()})
    answer = collected(flags.select(nw.len().alias("rows"), *(nw.col(name).sum() for name in parts)))
    return {name: int(answer[name][0] or 0) for name in answer.columns}


def _check(counts: dict[str, int], time: str, event: str, weight: str | None, end: float) -> None:
    rows = counts["rows"]
    if rows == 0:
        raise ValueError("The frame has no rows: there is nothing to score. Pass at least one case.")
    if counts["negative"]:
        raise ValueError(
            f"Column {time!r} is negative in {counts['negative']:,} of {rows:,} rows, but no case can end before it "
            "starts. Count the time of each case from its own start."
        )
    faults = (
        ("timed", time, "missing, NaN or infinite", "Drop those rows, or give the time they were last seen"),
        ("coded", event, "no code of an ending", f"The codes are {CODES}"),
        ("weighted", weight, "no weight", "Give every row a finite weight, at least 0"),
    )
    for name, column, fault, advice in faults:
        if counts[name] < rows:
            raise ValueError(f"Column {column!r} is {fault} in {rows - counts[name]:,} of {rows:,} rows. {advice}.")
    if counts["reached"] == 0:
        raise ValueError(
            f"Nobody was followed to the horizon {exact(end)}: column {time!r} is below it in every row. "
            "Choose an earlier horizon, in the unit of time."
        )


def _censoring_curve(rows: Any, end: float) -> Any:
    """Return the distinct times up to the horizon with the share not censored before each."""
    everyone, lost, after = nw.col("everyone"), nw.col("lost"), nw.col("after")
    censored = nw.when(nw.col("kind") == 0.0).then(nw.col("mass")).otherwise(nw.lit(0.0))
    by_time = rows.with_columns(lost=censored).group_by("when").agg(everyone=nw.col("mass").sum(), lost=lost.sum())
    by_time = by_time.with_columns(after=everyone.cum_sum(reverse=True).over(order_by="when"))
    by_time = by_time.with_columns(after=after - everyone).filter(nw.col("when") <= end)
    kept = nw.when((lost > 0.0) & (after > 0.0)).then(after / (after + lost)).otherwise(nw.lit(1.0))
    dead_end = nw.when((lost > 0.0) & (after <= 0.0)).then(nw.lit(1)).otherwise(nw.lit(0))
    early = by_time.with_columns(log_kept=kept.log(), dead_end=dead_end)
    early = early.with_columns(so_far=nw.col("log_kept").cum_sum().over(order_by="when"))
    return early.with_columns(remaining=(nw.col("so_far") - nw.col("log_kept")).exp())


def _free_name(use: str, taken: list[str]) -> str:
    name = use
    while name in taken:
        name += "_"
    return name
