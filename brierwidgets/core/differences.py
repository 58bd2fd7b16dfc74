"""Differences between two scores, of the same cases or of others, each with its standard error and 95% interval."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from brierwidgets.core.guarded import array_sums, guarded_interval, plain_mean
from brierwidgets.core.scores import Estimate

__all__ = ["Difference", "independent_difference", "paired_difference"]


class Difference(NamedTuple):
    """A difference between two scores on the same cases, with its guarded 95% interval."""

    estimate: float
    standard_error: float
    low: float
    high: float


def independent_difference(one: Estimate, other: Estimate) -> Difference:
    """Return the difference between two scores of different cases, such as two groups: errors add up in squares.

    Examples
    --------
    >>> found = independent_difference(Estimate(0.5, 0.3, -0.1, 1.1), Estimate(0.2, 0.4, -0.6, 1.0))
    >>> round(found.estimate, 3), round(found.standard_error, 3), round(found.low, 3), round(found.high, 3)
    (0.3, 0.5, -0.7, 1.3)
    """
    center = (one.low + one.high) / 2 - (other.low + other.high) / 2
    half = math.hypot((one.high - one.low) / 2, (other.high - other.low) / 2)
    error = math.hypot(one.standard_error, other.standard_error)
    return Difference(one.value - other.value, error, center - half, center + half)


def paired_difference(
    values_a: np.ndarray,
    values_b: np.ndarray,
    labels: np.ndarray,
    largest: tuple[float, float],
    weights: np.ndarray | None = None,
    *,
    factors: tuple[float, float] = (1.0, 1.0),
    prevalence_known: bool = False,
) -> Difference:
    """Mean of a - b over the same cases, its standard error and guarded 95% interval.

    Parameters
    ----------
    values_a, values_b, labels
        Pointwise scores of two models and the outcomes (True for positive).
    largest
        The most by which the two can differ on a negative and on a positive case. Where that is infinite the
        interval is the plain one.
    weights
        Importance weights, if any.
    factors
        What the weights of the negatives and of the positives are multiplied by.
    prevalence_known
        Whether the weights of the classes were given, so that the prevalence is not estimated.

    Notes
    -----
    Infinite when one model alone is infinitely wrong on some case, NaN when each is.
    """
    if weights is not None and not weights.all():
        kept = weights > 0.0
        values_a, values_b, labels, weights = values_a[kept], values_b[kept], labels[kept], weights[kept]
    with np.errstate(invalid="ignore"):
        gaps = values_a - values_b
        negatives, positives = (
            array_sums(gaps[of_class], None if weights is None else weights[of_class], -bound, bound).weighted(factor)
            for of_class, bound, factor in zip((~labels, labels), largest, factors, strict=True)
        )
        estimate = (negatives.total + positives.total) / (negatives.weight + positives.weight)
    if not math.isfinite(estimate):
        return Difference(estimate, math.nan, math.nan, math.nan)
    error = plain_mean(negatives, positives, prevalence_known=prevalence_known).error
    return Difference(estimate, error, *guarded_interval(negatives, positives, prevalence_known=prevalence_known))
