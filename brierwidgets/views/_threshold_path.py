"""What the ROC and the precision-recall curve share: a path that a falling threshold draws for each model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Unpack

import bqplot
import ipywidgets as widgets
import numpy as np

from brierwidgets.core.forecast import Forecast
from brierwidgets.core.intervals import Interval
from brierwidgets.core.move import Move
from brierwidgets.core.outlines import PathPoints, path_part, thresholds_to_draw
from brierwidgets.ui.figure import make_figure, margins, plain_axis
from brierwidgets.ui.layout import live_text, model_cell, row
from brierwidgets.ui.legend import ModelLegend
from brierwidgets.ui.marks import line_mark, points_mark
from brierwidgets.ui.palette import BASELINE, LINES, Look, look, looks_for_page, looks_of
from brierwidgets.ui.ticks import round_steps
from brierwidgets.ui.typed import read_box
from brierwidgets.ui.view import ViewOptions
from brierwidgets.views._below_slider import BelowSlider
from brierwidgets.words.html import Markup, spoken, tag
from brierwidgets.words.numbers import cost_text, number, rounded_percent
from brierwidgets.words.ranking import describe_ranking

__all__ = ["ThresholdPath"]

_MARGIN = {"top": 14, "bottom": 46, "left": 62, "right": 18}
_POINTS = 48


class ThresholdPath(BelowSlider):
    """One line a model in the unit square; the thresholds of the interval are a thick part of it.

    Takes what every `brierwidgets.ui.View` takes, and what follows.

    Parameters
    ----------
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
    columns = ("", "")
    page_path = ""  # what the page calls this curve

    def __init__(
        self,
        data: Any,
        models: Any = None,
        *,
        legend: bool = True,
        details: bool = True,
        height: str = "400px",
        **options: Unpack[ViewOptions],
    ) -> None:
        super().__init__(data, models, **options)
        self._details = details
        self._build_marks()
        self._build_figure(height)
        self._legend = ModelLegend(self)
        self._read_box = read_box(self, "read at")
        top = row(self._legend, row(self._read_box), css_classes=("bw-top",), shown=legend)
        self._table, self._words = live_text(), live_text()
        side = widgets.VBox([self._table, self._words], layout={"display": "" if details else "none"})
        self.watch("cost", self.rested)
        self.show(top, row(self._figure, side.add_class("bw-side"), css_classes=("bw-middle",)))

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

    def _build_marks(self) -> None:
        self._x, self._y = (bqplot.LinearScale(min=0.0, max=1.0) for _ in range(2))
        scales = {"x": self._x, "y": self._y}
        looks = looks_of(self.state.comparison.names)
        blank = np.zeros((len(looks), 2))
        thin, plain, thick = LINES[self.state.size]
        self._lines = {name: line_mark(scales, drawn, thin) for name, drawn in looks.items()}
        colours = [colour for colour, _ in looks.values()]
        self._thick = line_mark(scales, width=thick, x=blank, y=blank, colors=colours)
        self._ends, self._dots = (
            points_mark(scales, size, marker=marker, stroke_width=0, visible=False)
            for size, marker in ((64, "circle"), (120, "diamond"))
        )
        self._base = line_mark(scales, Look(BASELINE, "dashed"), plain, x=np.array([0.0, 1.0]))

    def _build_figure(self, height: str) -> None:
        ticks = {"tick_format": ".2~%", "tick_values": np.linspace(0, 1, 6)}
        size = self.state.size
        self._y_axis = plain_axis(self._y, self.y_label, 46, size, **ticks)
        axes = [plain_axis(self._x, self.x_label, 34, size, side="bottom", **ticks), self._y_axis]
        marks = [self._base, *self._lines.values(), self._thick, self._ends, self._dots]
        self._figure = make_figure(
            marks, axes, margins(_MARGIN, size), height=height, width="auto", min_width="280px", flex="1 1 400px"
        )

    def page_spec(self) -> dict[str, Any] | None:
        """Return the marks and texts that follow the hand."""
        return {
            "kind": "path",
            "path": self.page_path,
            "legend": self._legend.boxes,
            "read_box": self._read_box,
            "figure": self._figure,
            "lines": self._lines,
            "thick": self._thick,
            "ends": self._ends,
            "dots": self._dots,
            "base": self._base,
            "scale": self._y,
            "axis": self._y_axis,
            "details": self._details,
            "texts": {"words": self._words, "table": self._table},
            "area_label": self.area_label,
            "columns": self.columns,
            "looks": looks_for_page(looks_of(self.state.comparison.names)),
        }

    # --- drawing ----------------------------------------------------------------------------

    def refit(self) -> None:
        """Draw the curves: they do not depend on the interval."""
        comparison = self.state.comparison
        self._forecasts: dict[str, Forecast] = {}  # those that have a curve
        self._thresholds: dict[str, np.ndarray] = {}
        self._areas: dict[str, float] = {}
        self._why_none = ""
        for name, forecast in comparison.items():
            thresholds = thresholds_to_draw(forecast)
            try:
                x, y = self.path(forecast, np.append(np.inf, thresholds))[1:]
                self._areas[name] = self.area(forecast)
            except ValueError as error:  # one class alone has no such curve
                self._why_none = str(error)
                continue
            self._forecasts[name], self._thresholds[name] = forecast, thresholds
            line = self._lines[name]
            with line.hold_sync():
                line.x, line.y = x, y
        self._base.y = self.baseline(comparison.prevalence)
        self._y.max = self.top()
        self._y_axis.tick_values = round_steps(Interval(0.0, self._y.max), 5)

    def draw(self, move: Move) -> None:
        """Follow a move: the thick parts, never the curves. Numbers and words wait until the hand rests."""
        parts = {}
        for index, (name, line) in enumerate(self._lines.items()):
            line.visible = name in move.summaries and name in self._forecasts
            if line.visible:
                drawn = self._thresholds[name]
                parts[index] = path_part(self.path, self._forecasts[name], drawn, move.interval, _POINTS)
        width = max((part.x.size for part in parts.values()), default=2)
        places = np.zeros((2, len(self._lines), width), dtype=np.float32)  # half the bytes on the wire
        ends = []
        for index, part in parts.items():
            there = ~np.isnan(part.y)  # bqplot can leave a gap in a line, but not a line or a point without a place
            if there.any():
                x, y = part.x[there], part.y[there]
                places[:, index] = np.pad((x, y), ((0, 0), (0, width - x.size)), mode="edge")
                ends += [(index, x[0], y[0]), (index, x[-1], y[-1])]
        with self._thick.hold_sync():
            self._thick.x, self._thick.y = places
        _place_points(self._ends, ends)

    def rested(self) -> None:
        """Mark the threshold that is read, and write the table and the words."""
        cost = self.state.cost
        dots = []
        for index, name in enumerate(self._lines):
            if cost is not None and name in self.state.shown and name in self._forecasts:
                x, y = self.path(self._forecasts[name], np.array([cost]))[1:]
                if not np.isnan(y[0]):
                    dots.append((index, x[0], y[0]))
        _place_points(self._dots, dots)
        if self._details:
            self._words.value = spoken(self.sentences)
            self._table.value = "" if self._why_none else self._rates()

    @property
    def text(self) -> str:
        """The words as plain text."""
        return " ".join(self.sentences)

    @property
    def sentences(self) -> list[str]:
        """What the chart shows, in words."""
        if self._why_none:
            return [self._why_none]
        state = self.state
        silent = [name for name in state.shown if not self._decides(name, state.interval.low)]
        areas = {name: self._areas[name] for name in state.shown}
        return describe_ranking(areas, self.area_label, state.interval, silent, state.unit)

    def _decides(self, name: str, threshold: float) -> bool:
        """Whether a model decides anybody positive at a threshold."""
        counts = self.state.comparison[name].counts(threshold)
        return bool(counts.tp + counts.fp > 0.0)

    def _rates(self) -> Markup:
        """Return the table: both rates of each model at the ends of the interval and at the threshold that is read."""
        state = self.state
        thresholds = [*state.interval, *([] if state.cost is None else [state.cost])]
        heads = [
            tag("th", f"at {cost_text(threshold, state.unit)}", colspan=2, scope="colgroup") for threshold in thresholds
        ]
        columns = [tag("th", column) for column in self.columns] * len(thresholds)
        rows = []
        for index, name in enumerate(state.comparison.names):
            if name in state.shown:
                x, y = self.path(self._forecasts[name], np.array(thresholds))[1:]
                cells = [model_cell(index, name), number(self._areas[name])]
                cells += [rounded_percent(rate, 1) for pair in zip(x, y, strict=True) for rate in pair]
                rows.append(tag("tr", *(tag("td", cell) for cell in cells)))
        return tag(
            "table",
            tag("tr", tag("th"), tag("th", self.area_label), *heads),
            tag("tr", tag("th"), tag("th"), *columns),
            *rows,
            class_="bw-readout",
        )


def _place_points(points: bqplot.Scatter, places: Sequence[tuple[int, float, float]]) -> None:
    """Show a point for each (number of a model, x, y), in the colour of the model; none where there are none."""
    with points.hold_sync():
        if places:
            numbers, x, y = zip(*places, strict=True)
            points.x, points.y = np.array(x), np.array(y)
            points.colors = [look(number).colour for number in numbers]
        points.visible = bool(places)
