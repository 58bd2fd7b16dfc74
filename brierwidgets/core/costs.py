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

from brierwidgets.core.intervals import Interval, check_interval, parse_cost
from brierwidgets.core.logarithms import excess, log_complement, log_ratio
from brierwidgets.core.thresholds import reaches
from brierwidgets.core.written import exact

__all__ = ["CostDistribution", "LogOddsUniform", "NetBenefitUniform", "Point", "Uniform", "check_distribution"]


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
        >>> Uniform().truncated("1%", "10%").interval
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
        mass = float(self._mass(self.low, self.high))
        if mass <= 0.0:
            raise ValueError(
                f"{self._name()} has no weight to speak of between {exact(self.low)} and {exact(self.high)}: widen the "
                "interval or choose another distribution."
            )
        return mass

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

    def negative_loss(self, score: Any, low: Any = 0.0) -> Any:
        """Integral of c w(c) from `low` to `score`: a number, or an array where one of them is."""
        raise NotImplementedError

    def positive_loss(self, score: Any, high: Any = 1.0) -> Any:
        """Integral of (1 - c) w(c) from `score` to `high`: a number, or an array where one of them is."""
        raise NotImplementedError

    def _weight(self, cost: np.ndarray) -> np.ndarray:
        raise NotImplementedError

    def _mass(self, low: float, high: float) -> float:
        raise NotImplementedError

    def _name(self) -> str:
        return repr(self)


def check_distribution(costs: Any) -> CostDistribution:
    """Return `costs` if it is a distribution of cost ratios."""
    if not isinstance(costs, CostDistribution):
        raise TypeError(f"costs must be a distribution such as brierwidgets.costs.Uniform(0.1, 0.3), not {costs!r}.")
    return costs


@dataclass(frozen=True)
class _Even(CostDistribution):
    """Cost ratios that are equally likely on some scale; the whole of it unless an interval is given."""

    low: float = 0.0
    high: float = 1.0

    def __post_init__(self) -> None:
        self._check_bounds()


@dataclass(frozen=True)
class Uniform(_Even):
    """Every cost ratio in the interval equally likely: the Brier score's view.

    Examples
    --------
    >>> float(Uniform(0.2, 0.4).density(0.3))
    5.0
    """

    def _weight(self, cost: np.ndarray) -> np.ndarray:
        return np.ones_like(cost)

    def _mass(self, low: float, high: float) -> float:
        return high - low

    def negative_loss(self, score: Any, low: Any = 0.0) -> Any:
        """Return (score^2 - low^2) / 2."""
        return (score - low) * (score + low) / 2

    def positive_loss(self, score: Any, high: Any = 1.0) -> Any:
        """Return ((1 - score)^2 - (1 - high)^2) / 2."""
        return (high - score) * ((1 - score) + (1 - high)) / 2


@dataclass(frozen=True)
class LogOddsUniform(_Even):
    """Every log-odds of the cost ratio equally likely: the view of log loss, w(c) = 1 / (c (1 - c)).

    Examples
    --------
    >>> spread = LogOddsUniform(0.01, 0.99)
    >>> round(float(spread.density(0.1) / spread.density(0.5)), 4)  # low costs weigh more
    2.7778
    """

    def _weight(self, cost: np.ndarray) -> np.ndarray:
        return np.asarray(1 / (cost * (1 - cost)))

    def _mass(self, low: float, high: float) -> float:
        return float(log_ratio(high, high - low, low) + log_ratio(1 - low, high - low, 1 - high))

    def negative_loss(self, score: Any, low: Any = 0.0) -> Any:
        """Return ln(1 - low) - ln(1 - score)."""
        return log_complement(score, low)

    def positive_loss(self, score: Any, high: Any = 1.0) -> Any:
        """Return ln(high) - ln(score)."""
        if isinstance(score, np.ndarray) and np.ndim(high) == 0 and high == 1.0:
            with np.errstate(divide="ignore"):
                return -np.log(score)
        return log_ratio(high, high - score, score)


@dataclass(frozen=True)
class NetBenefitUniform(_Even):
    """Thresholds equally likely, regret measured in net benefit: w(c) = 1 / (1 - c).

    Mean net benefit on [a, b] is the prevalence minus the integral of this weighted regret over b - a.

    Examples
    --------
    >>> thresholds = NetBenefitUniform(0.0, 0.5)
    >>> round(thresholds.mass, 4)
    0.6931
    """

    def _weight(self, cost: np.ndarray) -> np.ndarray:
        return 1 / (1 - cost)

    def _mass(self, low: float, high: float) -> float:
        return float(log_ratio(1 - low, high - low, 1 - high))

    def negative_loss(self, score: Any, low: Any = 0.0) -> Any:
        """Return (low - score) + ln(1 - low) - ln(1 - score)."""
        gap = (score - low) / (1 - low)
        return low * gap + excess(gap, log_complement(score, low))

    def positive_loss(self, score: Any, high: Any = 1.0) -> Any:
        """Return high - score."""
        return high - score


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

    def negative_loss(self, score: Any, low: Any = 0.0) -> Any:  # noqa: ARG002
        """Return c where the score reaches c, else 0."""
        return np.where(reaches(np.asarray(score, dtype=float), self.cost), self.cost, 0.0)

    def positive_loss(self, score: Any, high: Any = 1.0) -> Any:  # noqa: ARG002
        """Return 1 - c where the score does not reach c, else 0."""
        return np.where(reaches(np.asarray(score, dtype=float), self.cost), 0.0, 1 - self.cost)
