"""What the ROC and the precision-recall curve share: a path that a falling threshold draws for each model."""

from __future__ import annotations

import math
from typing import Any

import bqplot
import ipywidgets as widgets
import numpy as np

from brierwidgets.analysis_words import ranking_words
from brierwidgets.controls._legend import ModelLegend
from brierwidgets.core.forecast import Forecast
from brierwidgets.core.intervals import Interval
from brierwidgets.core.outlines import PathPoints, path_part, thresholds_to_draw
from brierwidgets.formatting import number, parse_in_unit, percent
from brierwidgets.palette import BASELINE, look
from brierwidgets.state import ExplorerState, as_state
from brierwidgets.traits import refuse_unknown
from brierwidgets.views._base import View, guarded
from brierwidgets.views._parts import make_figure, model_cell, spoken, typed
from brierwidgets.views._picture import HasPicture
from brierwidgets.views._ticks import round_steps

__all__ = ["ThresholdPath"]

_MARGIN = {"top": 14, "bottom": 46, "left": 62, "right": 18}
_POINTS = 48


class ThresholdPath(HasPicture, View):
    """One line a model in the unit square; the thresholds of the interval are a thick part of it.

    Parameters
    ----------
    data
        An `ExplorerState` to share, a `Comparison`, or outcomes (then `models` holds the scores).
    models
        Scores by model, when `data` are outcomes.
    interval
        The cost ratios that matter.
    legend
        Show the legend and the box for a threshold to read at.
    details
        Show the sentence and the table beside the chart.
    height
        Height of the chart, in CSS.
    """

    x_label = ""
    y_label = ""
    area_label = ""
    baseline_label = ""
    columns = ("", "")

    def __init__(
        self,
        data: Any,
        models: Any = None,
        *,
        interval: Any = None,
        legend: bool = True,
        details: bool = True,
        height: str = "400px",
        **unknown: Any,
    ) -> None:
        refuse_unknown(type(self), unknown)
        state = as_state(data, models, interval=interval)
        super().__init__(state, owns_state=state is not data)
        self._details = details
        self._make_marks(state)
        self._make_figure(height)
        self._legend = ModelLegend(state, ((self.baseline_label, "dashed"),))
        self._read = typed("read at", "2%")
        self._read.observe(self._on_read, "value")
        reading = widgets.HBox([self._read])
        reading.add_class("bw-ends")
        top = widgets.HBox([self._legend, reading], layout={"display": "" if legend else "none"})
        top.add_class("bw-top")
        self._table, self._words = widgets.HTML(), widgets.HTML()
        side = widgets.VBox([self._table, self._words], layout={"display": "" if details else "none"})
        side.add_class("bw-side")
        middle = widgets.HBox([self._figure, side])
        middle.add_class("bw-middle")
        state.observe(self._on_cost, "cost")
        self._refit()
        self._show([top, middle])
        self._write()

    # --- what the two curves differ in ------------------------------------------------------

    def path(self, forecast: Forecast, thresholds: np.ndarray) -> PathPoints:
        """Return the points at falling thresholds."""
        raise NotImplementedError

    def area(self, forecast: Forecast) -> float:
        """Return the area under the whole curve."""
        raise NotImplementedError

    def baseline(self, prevalence: float) -> np.ndarray:
        """Return the heights at 0 and 1 of a model that knows nothing."""
        raise NotImplementedError

    def top(self) -> float:
        """Return the height at which the chart ends."""
        return 1.0

    # --- building ---------------------------------------------------------------------------

    def _make_marks(self, state: ExplorerState) -> None:
        self._x, self._y = (bqplot.LinearScale(min=0.0, max=1.0) for _ in range(2))
        scales = {"x": self._x, "y": self._y}
        looks = [look(index) for index in range(len(state.comparison))]
        colours = [each.colour for each in looks]
        self._lines = {
            name: bqplot.Lines(
                x=np.zeros(2),
                y=np.zeros(2),
                scales=scales,
                colors=[each.colour],
                line_style=each.style,
                stroke_width=2.0,
            )
            for name, each in zip(state.comparison.names, looks, strict=True)
        }
        blank = np.zeros((len(looks), 2))
        self._part = bqplot.Lines(x=blank, y=blank, scales=scales, colors=colours, stroke_width=6.0)
        self._ends, self._dots = (
            bqplot.Scatter(
                x=blank[0], y=blank[0], scales=scales, default_size=size, marker=marker, stroke_width=0, visible=False
            )
            for size, marker in ((64, "circle"), (120, "diamond"))
        )
        self._base = bqplot.Lines(
            x=np.array([0.0, 1.0]),
            y=np.zeros(2),
            scales=scales,
            colors=[BASELINE],
            line_style="dashed",
            stroke_width=1.5,
        )

    def _make_figure(self, height: str) -> None:
        ticks = {"grid_lines": "none", "tick_format": ".2~%", "tick_values": np.linspace(0, 1, 6)}
        self._y_axis = bqplot.Axis(scale=self._y, side="left", label=self.y_label, label_offset="46px", **ticks)
        axes = [bqplot.Axis(scale=self._x, label=self.x_label, label_offset="34px", **ticks), self._y_axis]
        marks = [self._base, *self._lines.values(), self._part, self._ends, self._dots]
        self._figure = make_figure(
            marks, axes, _MARGIN, height=height, width="auto", min_width="280px", flex="1 1 400px"
        )

    # --- drawing ----------------------------------------------------------------------------

    def _refit(self) -> None:
        """Draw the curves: they do not depend on the interval."""
        comparison = self._state.comparison
        self._drawn: dict[str, np.ndarray] = {}
        self._areas: dict[str, float] = {}
        self._why = ""
        for name, forecast in comparison.items():
            thresholds = thresholds_to_draw(forecast)
            try:
                x, y = self.path(forecast, np.append(np.inf, thresholds))[1:]
                self._areas[name] = self.area(forecast)
            except ValueError as error:  # one class alone has no such curve
                self._why = str(error)
                continue
            self._drawn[name] = thresholds
            line = self._lines[name]
            with line.hold_sync():
                line.x, line.y = x, y
        self._base.y = self.baseline(comparison.prevalence)
        self._y.max = self.top()
        self._y_axis.tick_values = round_steps(Interval(0.0, self._y.max), 5)

    def _draw(self) -> None:
        """Follow a move: the thick parts, never the curves. Numbers and words wait until the hand rests."""
        move, comparison = self._state.move, self._state.comparison
        parts = {}
        for row, (name, line) in enumerate(self._lines.items()):
            line.visible = name in move.summaries and name in self._drawn
            if line.visible:
                parts[row] = path_part(self.path, comparison[name], self._drawn[name], move.interval, _POINTS)
        width = max((part.x.size for part in parts.values()), default=2)
        places = np.zeros((2, len(self._lines), width), dtype=np.float32)  # half the bytes on the wire
        ends: dict[int, np.ndarray] = {}
        for row, part in parts.items():
            there = ~np.isnan(part.y)  # bqplot can leave a gap in a line, but not a line or a point without a place
            if there.any():
                x, y = part.x[there], part.y[there]
                places[:, row] = np.pad((x, y), ((0, 0), (0, width - x.size)), mode="edge")
                ends |= {2 * row: np.array((x[0], y[0])), 2 * row + 1: np.array((x[-1], y[-1]))}
        with self._part.hold_sync():
            self._part.x, self._part.y = places
        self._put(self._ends, ends, 2)

    def _rested(self) -> None:
        self._write()

    def _put(self, points: bqplot.Scatter, places: dict[int, np.ndarray], each: int) -> None:
        """Put the points of the models that have one; the others have no place on the chart."""
        with points.hold_sync():
            if places:
                points.x, points.y = np.array(list(places.values())).T
                points.colors = [look(number // each).colour for number in places]
            points.visible = bool(places)

    def _write(self) -> None:
        if self._details:
            self._words.value = spoken(self.sentences)
            self._table.value = "" if self._why else self._rows()

    @property
    def text(self) -> str:
        """The words as plain text."""
        return " ".join(self.sentences)

    @property
    def sentences(self) -> list[str]:
        """What the chart shows, in words."""
        if self._why:
            return [self._why]
        state = self._state
        silent = [name for name in state.shown if not self._decides(name, state.interval.low)]
        areas = {name: self._areas[name] for name in state.shown}
        return ranking_words(areas, self.area_label, state.interval, silent)

    def _decides(self, name: str, threshold: float) -> bool:
        counts = self._state.comparison[name].counts(threshold)
        return counts.tp + counts.fp > 0.0

    def _rows(self) -> str:
        state = self._state
        at = [*state.interval, *([] if state.cost is None else [state.cost])]
        heads = "".join(f'<th colspan="2" scope="colgroup">at {percent(cost)}</th>' for cost in at)
        under = "".join(f"<th>{column}</th>" for column in self.columns) * len(at)
        rows = []
        for index, name in enumerate(state.comparison.names):
            if name not in state.shown:
                continue
            x, y = self.path(state.comparison[name], np.array(at))[1:]
            cells = "".join(
                f"<td>{_rate(first)}</td><td>{_rate(second)}</td>" for first, second in zip(x, y, strict=True)
            )
            rows.append(f"<tr><td>{model_cell(index, name)}</td><td>{number(self._areas[name])}</td>{cells}</tr>")
        return (
            f'<table class="bw-readout"><tr><th></th><th>{self.area_label}</th>{heads}</tr>'
            f"<tr><th></th><th></th>{under}</tr>{''.join(rows)}</table>"
        )

    # --- from the hand ----------------------------------------------------------------------

    @guarded
    def _on_read(self, change: Any) -> None:
        self._state.cost = parse_in_unit(change.new, "probability") if change.new.strip() else None

    @guarded
    def _on_cost(self, change: Any) -> None:
        if not self.active or self._why:
            return
        places = {}
        for row, name in enumerate(self._lines):
            if change.new is not None and name in self._state.shown:
                x, y = self.path(self._state.comparison[name], np.array([change.new]))[1:]
                if not np.isnan(y[0]):
                    places[row] = np.array((x[0], y[0]))
        self._put(self._dots, places, 1)
        self._write()

    def _detach(self) -> None:
        self._state.unobserve(self._on_cost, "cost")
        self._legend.detach()


def _rate(value: float) -> str:
    return "–" if math.isnan(value) else f"{100 * value:.1f}%"
