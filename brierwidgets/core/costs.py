"""Distributions of the cost ratio c, each with its density and closed-form partial moments.

A metric that averages over thresholds is the expected regret under one of these distributions:
the Brier score is (twice) the uniform one, log loss the one that is uniform in log-odds. A
distribution with weight function w needs to know only two integrals,

    negative_loss(u) = integral of      c  w(c) from 0 to u   (what a negative scored u costs)
    positive_loss(u) = integral of (1 - c) w(c) from u to 1   (what a positive scored u costs)

and every score follows from them. Weights need not integrate to 1: ``mass`` is their integral.
"""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from scipy.special import betainc, betaincc, betaln, xlog1py, xlogy

from brierwidgets.core.intervals import Interval, check_interval, parse_cost
from brierwidgets.core.thresholds import reaches
from brierwidgets.core.written import exact

__all__ = ["Beta", "CostDistribution", "LogOddsUniform", "NetBenefitUniform", "Point", "Shifted", "Uniform"]


class CostDistribution:
    """A distribution of the cost ratio on an interval; see the module for the two moments.

    Examples
    --------
    >>> uniform = Uniform(0.1, 0.3)
    >>> isinstance(uniform, CostDistribution), uniform.interval
    (True, Interval(low=0.1, high=0.3))
    """

    low: float
    high: float

    def _check_bounds(self) -> None:
        low, high = check_interval((self.low, self.high))
        object.__setattr__(self, "low", low)
        object.__setattr__(self, "high", high)

    @property
    def interval(self) -> Interval:
        """The cost ratios that carry weight."""
        return Interval(self.low, self.high)

    @property
    def whole(self) -> Self:
        """The same weights on all of [0, 1]."""
        if self.low == 0.0 and self.high == 1.0:
            return self
        return dataclasses.replace(self, low=0.0, high=1.0)  # type: ignore[type-var]

    def truncated(self, low: Any, high: Any) -> Self:
        """Keep only the cost ratios between `low` and `high`.

        Examples
        --------
        >>> Beta(2, 8).truncated("1%", "10%").interval
        Interval(low=0.01, high=0.1)
        """
        wanted = check_interval((low, high))
        if wanted.low >= self.high or wanted.high <= self.low:
            raise ValueError(
                f"{self!r} has no weight between {exact(wanted.low)} and {exact(wanted.high)}: "
                f"it lives on [{exact(self.low)}, {exact(self.high)}]."
            )
        return dataclasses.replace(  # type: ignore[type-var]
            self, low=max(wanted.low, self.low), high=min(wanted.high, self.high)
        )

    @property
    def mass(self) -> float:
        """Integral of the weight over the interval."""
        return float(self._mass(self.low, self.high))

    def density(self, cost: Any) -> np.ndarray:
        """Probability density at `cost`: the weight over the mass, and 0 outside the interval."""
        cost = np.asarray(cost, dtype=float)
        if not math.isfinite(self.mass):
            raise ValueError(
                f"{self!r} has infinite mass, so it has no density. Truncate it, for example "
                f"{type(self).__name__}(0.01, 0.99)."
            )
        inside = (cost >= self.low) & (cost <= self.high)
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(inside, self._weight(cost) / self.mass, 0.0)

    def negative_loss(self, score: Any, low: float = 0.0) -> np.ndarray:
        """Integral of c w(c) from `low` to `score`."""
        raise NotImplementedError

    def positive_loss(self, score: Any, high: float = 1.0) -> np.ndarray:
        """Integral of (1 - c) w(c) from `score` to `high`."""
        raise NotImplementedError

    def _weight(self, cost: np.ndarray) -> np.ndarray:
        raise NotImplementedError

    def _mass(self, low: float, high: float) -> float:
        raise NotImplementedError


# Taylor coefficients, highest first, of (-ln(1 - x) - x) / x^2 and of (ln(1 + x) - x / (1 + x)) / x^2: as good as exact
# for |x| below _SMALL, where the formulas themselves cancel.
_SMALL = 0.05
_EXCESS = [1 / (n + 2) for n in reversed(range(13))]
_RAMP = [(-1) ** n * (n + 1) / (n + 2) for n in reversed(range(13))]


