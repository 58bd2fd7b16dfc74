"""Ticks at round cost ratios, wherever an axis bends them to."""

from __future__ import annotations

import math

import numpy as np
from scipy.special import expit, logit

from brierwidgets.core.curves import Curve
from brierwidgets.core.intervals import Interval

__all__ = ["cost_ticks", "round_steps", "round_up"]

_SHARES = [0, 0.5, 0.1, 0.01, 0.001]
_SHARES += [0.002, 0.005, 0.02, 0.05, 0.2, 0.3]
_SHARES += [0.003, 0.007, 0.015, 0.03, 0.04, 0.07, 0.15, 0.4]
_ODDS = [1, 10, 100, 1000, 3, 30, 300, 5, 2, 20, 50, 200, 500, 4, 15, 40, 150]
_LOG_ODDS = [0, -2, -4, -6, -1, -3, -5]
#: Cost ratios that look round in each unit, the roundest first: each is followed by its mirror image.
_ROUND = {
    unit: np.array([end for cost in costs for end in (cost, 1 - cost)])
    for unit, costs in {
        "probability": _SHARES,
        "odds": [0, *(1 / (1 + times) for times in _ODDS)],
        "log-odds": [float(expit(place)) for place in _LOG_ODDS],
    }.items()
}


def cost_ticks(curve: Curve, visible: Interval, most: int = 11, unit: str = "probability") -> np.ndarray:
    """Return visible cost ratios that are round in a unit, far enough apart on the curve's axis to be read.

    Examples
    --------
    >>> from brierwidgets.core.curves import CURVES
    >>> [f"1 : {1 / cost - 1:.0f}" for cost in cost_ticks(CURVES["regret"], Interval(0.05, 0.2), 5, "odds")]
    ['1 : 10', '1 : 5', '1 : 4']
    """
    even = _even_steps(visible, min(8, most), unit)
    if curve.straight and unit == "probability":
        return even
    first, last = (float(curve.to_axis(c)) for c in visible)
    apart = (last - first) / most * (1 - 1e-9)
    kept: dict[float, float] = {}
    for tick in np.concatenate((_ROUND[unit], even)):
        if visible.low - 1e-12 <= tick <= visible.high + 1e-12:
            place = float(curve.to_axis(tick))
            if all(abs(place - other) >= apart for other in kept):
                kept[place] = float(tick)
    return np.array([kept[place] for place in sorted(kept)])


def _even_steps(visible: Interval, wanted: int, unit: str) -> np.ndarray:
    """Return about so many cost ratios at even steps of a unit; where it has no end, near the other end."""
    if unit == "probability":
        return round_steps(visible, wanted)
    low, high = visible.low or visible.high / 8, 1 - ((1 - visible.high) or (1 - visible.low) / 8)
    if unit == "log-odds":
        return np.asarray(expit(round_steps(Interval(float(logit(low)), float(logit(high))), wanted)))
    if low >= 0.5:
        return 1 - _even_steps(Interval(1 - high, 1 - low), wanted, unit)
    return 1 / (1 + round_steps(Interval((1 - high) / high, (1 - low) / low), wanted))


def round_steps(visible: Interval, wanted: int = 8) -> np.ndarray:
    """Return round numbers, about `wanted` of them, inside a range of any size."""
    rough = (visible.high - visible.low) / wanted
    power = 10.0 ** math.floor(math.log10(rough))
    step = power * next(m for m in (1, 2, 5, 10) if m * power >= rough)
    first, last = math.ceil(visible.low / step - 1e-9), math.floor(visible.high / step + 1e-9)
    return np.round(np.arange(first, last + 1) * step, 12)


def round_up(value: float) -> float:
    """Return the next round number, so that an axis stands still while what it shows moves a little."""
    if value <= 0.0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(value))
    return float(f"{power * next(step for step in (1, 1.5, 2, 3, 4, 5, 6, 8, 10, 15) if step * power >= value):.12g}")
