"""The two charts of the threshold explorer, on one axis of scores and costs."""

from __future__ import annotations

from typing import Any

import bqplot
import numpy as np

from brierwidgets.core import Forecast
from brierwidgets.core.curves import Curve, curve_points, grid
from brierwidgets.core.histograms import score_histogram, score_range
from brierwidgets.core.intervals import Interval
from brierwidgets.ui.cost_axis import CostAxis, fit_heights, write_ticks
from brierwidgets.ui.figure import TEXT, css_pixels, make_figure, margins, plain_axis, tick_count
from brierwidgets.ui.marks import area_mark, band_mark, line_mark, points_mark
from brierwidgets.ui.palette import BASELINE, LINES, RULE_LOOKS, look
from brierwidgets.ui.ticks import round_steps
from brierwidgets.views._icon_array import OUTCOMES
from brierwidgets.words.numbers import percent

__all__ = ["PAD", "TICKS", "RegretPanel", "ScorePanel", "fit_range"]

_MARGIN = {"top": 8, "bottom": 44, "left": 66, "right": 20}
TICKS = 11
_BARS = 40
_HANDLE = 150
_ROOM = 0.2  # of the highest bars, at either end of the axis, for the names of the two sides
#: bqplot keeps this many pixels free at the ends of both axes, for a marker of the handle's size.
PAD = 6
_ROUND_ENDS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0)


def fit_range(curve: Curve, forecast: Forecast, *needed: float) -> Interval:
    """Return the costs an axis must show for the scores of a model and the other places `needed` to be on it."""
    low, high = score_range(forecast)
    low, high = min((low, *needed)), max((high, *needed))
    if curve.straight:
        return Interval(0.0, next(end for end in _ROUND_ENDS if high <= end))
    first, last = (float(curve.to_axis(end)) for end in curve.limits)
    low, high = (float(curve.to_axis(min(max(end, curve.limits.low), curve.limits.high))) for end in (low, high))
    return Interval(*(float(curve.from_axis(end)) for end in (max(first, low - 0.4), min(last, high + 0.4))))


class _Panel:
    """A chart over scores or costs with an upright rule that a hand can drag in the page."""

    def __init__(self, x: bqplot.LinearScale, size: str, *, label: str, y_label: str) -> None:
        self.size, self.y = size, bqplot.LinearScale()
        self.axis = CostAxis(label, offset=css_pixels(32, size), most=tick_count(TICKS, size), scale=x)
        self.on_chart = {"x": x, "y": self.y}
        self.upright = {"x": x, "y": bqplot.LinearScale(min=0.0, max=1.0)}
        self.y_axis = plain_axis(self.y, y_label, 50, size)
        self.rule = line_mark(self.upright, width=3.0, y=np.array([0.0, 1.0]))
        self.handle = points_mark(self.upright, _HANDLE, y=np.ones(1), colors=[BASELINE])

    def build(self, marks: list[bqplot.Mark], height: int, name: str) -> None:
        """Make the figure; `name` is what its words are known by."""
        marks, axes = [*marks, self.rule, self.handle], [self.axis.axis, self.y_axis]
        margin, tall = margins(_MARGIN, self.size), css_pixels(height, self.size)
        self.figure = make_figure(marks, axes, margin, height=tall, width="auto", min_width="280px")
        self.figure.add_class("bw-drag").add_class(f"bw-chart-of-{name}")

    def page_parts(self) -> dict[str, Any]:
        """Return what moves in the page."""
        return {
            "figure": self.figure,
            "axis": self.axis.axis,
            "y": self.y,
            "y_axis": self.y_axis,
            "rule": self.rule,
            "handle": self.handle,
        }

    def move_rule(self, cost: float) -> None:
        """Move the rule."""
        place = float(self.axis.places(cost))
        self.rule.x, self.handle.x = np.full(2, place), np.full(1, place)


