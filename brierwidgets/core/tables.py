"""Small tables from which a page answers every move of the interval without a kernel.

A score on an interval needs no more of a forecast than its distinct scores and their weights in either class. Where
these are few they are the table, and every answer is exact. Where they are many, scores are counted in thousands of
cells (`brierwidgets.core.cells`). Whole cells are then as good as exact, and only the two cells that hold an end of
the interval are not. `Tables.error` bounds what that can change.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from brierwidgets.core.calibration import calibration_curve, recalibrated
from brierwidgets.core.cells import Cells, Grid, Rest, largest_error
from brierwidgets.core.forecast import Forecast
from brierwidgets.core.outlines import pooled, thresholds_to_draw
from brierwidgets.core.ranking import average_precision, roc_auc
from brierwidgets.core.remembered import remembered
from brierwidgets.core.rows import Rows
from brierwidgets.core.sums import ClassTable, merge_classes

__all__ = ["CASES", "Tables", "build_tables"]

#: Cases kept one by one, for the paired lead of one model over another.
CASES = 4_000

#: Bytes a model's table may take, where cases are counted and where they have weights, so that three models and their
#: cases stay below 400 kB. Up to so many, every distinct score is kept.
_BUDGET, _WEIGHTED_BUDGET = 100_000, 88_000

#: A cell of so few cases is likely to hold fewer than 256 of them.
_FEW_CASES = 100_000

#: A score that has more than one in so many cases is kept beside the cells.
_SHARE_OF_ATOM = 512

#: Steps of a calibration curve that are kept; a curve with more is pooled to so many.
_STEPS = 2_048

#: One step of the slider, in log-odds.
_STEP = 0.02


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
        interval inside [0.1%, 99.9%] that is at least 1 wide in log-odds, such as [5%, 12.5%]. 0 where every distinct
        score is kept.
    narrow_error
        The same for every interval that is at least one step of the slider wide, 0.02 in log-odds.
    """

    header: dict[str, Any]
    data: bytes
    error: float
    narrow_error: float


def build_tables(forecasts: Mapping[str, Forecast], rows: Rows | None = None) -> Tables:
    """Reduce forecasts of the same cases to tables of a fixed size: one pass over the sorted scores.

    Parameters
    ----------
    forecasts
        The models by name.
    rows
        The cases one by one, if they are known; up to `CASES` of them are kept, as many of either class as there are.

    Examples
    --------
    >>> tables = build_tables({"a": Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8])})
    >>> tables.header["names"], tables.header["models"][0]["exact"], tables.error
    (['a'], True, 0.0)
    """
    wire = _Wire()
    made = [_model(forecast) for forecast in forecasts.values()]
    models = [model.header | {"start": wire.append(model.data)} for model in made]
    error = max((model.error for model in made), default=0.0)
    narrow_error = max((model.narrow_error for model in made), default=0.0)
    header = {
        "names": list(forecasts),
        "models": models,
        "cases": None if rows is None else _cases(wire, rows, list(forecasts)),
        "error": error,
    }
    return Tables(header, wire.join(), error, narrow_error)


