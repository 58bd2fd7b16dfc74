"""A distribution of costs, drawn under the curves."""

from __future__ import annotations

from collections.abc import Mapping

import bqplot
import numpy as np

from brierwidgets.core.costs import CostDistribution, Uniform
from brierwidgets.core.curves import Curve
from brierwidgets.core.intervals import Interval
from brierwidgets.core.metric_weights import axis_density
from brierwidgets.core.mixtures import MixedCosts, Mixture, as_weights
from brierwidgets.ui.marks import area_mark
from brierwidgets.ui.palette import BASELINE

__all__ = ["DENSITY_SHARE", "density_mark", "density_outline", "density_outlines", "density_points", "draw_density"]

#: The tallest place of the density is this part of the chart's height.
DENSITY_SHARE = 4
_POINTS = 600
_INSIDE = 12  # points between the ends of a part
_BESIDE = 1e-9  # how far on either side of an end a step is drawn
_TALLER = 2.0  # than what is drawn as wide as it is
_NARROWEST = 0.004  # what is narrower than this share of the axis is drawn so wide


def density_mark(x: bqplot.Scale) -> bqplot.Lines:
    """Return a quiet area at the foot of a chart; it has a height of its own, and shows nothing yet."""
    scales = {"x": x, "y": bqplot.LinearScale(min=0.0, max=1.0)}
    return area_mark(scales, "bottom", [BASELINE], 0.25, visible=False)


def draw_density(mark: bqplot.Lines, costs: MixedCosts, curve: Curve) -> None:
    """Draw a distribution along the axis of a curve."""
    places, heights = density_outline(costs, curve)
    mark.scales["y"].max = DENSITY_SHARE * float(heights.max()) or 1.0
    with mark.hold_sync():
        mark.x, mark.y, mark.visible = places, heights, True


def density_outline(costs: MixedCosts, curve: Curve) -> tuple[np.ndarray, np.ndarray]:
    """Return places along the axis of a curve, and the density there."""
    at, heights = density_points(costs, curve)
    return np.asarray(curve.to_axis(at), dtype=float), heights


def density_outlines(costs: MixedCosts | None, curves: Mapping[str, Curve]) -> dict[str, list[list[float]]] | None:
    """Return the outlines on several axes, for a page that lets people choose among them."""
    if costs is None:
        return None
    return {name: [column.tolist() for column in density_outline(costs, curve)] for name, curve in curves.items()}


def density_points(costs: MixedCosts, curve: Curve) -> tuple[np.ndarray, np.ndarray]:
    """Return cost ratios and the density along the axis there: a step is a step.

    Examples
    --------
    >>> from brierwidgets.core.curves import CURVES
    >>> from brierwidgets.core.opinions import from_intervals
    >>> at, heights = density_points(from_intervals([(0.1, 0.2)]), CURVES["regret"])
    >>> round(float(at[0]), 6), round(float(at[-1]), 6), round(float(heights.max()), 6)
    (0.1, 0.2, 10.0)
    """
    first, last = (float(curve.to_axis(end)) for end in curve.limits)
    drawn = Mixture(tuple((weight, _widened(part, curve, last - first)) for weight, part in as_weights(costs).parts))
    everywhere = np.asarray(curve.from_axis(np.linspace(first, last, _POINTS)), dtype=float)
    ends = np.array([part.interval for _, part in drawn.parts])
    inside = ends[:, :1] + np.diff(ends, axis=1) * np.linspace(0.0, 1.0, _INSIDE)[1:-1]
    both_sides = np.concatenate([ends.ravel() * (1 + side * _BESIDE) for side in (-1, 1)])
    places = np.concatenate([everywhere, both_sides, inside.ravel()])
    at = np.unique(np.clip(places, max(curve.limits.low, 1e-9), min(curve.limits.high, 1 - 1e-9)))
    heights = axis_density(drawn, at, curve)
    plain = [(weight, part) for weight, part in drawn.parts if part in {own for _, own in as_weights(costs).parts}]
    if 0 < len(plain) < len(drawn.parts):  # what is too narrow to be seen must not dwarf the rest
        share = sum(weight for weight, _ in plain)
        rest = Mixture(tuple((weight / share, part) for weight, part in plain))
        heights = np.minimum(heights, _TALLER * share * float(axis_density(rest, at, curve).max()))
    weighed = np.flatnonzero(heights > 0.0)
    if weighed.size:  # nothing is drawn where nothing is
        kept = slice(max(weighed[0] - 1, 0), weighed[-1] + 2)
        at, heights = at[kept], heights[kept]
    return at, heights


def _widened(part: CostDistribution, curve: Curve, width: float) -> CostDistribution:
    """Return a part that is wide enough to be seen."""
    low, high = (float(curve.to_axis(np.clip(end, *curve.limits))) for end in part.interval)
    least = _NARROWEST * width
    if high - low >= least or part.low >= curve.limits.high or part.high <= curve.limits.low:
        return part
    middle = (low + high) / 2
    ends = Interval(*(float(curve.from_axis(middle + side * least / 2)) for side in (-1, 1)))
    return Uniform(max(ends.low, 0.0), min(ends.high, 1.0))