class ScorePanel(_Panel):
    """Histograms of the scores: upwards those who need it, downwards those who do not; the rule cuts both."""

    def __init__(self, x: bqplot.LinearScale, size: str) -> None:
        super().__init__(x, size, label="Score; act at or above the line", y_label="People")
        self._steps = np.zeros(2)
        sides = ((OUTCOMES.tp, OUTCOMES.fp), (OUTCOMES.fn, OUTCOMES.tn))
        self.acted_on, self.let_go = (
            area_mark(self.on_chart, "inside", [up.colour, down.colour], 0.85, width=0.0, y=np.zeros((2, 2)))
            for up, down in sides
        )
        self._zero = line_mark(self.on_chart)
        self._sides = bqplot.Label(
            x=np.ones(2),
            y=np.array([0.93, 0.04]),
            text=["need it", "do not need it"],
            scales={"x": bqplot.LinearScale(min=0.0, max=1.0), "y": self.upright["y"]},
            align="end",
            colors=[BASELINE],
            default_size=round(15 * TEXT[size]),
            font_weight="bold",
        )
        self.build([self.let_go, self.acted_on, self._zero, self._sides], 208, "scores")

    def page_parts(self) -> dict[str, Any]:
        """Return what moves in the page."""
        return super().page_parts() | {"acted_on": self.acted_on, "let_go": self.let_go, "zero": self._zero}

    def refit(
        self, forecast: Forecast, curve: Curve, visible: Interval, *, people: int, rates: bool
    ) -> tuple[float, float]:
        """Draw the bars: people out of `people`, or shares of each class. Return the shares beyond the axis."""
        first, last = self.axis.places(np.array(visible))
        places = np.linspace(first, last, _BARS + 1)
        edges = np.clip(np.asarray(curve.from_axis(places), dtype=float), *visible)
        edges[0], edges[-1] = visible
        histogram = score_histogram(forecast, edges)
        tables = ((histogram.positives, forecast.positives, 1), (histogram.negatives, forecast.negatives, -1))
        sides = []
        for weights, table, sign in tables:
            whole = table.total if rates else forecast.total / people
            heights = weights / whole if whole > 0.0 else np.zeros(_BARS)
            sides.append(sign * np.concatenate([[0.0], np.repeat(heights, 2), [0.0]]))
        self._steps = np.repeat(places, 2)
        self._zero.x = places[[0, -1]]
        for mark in (self.acted_on, self.let_go):
            mark.y = np.array(sides)
        self._fit_y(sides[0].max(), -sides[1].min(), rates=rates)
        return histogram.below / forecast.total, histogram.above / forecast.total

    def _fit_y(self, top: float, bottom: float, *, rates: bool) -> None:
        tallest = max(top, bottom) or 1.0
        bottom, top = (max(side, tallest / 4) for side in (bottom, top))
        room = _ROOM * (bottom + top)
        heights = Interval(-bottom - room, top + room)
        ticks = round_steps(heights, 6)
        self.y_axis.label = "Share of each side" if rates else "People"
        with self.y.hold_sync():
            self.y.min, self.y.max = heights
        write_ticks(self.y_axis, ticks, np.abs(ticks), percent if rates else "{:,g}".format)

    def cut_at(self, threshold: float) -> None:
        """Cut the bars at a threshold."""
        cut = float(self.axis.places(threshold))
        self.acted_on.x = np.maximum(self._steps, cut)
        self.let_go.x = np.minimum(self._steps, cut)
        self.move_rule(threshold)


class RegretPanel(_Panel):
    """A small regret curve of one model, with the present decision as a point."""

    def __init__(self, x: bqplot.LinearScale, size: str) -> None:
        super().__init__(x, size, label="Cost ratio c = C/L", y_label="Regret per 1,000")
        self.y_axis.tick_format = ".6~g"
        self.band = band_mark(x)
        thin, plain, _ = LINES[size]
        self.line = line_mark(self.on_chart, width=thin)
        self._rivals = [line_mark(self.on_chart, drawn, plain) for drawn in RULE_LOOKS.values()]
        self.point = points_mark(self.on_chart, _HANDLE, stroke=BASELINE, stroke_width=2.0)
        self.build([self.band, *self._rivals, self.line, self.point], 164, "regret")

    def page_parts(self) -> dict[str, Any]:
        """Return what moves in the page."""
        return super().page_parts() | {
            "band": self.band,
            "line": self.line,
            "rivals": self._rivals,
            "point": self.point,
        }

    def refit(self, forecast: Forecast, index: int, curve: Curve, visible: Interval) -> None:
        """Draw the curve of a model and what treating all and none would cost."""
        colour, style = look(index)
        costs = grid(curve, visible, forecast, points=250)
        heights = curve_points(curve, forecast, costs)
        with self.line.hold_sync():
            self.line.colors, self.line.line_style = [colour], style
            self.line.x, self.line.y = curve.to_axis(costs), heights
        self.point.colors = [colour]
        ends = grid(curve, visible, points=60)
        rivals = curve.rule_heights(forecast.prevalence, ends)
        for mark, drawn in zip(self._rivals, rivals, strict=True):
            with mark.hold_sync():
                mark.x, mark.y = curve.to_axis(ends), drawn
        self._fit_y(max(float(np.nanmax(heights)), float(np.minimum(*rivals).max())))

    def _fit_y(self, tallest: float) -> None:
        fit_heights(self.y_axis, Interval(0.0, 1.15 * tallest or 1.0), 5)

    def move_point(self, cost: float, regret: float) -> None:
        """Move the point and the rule."""
        if regret > self.y.max:  # a threshold far from the cost ratio
            self._fit_y(regret)
        with self.point.hold_sync():
            self.point.x, self.point.y = self.axis.places(np.array([cost])), np.array([regret])
        self.move_rule(cost)

    def move_band(self, interval: Interval) -> None:
        """Shade the interval."""
        self.band.x = self.axis.places(np.array(interval))