def _series(x: Any, coefficients: list[float]) -> Any:
    total = coefficients[0]
    for coefficient in coefficients[1:]:
        total = total * x + coefficient
    return total


def _log_ratio(whole: Any, gap: Any, rest: Any) -> Any:
    """ln(whole / rest), where gap = whole - rest: accurate for a small gap and for a small rest."""
    if isinstance(rest, float):
        if gap < rest:
            return math.log1p(gap / rest)
        return math.log(whole) - math.log(rest) if rest > 0.0 else math.inf
    with np.errstate(divide="ignore", over="ignore"):
        ratio = gap / rest
        return np.where(ratio < 1.0, np.log1p(ratio), np.log(whole) - np.log(rest))


def _log_complement(score: Any, low: Any) -> Any:
    """ln(1 - low) - ln(1 - score)."""
    if isinstance(score, np.ndarray) and np.ndim(low) == 0 and low == 0.0:
        with np.errstate(divide="ignore"):
            return -np.log1p(-score)
    return _log_ratio(1 - low, score - low, 1 - score)


@dataclass(frozen=True)
class Uniform(CostDistribution):
    """Every cost ratio in the interval equally likely: the Brier score's view.

    Examples
    --------
    >>> float(Uniform(0.2, 0.4).density(0.3))
    5.0
    """

    low: float = 0.0
    high: float = 1.0

    def __post_init__(self) -> None:
        self._check_bounds()

    def _weight(self, cost: np.ndarray) -> np.ndarray:
        return np.ones_like(cost)

    def _mass(self, low: float, high: float) -> float:
        return high - low

    def negative_loss(self, score: Any, low: float = 0.0) -> np.ndarray:
        """Return (score^2 - low^2) / 2."""
        loss: np.ndarray = (score - low) * (score + low) / 2
        return loss

    def positive_loss(self, score: Any, high: float = 1.0) -> np.ndarray:
        """Return ((1 - score)^2 - (1 - high)^2) / 2."""
        loss: np.ndarray = (high - score) * ((1 - score) + (1 - high)) / 2
        return loss


@dataclass(frozen=True)
class LogOddsUniform(CostDistribution):
    """Every log-odds of the cost ratio equally likely: the view of log loss, w(c) = 1 / (c (1 - c)).

    Examples
    --------
    >>> spread = LogOddsUniform(0.01, 0.99)
    >>> round(float(spread.density(0.1) / spread.density(0.5)), 4)  # low costs weigh more
    2.7778
    """

    low: float = 0.0
    high: float = 1.0

    def __post_init__(self) -> None:
        self._check_bounds()

    def _weight(self, cost: np.ndarray) -> np.ndarray:
        weight: np.ndarray = 1 / (cost * (1 - cost))
        return weight

    def _mass(self, low: float, high: float) -> float:
        mass: float = _log_ratio(high, high - low, low) + _log_ratio(1 - low, high - low, 1 - high)
        return mass

    def negative_loss(self, score: Any, low: float = 0.0) -> np.ndarray:
        """Return ln(1 - low) - ln(1 - score)."""
        loss: np.ndarray = _log_complement(score, low)
        return loss

    def positive_loss(self, score: Any, high: float = 1.0) -> np.ndarray:
        """Return ln(high) - ln(score)."""
        if isinstance(score, np.ndarray) and np.ndim(high) == 0 and high == 1.0:
            with np.errstate(divide="ignore"):
                return -np.log(score)
        loss: np.ndarray = _log_ratio(high, high - score, score)
        return loss