class _Wire:
    """Arrays on their way into one bytes object, each at a multiple of 8."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._size = 0

    def add(self, values: Any, kind: str) -> list[Any]:
        """Append an array and return where it lies."""
        array = np.asarray(values).astype(f"<{kind}")
        return [kind, self.append(array.tobytes() + bytes(-array.nbytes % 8)), int(array.size)]

    def append(self, data: bytes) -> int:
        """Append bytes, a multiple of 8 of them, and return where they start."""
        start, self._size = self._size, self._size + len(data)
        self._parts.append(data)
        return start

    def join(self) -> bytes:
        return b"".join(self._parts)


@remembered
def _model(forecast: Forecast) -> Tables:
    """Reduce one forecast; it is asked for again when models come or go beside it."""
    wire = _Wire()
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
    counted = all(_is_counted(table) for table in classes)
    size = _count_type(classes)
    score_bytes, budget = (8 + 2 * int(size[1]), _BUDGET) if counted else (40, _WEIGHTED_BUDGET)
    model: dict[str, Any] = {
        "slack": forecast._slack,
        "prevalence_known": forecast.prevalence_given,
        "sampled_prevalence": forecast.sampled_prevalence,
        "scores_moved": forecast.scores_moved,
        "whole": wire.add(whole, "f8"),
        "drawn": wire.add(thresholds_to_draw(forecast), "f8"),
        "steps": _steps(wire, forecast),
    }
    if (negatives.scores.size + positives.scores.size) * score_bytes <= 2 * budget:
        scores = forecast.distinct_scores
        if scores.size * score_bytes <= budget:
            model |= {"exact": True, "table": _exact(wire, classes, scores, size, counted=counted)}
            return Tables(model, wire.join(), 0.0, 0.0)
    table, *errors = _binned(wire, forecast, size, counted=counted)
    return Tables(model | {"exact": False, "table": table}, wire.join(), *errors)


def _is_counted(table: ClassTable) -> bool:
    """Whether weights are numbers of cases."""
    return table.cumulative_squares is table.cumulative


def _count_type(tables: tuple[ClassTable, ClassTable]) -> str:
    """Return the smallest type that holds the number of cases of any score."""
    tied = [table for table in tables if table.total > table.scores.size]
    largest = max((float(table.weights.max()) for table in tied), default=1.0)
    return _smallest_type(largest)


def _smallest_type(largest: float) -> str:
    return next((kind for kind in ("u1", "u2", "u4") if largest < 2.0 ** (8 * int(kind[1]))), "f8")


def _exact(
    wire: _Wire, tables: tuple[ClassTable, ClassTable], scores: np.ndarray, size: str, *, counted: bool
) -> dict[str, Any]:
    """Put the weight of each class at some of the scores on the wire."""
    classes = []
    for table in tables:
        places, found = _find(table, scores)
        columns = []
        for cumulative in (table.cumulative,) if counted else (table.cumulative, table.cumulative_squares):
            weights = cumulative[np.where(found, places + 1, 0)] - cumulative[np.where(found, places, 0)]
            columns.append(wire.add(weights, size if counted else "f8"))
        classes.append(columns)
    return {"scores": wire.add(scores, "f8"), "classes": classes}


def _find(table: ClassTable, scores: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return where scores are in a table, and whether they are there."""
    places = np.searchsorted(table.scores, scores)
    found = places < table.scores.size
    found[found] = table.scores[places[found]] == scores[found]
    return places, found


