"""Confidence intervals that hold when few cases decide: half a case of the least and of the largest loss is added.

The plain 95% interval of a mean, 1.96 standard errors on either side, trusts the sample's own spread. Where a rare
and large loss decides (a missed case at a threshold of 2%), that loss has often not happened yet, and the sample
knows nothing of it. But losses on an interval of costs are bounded, and the bounds are known. So each class gets one
case more, half of it with the least possible value and half with the largest. Then all goes on as usual: the
interval is the plain one of the enlarged sample. The estimate shown stays the plain mean.

Everything here is a few additions on sums over a class, so an interval stays a lookup. For cases that weigh 1:

    n  = n0 + n1 + 2                           cases, with the two added
    c  = (T0 + T1 + (L0 + U0)/2 + (L1 + U1)/2) / n        centre, T = sum of the values of a class
    s2 = sum over classes of [D + n_g (m - c)^2 + ((L - c)^2 + (U - c)^2) / 2] / n^2
         with m the mean of the class and D the sum of (value - m)^2
    interval = c - z s, c + z s                z = 1.96

With weights the added case of a class weighs as much as the cases that carry its spread, sum w^3 / sum w^2. Where
weights differ within a class, the case that was not seen may be a heavy one of either class, and heavier than most
that were: both added cases weigh a quarter more than the heavier would. Where a class has one weight, as in a
case-control study, each keeps its own.

A difference between two models lies between -M and M. Against a rule without a model it has one sign within a class, so
it lies between -M and 0, or between 0 and M. There the added cases are two, one at either end: as much spread as half a
case at -M and half at M would add, but on the side where differences can be. They pull the centre to that side, so the
interval holds the plain one as well.

What a rule itself loses on a case is known before the case is seen. So the case added to its own score loses just that,
and the net benefit of treating none is 0 for certain.

Where the prevalence p is known and not estimated, the two classes are two samples. Each gets its case, its own mean
and the standard error of that, and they add up with the shares p and 1 - p.
"""

from __future__ import annotations

import functools
import math
from typing import Any, NamedTuple

import numpy as np
from scipy.special import ndtri

__all__ = [
    "ClassSums",
    "Mean",
    "added_weights",
    "array_sums",
    "class_weights",
    "excludes_zero",
    "guarded_interval",
    "guarded_mean",
    "interval_around",
    "plain_mean",
    "wilson_interval",
    "z_value",
]


class ClassSums(NamedTuple):
    """What an interval needs to know of the values of one class.

    Attributes
    ----------
    weight, squares
        Sum of w and of w^2 over the cases; both are the number of cases where each weighs 1.
    total
        Sum of w x value.
    center
        Sum of w^2 x value over sum of w^2: the plain mean where each case weighs 1.
    spread
        Sum of w^2 x (value - center)^2.
    least, largest
        The bounds of a value. They are known before any case is seen.
    heavy
        Sum of w^3 over sum of w^2: what a case weighs that carries the spread.
    """

    weight: float
    squares: float
    total: float
    center: float
    spread: float
    least: float
    largest: float
    heavy: float = 1.0

    @property
    def bounded(self) -> bool:
        """Whether both bounds are finite."""
        return math.isfinite(self.least) and math.isfinite(self.largest)

    def moved(self, scale: float, shift: float = 0.0) -> ClassSums:
        """Return the sums of scale x value + shift.

        Examples
        --------
        >>> ClassSums(2.0, 2.0, 0.4, 0.2, 0.02, 0.0, 1.0).moved(-1.0, 1.0)
        ClassSums(weight=2.0, squares=2.0, total=1.6, center=0.8, spread=0.02, least=0.0, largest=1.0, heavy=1.0)
        """
        ends = scale * self.least + shift, scale * self.largest + shift
        return self._replace(
            total=scale * self.total + shift * self.weight,
            center=scale * self.center + shift,
            spread=scale * scale * self.spread,
            least=min(ends),
            largest=max(ends),
        )

    def weighted(self, factor: float) -> ClassSums:
        """Return the sums of the same values, each case weighing so many times as much.

        Examples
        --------
        >>> ClassSums(2.0, 2.0, 0.4, 0.2, 0.02, 0.0, 1.0).weighted(2.0)
        ClassSums(weight=4.0, squares=8.0, total=0.8, center=0.2, spread=0.08, least=0.0, largest=1.0, heavy=2.0)
        """
        squared = factor * factor
        return self._replace(
            weight=factor * self.weight,
            squares=squared * self.squares,
            total=factor * self.total,
            spread=squared * self.spread,
            heavy=factor * self.heavy,
        )


