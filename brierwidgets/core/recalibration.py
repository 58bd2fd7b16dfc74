"""Curves that turn a model's scores into better probabilities, fitted to cases whose outcomes are known.

Each follows the conventions of scikit-learn: ``fit(y_prob, y_true)`` returns itself, ``predict(y_prob)`` the mended
scores. Scores of 0 and 1 have infinite log-odds; the two smooth curves read scores within 1e-9 of 0 or 1 as that.

- logistic: log-odds = a + b logit(s), the recalibration of Cox (1958, doi:10.1093/biomet/45.3-4.562); b below 1 means
  that scores were too extreme.
- beta: log-odds = c + a ln(s) - b ln(1 - s) with a, b >= 0, after Kull, Silva Filho and Flach
  (2017, doi:10.1214/17-EJS1338SI).
- isotonic: the steps of the calibration curve, straight between them. It bends to anything and needs many cases.
"""

from __future__ import annotations

from typing import Any, ClassVar, Self

import numpy as np
from scipy.special import expit

from brierwidgets.core.calibration import calibration_curve
from brierwidgets.core.forecast import Forecast
from brierwidgets.core.validation import check_cases, check_scores

__all__ = ["CALIBRATORS", "BetaCalibrator", "Calibrator", "IsotonicCalibrator", "LogisticCalibrator"]

_NEAREST = 1e-9
_STEPS = 100


class Calibrator:
    """A curve from scores to probabilities; subclasses say which."""

    method: ClassVar[str]

    def fit(self, y_prob: Any, y_true: Any, *, sample_weight: Any = None, pos_label: Any = None) -> Self:
        """Fit the curve to scores and outcomes, and return it."""
        labels, scores, weights = check_cases(y_true, y_prob, sample_weight, pos_label)
        scores = scores.astype(float, copy=False)
        if weights is not None:
            counted = weights > 0.0
            labels, scores, weights = labels[counted], scores[counted], weights[counted]
        if labels.all() or not labels.any():
            only = "positive" if labels.any() else "negative"
            raise ValueError(
                f"A model is recalibrated to how often its scores come true, but every case is {only}. "
                "Pass cases of both classes."
            )
        self._fit(scores, labels, weights)
        return self

    def predict(self, y_prob: Any) -> np.ndarray:
        """Return mended scores for scores of the same model."""
        if not hasattr(self, "_fitted"):
            raise ValueError(f"This {type(self).__name__} has not been fitted. Call fit(y_prob, y_true) first.")
        return self._predict(check_scores(y_prob).astype(float, copy=False))

    _fitted: Any

    def _fit(self, scores: np.ndarray, labels: np.ndarray, weights: np.ndarray | None) -> None:
        raise NotImplementedError

    def _predict(self, scores: np.ndarray) -> np.ndarray:
        raise NotImplementedError


class _SmoothCalibrator(Calibrator):
    """A logistic regression on one or two functions of the score."""

    #: Intercept, then the slope of each function of the score.
    coef_: np.ndarray
    _never_falls: ClassVar[bool] = False

    def _fit(self, scores: np.ndarray, labels: np.ndarray, weights: np.ndarray | None) -> None:
        _refuse_separated(scores, labels, self.method)
        columns = self._columns(scores)
        slopes = np.zeros(columns.shape[1])
        used = list(range(columns.shape[1]))
        intercept, slopes[used] = _logistic_regression(columns, labels, weights)
        while self._never_falls and slopes.min() < 0.0:
            used.remove(int(slopes.argmin()))
            slopes[:] = 0.0
            intercept, slopes[used] = _logistic_regression(columns[:, used], labels, weights)
        self.coef_ = np.append(intercept, slopes)
        self._fitted = True

    def _predict(self, scores: np.ndarray) -> np.ndarray:
        return np.asarray(expit(self.coef_[0] + self._columns(scores) @ self.coef_[1:]))

    def _columns(self, scores: np.ndarray) -> np.ndarray:
        raise NotImplementedError


