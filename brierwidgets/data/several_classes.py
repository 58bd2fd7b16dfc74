"""Several classes, one against the rest at a time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from brierwidgets.core.validation import _as_array, _one_dimensional, check_same_rows
from brierwidgets.data.comparison import Comparison

__all__ = ["one_vs_rest"]

#: Probabilities of all classes may miss 1 by this much: rounding, not a mistake.
_ROUNDING = 1e-4


def one_vs_rest(y_true: Any, proba: Any, classes: Any = None, *, sample_weight: Any = None) -> dict[Any, Comparison]:
    """Return a comparison for each class, of whether a case is of that class or of any other.

    Every class can have costs of its own, so each is judged on its own interval.

    Parameters
    ----------
    y_true
        The class of each case.
    proba
        One model's probabilities, a row a case and a column a class, as ``predict_proba`` returns them; or several
        such by the name of the model.
    classes
        The class of each column, as in ``model.classes_``; the columns of a DataFrame unless given.
    sample_weight
        Importance of each case.

    Examples
    --------
    >>> proba = [[0.7, 0.2, 0.1], [0.1, 0.8, 0.1], [0.2, 0.3, 0.5], [0.4, 0.5, 0.1]]
    >>> by_class = one_vs_rest(["cold", "flu", "other", "cold"], {"triage": proba}, ["cold", "flu", "other"])
    >>> by_class["flu"]
    Comparison(triage: 4 cases, prevalence 0.25)
    """
    models = dict(proba) if isinstance(proba, Mapping) else {"model": proba}
    if not models:
        raise ValueError("There are no models. Pass at least one table of probabilities.")
    if classes is None:
        classes = next((table.columns for table in models.values() if isinstance(table, pd.DataFrame)), None)
    if classes is None:
        raise TypeError("classes is missing: pass the class of each column, such as classes=model.classes_.")
    named = _check_classes(classes)
    labels = _one_dimensional(_as_array(y_true, "y_true"), "y_true", "class")
    strange = sorted({str(label) for label in labels.tolist() if label not in named})
    if strange:
        raise ValueError(
            f"y_true holds {', '.join(map(repr, strange[:5]))}, which is not among the classes "
            f"{', '.join(map(repr, named))}. Check spelling and type, or pass all classes of the model."
        )
    tables = {str(name): _check_table(table, str(name), named, y_true) for name, table in models.items()}
    return {
        kind: Comparison(
            np.array([label == kind for label in labels.tolist()], dtype=bool),
            {name: table[:, column] for name, table in tables.items()},
            sample_weight=sample_weight,
        )
        for column, kind in enumerate(named)
    }


def _check_classes(classes: Any) -> list[Any]:
    if isinstance(classes, str) or np.ndim(classes) != 1:
        raise TypeError(f"classes must be a list with the class of each column, not {classes!r}.")
    named: list[Any] = np.asarray(classes, dtype=object).tolist()
    if len(named) < 2:
        raise ValueError(f"There must be at least two classes, but classes has {len(named)}.")
    doubled = next((name for name in named if named.count(name) > 1), None)
    if doubled is not None:
        raise ValueError(f"The class {doubled!r} is named twice. Give every column a class of its own.")
    return named


def _check_table(table: Any, name: str, classes: list[Any], y_true: Any) -> np.ndarray:
    if isinstance(table, pd.DataFrame):
        absent = [kind for kind in classes if kind not in table.columns]
        if absent:
            raise ValueError(f"model {name!r} has no column for the class {absent[0]!r}. Name its columns by class.")
        table = table[classes]
    values = np.asarray(table)
    if values.ndim != 2 or values.shape[1] != len(classes):
        raise ValueError(
            f"model {name!r} has probabilities of the shape {values.shape}, but needs a row a case and a column for "
            f"each of the {len(classes)} classes."
        )
    check_same_rows(y_true, table, "y_true", f"model {name!r}")
    if values.dtype.kind not in "iuf":
        raise TypeError(f"model {name!r} holds {values.dtype} values, but probabilities are numbers.")
    sums = values.sum(axis=1)
    off = ~(np.abs(sums - 1) <= _ROUNDING)
    if off.any():
        row = int(np.flatnonzero(off)[0])
        raise ValueError(
            f"The probabilities of model {name!r} add up to {sums[row]:.12g} at row {row} ({int(off.sum())} rows do "
            "not add up to 1). Pass those of all classes, as predict_proba returns them."
        )
    return values