class Mean(NamedTuple):
    """A mean over all cases and its standard error."""

    center: float
    error: float


def plain_mean(negatives: ClassSums, positives: ClassSums, *, prevalence_known: bool = False) -> Mean:
    """Return the mean over both classes and its standard error, as the sample alone has them.

    Examples
    --------
    >>> plain_mean(ClassSums(2.0, 2.0, 0.0, 0.0, 0.0, 0.0, 1.0), ClassSums(2.0, 2.0, 2.0, 1.0, 0.0, 0.0, 1.0))
    Mean(center=0.5, error=0.25)
    """
    return _mean(negatives, positives, (0.0, 0.0), prevalence_known=prevalence_known)


def guarded_mean(
    negatives: ClassSums, positives: ClassSums, *, prevalence_known: bool = False, cases: float = 1.0
) -> Mean:
    """Return the mean and its standard error with `cases` added to each class: 1, or 2 against a rule without a model.

    Half of an added case has the least possible value and half the largest. `added_weights` says what it weighs.
    Both bounds must be finite.

    Examples
    --------
    >>> nothing_missed_yet = ClassSums(4.0, 4.0, 0.0, 0.0, 0.0, 0.0, 0.9)
    >>> guarded_mean(ClassSums(6.0, 6.0, 0.0, 0.0, 0.0, 0.0, 0.1), nothing_missed_yet)
    Mean(center=0.041666666666666664, error=0.0519860202005914)
    """
    classes = [(sums.weight, sums.squares, sums.heavy) for sums in (negatives, positives)]
    added = added_weights(*classes, prevalence_known=prevalence_known)
    return _mean(negatives, positives, added, prevalence_known=prevalence_known, cases=cases)


def added_weights(
    one: tuple[float, float, float], other: tuple[float, float, float], *, prevalence_known: bool
) -> tuple[float, float]:
    """Return the weight of the case that is added to each of two classes.

    Parameters
    ----------
    one, other
        Of each class the sums of w and of w^2, and sum w^3 / sum w^2. In a class without cases the added one weighs as
        much as in the other.
    prevalence_known
        Whether the classes are two samples, weighted each for itself.

    Examples
    --------
    >>> added_weights((90.0, 90.0, 1.0), (10.0, 10.0, 1.0), prevalence_known=False)
    (1.0, 1.0)
    >>> added_weights((6.0, 12.0, 2.5), (5.0, 7.0, 1.6), prevalence_known=False)
    (3.125, 3.125)
    """
    first, second = (heavy if weight > 0.0 else 0.0 for weight, _, heavy in (one, other))
    differ = any(heavy * weight > squares * (1 + 1e-9) for weight, squares, heavy in (one, other))
    if differ and not prevalence_known:
        return 1.25 * max(first, second), 1.25 * max(first, second)
    return first or second, second or first


def class_weights(one: Any, other: Any, *, prevalence_known: bool, guarded: bool) -> tuple[tuple[float, float], ...]:
    """Return how two class tables enter a mean over all cases; each item has a number for either class.

    Returns
    -------
    added, weights, parts
        The weight of the case that is added to the class if `guarded`, the weight of the class with that, and what its
        weighted sum is multiplied by in the mean. A prevalence that is known is not estimated: each class keeps its
        share.
    """
    classes = [(table.total, table.total_squares, table.heavy) for table in (one, other)]
    added = added_weights(*classes, prevalence_known=prevalence_known) if guarded else (0.0, 0.0)
    weights = one.total + added[0], other.total + added[1]
    if not prevalence_known:
        return added, weights, (1 / sum(weights), 1 / sum(weights))
    total = one.total + other.total
    return added, weights, (one.total / total / weights[0], other.total / total / weights[1])


def _mean(
    negatives: ClassSums,
    positives: ClassSums,
    added: tuple[float, float],
    *,
    prevalence_known: bool,
    cases: float = 1.0,
) -> Mean:
    classes = [pair for pair in zip((negatives, positives), added, strict=True) if pair[0].weight + pair[1] > 0.0]
    if prevalence_known:
        weight = sum(sums.weight for sums, _ in classes)
        means = [_mean_of([pair], cases) for pair in classes]
        shares = [sums.weight / weight for sums, _ in classes]
        center = sum(share * mean.center for share, mean in zip(shares, means, strict=True))
        return Mean(center, math.hypot(*(share * mean.error for share, mean in zip(shares, means, strict=True))))
    return _mean_of(classes, cases)


