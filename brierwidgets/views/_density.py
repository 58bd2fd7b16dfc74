"""A distribution of costs, drawn under the curves."""

from __future__ import annotations

from itertools import pairwise

import bqplot
import numpy as np

from brierwidgets.core.curves import Curve
from brierwidgets.core.metric_weights import axis_density
from brierwidgets.core.opinions import MixedCosts, even_pieces
from brierwidgets.ui.palette import BASELINE

__all__ = ["density_mark", "density_points"]

_SHARE = 4  # the tallest place of the density is this part of the chart's height
_POINTS = 600
_INSIDE = 12  # points between two edges


def density_mark(costs: MixedCosts, curve: Curve, x: bqplot.Scale) -> bqplot.Lines:
    """Return the density as a quiet area at the foot of a chart; it has a height of its own."""
    at, heights = density_points(costs, curve)
    y = bqplot.LinearScale(min=0.0, max=_SHARE * float(heights.max()) or 1.0)
    return bqplot.Lines(
        x=np.asarray(curve.to_axis(at), dtype=float),
        y=heights,
        scales={"x": x, "y": y},
        colors=[BASELINE],
        stroke_width=1.0,
        fill="bottom",
        fill_colors=[BASELINE],
        fill_opacities=[0.25],
    )


def density_points(costs: MixedCosts, curve: Curve) -> tuple[np.ndarray, np.ndarray]:
    """Return cost ratios and the density along the axis there: a step is a step.

    Examples
    --------
    >>> from brierwidgets.core.curves import CURVES
    >>> from brierwidgets.core.opinions import from_intervals
    >>> at, heights = density_points(from_intervals([(0.1, 0.2)]), CURVES["regret"])
    >>> float(at[0]), float(at[-1]), round(float(heights.max()), 6)
    (0.1, 0.2, 10.0)
    """
    low, high = curve.limits
    pieces = even_pieces(costs)
    if pieces is None:
        first, last = (float(curve.to_axis(end)) for end in (max(low, 1e-3), min(high, 1 - 1e-3)))
        at = np.clip(np.asarray(curve.from_axis(np.linspace(first, last, _POINTS)), dtype=float), low, high)
        return at, axis_density(costs, at, curve)
    edges = sorted({float(np.clip(end, low, high)) for piece in pieces for end in piece[2:]})
    places, heights = [np.array(edges[:1])], [np.zeros(1)]
    for start, stop in pairwise(edges):
        inside = start + (stop - start) * np.linspace(1e-9, 1 - 1e-9, _INSIDE)
        places.append(inside)
        heights.append(axis_density(costs, inside, curve))
    return np.concatenate([*places, edges[-1:]]), np.concatenate([*heights, np.zeros(1)])
