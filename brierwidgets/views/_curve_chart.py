"""What the three curve charts share: lines, the band, mean heights, a readout, a legend, zoom."""

from __future__ import annotations

import html
from typing import Any

import bqplot
import ipywidgets as widgets
import numpy as np
import traitlets
from ipyevents import Event

from brierwidgets.controls._legend import ModelLegend
from brierwidgets.core.curves import CURVES, Curve, curve_points, grid
from brierwidgets.core.intervals import Interval
from brierwidgets.formatting import nice_cost, odds, parse_in_unit, per_thousand, percent
from brierwidgets.moves import read_at
from brierwidgets.palette import BASELINE, TREAT_ALL, TREAT_NONE, look
from brierwidgets.state import ExplorerState, as_state
from brierwidgets.traits import refuse_unknown
from brierwidgets.views._base import View, guarded
from brierwidgets.views._picture import HasPicture
from brierwidgets.views._ticks import cost_ticks, round_steps

__all__ = ["CurveChart"]

_MARGIN = {"top": 30, "bottom": 50, "left": 74, "right": 28}
_Z95 = 1.96
_OFF_CHART = -1e6  # height of a line not to be seen: over a line of NaN alone bqplot complains in the console
_THICK = 6.0  # pixels; bqplot keeps half the thickest line free at either end of an axis