def _mean_of(classes: list[tuple[ClassSums, float]], cases: float) -> Mean:
    """Return the mean over classes with `cases` of a given weight added to each, half least and half largest."""
    weight = center = variance = 0.0
    for sums, extra in classes:
        weight += sums.weight + cases * extra
        center += sums.total + (cases * extra * (sums.least + sums.largest) / 2 if extra else 0.0)
    center /= weight
    for sums, extra in classes:
        variance += sums.spread + sums.squares * (sums.center - center) ** 2
        if extra:
            variance += cases * extra * extra * ((sums.least - center) ** 2 + (sums.largest - center) ** 2) / 2
    return Mean(center, math.sqrt(variance) / weight)


def guarded_interval(
    negatives: ClassSums, positives: ClassSums, *, prevalence_known: bool = False, cases: float = 1.0
) -> tuple[float, float]:
    """Return the guarded 95% interval of the mean of all cases; the plain one where a value has no bound.

    Examples
    --------
    >>> nothing_missed_yet = ClassSums(4.0, 4.0, 0.0, 0.0, 0.0, 0.0, 0.9)
    >>> low, high = guarded_interval(ClassSums(6.0, 6.0, 0.0, 0.0, 0.0, 0.0, 0.1), nothing_missed_yet)
    >>> round(low, 4), round(high, 4)
    (-0.0602, 0.1436)
    """
    if not (negatives.bounded and positives.bounded):
        return interval_around(plain_mean(negatives, positives, prevalence_known=prevalence_known))
    return interval_around(guarded_mean(negatives, positives, prevalence_known=prevalence_known, cases=cases))


def interval_around(mean: Mean) -> tuple[float, float]:
    """Return the 95% interval around a mean."""
    half = z_value() * mean.error
    return mean.center - half, mean.center + half


@functools.cache
def z_value(rivals: int = 1) -> float:
    """Return how many standard errors an interval reaches, its 5% of error divided among `rivals`.

    Examples
    --------
    >>> round(z_value(), 3), round(z_value(4), 3)
    (1.96, 2.498)
    """
    return float(ndtri(1 - 0.025 / rivals))


def wilson_interval(share: float, cases: float, z: float) -> tuple[float, float]:
    """Return the interval of a share among so many cases that reaches `z` standard errors, as Wilson has it.

    scipy.stats has this, too, but takes half a second to load.

    Examples
    --------
    >>> [round(end, 4) for end in wilson_interval(0.2, 10, z_value())]
    [0.0567, 0.5098]
    """
    center = share + z * z / (2 * cases)
    half = z * math.sqrt(share * (1 - share) / cases + (z / (2 * cases)) ** 2)
    low, high = ((center + side * half) / (1 + z * z / cases) for side in (-1, 1))
    return max(low, 0.0), min(high, 1.0)


def excludes_zero(low: float, high: float, rivals: int = 1) -> bool:
    """Whether a 95% interval still excludes 0 when its level allows for so many rivals.

    Whoever compares the best of many finds a clear lead by luck more often, so the 5% are divided among the rivals.

    Examples
    --------
    >>> excludes_zero(0.2, 2.0), excludes_zero(0.2, 2.0, rivals=4)
    (True, False)
    """
    center, half = (low + high) / 2, (high - low) / 2
    return abs(center) > half * z_value(rivals) / z_value()


def array_sums(values: np.ndarray, weights: np.ndarray | None, least: float, largest: float) -> ClassSums:
    """Return the sums of the values of one class, case by case.

    Examples
    --------
    >>> array_sums(np.array([0.0, 1.0]), None, 0.0, 1.0)
    ClassSums(weight=2.0, squares=2.0, total=1.0, center=0.5, spread=0.5, least=0.0, largest=1.0, heavy=1.0)
    """
    if values.size == 0:
        return ClassSums(0.0, 0.0, 0.0, 0.0, 0.0, least, largest)
    if weights is None:
        total = float(values.sum())
        center = total / values.size
        spread = float(np.square(values - center).sum())
        return ClassSums(float(values.size), float(values.size), total, center, spread, least, largest)
    squares = np.square(weights)
    squared = float(squares.sum())
    center = float(squares @ values) / squared
    spread = float(squares @ np.square(values - center))
    heavy = float(squares @ weights) / squared
    return ClassSums(float(weights.sum()), squared, float(weights @ values), center, spread, least, largest, heavy)
