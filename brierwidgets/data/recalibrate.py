"""Mending a model: its scores recalibrated, each by a curve that never saw the case."""

from __future__ import annotations

import hashlib
import numbers
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from brierwidgets.core.recalibration import CALIBRATORS, Calibrator
from brierwidgets.core.validation import check_cases, check_scores

__all__ = ["FittedRecalibration", "Recalibration", "recalibrate"]


class FittedRecalibration:
    """A curve fitted to all cases, for new scores of the same model.

    It refuses the cases it was fitted to: on them it looks better than it is.
    """

    def __init__(self, curve: Calibrator, fitted_to: np.ndarray) -> None:
        self.curve = curve
        self._fitted_to = _digest(fitted_to)

    @property
    def method(self) -> str:
        """The kind of curve."""
        return self.curve.method

    def predict(self, y_prob: Any) -> np.ndarray:
        """Return mended scores for new scores of the same model."""
        scores = check_scores(y_prob)
        if _digest(scores) == self._fitted_to:
            raise ValueError(
                "These are the cases the curve was fitted to, so their mended scores would look better than they are. "
                "Use the cross-fitted ones that recalibrate returned, or pass new cases."
            )
        return self.curve.predict(scores)

    def __repr__(self) -> str:
        return f"FittedRecalibration({self.method})"


class Recalibration(NamedTuple):
    """Mended scores of the same cases, and a curve for new ones.

    Attributes
    ----------
    scores
        One for each case, in their order, from a curve fitted to the other folds.
    model
        The curve fitted to all cases; ``model.predict(new_scores)``.
    folds
        The fold of each case.
    """

    scores: np.ndarray
    model: FittedRecalibration
    folds: np.ndarray


def recalibrate(
    y_true: Any,
    y_prob: Any,
    method: str = "logistic",
    cv: Any = 5,
    *,
    sample_weight: Any = None,
    pos_label: Any = None,
    seed: Any = 0,
) -> Recalibration:
    """Mend a model whose scores do not mean what they say.

    The cases are split into folds. Each fold's scores are mended by a curve fitted to the other folds, so no case is
    judged by a curve that has seen its outcome. A further curve is fitted to all cases, for new ones.

    Parameters
    ----------
    y_true, y_prob
        Outcomes, and the scores in [0, 1] given to them. These cases must be other than those the model itself was
        trained on.
    method
        ``"logistic"`` (two numbers; for most models), ``"beta"`` (three), or ``"isotonic"`` (any rising curve; needs a
        thousand cases or more, and may give scores of exactly 0 and 1).
    cv
        How many folds, each with its share of both classes; or the fold of each case, for example the patient, so
        that cases that belong together stay together.
    sample_weight, pos_label
        As in `Forecast`.
    seed
        Seed of the split into folds.

    Notes
    -----
    scikit-learn's calibrators are not used: ``CalibratedClassifierCV`` wants an estimator and its features where here
    are scores alone, its sigmoid takes the scores as they are and not their log-odds, and it has no beta curve. The
    logistic curve agrees with ``LogisticRegression`` on the log-odds, the isotonic one with ``IsotonicRegression``.

    References
    ----------
    Cox (1958), Two further applications of a model for binary regression, Biometrika 45. Kull, Silva Filho and Flach
    (2017), Beyond sigmoids, Electronic Journal of Statistics 11.
    doi:10.1093/biomet/45.3-4.562, doi:10.1214/17-EJS1338SI

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> risk = rng.uniform(0.05, 0.5, 1000)
    >>> y, too_high = rng.random(1000) < risk, np.sqrt(risk)
    >>> mended = recalibrate(y, too_high)
    >>> bool(abs(mended.scores.mean() - y.mean()) < 0.01)
    True
    >>> mended.model.predict([0.5]).round(1)
    array([0.3])
    """
    labels, scores, weights = check_cases(y_true, y_prob, sample_weight, pos_label)
    if not isinstance(method, str) or method not in CALIBRATORS:
        raise ValueError(f"method must be one of {', '.join(map(repr, CALIBRATORS))}, not {method!r}.")
    counted = labels >= 0 if weights is None else weights > 0.0
    folds = _deal(labels, counted, cv, seed) if _is_number(cv) else _check_folds(cv, labels, counted)

    def fitted(chosen: np.ndarray) -> Calibrator:
        kept = None if weights is None else weights[chosen]
        return CALIBRATORS[method]().fit(scores[chosen], labels[chosen], sample_weight=kept)

    mended = np.empty(labels.size)
    for fold in range(int(folds.max()) + 1):
        held_out = folds == fold
        mended[held_out] = fitted(~held_out).predict(scores[held_out])
    everyone = fitted(np.ones(labels.size, dtype=bool))
    return Recalibration(mended, FittedRecalibration(everyone, scores), folds)


def _is_number(cv: Any) -> bool:
    return np.ndim(cv) == 0


def _deal(labels: np.ndarray, counted: np.ndarray, cv: Any, seed: Any) -> np.ndarray:
    """Deal the cases of each class round the folds, in random order."""
    if isinstance(cv, bool) or not isinstance(cv, numbers.Integral):
        raise TypeError(f"cv must be a whole number of folds, or the fold of each case, not {cv!r}.")
    number = int(cv)
    if number < 2:
        raise ValueError(f"cv is {number}, but a curve must be judged on cases it has not seen: use at least 2 folds.")
    generator = np.random.default_rng(seed)
    folds = np.zeros(labels.size, dtype=np.intp)
    for name, of_class in (("positive", labels), ("negative", ~labels)):
        count = int((of_class & counted).sum())
        if count < number:
            there_are = f"there is 1 {name} case" if count == 1 else f"there are {count} {name} cases"
            advice = f"Use cv={count}, or more cases." if count >= 2 else "More of them are needed."
            raise ValueError(f"With {number} folds some fold would have one class only: {there_are}. {advice}")
        for chosen in (of_class & counted, of_class & ~counted):
            folds[chosen] = generator.permutation(int(chosen.sum())) % number
    return folds


def _check_folds(cv: Any, labels: np.ndarray, counted: np.ndarray) -> np.ndarray:
    if np.ndim(cv) != 1 or len(cv) != labels.size:
        raise ValueError(
            f"cv has the shape {np.shape(cv)}, but there are {labels.size} cases. Pass a number of folds, or one fold "
            "for each case."
        )
    folds, names = pd.factorize(np.asarray(cv, dtype=object))
    if (folds < 0).any():
        raise ValueError(f"cv is missing at row {int(np.flatnonzero(folds < 0)[0])}. Give every case a fold.")
    if len(names) < 2:
        raise ValueError("cv puts all cases into one fold, so none is left to judge the curve on. Use at least 2.")
    for number, name in enumerate(names):
        inside = labels[(folds == number) & counted]
        if inside.size == 0 or inside.all() or not inside.any():
            only = (
                "no case with weight"
                if inside.size == 0
                else f"{'positive' if inside.any() else 'negative'} cases only"
            )
            raise ValueError(
                f"Fold {name!r} has {only}. Put cases of both classes into every fold, or use fewer folds."
            )
    return np.asarray(folds, dtype=np.intp)


def _digest(scores: np.ndarray) -> bytes:
    """Return what tells these scores from others, in whatever order they come."""
    return hashlib.blake2b(np.sort(scores.astype(float)).tobytes(), digest_size=16).digest()