class CurveChart(HasPicture, View):
    """One line a model over cost ratios, the interval as a band, and each model's mean height in it.

    Parameters
    ----------
    data
        An `ExplorerState` to share, a `Comparison`, or outcomes (then `models` holds the scores).
    models
        Scores by model, when `data` are outcomes.
    interval
        The cost ratios that matter.
    zoom
        Show the interval with a margin instead of all costs.
    bands
        Show a 95% confidence band for each model.
    legend
        Show the legend and the switches.
    height
        Height of the chart, in CSS.
    """

    curve_name = "regret"
    x_label = "Cost ratio c"
    y_label = "Regret"
    baselines: tuple[tuple[str, str], ...] = (("treat all", "dashed"), ("treat none", "dotted"))
    ticks = 11  # at most, along the x axis

    def __init__(
        self,
        data: Any,
        models: Any = None,
        *,
        interval: Any = None,
        zoom: bool | None = None,
        bands: bool | None = None,
        legend: bool = True,
        height: str = "380px",
        **unknown: Any,
    ) -> None:
        refuse_unknown(type(self), unknown)
        state = as_state(data, models, interval=interval, zoom=zoom, bands=bands)
        super().__init__(state, owns_state=state is not data)
        self._make_marks(state)
        self._make_figure(height)
        self._make_controls(state, legend=legend)
        self._watched = [
            (self._on_view, ["zoom", "bands", "shown"]),
            (self._on_cost, ["cost"]),
        ]
        for handler, names in self._watched:
            state.observe(handler, names)
        self._refit()
        self._show([self._top, self._middle, self._words])

    # --- building ---------------------------------------------------------------------------

    @property
    def curve(self) -> Curve:
        """How costs are laid out and what is drawn over them."""
        return CURVES[self.curve_name]

    def _make_marks(self, state: ExplorerState) -> None:
        self._x, self._y = bqplot.LinearScale(), bqplot.LinearScale()
        self._unit = bqplot.LinearScale(min=0.0, max=1.0)
        on_chart, upright = {"x": self._x, "y": self._y}, {"x": self._x, "y": self._unit}
        empty = np.zeros(2)
        self._lines, self._ribbons, colours = {}, {}, []
        for index, name in enumerate(state.comparison.names):
            colour, style = look(index)
            colours.append(colour)
            self._lines[name] = bqplot.Lines(
                x=empty, y=empty, scales=on_chart, colors=[colour], line_style=style, stroke_width=2.0
            )
            self._ribbons[name] = bqplot.Lines(
                x=empty,
                y=np.zeros((2, 2)),
                scales=on_chart,
                colors=[colour, colour],
                fill="between",
                fill_colors=[colour, colour],
                fill_opacities=[0.16, 0.16],
                opacities=[0.0, 0.0],
                visible=False,
            )
        self._baselines = {
            name: bqplot.Lines(x=empty, y=empty, scales=on_chart, colors=[BASELINE], line_style=style, stroke_width=1.5)
            for name, style in self.baselines
        }
        self._means = bqplot.Lines(
            x=empty, y=np.zeros((len(colours), 2)), scales=on_chart, colors=colours, stroke_width=_THICK
        )
        self._rule = bqplot.Lines(
            x=empty, y=np.array([0.0, 1.0]), scales=upright, colors=[BASELINE], stroke_width=1.0, visible=False
        )

    def _make_figure(self, height: str) -> None:
        self._x_axis = bqplot.Axis(scale=self._x, label=self.x_label, grid_lines="none", label_offset="36px")
        self._odds_axis = bqplot.Axis(scale=self._x, side="top", grid_lines="none")
        self._y_axis = bqplot.Axis(
            scale=self._y,
            side="left",
            label=self.y_label,
            label_offset="56px",
            grid_lines="none",
            tick_format=".6~g",
        )
        self._placing = False
        self._brush = bqplot.interacts.BrushIntervalSelector(scale=self._x, color=BASELINE)
        self._brush.observe(self._on_brush, ["selected", "brushing"])
        self._figure = bqplot.Figure(
            marks=[
                *self._ribbons.values(),
                *self._baselines.values(),
                *self._lines.values(),
                self._means,
                self._rule,
            ],
            axes=[self._x_axis, self._odds_axis, self._y_axis],
            interaction=self._brush,
            fig_margin=_MARGIN,
            padding_y=0.0,
            animation_duration=0,
            display_toolbar=False,
            background_style={"fill": "none"},
            layout=widgets.Layout(height=height, min_width="300px", width="auto", flex="3 1 520px"),
        )
        self._figure.add_class("bw-chart")
        self._pointer = Event(
            source=self._figure, watched_events=["mousemove", "mouseleave"], throttle_or_debounce="throttle", wait=50
        )
        self._pointer.on_dom_event(self._on_pointer)

    def _make_controls(self, state: ExplorerState, *, legend: bool) -> None:
        self._legend = ModelLegend(state, self.baselines)
        self._zoom = widgets.ToggleButton(
            value=state.zoom, description="Zoom to interval", icon="search-plus", layout={"width": "auto"}
        )
        self._bands = widgets.ToggleButton(
            value=state.bands, description="95% bands", icon="area-chart", layout={"width": "auto"}
        )
        self._read = widgets.Text(
            description="Point at the chart, or read at",
            placeholder="2%",
            continuous_update=False,
            layout={"width": "auto"},
        )
        self._links = [
            traitlets.link((state, "zoom"), (self._zoom, "value")),
            traitlets.link((state, "bands"), (self._bands, "value")),
        ]
        self._read.observe(self._on_read, "value")
        switches = widgets.HBox([self._zoom, self._bands, *self._extra_controls()])
        switches.add_class("bw-ends")
        self._top = widgets.HBox([self._legend, switches], layout={"display": "" if legend else "none"})
        self._top.add_class("bw-top")
        self._words = widgets.HTML()
        rows = len(state.comparison) + 3
        self._readout = widgets.HTML(layout={"min_height": f"{20 * rows}px"})  # the page must not jump
        reading = widgets.VBox([self._read, self._readout])
        for name in ("bw-reading", "bw-ends"):
            reading.add_class(name)
        self._middle = widgets.HBox([self._figure, reading])
        self._middle.add_class("bw-middle")
        self._write_readout()

    def _extra_controls(self) -> list[widgets.Widget]:
        return []

    # --- drawing ----------------------------------------------------------------------------

    def _draw(self) -> None:
        """Follow a move: the band and the mean heights, never the curves."""
        move = self._state.move
        ends = self._on_axis(move.interval)
        if not self._brush.brushing:
            self._put_brush(ends)
        rate = self._state.comparison.prevalence
        heights = np.full((len(self._lines), 2), _OFF_CHART)
        for row, name in enumerate(self._lines):
            if name in move.summaries:
                height = self.curve.mean_height(move.summaries[name], move.interval, rate)
                heights[row] = height if np.isfinite(height) else _OFF_CHART
        with self._means.hold_sync():
            self._means.x = ends
            self._means.y = heights

    def _rested(self) -> None:
        if self._brush.brushing:
            return
        self._put_brush(self._on_axis(self._state.move.interval))
        if self._state.zoom:
            self._refit()
        self._write_words()
        if self._state.cost is None:
            self._write_readout()

    def _on_axis(self, interval: Interval) -> np.ndarray:
        return np.asarray(self.curve.to_axis(np.clip(np.array(interval), *self.curve.limits)), dtype=float)

    def _refit(self) -> None:
        """Evaluate the curves on the visible costs and fit the axes to them."""
        state, curve = self._state, self.curve
        visible = curve.visible(state.interval, zoom=state.zoom)
        rate = state.comparison.prevalence
        drawn = []
        for name, forecast in state.comparison.items():
            costs = grid(curve, visible, forecast)
            places, heights = curve.to_axis(costs), curve_points(curve, forecast, costs)
            line, ribbon = self._lines[name], self._ribbons[name]
            with line.hold_sync(), ribbon.hold_sync():
                line.x, line.y = places, heights
                line.visible = name in state.shown
                ribbon.visible = state.bands and name in state.shown
                if ribbon.visible:
                    spread = _Z95 * curve.errors(forecast, costs)
                    ribbon.x, ribbon.y = places, np.array([heights - spread, heights + spread])
            if name in state.shown:
                drawn.append(heights)
        costs = grid(curve, visible, points=120)
        baselines = curve.treat_all(rate, costs), curve.treat_none(rate, costs)
        for line, heights in zip(self._baselines.values(), baselines, strict=True):
            with line.hold_sync():
                line.x, line.y = curve.to_axis(costs), heights
        self._fit_x(visible)
        self._fit_y(curve.height_range(drawn or [np.minimum(*baselines)], zoom=state.zoom))
        self._write_words()
        self._write_readout()

    def _fit_y(self, heights: Interval) -> None:
        with self._y.hold_sync():
            self._y.min, self._y.max = heights
        self._y_axis.tick_values = round_steps(heights, 6)

    def _fit_x(self, visible: Interval) -> None:
        curve = self.curve
        first, last = (float(curve.to_axis(c)) for c in visible)
        with self._x.hold_sync():
            self._x.min, self._x.max = first, last
        ticks = cost_ticks(curve, visible, self.ticks)
        places = np.round(np.asarray(curve.to_axis(ticks), dtype=float), 9)
        for axis, text in ((self._x_axis, percent), (self._odds_axis, odds)):
            # Labels first, in a message of their own: bqplot writes new ticks with the labels it had before.
            axis.tick_labels = {f"{p:.12g}": text(float(c)) for p, c in zip(places, ticks, strict=True)}
            axis.tick_values = places

    def _write_words(self) -> None:
        low, high = self._state.interval
        self._words.value = (
            f'<div class="bw-words">Shaded: costs from {percent(low)} to {percent(high)}. A thick line is a model’s '
            f"average height there; it is the model’s score.</div>"
        )

    # --- from the hand ----------------------------------------------------------------------

    def _put_brush(self, ends: np.ndarray) -> None:
        now = self._brush.selected
        if now is None or len(now) != 2 or not np.allclose(now, ends, rtol=1e-9, atol=1e-12):
            self._placing = True
            try:
                self._brush.selected = ends
            finally:
                self._placing = False

    @guarded
    def _on_brush(self, _change: Any) -> None:
        if self._placing:
            return
        # Where the hand let go may come in one message with the news that it did, in either order.
        selected = self._brush.selected
        if selected is not None and len(selected) == 2:
            self._follow_brush(selected)
        if not self._brush.brushing:  # after a click beside the band there is none: the interval stays
            self._rested()

    def _follow_brush(self, selected: np.ndarray) -> None:
        before = self._on_axis(self._state.interval)
        tolerance = 1e-6 * (self._x.max - self._x.min)
        ends = [
            exact if abs(place - old) <= tolerance else nice_cost(float(self.curve.from_axis(place)))
            for place, old, exact in zip(selected, before, self._state.interval, strict=True)
        ]
        if ends[0] < ends[1]:
            self._state.interval = Interval(*ends)

    @guarded
    def _on_pointer(self, event: dict[str, Any]) -> None:
        edge = _MARGIN["left"] + _THICK / 2
        left = event["relativeX"] - edge if event["type"] == "mousemove" else -1
        width = event.get("boundingRectWidth", 0) - edge - _MARGIN["right"] - _THICK / 2
        if not 0 <= left <= width or width <= 0:
            self._state.cost = None
            return
        place = self._x.min + left / width * (self._x.max - self._x.min)
        low, high = self.curve.limits
        self._state.cost = min(max(float(self.curve.from_axis(place)), low), high)

    @guarded
    def _on_read(self, change: Any) -> None:
        self._state.cost = parse_in_unit(change.new, "probability") if change.new.strip() else None

    @guarded
    def _on_cost(self, change: Any) -> None:
        if not self.active:
            return
        cost = change.new
        if cost is not None:
            place = self.curve.to_axis(min(max(cost, self.curve.limits.low), self.curve.limits.high))
            self._rule.x = np.full(2, float(place))
        self._rule.visible = cost is not None
        self._write_readout()

    def _read_cost(self) -> tuple[float, str]:
        """Return the cost under the pointer, or else in the middle of the band and words to say so."""
        if self._state.cost is not None:
            return float(self._state.cost), ""
        middle = float(self.curve.from_axis(self._on_axis(self._state.interval).mean()))
        return nice_cost(middle), ", the middle of the band"

    def _write_readout(self) -> None:
        """Show what each way of deciding does."""
        state, curve = self._state, self.curve
        cost, where = self._read_cost()
        looks = {name: look(index) for index, name in enumerate(state.comparison.names)}
        looks |= {"treat all": TREAT_ALL, "treat none": TREAT_NONE}
        benefit = curve.measure == "net benefit"
        rows = []
        for reading in read_at(state.comparison, cost, state.shown):
            name = html.escape(reading.name)
            height = per_thousand(reading.net_benefit if benefit else reading.regret)
            cells = "".join(f"<td>{cell}</td>" for cell in (f"<b>{height}</b>", *map(per_thousand, reading.counts)))
            rows.append(f'<tr><td title="{name}">{looks[reading.name].swatch}{name}</td>{cells}</tr>')
        heads = ("net benefit" if benefit else "regret", "true\u00a0+", "false\u00a0+", "missed", "true\u00a0−")
        self._readout.value = (
            f"<div>At {percent(cost)} ({odds(cost)}){where}, per 1,000 people:</div>"
            f'<table class="bw-readout"><tr><th></th>{"".join(f"<th>{head}</th>" for head in heads)}</tr>'
            f"{''.join(rows)}</table>"
        )

    @guarded
    def _on_view(self, _change: Any) -> None:
        self._refit()
        self._draw()

    def _detach(self) -> None:
        for handler, names in self._watched:
            self._state.unobserve(handler, names)
        for link in self._links:
            link.unlink()
        self._legend.detach()
        self._pointer.close()
