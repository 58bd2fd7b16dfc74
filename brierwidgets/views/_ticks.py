"""Ticks at round cost ratios, wherever an axis bends them to."""

from __future__ import annotations

import math

import numpy as np

from brierwidgets.core.curves import Curve
from brierwidgets.core.intervals import Interval

__all__ = ["cost_ticks", "round_steps"]

_ROUND = np.array([1, 2, 5, 10, 20, 50, 100, 200, 300]) / 1000
_BENT = np.unique(np.round(np.concatenate([_ROUND, [0.5], 1 - _ROUND]), 9))


def cost_ticks(curve: Curve, visible: Interval, most: int = 11) -> np.ndarray:
    """Return round cost ratios in the visible range, far enough apart on the curve's axis to be read."""
    inside = _BENT[(visible.low - 1e-12 <= _BENT) & (visible.high + 1e-12 >= _BENT)]
    straight = round_steps(visible)
    ticks = straight if curve.straight or inside.size < 4 else inside
    places = np.asarray(curve.to_axis(ticks), dtype=float)
    first, last = (float(curve.to_axis(c)) for c in visible)
    kept: list[int] = []
    for number in range(len(ticks)):
        if not kept or places[number] - places[kept[-1]] >= (last - first) / most:
            kept.append(number)
    return ticks[kept]


def round_steps(visible: Interval, wanted: int = 8) -> np.ndarray:
    """Return round numbers, about `wanted` of them, inside a range of any size."""
    rough = (visible.high - visible.low) / wanted
    power = 10.0 ** math.floor(math.log10(rough))
    step = power * next(m for m in (1, 2, 5, 10) if m * power >= rough)
    first, last = math.ceil(visible.low / step - 1e-9), math.floor(visible.high / step + 1e-9)
    return np.round(np.arange(first, last + 1) * step, 12)