class LogisticCalibrator(_SmoothCalibrator):
    """log-odds = a + b logit(s).

    Examples
    --------
    >>> curve = LogisticCalibrator().fit([0.1, 0.4, 0.6, 0.8, 0.9, 0.3], [0, 1, 0, 1, 1, 0])
    >>> curve.predict([0.2, 0.5]).round(3)
    array([0.103, 0.467])
    """

    method = "logistic"

    def _columns(self, scores: np.ndarray) -> np.ndarray:
        inner = np.clip(scores, _NEAREST, 1 - _NEAREST)
        return np.asarray((np.log(inner) - np.log1p(-inner))[:, None])


class BetaCalibrator(_SmoothCalibrator):
    """log-odds = c + a ln(s) - b ln(1 - s), a and b not negative.

    Examples
    --------
    >>> curve = BetaCalibrator().fit([0.1, 0.4, 0.6, 0.8, 0.9, 0.3], [0, 1, 0, 1, 1, 0])
    >>> bool(curve.predict([0.2])[0] < curve.predict([0.5])[0])
    True
    """

    method = "beta"
    _never_falls = True

    def _columns(self, scores: np.ndarray) -> np.ndarray:
        inner = np.clip(scores, _NEAREST, 1 - _NEAREST)
        return np.column_stack((np.log(inner), -np.log1p(-inner)))


class IsotonicCalibrator(Calibrator):
    """The steps of the calibration curve, straight between them and level beyond them.

    Examples
    --------
    >>> curve = IsotonicCalibrator().fit([0.1, 0.6, 0.4, 0.8], [0, 0, 1, 1])
    >>> curve.predict([0.05, 0.5, 0.7])
    array([0.  , 0.5 , 0.75])
    """

    method = "isotonic"

    def _fit(self, scores: np.ndarray, labels: np.ndarray, weights: np.ndarray | None) -> None:
        self._fitted = calibration_curve(Forecast._from_rows(labels, scores, weights)).corners()

    def _predict(self, scores: np.ndarray) -> np.ndarray:
        return np.asarray(np.interp(scores, *self._fitted))


CALIBRATORS: dict[str, type[Calibrator]] = {
    calibrator.method: calibrator for calibrator in (LogisticCalibrator, IsotonicCalibrator, BetaCalibrator)
}


def _refuse_separated(scores: np.ndarray, labels: np.ndarray, method: str) -> None:
    """Refuse cases to which the best smooth curve is a step: its slope would be infinite."""
    positives, negatives = scores[labels], scores[~labels]
    if positives.min() >= negatives.max() or negatives.min() >= positives.max():
        raise ValueError(
            f"No score of one class lies among those of the other, so no {method} curve fits best: a steeper one "
            "always fits better. Use method='isotonic', or more cases."
        )


def _logistic_regression(
    columns: np.ndarray, labels: np.ndarray, weights: np.ndarray | None
) -> tuple[float, np.ndarray]:
    """Return intercept and slopes of greatest likelihood, by Newton's method with halved steps."""
    centers, scales = columns.mean(axis=0), columns.std(axis=0)
    scales[scales == 0.0] = 1.0
    design = np.column_stack((np.ones(labels.size), (columns - centers) / scales))
    counts = np.ones(labels.size) if weights is None else weights / weights.mean()

    def surprise(coefficients: np.ndarray) -> float:
        signed = np.where(labels, 1.0, -1.0) * (design @ coefficients)
        return float(counts @ np.logaddexp(0.0, -signed))

    found = np.zeros(design.shape[1])
    least = surprise(found)
    for _ in range(_STEPS):
        risk = expit(design @ found)
        slope = design.T @ (counts * (labels - risk))
        bend = (design * (counts * risk * (1 - risk))[:, None]).T @ design
        step = np.linalg.lstsq(bend, slope, rcond=None)[0]
        while (now := surprise(found + step)) > least and np.abs(step).max() > 1e-14:
            step /= 2
        found, least = found + step, min(now, least)
        if np.abs(step).max() <= 1e-12 * (1.0 + np.abs(found).max()):
            break
    slopes = found[1:] / scales
    return float(found[0] - slopes @ centers), slopes
