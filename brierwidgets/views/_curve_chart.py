"""What the three curve charts share: lines, the band, mean heights, a readout, a legend, zoom."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Unpack

import bqplot
import ipywidgets as widgets
import numpy as np

from brierwidgets.core.curves import CURVES, Curve, curve_points, grid
from brierwidgets.core.intervals import Interval
from brierwidgets.core.move import Move, read_at, side_by_side
from brierwidgets.core.readings import read_together
from brierwidgets.core.rules import TREAT_ALL, TREAT_NONE
from brierwidgets.ui.choices import switch_button
from brierwidgets.ui.cost_axis import CostAxis, fit_heights
from brierwidgets.ui.end_labels import LabelledLine, Plot, write_labels
from brierwidgets.ui.figure import MARGIN, css_pixels, make_figure, margins, plain_axis, tick_count
from brierwidgets.ui.layout import live_text, row
from brierwidgets.ui.legend import ModelLegend
from brierwidgets.ui.marks import area_mark, band_mark, line_mark
from brierwidgets.ui.palette import BASELINE, LINES, RULE_LOOKS, Look, look, looks_for_page, looks_of
from brierwidgets.ui.typed import read_box
from brierwidgets.ui.view import ViewOptions
from brierwidgets.views._below_slider import BelowSlider
from brierwidgets.views._density import DENSITY_SHARE, density_mark, density_outlines, draw_density
from brierwidgets.words.costs import describe_band, read_heading
from brierwidgets.words.html import join, table, tag
from brierwidgets.words.lists import count_models
from brierwidgets.words.numbers import nice_cost, people_per_thousand, per_thousand

__all__ = ["CurveChart", "CurveOptions"]

_OFF_CHART = -1e6  # height of a line not to be seen: over a line of NaN alone bqplot complains in the console
_PITCH = 18.0  # pixels from label to label
_LABELS_SUFFICE = 6  # models that need no list of switches beside their labels


class CurveOptions(ViewOptions, total=False):
    """What a curve chart takes besides what every view does."""

    legend: bool
    height: str | None


class CurveChart(BelowSlider):
    """One line a model over cost ratios, the interval as a band, and each model's mean height in it.

    Takes what every `brierwidgets.ui.View` takes, and what follows.

    Parameters
    ----------
    legend
        Show the legend and the switches.
    height
        Height of the chart, in CSS.

    Notes
    -----
    The density of an opinion about costs is drawn under the curves, and thick lines are averages weighed by it.
    """

    curve_name = "regret"
    x_label = "Cost ratio c"
    y_label = "Regret per 1,000 people"
    baselines: tuple[tuple[str, str], ...] = ((TREAT_ALL, "dashed"), (TREAT_NONE, "dotted"))
    ticks = 11  # at most, along the x axis
    direct_labels = True  # names at the ends of lines
    refits_on = ("comparison", "zoom", "bands", "shown", "unit")
    _axis_choice: widgets.Dropdown | None = None

    def __init__(
        self,
        data: Any,
        models: Any = None,
        *,
        legend: bool = True,
        height: str | None = None,
        **options: Unpack[ViewOptions],
    ) -> None:
        super().__init__(data, models, **options)
        self._build_marks()
        self._build_figure(height or ("460px" if self._large else "340px"))
        parts = self._build_controls(legend=legend)
        self.watch("cost", self._read)
        self.show(*parts)

    # --- building ---------------------------------------------------------------------------

    @property
    def curve(self) -> Curve:
        """How costs are laid out and what is drawn over them."""
        return CURVES[self.curve_name]

    def _build_marks(self) -> None:
        self._large = self.state.size == "projector"
        thin, plain, thick = LINES[self.state.size]
        self._pad = thick / 2  # bqplot keeps half the thickest line free at either end of an axis
        size = self.state.size
        self._cost_axis = CostAxis(self.x_label, most=tick_count(self.ticks, size), offset=css_pixels(36, size))
        self._x, self._y = self._cost_axis.scale, bqplot.LinearScale()
        on_chart, upright = {"x": self._x, "y": self._y}, {"x": self._x, "y": bqplot.LinearScale(min=0.0, max=1.0)}
        self._lines, self._ribbons, colours = {}, {}, []
        for index, name in enumerate(self.state.comparison.names):
            colour = look(index).colour
            colours.append(colour)
            self._lines[name] = line_mark(on_chart, look(index), thin)
            unseen = {"width": 2.0, "y": np.zeros((2, 2)), "opacities": [0.0, 0.0], "visible": False}
            self._ribbons[name] = area_mark(on_chart, "between", [colour, colour], 0.16, **unseen)
        self._baselines = {name: line_mark(on_chart, Look(BASELINE, style), plain) for name, style in self.baselines}
        self._means = line_mark(on_chart, width=thick, y=np.zeros((len(colours), 2)), colors=colours)
        self._band = band_mark(self._x)
        self._density = [] if self.state.costs is None else [density_mark(self._x)]
        self._rule = line_mark(upright, y=np.array([0.0, 1.0]), visible=False)

    def _build_figure(self, height: str) -> None:
        self._y_axis = plain_axis(self._y, self.y_label, 48, self.state.size, tick_format=".6~g")
        self._figure = make_figure(
            [
                *self._density,
                *self._ribbons.values(),
                self._band,
                *self._baselines.values(),
                *reversed(self._lines.values()),  # where lines lie on one another the first is on top
                self._means,
                self._rule,
            ],
            [self._cost_axis.axis, self._y_axis],
            margins(MARGIN, self.state.size),
            height=height,
            min_width="300px",
            width="auto",
            flex="3 1 390px",
        )

    @property
    def _listed(self) -> bool:
        """Whether switches stand in a list above the chart: then a label need not switch its line on again."""
        return len(self.state.comparison) > _LABELS_SUFFICE

    def _build_controls(self, *, legend: bool) -> list[widgets.Widget]:
        self._legend = ModelLegend(self)
        self._labels = widgets.HTML() if self.direct_labels and legend else None
        if self._labels is not None:
            self._labels.add_class("bw-label-column")
            self._labels.add_class(f"bw-labels-{self._figure.model_id}")  # by which the page knows it
            if not self._listed:
                self._legend.add_class("bw-labelled")
        self._zoom = switch_button(self, "zoom", "Zoom to interval")
        self._bands = switch_button(self, "bands", "95% bands")
        self._read_box = read_box(self, "Point at the chart, or read at")
        switches = row(self._zoom, self._bands, *self._extra_controls())
        top = row(switches, self._legend, css_classes=("bw-top",), shown=legend)
        self._words, self._readout = live_text(), live_text()
        reading = widgets.VBox([self._read_box, self._readout]).add_class("bw-reading").add_class("bw-ends")
        labels = [] if self._labels is None else [self._labels]
        return [top, row(self._chart_part(), *labels, reading, css_classes=("bw-middle",)), self._words]

    def page_spec(self) -> dict[str, Any] | None:
        """Return the marks, scales and texts that follow the hand."""
        names = self.state.comparison.names
        return {
            "kind": "curve",
            "legend": self._legend.boxes,
            "names": names,
            "listed": self._listed,
            "switches": [
                {"name": "zoom", "widget": self._zoom},
                {"name": "bands", "widget": self._bands},
            ],
            "curves": self._curves_to_choose(),
            "density": self._density_spec(),
            "axis_choice": self._axis_choice,
            "axis_labels": self._axis_labels(),
            "figure": self._figure,
            "pad": self._pad,
            "ticks": tick_count(self.ticks, self.state.size),
            "band": self._band,
            "means": self._means,
            "lines": self._lines,
            "ribbons": self._ribbons,
            "baselines": self._baselines,
            "rule": self._rule,
            "scales": {"x": self._x, "y": self._y},
            "axes": {"x": self._cost_axis.axis, "y": self._y_axis},
            "read_box": self._read_box,
            "texts": {"words": self._words, "readout": self._readout, "labels": self._labels},
            "plot": None if self._labels is None else self._plot()._asdict(),
            "looks": looks_for_page(looks_of(names) | RULE_LOOKS),
        }

    def _density_spec(self) -> dict[str, Any] | None:
        """Return the area of the opinion, and its outline on every axis that can be chosen."""
        if self.state.costs is None:
            return None
        outlines = density_outlines(self.state.costs, {name: CURVES[name] for name in self._curves_to_choose()})
        (mark,) = self._density
        return {"mark": mark, "scale": mark.scales["y"], "share": DENSITY_SHARE, "outlines": outlines}

    def _curves_to_choose(self) -> list[str]:
        """Return the names of the curves among which `_axis_choice` chooses."""
        return [self.curve_name]

    def _axis_labels(self) -> list[str]:
        """Return what the axis of each of them is called."""
        return [self.x_label]

    def _chart_part(self) -> widgets.Widget:
        return self._figure

    def _extra_controls(self) -> list[widgets.Widget]:
        return []

    # --- drawing ----------------------------------------------------------------------------

    def draw(self, move: Move) -> None:
        """Follow a move: the band and the mean heights, never the curves."""
        ends = self._on_axis(move.interval)
        self._band.x = ends
        rate = self.state.comparison.prevalence
        heights = np.full((len(self._lines), 2), _OFF_CHART)
        for number, name in enumerate(self._lines):
            if name in move.summaries:
                height = self.curve.mean_height(move.summaries[name], move.interval, rate, move.spacing)
                heights[number] = height if np.isfinite(height) else _OFF_CHART
        with self._means.hold_sync():
            self._means.x = np.array(
                side_by_side(heights[:, 0].tolist(), ends.tolist())
            )  # models that are tied share the width, so each is seen
            self._means.y = heights

    def rested(self) -> None:
        """Fit a zoomed chart to the interval, and write the words."""
        if self.state.zoom:
            self.refit()
        self._write_words()
        if self.state.cost is None:
            self._write_readout()

    def refit(self) -> None:
        """Evaluate the curves on the visible costs and fit the axes to them."""
        state, curve = self.state, self.curve
        visible = curve.visible(state.interval, zoom=state.zoom)
        for mark in self._density:
            draw_density(mark, state.costs, curve)
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
                    ribbon.x, ribbon.y = places, np.array(curve.band(forecast, costs))
            if name in state.shown:
                drawn.append(heights)
        costs = grid(curve, visible, points=120)
        baselines = curve.rule_heights(rate, costs)
        for line, heights in zip(self._baselines.values(), baselines, strict=True):
            with line.hold_sync():
                line.x, line.y = curve.to_axis(costs), heights
        self._cost_axis.fit(curve, visible, unit=state.unit)
        seen = curve.height_range(drawn or [np.minimum(*baselines)], zoom=state.zoom)
        self._fit_heights(seen)
        self._write_labels(costs, baselines, seen)
        self._write_words()
        self._write_readout()

    def _on_axis(self, interval: Interval) -> np.ndarray:
        """Return the places of both ends; beyond what the axis can ever show, its ends."""
        return np.asarray(self.curve.to_axis(np.clip(np.array(interval), *self.curve.limits)), dtype=float)

    def _fit_heights(self, heights: Interval) -> None:
        fit_heights(self._y_axis, heights, 6)

    def _plot(self) -> Plot:
        """Return where the lines are in the figure; its height is in pixels."""
        height = float(self._figure.layout.height.removesuffix("px"))
        top, bottom = self._figure.fig_margin["top"] + self._pad, self._figure.fig_margin["bottom"] + self._pad
        return Plot(top, height - top - bottom, 26.0 if self._large else _PITCH)

    def _write_labels(self, costs: np.ndarray, baselines: Iterable[np.ndarray], heights: Interval) -> None:
        if self._labels is None:
            return
        lines = [
            LabelledLine(
                name, look(number), curve_points(self.curve, forecast, costs), number, name in self.state.shown
            )
            for number, (name, forecast) in enumerate(self.state.comparison.items())
            if name in self.state.shown or not self._listed
        ]
        lines += [
            LabelledLine(name, Look(BASELINE, style), drawn)
            for (name, style), drawn in zip(self.baselines, baselines, strict=True)
        ]
        self._labels.value = write_labels(lines, heights, self._plot())

    def _write_words(self) -> None:
        text = describe_band(self.state.interval, self.state.unit, self.state.averaging, self.curve.spacing)
        self._words.value = tag("div", text, class_="bw-words")

    # --- from the hand ----------------------------------------------------------------------

    def _read(self) -> None:
        """Show the cost ratio that is read, and what each way of deciding does there."""
        cost = self.state.cost
        if cost is not None:
            self._rule.x = np.full(2, float(self._on_axis(Interval(cost, cost))[0]))
        self._rule.visible = cost is not None
        self._write_readout()

    def _cost_read(self) -> tuple[float, str]:
        """Return the cost under the pointer, or else in the middle of the band and words to say so."""
        if self.state.cost is not None:
            return float(self.state.cost), ""
        middle = float(self.curve.from_axis(self._on_axis(self.state.interval).mean()))
        return nice_cost(middle), ", in the middle of the band"

    def _write_readout(self) -> None:
        """Show what each way of deciding does at the cost ratio that is read."""
        state = self.state
        cost, where = self._cost_read()
        looks = looks_of(state.comparison.names) | RULE_LOOKS
        benefit = self.curve.measure == "net benefit"
        together = read_together(read_at(state.comparison, cost, state.shown))
        best = min(together, key=lambda alike: alike[0].regret)[0]  # has the highest net benefit, too
        rows = []
        for alike in together:
            reading, names = alike[0], ", ".join(equal.name for equal in alike)
            height, lead = (per_thousand(one.net_benefit if benefit else one.regret) for one in (reading, best))
            called = count_models(len(alike)) if len(alike) > 1 else reading.name
            kind = "bw-model bw-rule" if reading.name in RULE_LOOKS else "bw-model"
            name = tag("span", looks[reading.name].swatch, tag("span", called), class_=kind, title=names)
            found, alarms, missed, _ = reading.counts
            numbers = map(people_per_thousand, (found + alarms, missed))
            rows.append([name, tag("b", height) if height == lead else height, *numbers])
        heads = ["", "net benefit" if benefit else "regret", "treated", "missed"]
        self._readout.value = join(
            [tag("div", read_heading(cost, where, state.unit)), table(heads, rows, class_="bw-readout")]
        )
