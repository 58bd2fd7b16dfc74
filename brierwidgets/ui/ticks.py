"""Ticks at round cost ratios, wherever an axis bends them to."""

from __future__ import annotations

import math

import numpy as np

from brierwidgets.core.curves import Curve
from brierwidgets.core.intervals import Interval

__all__ = ["cost_ticks", "round_steps", "round_up"]

_LOW = [0, 0.5, 0.1, 0.01, 0.001]
_LOW += [0.002, 0.005, 0.02, 0.05, 0.2, 0.3]
_LOW += [0.003, 0.007, 0.015, 0.03, 0.04, 0.07, 0.15, 0.4]
#: Cost ratios that look round where an axis is bent, the roundest first: each is followed by its mirror image.
_ROUND = np.round([end for cost in _LOW for end in (cost, 1 - cost)], 9)


def cost_ticks(curve: Curve, visible: Interval, most: int = 11) -> np.ndarray:
    """Return round cost ratios in the visible range, far enough apart on the curve's axis to be read."""
    straight = round_steps(visible, min(8, most))
    if curve.straight:
        return straight
    first, last = (float(curve.to_axis(c)) for c in visible)
    kept: dict[float, float] = {}
    for tick in np.concatenate((_ROUND, straight)):
        if visible.low - 1e-12 <= tick <= visible.high + 1e-12:
            place = float(curve.to_axis(tick))
            if all(abs(place - other) >= (last - first) / most for other in kept):
                kept[place] = float(tick)
    return np.array([kept[place] for place in sorted(kept)])


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
