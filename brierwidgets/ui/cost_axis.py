"""An axis of cost ratios: where each lies, and ticks at round ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import bqplot
import numpy as np

from brierwidgets.core.curves import COST_AXES, Curve
from brierwidgets.core.digits import script_key
from brierwidgets.core.intervals import Interval
from brierwidgets.ui.ticks import cost_ticks, round_steps
from brierwidgets.words.numbers import nice_cost, tick_cost, tick_per_thousand

__all__ = ["CostAxis", "axis_for", "fit_heights", "write_ticks"]

#: An interval narrower than this cannot be seen on an axis of probabilities.
_NARROW = 0.05


def axis_for(interval: Interval) -> str:
    """Return the name of the axis on which an interval can be seen.

    Examples
    --------
    >>> axis_for(Interval(0.2, 0.4)), axis_for(Interval(0.0166, 0.03))
    ('probability', 'log-odds')
    """
    return "log-odds" if interval.high - interval.low < _NARROW else "probability"


class CostAxis:
    """A scale of cost ratios with its axis.

    Parameters
    ----------
    label
        What the axis is called.
    side
        ``"bottom"`` or ``"left"``.
    offset
        How far the label is from the axis, in CSS.
    most
        The most ticks.
    scale
        The scale of another chart, to share.

    Examples
    --------
    >>> axis = CostAxis("Cost ratio c")
    >>> axis.fit(COST_AXES["probability"], Interval(0.0, 0.4))
    >>> axis.places([0.1, 0.9])  # what is not on the axis lies at its end
    array([0.1, 0.4])
    """

    def __init__(
        self,
        label: str,
        *,
        side: str = "bottom",
        offset: str = "36px",
        most: int = 11,
        scale: bqplot.LinearScale | None = None,
    ) -> None:
        self.scale = scale or bqplot.LinearScale()
        self.axis = bqplot.Axis(scale=self.scale, side=side, label=label, grid_lines="none", label_offset=offset)
        self.curve: Curve = COST_AXES["probability"]
        self.visible = Interval(0.0, 1.0)
        self._most = most

    def fit(self, curve: Curve, visible: Interval, *, padding: float = 0.0, unit: str = "probability") -> None:
        """Show the cost ratios from one end of `visible` to the other, laid out as `curve` does, written in a unit."""
        self.curve, self.visible = curve, visible
        first, last = self.places(np.array(visible))
        with self.scale.hold_sync():
            self.scale.min, self.scale.max = first - padding, last + padding
        ticks = cost_ticks(curve, visible, self._most, unit)
        write_ticks(self.axis, self.places(ticks), ticks, lambda cost: tick_cost(cost, unit))

    def places(self, costs: Any) -> np.ndarray:
        """Return where cost ratios lie; those that the axis cannot show lie at its ends."""
        low, high = self.visible
        return np.asarray(self.curve.to_axis(np.clip(costs, low, high)), dtype=float)

    def cost_at(self, place: float) -> float:
        """Return the round cost ratio at a place."""
        low, high = self.visible
        return nice_cost(min(max(float(self.curve.from_axis(place)), low), high))


def write_ticks(axis: bqplot.Axis, places: np.ndarray, values: np.ndarray, text: Callable[[float], str]) -> None:
    """Set the ticks of an axis and what is written at each."""
    rounded = np.round(places, 9)
    # Labels first, in a message of their own: bqplot writes new ticks with the labels it had before.
    axis.tick_labels = {script_key(float(p)): text(float(v)) for p, v in zip(rounded, values, strict=True)}
    axis.tick_values = rounded


def fit_heights(axis: bqplot.Axis, heights: Interval, wanted: int) -> None:
    """Show these heights of curves on an upright axis, with about so many round ones written per 1,000 people."""
    with axis.scale.hold_sync():
        axis.scale.min, axis.scale.max = heights
    ticks = round_steps(heights, wanted)
    write_ticks(axis, ticks, ticks, tick_per_thousand)
