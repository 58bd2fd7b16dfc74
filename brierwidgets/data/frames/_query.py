"""The one question asked of an engine: how many cases, of which class, in which cell of scores."""

from __future__ import annotations

from typing import Any, NamedTuple

import narwhals as nw
import numpy as np

__all__ = ["MOST", "Cell", "CellCounts", "Plan", "collected", "count_cases"]

Frame = nw.DataFrame[Any] | nw.LazyFrame[Any]

MOST = float(np.finfo(float).max)

#: Bins are equally wide in s^p - (1 - s)^p. A small p is close to equal widths in log-odds, without the logarithm's
#: infinities; at 1/16 a bin of the default 65,536 is 0.0005 wide in log-odds at a score of 1/2, 0.001 at one in a
#: million, and 0.005 at 1e-16.
_ROOTS = 4  # square roots, which most engines take faster than a power
_POWER = 0.5**_ROOTS


class Cell:
    """Numbers of the cells for rows that are no cases: one a fault, below 0, so that one pass also checks the data."""

    SCORE_UNFIT = -1
    SCORE_BELOW = -2
    SCORE_ABOVE = -3
    WEIGHT_UNFIT = -4
    WEIGHT_NEGATIVE = -5
    WEIGHT_ZERO = -6


class Plan(NamedTuple):
    """What to count: expressions for the outcome (1, 0, or 2 for a label that is neither), scores and weight."""

    outcome: nw.Expr
    scores: list[nw.Expr]
    weight: nw.Expr | None
    label: nw.Expr | None  # kept where the label of the negatives is still to be found out
    bins: int | None

    @property
    def columns(self) -> dict[str, nw.Expr]:
        """What every model shares."""
        columns = {"outcome": self.outcome}
        columns |= {} if self.weight is None else {"weight": self.weight}
        return columns | ({} if self.label is None else {"label": self.label})


class CellCounts(NamedTuple):
    """The answer for one model: one entry a cell and outcome."""

    outcome: np.ndarray
    cell: np.ndarray
    rows: np.ndarray
    weight: np.ndarray
    squares: np.ndarray | None
    lightest: np.ndarray | None  # of the weights of the rows
    total: np.ndarray
    lowest: np.ndarray
    highest: np.ndarray
    labels: set[Any]  # the smallest and the largest label of the negatives


def collected(frame: Frame) -> nw.DataFrame[Any]:
    """Return a frame in memory."""
    return frame.collect() if isinstance(frame, nw.LazyFrame) else frame


def count_cases(frame: Frame, plan: Plan) -> list[CellCounts]:
    """Let the engine group and sum; return one `CellCounts` a model."""
    if isinstance(frame, nw.DataFrame) and frame.implementation.is_polars():
        frame = frame.lazy()
    if isinstance(frame, nw.DataFrame):
        return [_to_groups(_of_one_model(frame, plan, score)) for score in plan.scores]
    answer = _ask(frame, plan)
    return [_to_groups(answer.filter(nw.col("model") == str(number))) for number in range(len(plan.scores))]


def _ask(frame: nw.LazyFrame[Any], plan: Plan) -> nw.DataFrame[Any]:
    """Return the counts of all models, which the engine makes in one query."""
    implementation = frame.implementation
    models = {str(number): score for number, score in enumerate(plan.scores)}
    if len(models) == 1 or implementation.is_polars() or implementation.is_duckdb():
        # These scan so fast that a union, one scan a model, beats stacking the models in one scan.
        parts = [_of_one_model(frame, plan, score).with_columns(model=nw.lit(name)) for name, score in models.items()]
        query = nw.concat(parts)
    else:
        columns = plan.columns
        stacked = frame.select(**columns, **models).unpivot(
            on=list(models), index=list(columns), variable_name="model", value_name="score"
        )
        query = _grouped(stacked, plan, "model")
    options = {"backend": "polars", "engine": "streaming"} if implementation.is_polars() else {}
    answer: nw.DataFrame[Any] = query.collect(**options)
    return answer


def _of_one_model(frame: Any, plan: Plan, score: nw.Expr) -> Any:
    table = frame.select(**plan.columns, score=score)
    if table.implementation.is_pyarrow():
        table = nw.from_native(table.to_pandas(), eager_only=True)  # which groups ten times faster
    return _grouped(table, plan)


