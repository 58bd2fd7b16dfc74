"""The two charts of the threshold explorer, on one axis of scores and costs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import bqplot
import numpy as np
from ipyevents import Event

from brierwidgets.core import Forecast
from brierwidgets.core.curves import CURVES, Curve, curve_points, grid
from brierwidgets.core.histograms import score_histogram, score_range
from brierwidgets.core.intervals import Interval
from brierwidgets.formatting import nice_cost, percent
from brierwidgets.palette import BASELINE, look
from brierwidgets.views._icon_array import OUTCOMES
from brierwidgets.views._parts import make_figure
from brierwidgets.views._ticks import cost_ticks, round_steps

__all__ = ["AXES", "MARGIN", "RegretPanel", "ScorePanel", "fit_range"]

AXES = {"probability": CURVES["regret"], "log-odds": CURVES["log-odds"]}
MARGIN = {"top": 8, "bottom": 44, "left": 66, "right": 20}
_BARS = 40
_HANDLE = 150
#: bqplot keeps this many pixels free at the ends of both axes, for a marker of the handle's size.
_PAD = 6
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
    """A chart over scores or costs with an upright rule that a hand can drag."""

    def __init__(self, x: bqplot.LinearScale, drag: Callable[[float], None], *, label: str, y_label: str) -> None:
        self.x, self.y, self._drag = x, bqplot.LinearScale(), drag
        self.on_chart = {"x": self.x, "y": self.y}
        self.upright = {"x": self.x, "y": bqplot.LinearScale(min=0.0, max=1.0)}
        self.curve = AXES["probability"]
        self.visible = Interval(0.0, 1.0)
        self.x_axis = bqplot.Axis(scale=self.x, label=label, grid_lines="none", label_offset="32px")
        self.y_axis = bqplot.Axis(scale=self.y, side="left", label=y_label, grid_lines="none", label_offset="50px")
        self.rule = bqplot.Lines(
            x=np.zeros(2), y=np.array([0.0, 1.0]), scales=self.upright, colors=[BASELINE], stroke_width=3.0
        )
        self.handle = bqplot.Scatter(
            x=np.zeros(1), y=np.ones(1), scales=self.upright, default_size=_HANDLE, colors=[BASELINE]
        )

    def build(self, marks: list[bqplot.Mark], height: str) -> None:
        marks, axes = [*marks, self.rule, self.handle], [self.x_axis, self.y_axis]
        self.figure = make_figure(marks, axes, MARGIN, height=height, width="auto", min_width="280px")
        self.figure.add_class("bw-drag")
        self.pointer = Event(
            source=self.figure,
            watched_events=["mousedown", "mousemove"],
            prevent_default_action=True,  # else a drag selects text
            throttle_or_debounce="throttle",
            wait=40,
        )
        self.pointer.on_dom_event(self._on_pointer)

    def _on_pointer(self, event: dict[str, Any]) -> None:
        width = event.get("boundingRectWidth", 0) - MARGIN["left"] - MARGIN["right"] - 2 * _PAD
        if not event.get("buttons", 0) & 1 or width <= 0:
            return
        share = min(max((event["relativeX"] - MARGIN["left"] - _PAD) / width, 0.0), 1.0)
        self._drag(self.cost_at(self.x.min + share * (self.x.max - self.x.min)))

    def cost_at(self, place: float) -> float:
        """Return the round cost ratio at a place on the axis."""
        return nice_cost(min(max(float(self.curve.from_axis(place)), self.visible.low), self.visible.high))

    def place_of(self, costs: Any) -> np.ndarray:
        """Return the places of cost ratios; those beyond the axis stand at its ends."""
        return np.asarray(self.curve.to_axis(np.clip(costs, *self.visible)), dtype=float)

    def _fit_x(self, curve: Curve, visible: Interval) -> None:
        self.curve, self.visible = curve, visible
        ticks = cost_ticks(curve, visible)
        places = np.round(np.asarray(curve.to_axis(ticks), dtype=float), 9)
        # Labels first, in a message of their own: bqplot writes new ticks with the labels it had before.
        self.x_axis.tick_labels = {f"{p:.12g}": percent(float(c)) for p, c in zip(places, ticks, strict=True)}
        self.x_axis.tick_values = places

    def put_rule(self, cost: float) -> None:
        """Move the rule."""
        place = float(self.place_of(cost))
        self.rule.x, self.handle.x = np.full(2, place), np.full(1, place)


class ScorePanel(_Panel):
    """Histograms of the scores: upwards those who need it, downwards those who do not; the rule cuts both."""

    def __init__(self, x: bqplot.LinearScale, drag: Callable[[float], None]) -> None:
        super().__init__(x, drag, label="Score: act on those at or above the line", y_label="People")
        self._steps = np.zeros(2)
        empty = np.zeros((2, 2))
        self.acted_on, self.let_go = (
            bqplot.Lines(
                x=self._steps,
                y=empty,
                scales=self.on_chart,
                colors=[up.colour, down.colour],
                stroke_width=0.0,
                fill="inside",
                fill_colors=[up.colour, down.colour],
                fill_opacities=[0.85, 0.85],
            )
            for up, down in ((OUTCOMES.tp, OUTCOMES.fp), (OUTCOMES.fn, OUTCOMES.tn))
        )
        self._zero = bqplot.Lines(
            x=np.zeros(2), y=np.zeros(2), scales=self.on_chart, colors=[BASELINE], stroke_width=1.0
        )
        self._sides = bqplot.Label(
            x=np.ones(2),
            y=np.array([0.93, 0.04]),
            text=["need it", "do not need it"],
            scales={"x": bqplot.LinearScale(min=0.0, max=1.0), "y": self.upright["y"]},
            align="end",
            colors=[BASELINE],
            default_size=15,
            font_weight="bold",
        )
        self.build([self.let_go, self.acted_on, self._zero, self._sides], "280px")

    def refit(
        self, forecast: Forecast, curve: Curve, visible: Interval, *, people: int, rates: bool
    ) -> tuple[float, float]:
        """Draw the bars: people out of `people`, or shares of each class. Return the shares beyond the axis."""
        self._fit_x(curve, visible)
        first, last = self.place_of(np.array(visible))
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
        heights = Interval(-1.1 * max(bottom, tallest / 4), 1.1 * max(top, tallest / 4))
        ticks = round_steps(heights, 6)
        self.y_axis.label = "Share of each side" if rates else "People"
        write = percent if rates else "{:,g}".format
        with self.y.hold_sync():
            self.y.min, self.y.max = heights
        self.y_axis.tick_labels = {f"{t:.12g}": write(abs(float(t))) for t in ticks}
        self.y_axis.tick_values = ticks

    def put_threshold(self, threshold: float) -> None:
        """Cut the bars at a threshold."""
        cut = float(self.place_of(threshold))
        self.acted_on.x = np.maximum(self._steps, cut)
        self.let_go.x = np.minimum(self._steps, cut)
        self.put_rule(threshold)


class RegretPanel(_Panel):
    """A small regret curve of one model, with the present decision as a point."""

    def __init__(self, x: bqplot.LinearScale, drag: Callable[[float], None]) -> None:
        super().__init__(x, drag, label="Cost ratio c = C/L", y_label="Regret")
        self.y_axis.tick_format = ".6~g"
        two = np.zeros(2)
        self.band = bqplot.Lines(
            x=two,
            y=np.array([[0.0, 0.0], [1.0, 1.0]]),
            scales=self.upright,
            colors=[BASELINE],
            opacities=[0.0, 0.0],
            fill="between",
            fill_colors=[BASELINE],
            fill_opacities=[0.18, 0.18],
        )
        self.line = bqplot.Lines(x=two, y=two, scales=self.on_chart, stroke_width=2.5)
        self._rivals = [
            bqplot.Lines(x=two, y=two, scales=self.on_chart, colors=[BASELINE], line_style=style, stroke_width=1.5)
            for style in ("dashed", "dotted")
        ]
        self.point = bqplot.Scatter(
            x=np.zeros(1), y=np.zeros(1), scales=self.on_chart, default_size=_HANDLE, stroke=BASELINE, stroke_width=2.0
        )
        self.build([self.band, *self._rivals, self.line, self.point], "210px")

    def refit(self, forecast: Forecast, index: int, curve: Curve, visible: Interval) -> None:
        """Draw the curve of a model and what treating all and none would cost."""
        self._fit_x(curve, visible)
        colour, style = look(index)
        costs = grid(curve, visible, forecast, points=250)
        heights = curve_points(curve, forecast, costs)
        with self.line.hold_sync():
            self.line.colors, self.line.line_style = [colour], style
            self.line.x, self.line.y = curve.to_axis(costs), heights
        self.point.colors = [colour]
        ends = grid(curve, visible, points=60)
        rivals = curve.treat_all(forecast.prevalence, ends), curve.treat_none(forecast.prevalence, ends)
        for mark, drawn in zip(self._rivals, rivals, strict=True):
            with mark.hold_sync():
                mark.x, mark.y = curve.to_axis(ends), drawn
        self._fit_y(max(float(np.nanmax(heights)), float(np.minimum(*rivals).max())))

    def _fit_y(self, tallest: float) -> None:
        top = 1.15 * tallest or 1.0
        with self.y.hold_sync():
            self.y.min, self.y.max = 0.0, top
        self.y_axis.tick_values = round_steps(Interval(0.0, top), 5)

    def put_point(self, cost: float, regret: float) -> None:
        """Move the point and the rule."""
        if regret > self.y.max:  # a threshold far from the cost ratio
            self._fit_y(regret)
        with self.point.hold_sync():
            self.point.x, self.point.y = self.place_of(np.array([cost])), np.array([regret])
        self.put_rule(cost)

    def put_band(self, interval: Interval) -> None:
        """Shade the interval."""
        self.band.x = self.place_of(np.array(interval))
