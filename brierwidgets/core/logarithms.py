"""Logarithms that keep their digits where the plain formulas cancel."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

__all__ = ["excess", "log_complement", "log_ratio", "ramp"]

# Taylor coefficients, highest first, of what `excess` and `ramp` give: as good as exact for |x| below _SMALL, where the
# formulas themselves cancel.
_SMALL = 0.05
_EXCESS = [1 / (n + 2) for n in reversed(range(13))]
_RAMP = [(-1) ** n * (n + 1) / (n + 2) for n in reversed(range(13))]


def log_ratio(whole: Any, gap: Any, rest: Any) -> Any:
    """ln(whole / rest), where gap = whole - rest: accurate for a small gap and for a small rest."""
    if isinstance(rest, float):
        if gap < rest:
            return math.log1p(gap / rest)
        return math.log(whole) - math.log(rest) if rest > 0.0 else math.inf
    with np.errstate(divide="ignore", over="ignore"):
        ratio = gap / rest
        return np.where(ratio < 1.0, np.log1p(ratio), np.log(whole) - np.log(rest))


def log_complement(score: Any, low: Any) -> Any:
    """ln(1 - low) - ln(1 - score)."""
    if isinstance(score, np.ndarray) and np.ndim(low) == 0 and low == 0.0:
        with np.errstate(divide="ignore"):
            return -np.log1p(-score)
    return log_ratio(1 - low, score - low, 1 - score)


def excess(x: Any, logarithm: Any) -> Any:
    """-ln(1 - x) - x, given its first term for x that are not small."""
    series, whole = x * x * _series(x, _EXCESS), logarithm - x
    if isinstance(x, float):
        return series if x < _SMALL else whole
    return np.where(x < _SMALL, series, whole)


def ramp(x: Any, ratio: Any) -> Any:
    """(ln(1 + x) - x / (1 + x)) / x^2, given 1 + x as `ratio`, which keeps its digits where x is close to -1."""
    with np.errstate(divide="ignore", invalid="ignore"):
        logarithm = np.where(np.abs(x) < 0.5, np.log1p(x), np.log(ratio))
        return np.where(np.abs(x) < _SMALL, _series(x, _RAMP), (logarithm - x / ratio) / np.square(x))


def _series(x: Any, coefficients: list[float]) -> Any:
    total = coefficients[0]
    for coefficient in coefficients[1:]:
        total = total * x + coefficient
    return total