def _grouped(table: Any, plan: Plan, *keys: str) -> Any:
    score, weight = nw.col("score"), nw.col("weight")
    if plan.bins is not None:
        table = _with_roots(table)
    sums = {"rows": nw.len(), "lowest": score.min(), "highest": score.max()}
    extra = {"cell": _cell(plan)}
    if plan.weight is None:
        sums["total"] = score.sum()
    else:
        extra |= {"total": score * weight, "squares": weight * weight}
        sums |= {name: nw.col(name).sum() for name in ("weight", "total", "squares")}
        sums["lightest"] = weight.min()
    if plan.label is not None:
        sums |= {"first_label": nw.col("label").min(), "last_label": nw.col("label").max()}
    return table.with_columns(**extra).group_by(*keys, "outcome", "cell").agg(**sums)


def _with_roots(table: Any) -> Any:
    """Add s^p and (1 - s)^p; a step a column, since nested expressions are written out twice at every level."""
    score, root, root_of_rest = nw.col("score"), nw.col("root"), nw.col("root_of_rest")
    # Rows at fault get some score: engines work out both branches, and may refuse the root of a negative number.
    table = table.with_columns(root=nw.when(_fits(score)).then(score).otherwise(nw.lit(0.5)))
    table = table.with_columns(root_of_rest=1.0 - root)
    if table.implementation.is_duckdb():  # where a power is faster than guarded roots
        return table.with_columns(root=root**_POWER, root_of_rest=root_of_rest**_POWER)
    for _ in range(_ROOTS):
        table = table.with_columns(root=root.sqrt(), root_of_rest=root_of_rest.sqrt())
    return table


def _cell(plan: Plan) -> nw.Expr:
    """Return the bin of a score (or the score itself, without bins), or the cell of what is wrong with the row."""
    score, weight = nw.col("score"), nw.col("weight")
    if plan.bins is None:
        cell = nw.when(score > 0.0).then(score).otherwise(nw.lit(0.0))  # -0.0 and 0.0 are one score
    else:
        place = (nw.col("root") - nw.col("root_of_rest") + 1.0) * ((plan.bins - 2) / 2)
        # Bin 0 is for scores of 0 alone. The last is for those of 1: the number before 1 falls far short of it.
        cell = nw.when(score > 0.0).then(place.floor() + 1.0).otherwise(nw.lit(0.0))
    if plan.weight is not None:
        cell = _otherwise(
            [
                ((weight > 0.0) & (weight <= MOST), cell),
                (weight == 0.0, Cell.WEIGHT_ZERO),
                ((weight < 0.0) & (weight >= -MOST), Cell.WEIGHT_NEGATIVE),
            ],
            Cell.WEIGHT_UNFIT,
        )
    cell = _otherwise(
        [
            (_fits(score), cell),
            ((score < 0.0) & (score >= -MOST), Cell.SCORE_BELOW),
            ((score > 1.0) & (score <= MOST), Cell.SCORE_ABOVE),
        ],
        Cell.SCORE_UNFIT,
    )
    return cell if plan.bins is None else cell.cast(nw.Int32())


def _fits(score: nw.Expr) -> nw.Expr:
    # Engines disagree on how NaN compares, but none says that it lies between two numbers; nor does a null.
    return (score >= 0.0) & (score <= 1.0)


def _otherwise(branches: list[tuple[nw.Expr, Any]], last: float) -> nw.Expr:
    chosen = nw.lit(float(last))
    for condition, value in reversed(branches):
        chosen = (
            nw.when(condition).then(value if isinstance(value, nw.Expr) else nw.lit(float(value))).otherwise(chosen)
        )
    return chosen


def _to_groups(answer: nw.DataFrame[Any]) -> CellCounts:
    names = answer.columns

    def numbers(name: str) -> np.ndarray:
        return answer[name].cast(nw.Float64()).to_numpy().astype(float)

    outcome, rows = numbers("outcome"), numbers("rows")
    labels: set[Any] = set()
    if "first_label" in names:
        of_negatives = answer.filter(nw.col("outcome") == 0)
        labels = {*of_negatives["first_label"].unique().to_list(), *of_negatives["last_label"].unique().to_list()}
        labels = {min(labels), max(labels)} if labels else labels
    return CellCounts(
        outcome,
        numbers("cell"),
        rows,
        numbers("weight") if "weight" in names else rows,
        numbers("squares") if "squares" in names else None,
        numbers("lightest") if "lightest" in names else None,
        numbers("total"),
        numbers("lowest"),
        numbers("highest"),
        labels,
    )
