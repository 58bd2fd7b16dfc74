"""From what users have (arrays, columns, frames) to named, checked rows of scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from brierwidgets.core.rows import Rows
from brierwidgets.core.rules import check_rule_names
from brierwidgets.core.validation import check_labels, check_same_rows, check_scores, check_weights

__all__ = ["check_risks", "check_rows", "name_models", "pool_rows", "predict_all"]


def name_models(models: Any, names: Any = None) -> dict[str, Any]:
    """Return named columns of scores from a dict, a DataFrame, or a 2-D array with names."""
    if isinstance(models, Mapping | pd.DataFrame):
        if names is not None:
            raise TypeError("names= is for a 2-D array; a dict or a DataFrame brings its own names.")
        columns = list(models.items())
    elif isinstance(models, np.ndarray) and models.ndim == 2:
        columns = list(zip(_check_names(names, models.shape[1]), models.T, strict=True))
    else:
        raise TypeError(
            "models must be a dict {'name': scores}, a DataFrame with one column a model, or a 2-D array "
            f"(cases by models) together with names=[...], not {type(models).__name__}. "
            "For one model write {'my model': scores}."
        )
    if not columns:
        raise ValueError("There are no models to compare. Pass at least one, for example {'my model': scores}.")
    named: dict[str, Any] = {}
    for key, column in columns:
        name = str(key)
        if name in named:
            raise ValueError(f"Two models are called {name!r}. Give each model a name of its own.")
        named[name] = column
    check_rule_names(named)
    return named


def _check_names(names: Any, count: int) -> list[Any]:
    if names is None:
        raise TypeError(f"A 2-D array has no model names. Pass names=[...] with {count} entries.")
    if isinstance(names, str):
        raise TypeError(f"names must be a list of {count} model names, not the text {names!r}.")
    listed = list(names)
    if len(listed) != count:
        raise ValueError(f"names has length {len(listed)} but the array has {count} columns. Name each column once.")
    return listed


def check_rows(
    y_true: Any, models: Any, *, names: Any = None, sample_weight: Any = None, pos_label: Any = None
) -> Rows:
    """Check labels, every model's scores and the weights; errors name the model."""
    labels = check_labels(y_true, pos_label)
    scores = {}
    for name, column in name_models(models, names).items():
        called = f"model {name!r}"
        scores[name] = check_scores(column, called)
        check_same_rows(y_true, column, "y_true", called)
    return Rows(labels, scores, check_weights(sample_weight, y_true, "y_true"))


def check_risks(time: Any, models: Any, names: Any, horizon: float) -> dict[str, np.ndarray]:
    """Check every model's risks by a horizon; a model may be a function of it."""
    scores = {}
    for name, given in name_models(models, names).items():
        called = f"model {name!r}"
        column = given(horizon) if callable(given) else given
        scores[name] = check_scores(column, called)
        check_same_rows(time, column, "time", called)
    return scores


def predict_all(estimators: Any, X: Any, pos_label: Any = None) -> dict[str, np.ndarray]:
    """Return each fitted classifier's probability of the positive class for the rows of `X`.

    `estimators` is a dict of them, a list of them or of pairs ``("name", estimator)``, or one; without names they are
    called by their class.
    """
    scores = {}
    for name, estimator in _name_estimators(estimators).items():
        if isinstance(estimator, type):
            raise TypeError(f"{estimator.__name__} is a class. Pass a classifier of that class that was fitted.")
        if not hasattr(estimator, "predict_proba"):
            raise TypeError(
                f"{name!r} ({type(estimator).__name__}) has no predict_proba. Wrap it in "
                "sklearn.calibration.CalibratedClassifierCV, or choose a classifier that gives probabilities."
            )
        classes = list(getattr(estimator, "classes_", [0, 1]))
        shown = np.asarray(classes).tolist()  # without the names of numpy's types
        if len(classes) != 2:
            raise ValueError(
                f"{name!r} knows {len(classes)} classes, but this is about two. Judge every class against the rest: "
                "brierwidgets.one_vs_rest(y_true, model.predict_proba(X), model.classes_)."
            )
        if pos_label is not None and pos_label not in classes:
            raise ValueError(f"{name!r} knows the classes {shown}, and pos_label={pos_label!r} is not one of them.")
        if pos_label is None and set(classes) != {0, 1}:
            raise ValueError(
                f"{name!r} was fitted to the classes {shown[0]!r} and {shown[1]!r}, so it is not clear which is "
                f"positive. Pass y_true with these labels, and pos_label={shown[1]!r} or pos_label={shown[0]!r}."
            )
        positive = classes.index(1 if pos_label is None else pos_label)
        scores[str(name)] = np.asarray(estimator.predict_proba(X))[:, positive]
    return scores


def _name_estimators(estimators: Any) -> dict[Any, Any]:
    if isinstance(estimators, Mapping):
        return dict(estimators)
    if hasattr(estimators, "fit"):
        estimators = [estimators]
    if isinstance(estimators, str) or not isinstance(estimators, Sequence):
        raise TypeError(
            "estimators must be a dict {'name': fitted classifier}, a list of fitted classifiers, or one, not "
            f"{type(estimators).__name__}."
        )
    if estimators and all(isinstance(pair, tuple) and len(pair) == 2 for pair in estimators):
        names = [name for name, _ in estimators]
        if len(set(names)) < len(names):
            raise ValueError(f"Two estimators have one name. Give each of {', '.join(map(repr, names))} its own.")
        return dict(estimators)
    named: dict[Any, Any] = {}
    for estimator in estimators:
        steps = getattr(estimator, "steps", None)  # a pipeline is called by what it ends with
        name = type(steps[-1][1] if steps else estimator).__name__
        same = sum(other == name or other.startswith(f"{name} ") for other in named)
        named[f"{name} {same + 1}" if same else name] = estimator
    return named


def pool_rows(parts: list[Rows]) -> Rows:
    """Return the cases of several comparisons of the same models as one; without weights a case weighs 1."""
    weights = None
    if any(part.weights is not None for part in parts):
        weights = np.concatenate(
            [np.ones(part.labels.size) if part.weights is None else part.weights for part in parts]
        )
    return Rows(
        np.concatenate([part.labels for part in parts]),
        {name: np.concatenate([part.scores[name] for part in parts]) for name in parts[0].scores},
        weights,
    )
