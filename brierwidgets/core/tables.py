"""Small tables from which a page answers every move of the interval without a kernel.

A score on an interval needs no more of a forecast than its distinct scores and their weights in either class. Where
these are few they are the table, and every answer is exact. Where they are many, scores are counted in thousands of
cells (`brierwidgets.core.cells`). Every cost ratio that a hand can reach lies between two cells, and so do those where
an opinion about costs begins or ends. Whole cells are as good as exact; an end that was typed may cut one.
`Tables.error` bounds what all that can change.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from brierwidgets.core.calibration import calibration_curve, recalibrated
from brierwidgets.core.cells import Cells, Grid, find, largest_errors
from brierwidgets.core.class_tables import ClassTable, merge_classes
from brierwidgets.core.forecast import Forecast
from brierwidgets.core.outlines import pooled, thresholds_to_draw
from brierwidgets.core.ranking import average_precision, roc_auc
from brierwidgets.core.remembered import remembered
from brierwidgets.core.round_costs import round_costs_and
from brierwidgets.core.rows import Rows
from brierwidgets.core.wire import Columns, Wire, send, size_of, smallest_type

__all__ = ["CASES", "Tables", "build_tables"]

#: Cases kept one by one, for the paired lead of one model over another.
CASES = 4_000

#: Bytes a model's table may take, where cases are counted and where they have weights, so that three models and their
#: cases stay below 400 kB. Up to so many, every distinct score is kept.
_BUDGET, _WEIGHTED_BUDGET = 97_000, 92_000

#: A cell of so few cases is likely to hold fewer than 256 of them.
_FEW_CASES = 100_000

#: A score that has more than one in so many cases is kept beside the cells.
_SHARE_OF_ATOM = 512

#: Steps of a calibration curve that are kept; a curve with more is pooled to so many.
_STEPS = 2_048

#: Of so many stretches of all rows one row is looked at for the cases to keep; if a class is too rare, all rows are.
_LOOKED_AT = 32 * CASES


class Tables(NamedTuple):
    """Tables of several models, ready for the wire.

    Attributes
    ----------
    header
        What lies where, as JSON can hold it. An array is ``[type, offset in bytes, length]``.
    data
        All arrays, little-endian, one after the other.
    error
        The most by which the tables change a mean regret, over cost ratios or over log-odds, as a share of it; where
        it is small, as a share of a tenth of prevalence x (1 - prevalence). It is a bound, not an estimate, for every
        interval, however narrow, whose ends a hand can reach on the slider. 0 where every distinct score is kept.
    typed_error
        The same for every other interval inside [0.1%, 99.9%] that is at least 1 wide in log-odds, such as [1/19, 1/8].

    Notes
    -----
    Under an opinion about costs whose ends were given, and at another base rate, the page is tested to be within 1e-6
    where a hand can reach, too. Where scores are moved along to a base rate the cells move with them, so that any end
    may cut one, as one that was typed does.
    """

    header: dict[str, Any]
    data: bytes
    error: float
    typed_error: float


def build_tables(forecasts: Mapping[str, Forecast], rows: Rows | None = None, ends: Iterable[float] = ()) -> Tables:
    """Reduce forecasts of the same cases to tables of a fixed size: one pass over the sorted scores.

    Parameters
    ----------
    forecasts
        The models by name.
    rows
        The cases one by one, if they are known; up to `CASES` of them are kept, as many of either class as there are.
    ends
        Further cost ratios that must not cut a cell: those at which the density of an opinion about costs jumps.

    Examples
    --------
    >>> tables = build_tables({"a": Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8])})
    >>> tables.header["names"], tables.header["models"][0]["exact"], tables.error
    (['a'], True, 0.0)
    """
    wire = Wire()
    further = tuple(sorted(set(ends)))
    made = [_model(forecast, further) for forecast in forecasts.values()]
    models = [model.header | {"start": wire.append(model.data)} for model in made]
    error = max((model.error for model in made), default=0.0)
    typed_error = max((model.typed_error for model in made), default=0.0)
    header = {
        "names": list(forecasts),
        "models": models,
        "ends": None if all(model["exact"] for model in models) else wire.add(round_costs_and(further), "f8"),
        "cases": None if rows is None else _cases(wire, rows, list(forecasts)),
        "error": error,
    }
    return Tables(header, wire.join(), error, typed_error)


@remembered
def _model(forecast: Forecast, ends: tuple[float, ...]) -> Tables:
    """Reduce one forecast; it is asked for again when models come or go beside it."""
    wire = Wire()
    negatives, positives = classes = (forecast.negatives, forecast.positives)
    both = 0.0 < forecast.prevalence < 1.0
    whole = [
        *(negatives.total, positives.total, negatives.total_squares, positives.total_squares),
        roc_auc(forecast) if both else math.nan,
        forecast.brier_score(),
        forecast.log_loss(),
        average_precision(forecast) if forecast.prevalence > 0.0 else math.nan,
        *(table.heavy for table in classes),
    ]
    counted = all(table.counted for table in classes)
    model: dict[str, Any] = {
        "counted": counted,
        "slack": forecast._slack,
        "prevalence_known": forecast.prevalence_given,
        "sampled_prevalence": forecast.sampled_prevalence,
        "scores_moved": forecast.scores_moved,
        "whole": wire.add(whole, "f8"),
        "drawn": wire.add(thresholds_to_draw(forecast), "f8"),
        "steps": _steps(wire, forecast),
    }
    budget = _BUDGET if counted else _WEIGHTED_BUDGET
    if max(table.scores.size for table in classes) * 8 <= budget:
        for squares in (not counted, False):  # which the page can work out but for the last digits
            columns = _lightest(forecast, counted=counted, squares=squares)
            if size_of(columns) <= budget:
                return Tables(model | {"exact": True, "table": send(wire, columns)}, wire.join(), 0.0, 0.0)
    table, *errors = _binned(wire, forecast, round_costs_and(ends), counted=counted)
    return Tables(model | {"exact": False, "table": table}, wire.join(), *errors)


def _lightest(forecast: Forecast, *, counted: bool, squares: bool) -> list[Columns]:
    """Return every score of both classes with its weight, in the form that takes fewer bytes.

    Either each class has its own list of scores, or both share one list.
    """
    classes = (forecast.negatives, forecast.positives)
    same = forecast.distinct_scores
    own, shared = (
        [
            _score_columns(table, scores, counted=counted, with_squares=squares)
            for table, scores in zip(classes, columns, strict=True)
        ]
        for columns in ([table.scores for table in classes], [same, same])
    )
    return min(own, shared, key=size_of)


def _score_columns(table: ClassTable, scores: np.ndarray, *, counted: bool, with_squares: bool) -> Columns:
    """Return the columns of some scores: the scores, and their weights in a class unless each weighs 1.

    Squared weights are added where they are not the squares of the weights, or where `with_squares` asks for them.
    """
    places, found = find(table, scores)
    columns: Columns = {"scores": (scores, "f8")}
    weights, squares = (
        cumulative[np.where(found, places + 1, 0)] - cumulative[np.where(found, places, 0)]
        for cumulative in (table.cumulative, table.cumulative_squares)
    )
    if not counted:
        columns["weights"] = (weights, "f8")
        if with_squares or not np.allclose(weights**2, squares, rtol=1e-9, atol=1e-12 * squares.max(initial=0.0)):
            columns["squares"] = (squares, "f8")
    elif not (weights == 1.0).all():
        columns["weights"] = (weights, smallest_type(weights.max()))
    return columns


def _binned(wire: Wire, forecast: Forecast, ends: np.ndarray, *, counted: bool) -> tuple[dict[str, Any], float, float]:
    atoms = _atoms(forecast)
    lay_out = functools.partial(_laid_out, forecast, atoms, ends)
    grid, cells = _fitting(forecast, lay_out) if counted else lay_out(_WEIGHTED_BUDGET // 26)
    kind = smallest_type(max(cell.weight.max() for cell in cells)) if counted else "f4"
    classes = []
    for label, cell in enumerate(cells):
        columns = {"weight": (cell.weight, kind), "mean": (cell.mean, "u2"), "spread": (cell.spread, "u1")}
        if not counted:
            squared = Cells.of(forecast, label, grid, atoms, squares=True)
            columns |= {"squares": (squared.weight, "f4"), "squares_mean": (squared.mean, "u2")}
        classes.append(columns)
    rounding = 0.0 if counted else 2.0**-23  # of weights with 32 bits
    error, typed_error = (rounding + bound for bound in largest_errors(forecast, grid, cells))
    classes_kept = [
        _score_columns(table, atoms[find(table, atoms)[1]], counted=counted, with_squares=True)
        for table in (forecast.negatives, forecast.positives)
    ]
    places = {"low": grid.low, "high": grid.high, "numbers": wire.add(grid.numbers, "u2")}
    return {"grid": places, "cells": send(wire, classes), "atoms": send(wire, classes_kept)}, error, typed_error


def _atoms(forecast: Forecast) -> np.ndarray:
    """Return the scores kept beside the cells: 0 and 1, which have no log-odds, and those of very many cases."""
    found = []
    enough = forecast.total / _SHARE_OF_ATOM
    for table in (forecast.negatives, forecast.positives):
        ends = table.scores[:: max(table.scores.size - 1, 1)]
        found.append(ends[(ends == 0.0) | (ends == 1.0)])
        if table.scores.size:
            # A score of so much weight holds one of these marks, at the least.
            marks = np.arange(0.0, table.total, enough / 2)
            places = np.unique(np.searchsorted(table.cumulative, marks, side="right")) - 1
            found.append(table.scores[places[table.cumulative[places + 1] - table.cumulative[places] > enough]])
    return np.unique(np.concatenate(found))


def _laid_out(forecast: Forecast, atoms: np.ndarray, ends: np.ndarray, number: int) -> tuple[Grid, list[Cells]]:
    """Return a grid of at most `number` cells, and the counts of negatives and of positives in them."""
    grid = Grid.of(forecast, atoms, number, ends)
    return grid, [Cells.of(forecast, label, grid, atoms) for label in (0, 1)]


def _fitting(forecast: Forecast, lay_out: Callable[[int], tuple[Grid, list[Cells]]]) -> tuple[Grid, list[Cells]]:
    """Return the finest grid that fits the budget of bytes, and both classes counted in it.

    The fewer bytes a count takes, the more cells fit.
    """
    for size in (1, 2, 4, 8):
        if size > 1 or forecast.total < _FEW_CASES:
            grid, cells = lay_out(_BUDGET // (2 * (size + 3)))
            if all(cell.weight.max() < 256.0**size for cell in cells):
                break
    return grid, cells


def _steps(wire: Wire, forecast: Forecast) -> dict[str, Any]:
    """Put the steps of the calibration curve on the wire: the recalibrated forecast, and the line of a chart.

    The values of the steps are the recalibrated scores, unless there were too many of either.
    """
    curve, best = calibration_curve(forecast), recalibrated(forecast)
    kept = np.arange(curve.value.size)
    if kept.size > _STEPS:
        kept = np.unique(np.linspace(0, kept.size - 1, _STEPS).astype(int))
        best = pooled(best, _STEPS)
    merged = merge_classes(best.negatives, best.positives)
    counted = best.negatives.counted and best.positives.counted
    columns = {"left": curve.left[kept], "right": curve.right[kept], "scores": merged.scores}
    if kept.size < curve.value.size:
        columns["value"] = curve.value[kept]
    steps = {name: wire.add(column, "f8") for name, column in columns.items()}
    for name, weights in (("negatives", merged.negatives), ("positives", merged.positives)):
        steps[name] = wire.add(weights, smallest_type(weights.max()) if counted else "f8")
    return steps


def _cases(wire: Wire, rows: Rows, names: list[str]) -> dict[str, Any]:
    """Keep all cases, or as many of either class drawn at random, the same ones every time."""
    labels, weights = rows.labels, rows.weights
    number = labels.size if weights is None else int(np.count_nonzero(weights))
    complete = number <= CASES
    if complete:
        chosen = np.arange(labels.size) if weights is None else np.flatnonzero(weights)
    else:
        draw = np.random.default_rng(0)
        looked_at = np.arange(min(labels.size, _LOOKED_AT))
        if looked_at.size < labels.size:
            looked_at = ((looked_at + draw.random(looked_at.size)) * (labels.size / looked_at.size)).astype(int)
        of_class = [_of_class(rows, label, looked_at) for label in (False, True)]
        room = [max(CASES // 2, CASES - other.size) for other in reversed(of_class)]
        chosen = np.concatenate(
            [
                np.sort(draw.choice(cases, most, replace=False, shuffle=False)) if cases.size > most else cases
                for cases, most in zip(of_class, room, strict=True)
            ]
        )
    kind = "f8" if complete else "f4"
    return {
        "number": number,
        "complete": complete,
        "labels": wire.add(rows.labels[chosen], "u1"),
        "weights": None if rows.weights is None else wire.add(rows.weights[chosen], kind),
        "scores": [wire.add(_inside(rows.scores[name][chosen], kind), kind) for name in names],
    }


def _of_class(rows: Rows, label: bool, looked_at: np.ndarray) -> np.ndarray:  # noqa: FBT001
    """Return cases of a class that have weight: those among the rows looked at if they are enough, else all."""
    found = looked_at[rows.labels[looked_at] == label]
    if found.size <= 2 * CASES and looked_at.size < rows.labels.size:
        found = np.flatnonzero(rows.labels == label)
    return np.asarray(found if rows.weights is None else found[rows.weights[found] > 0.0])


def _inside(scores: np.ndarray, kind: str) -> np.ndarray:
    """Round scores to the wire's type, but none that is inside (0, 1) to 0 or 1, where losses may be infinite."""
    rounded = scores.astype(kind)
    bounds = np.nextafter(np.array([0, 1], dtype=kind), np.array([1, 0], dtype=kind))
    return np.where((scores > 0.0) & (scores < 1.0), np.clip(rounded, *bounds), rounded)