@dataclass(frozen=True)
class NetBenefitUniform(CostDistribution):
    """Thresholds equally likely, regret measured in net benefit: w(c) = 1 / (1 - c).

    Mean net benefit on [a, b] is the prevalence minus the integral of this weighted regret over b - a.

    Examples
    --------
    >>> thresholds = NetBenefitUniform(0.0, 0.5)
    >>> round(thresholds.mass, 4)
    0.6931
    """

    low: float = 0.0
    high: float = 1.0

    def __post_init__(self) -> None:
        self._check_bounds()

    def _weight(self, cost: np.ndarray) -> np.ndarray:
        return 1 / (1 - cost)

    def _mass(self, low: float, high: float) -> float:
        mass: float = _log_ratio(1 - low, high - low, 1 - high)
        return mass

    def negative_loss(self, score: Any, low: float = 0.0) -> np.ndarray:
        """Return (low - score) + ln(1 - low) - ln(1 - score)."""
        gap = (score - low) / (1 - low)
        # For a small gap the two terms cancel, so take the series of -ln(1 - gap) - gap.
        series: np.ndarray = low * gap + gap * gap * _series(gap, _EXCESS)
        whole: np.ndarray = (low - score) + _log_complement(score, low)
        if isinstance(gap, float):
            return series if gap < _SMALL else whole
        return np.where(gap < _SMALL, series, whole)

    def positive_loss(self, score: Any, high: float = 1.0) -> np.ndarray:
        """Return high - score."""
        loss: np.ndarray = high - score
        return loss


def _upper_beta(p: float, q: float, x: Any) -> np.ndarray:
    """1 - I_x(p, q), by its mirror image where 1 - x keeps the digits of x: betaincc takes 25 times as long."""
    tail = np.asarray(betainc(q, p, 1 - x))
    small = np.asarray(x) < 1e-3
    return np.where(small, betaincc(p, q, np.where(small, x, 1.0)), tail) if small.any() else tail


def _beta_between(p: float, q: float, low: Any, high: Any) -> np.ndarray:
    """I_high(p, q) - I_low(p, q), from whichever tail keeps the digits."""
    lower = betainc(p, q, low)
    between = np.asarray(betainc(p, q, high) - lower)
    above = np.broadcast_to(lower >= 0.5, between.shape)
    if above.any():
        low, high = (end if np.ndim(end) == 0 else np.broadcast_to(end, above.shape)[above] for end in (low, high))
        between[above] = _upper_beta(p, q, low) - _upper_beta(p, q, high)
    return between


@dataclass(frozen=True)
class Beta(CostDistribution):
    """Cost ratios around p / (p + q): Beta(2, 2) is the H-measure's, Beta(2, 8) means "act early".

    Examples
    --------
    >>> early = Beta(2, 8)
    >>> round(early.truncated("0%", "20%").mass, 3)  # the share below 20%
    0.564
    """

    p: float
    q: float
    low: float = 0.0
    high: float = 1.0

    def __post_init__(self) -> None:
        for name in ("p", "q"):
            value = getattr(self, name)
            if not (isinstance(value, int | float | np.number) and math.isfinite(value) and value > 0):
                raise ValueError(f"Beta(p, q) needs positive finite numbers, but {name} is {value!r}.")
            object.__setattr__(self, name, float(value))
        self._check_bounds()

    def _weight(self, cost: np.ndarray) -> np.ndarray:
        log_weight = xlogy(self.p - 1, cost) + xlog1py(self.q - 1, -cost) - betaln(self.p, self.q)
        weight: np.ndarray = np.exp(log_weight)
        return weight

    @property
    def mass(self) -> float:
        """The share of the distribution on the interval."""
        mass = self._mass(self.low, self.high)
        if mass <= 0.0:
            raise ValueError(
                f"Beta({exact(self.p)}, {exact(self.q)}) has no weight to speak of between {exact(self.low)} and "
                f"{exact(self.high)}: widen the interval or choose other parameters."
            )
        return mass

    def _mass(self, low: float, high: float) -> float:
        return float(_beta_between(self.p, self.q, low, high))

    def negative_loss(self, score: Any, low: float = 0.0) -> np.ndarray:
        """Return p / (p + q) times (I_score - I_low)(p + 1, q)."""
        return self.p / (self.p + self.q) * _beta_between(self.p + 1, self.q, low, score)

    def positive_loss(self, score: Any, high: float = 1.0) -> np.ndarray:
        """Return q / (p + q) times (I_high - I_score)(p, q + 1)."""
        return self.q / (self.p + self.q) * _beta_between(self.p, self.q + 1, score, high)


def check_distribution(costs: Any) -> CostDistribution:
    """Return `costs` if it is a distribution of cost ratios."""
    if not isinstance(costs, CostDistribution):
        raise TypeError(f"costs must be a distribution such as brierwidgets.costs.Uniform(0.1, 0.3), not {costs!r}.")
    return costs