def _binned(wire: _Wire, forecast: Forecast, size: str, *, counted: bool) -> tuple[dict[str, Any], float, float]:
    tables = (forecast.negatives, forecast.positives)
    atoms = _atoms(forecast)
    rests = [_rest(table, atoms, counted=counted) for table in tables]
    grid, cells = _fitting(rests, forecast.total) if counted else _laid_out(rests, _WEIGHTED_BUDGET // 26)
    kind = _smallest_type(max(cell.weight.max() for cell in cells)) if counted else "f4"
    classes = []
    for rest, cell in zip(rests, cells, strict=True):
        columns = {"weight": (cell.weight, kind), "mean": (cell.mean, "u2"), "spread": (cell.spread, "u1")}
        if not counted:
            squared = Cells.of(rest.scores, rest.squares, grid)
            columns |= {"squares": (squared.weight, "f4"), "squares_mean": (squared.mean, "u2")}
        classes.append({name: wire.add(*column) for name, column in columns.items()})
    rounding = 0.0 if counted else 2.0**-23  # of weights with 32 bits
    error, narrow_error = (rounding + largest_error(forecast, grid, cells, width) for width in (1.0, _STEP))
    kept = _exact(wire, tables, atoms, size, counted=counted)
    return {"segments": grid.segments, "cells": classes, "atoms": kept}, error, narrow_error


def _atoms(forecast: Forecast) -> np.ndarray:
    """Return the scores kept beside the cells: 0 and 1, which have no log-odds, and those of very many cases."""
    found = []
    for table in (forecast.negatives, forecast.positives):
        ends = table.scores[:: max(table.scores.size - 1, 1)]
        found.append(ends[(ends == 0.0) | (ends == 1.0)])
        if table.total > table.scores.size or not _is_counted(table):
            found.append(table.scores[table.weights * _SHARE_OF_ATOM > forecast.total])
    return np.unique(np.concatenate(found))


def _rest(table: ClassTable, atoms: np.ndarray, *, counted: bool) -> Rest:
    """Return the scores of a class that are no atoms."""
    scores = table.scores
    each_once = counted and table.total == scores.size
    weights = None if each_once else table.weights
    squares = weights if counted else np.diff(table.cumulative_squares)
    places, found = _find(table, atoms)
    if found.any():
        scores = np.delete(scores, places[found])
        weights, squares = (
            None if column is None else np.delete(column, places[found]) for column in (weights, squares)
        )
    return Rest(scores, weights, squares)


def _laid_out(rests: list[Rest], number: int) -> tuple[Grid, list[Cells]]:
    """Count both classes in so many cells."""
    grid = Grid.of(rests, number)
    return grid, [Cells.of(rest.scores, rest.weights, grid) for rest in rests]


def _fitting(rests: list[Rest], total: float) -> tuple[Grid, list[Cells]]:
    """Count both classes in as many cells as fit the budget: the fewer bytes a count takes, the more."""
    for size in (1, 2, 4, 8):
        if size > 1 or total < _FEW_CASES:
            grid, cells = _laid_out(rests, _BUDGET // (2 * (size + 3)))
            if all(cell.weight.max() < 256.0**size for cell in cells):
                break
    return grid, cells


def _steps(wire: _Wire, forecast: Forecast) -> dict[str, Any]:
    """Put the steps of the calibration curve on the wire: the recalibrated forecast, and the line of a chart.

    The values of the steps are the recalibrated scores, unless there were too many of either.
    """
    curve, best = calibration_curve(forecast), recalibrated(forecast)
    kept = np.arange(curve.value.size)
    if kept.size > _STEPS:
        kept = np.unique(np.linspace(0, kept.size - 1, _STEPS).astype(int))
        best = pooled(best, _STEPS)
    merged = merge_classes(best.negatives, best.positives)
    counted = _is_counted(best.negatives) and _is_counted(best.positives)
    columns = {"left": curve.left[kept], "right": curve.right[kept], "scores": merged.scores}
    if kept.size < curve.value.size:
        columns["value"] = curve.value[kept]
    steps = {name: wire.add(column, "f8") for name, column in columns.items()}
    for name, weights in (("negatives", merged.negatives), ("positives", merged.positives)):
        steps[name] = wire.add(weights, _smallest_type(weights.max()) if counted else "f8")
    return steps


def _cases(wire: _Wire, rows: Rows, names: list[str]) -> dict[str, Any]:
    """Keep all cases, or as many of either class drawn at random, the same ones every time."""
    weighed = np.ones(rows.labels.shape, dtype=bool) if rows.weights is None else rows.weights > 0.0
    of_class = [np.flatnonzero((rows.labels == label) & weighed) for label in (False, True)]
    number = sum(cases.size for cases in of_class)
    complete = number <= CASES
    if complete:
        chosen = np.flatnonzero(weighed)
    else:
        draw = np.random.default_rng(0)
        room = [max(CASES // 2, CASES - other.size) for other in reversed(of_class)]
        chosen = np.concatenate(
            [
                np.sort(draw.choice(cases, most, replace=False, shuffle=False)) if cases.size > most else cases
                for cases, most in zip(of_class, room, strict=True)
            ]
        )
    kind = "f8" if complete else "f4"
    return {
        "number": int(number),
        "complete": complete,
        "labels": wire.add(rows.labels[chosen], "u1"),
        "weights": None if rows.weights is None else wire.add(rows.weights[chosen], kind),
        "scores": [wire.add(_inside(rows.scores[name][chosen], kind), kind) for name in names],
    }


def _inside(scores: np.ndarray, kind: str) -> np.ndarray:
    """Round scores to the wire's type, but none that is inside (0, 1) to 0 or 1, where losses may be infinite."""
    rounded = scores.astype(kind)
    bounds = np.nextafter(np.array([0, 1], dtype=kind), np.array([1, 0], dtype=kind))
    return np.where((scores > 0.0) & (scores < 1.0), np.clip(rounded, *bounds), rounded)
