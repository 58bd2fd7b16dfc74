"""Distributions of the cost ratio that gather around a value: Beta, and the uniform one shifted in log-odds."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import betainc, betaincc, betaln, xlog1py, xlogy

from brierwidgets.core.costs import CostDistribution
from brierwidgets.core.intervals import parse_cost
from brierwidgets.core.logarithms import ramp
from brierwidgets.core.written import exact

__all__ = ["Beta", "Shifted"]


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

    The density is c^(p - 1) (1 - c)^(q - 1) / B(p, q). The mass is its share of the interval.

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
        return np.asarray(np.exp(log_weight))

    def _name(self) -> str:
        return f"Beta({exact(self.p)}, {exact(self.q)})"

    def _mass(self, low: float, high: float) -> float:
        return float(_beta_between(self.p, self.q, low, high))

    def negative_loss(self, score: Any, low: Any = 0.0) -> Any:
        """Return p / (p + q) times (I_score - I_low)(p + 1, q)."""
        return self.p / (self.p + self.q) * _beta_between(self.p + 1, self.q, low, score)

    def positive_loss(self, score: Any, high: Any = 1.0) -> Any:
        """Return q / (p + q) times (I_high - I_score)(p, q + 1)."""
        return self.q / (self.p + self.q) * _beta_between(self.p, self.q + 1, score, high)


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
            raise ValueError(f"The center must lie strictly between 0 and 1, but it is {exact(self.center)}.")
        object.__setattr__(self, "center", center)
        self._check_bounds()

    def _scale(self, cost: Any) -> Any:
        """D(c) = m + (1 - 2m) c, as a sum of positive terms."""
        return self.center * (1 - cost) + (1 - self.center) * cost

    def _weight(self, cost: np.ndarray) -> np.ndarray:
        return np.asarray(self.center * (1 - self.center) / self._scale(cost) ** 2)

    def _mass(self, low: float, high: float) -> float:
        return float(self.center * (1 - self.center) * (high - low) / (self._scale(low) * self._scale(high)))

    def negative_loss(self, score: Any, low: Any = 0.0) -> Any:
        """Return m (1 - m) / k^2 [ln(D/D_low) + m/D - m/D_low] with k = 1 - 2m and D = m + k score."""
        return self._partial(low, score - low, self._scale(low), self._scale(score), 1 - 2 * self.center)

    def positive_loss(self, score: Any, high: Any = 1.0) -> Any:
        """Return the mirror image of `negative_loss`: center -> 1 - center, c -> 1 - c."""
        return self._partial(1 - high, high - score, self._scale(high), self._scale(score), 2 * self.center - 1)

    def _partial(self, start: Any, width: Any, d_start: Any, d_stop: Any, slope: float) -> Any:
        # The same, arranged so that every term is positive and none is divided by the slope, which may be 0.
        x, ratio = slope * width / d_start, d_stop / d_start
        scale = self.center * (1 - self.center) / d_start**2
        return scale * width * (width * ramp(x, ratio) + start / ratio)