@dataclass(frozen=True)
class Shifted(CostDistribution):
    """The uniform distribution moved in log-odds so that its median is `center`.

    With U uniform, logit(c) = logit(U) + logit(center); the density is m (1 - m) / (m + (1 - 2m) c)^2.

    Examples
    --------
    >>> shifted = Shifted("10%")
    >>> round(shifted.truncated("0%", "10%").mass, 12)  # half lies below the center
    0.5
    """

    center: float
    low: float = 0.0
    high: float = 1.0

    def __post_init__(self) -> None:
        center = parse_cost(self.center, "center of the shifted distribution")
        if not 0.0 < center < 1.0:
            raise ValueError(f"The center must lie strictly between 0 and 1, but it is {self.center!r}.")
        object.__setattr__(self, "center", center)
        self._check_bounds()

    def _scale(self, cost: Any) -> Any:
        """D(c) = m + (1 - 2m) c, as a sum of positive terms."""
        return self.center * (1 - cost) + (1 - self.center) * cost

    def _weight(self, cost: np.ndarray) -> np.ndarray:
        weight: np.ndarray = self.center * (1 - self.center) / self._scale(cost) ** 2
        return weight

    def _mass(self, low: float, high: float) -> float:
        mass: float = self.center * (1 - self.center) * (high - low) / (self._scale(low) * self._scale(high))
        return mass

    def negative_loss(self, score: Any, low: float = 0.0) -> np.ndarray:
        """Return m (1 - m) / k^2 [ln(D/D_low) + m/D - m/D_low] with k = 1 - 2m and D = m + k score."""
        return self._partial(low, score - low, self._scale(low), self._scale(score), 1 - 2 * self.center)

    def positive_loss(self, score: Any, high: float = 1.0) -> np.ndarray:
        """Return the mirror image of `negative_loss`: center -> 1 - center, c -> 1 - c."""
        return self._partial(1 - high, high - score, self._scale(high), self._scale(score), 2 * self.center - 1)

    def _partial(self, start: Any, width: Any, d_start: Any, d_stop: Any, slope: float) -> np.ndarray:
        # The same, arranged so that every term is positive and none is divided by the slope, which may be 0.
        x, ratio = slope * width / d_start, d_stop / d_start
        with np.errstate(divide="ignore", invalid="ignore"):
            logarithm = np.where(np.abs(x) < 0.5, np.log1p(x), np.log(ratio))
            ramp = np.where(np.abs(x) < _SMALL, _series(x, _RAMP), (logarithm - x / ratio) / np.square(x))
        loss: np.ndarray = self.center * (1 - self.center) / d_start**2 * width * (width * ramp + start / ratio)
        return loss


@dataclass(frozen=True)
class Point(CostDistribution):
    """One cost ratio, known exactly. Its expected regret is the regret at that cost.

    Examples
    --------
    >>> Point("1:9")
    Point(cost=0.1, low=0.0, high=1.0)
    """

    cost: float
    low: float = 0.0
    high: float = 1.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "cost", parse_cost(self.cost))
        self._check_bounds()
        if not self.low <= self.cost <= self.high:
            raise ValueError(
                f"Point({exact(self.cost)}) has no weight between {exact(self.low)} and {exact(self.high)}: "
                "choose an interval that holds it."
            )

    def _mass(self, low: float, high: float) -> float:  # noqa: ARG002
        return 1.0

    def density(self, cost: Any) -> np.ndarray:
        """Infinite at the point and 0 elsewhere."""
        return np.where(np.asarray(cost, dtype=float) == self.cost, np.inf, 0.0)

    def negative_loss(self, score: Any, low: float = 0.0) -> np.ndarray:  # noqa: ARG002
        """Return c where the score reaches c, else 0."""
        return np.where(reaches(np.asarray(score, dtype=float), self.cost), self.cost, 0.0)

    def positive_loss(self, score: Any, high: float = 1.0) -> np.ndarray:  # noqa: ARG002
        """Return 1 - c where the score does not reach c, else 0."""
        return np.where(reaches(np.asarray(score, dtype=float), self.cost), 0.0, 1 - self.cost)
