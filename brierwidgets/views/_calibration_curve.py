"""The calibration curve."""

from __future__ import annotations

from typing import Any, Unpack
from weakref import WeakKeyDictionary

import bqplot
import ipywidgets as widgets
import numpy as np
import traitlets

from brierwidgets.core.bootstrap import CalibrationBand, bootstrap_calibration
from brierwidgets.core.calibration import calibration_curve
from brierwidgets.core.curves import COST_AXES, CURVES, Curve
from brierwidgets.core.forecast import Forecast
from brierwidgets.core.intervals import Interval, expit, logit
from brierwidgets.core.move import Move
from brierwidgets.core.outlines import calibration_part, calibration_points, cases_inside, pooled, score_shares
from brierwidgets.state.arguments import check_choice
from brierwidgets.ui.choices import axis_buttons
from brierwidgets.ui.cost_axis import write_ticks
from brierwidgets.ui.figure import MARGIN, css_pixels, make_figure, margins, plain_axis
from brierwidgets.ui.frame import on_change
from brierwidgets.ui.layout import model_cell
from brierwidgets.ui.marks import area_mark, points_mark
from brierwidgets.ui.palette import look
from brierwidgets.ui.ticks import cost_ticks, round_up
from brierwidgets.views._curve_chart import CurveChart, CurveOptions
from brierwidgets.words.calibration import describe_calibration, scores_heading, weight_text
from brierwidgets.words.html import join, spoken, table, tag
from brierwidgets.words.numbers import percent

__all__ = ["CalibrationCurve"]

_BINS = 60
_POINTS = 48
#: A band has the precision of a screen: resampling more levels or more often changes no pixel to speak of.
_LEVELS, _REPLICATES = 2_000, 200
_RARE = 0.1
_DOT = 450  # area of the largest dot
_PAD = 11.6  # pixels that bqplot keeps free at the ends of both axes for such a dot
#: Steps with a smaller share of the cases have no dot, so there are never more than 50 a model.
_GOOD_PART = 0.02


class CalibrationCurve(CurveChart):
    """How often a case with a given score is positive: the steps of the isotonic regression of outcomes on scores.

    On the diagonal, scores mean what they say. A dot marks a step with at least 2% of the cases; its area is their
    number. Below are the scores of all cases as a histogram. The band, when it is
    switched on, holds 95% of the curves of resampled cases.

    Takes what a `CurveChart` takes, and what follows.

    Parameters
    ----------
    axis
        How scores are laid out: ``"probability"`` or ``"log-odds"``; unless given, log-odds when fewer than a tenth of
        the cases, or more than nine tenths, are positive. That axis runs from 0.1% to 99.9%; what lies beyond is drawn
        at its edges.

    Examples
    --------
    >>> curve = CalibrationCurve([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8]}, interval=(0.2, 0.7))
    >>> print(curve.text)
    Thick: scores from 20% to 70%. a gives such scores to 2 cases, of whom 50% are positive.
    >>> curve.close()
    """

    axis = traitlets.Enum(list(COST_AXES), "probability", help="How scores are laid out.")
    x_label = "Score"
    y_label = "Share of positives"
    baselines = (("perfectly calibrated", "dashed"),)
    direct_labels = False

    def __init__(
        self, data: Any, models: Any = None, *, axis: str | None = None, **options: Unpack[CurveOptions]
    ) -> None:
        if axis is not None:
            check_choice("axis", axis, list(COST_AXES))
        self._bands_of: WeakKeyDictionary[Forecast, CalibrationBand] = WeakKeyDictionary()
        self._points_of: dict[str, tuple[np.ndarray, np.ndarray]] = {}
        self._first_axis = axis
        super().__init__(data, models, **options)

    # --- building ---------------------------------------------------------------------------

    @property
    def curve(self) -> Curve:
        """How scores are laid out."""
        return COST_AXES[self.axis]

    def _build_marks(self) -> None:
        rare = not _RARE <= self.state.comparison.prevalence <= 1 - _RARE
        self.axis = self._first_axis or ("log-odds" if rare else "probability")
        super()._build_marks()
        scales = {"x": self._x, "y": self._y, "size": bqplot.LinearScale(min=0.0, max=1.0)}
        self._dots = points_mark(scales, _DOT, size=np.zeros(1), stroke_width=0, opacities=[0.7])
        self._share = bqplot.LinearScale(min=0.0, max=1.0)
        scales = {"x": self._x, "y": self._share}
        self._bars = {
            name: area_mark(scales, "bottom", [look(index).colour], 0.12, width=1.5)
            for index, name in enumerate(self.state.comparison.names)
        }

    def _build_figure(self, height: str) -> None:
        super()._build_figure(height)
        self._figure.marks = [*self._figure.marks, self._dots]
        size = self.state.size
        self._share_axis = plain_axis(self._share, "Cases", 48, size, tick_format=".2~%")
        margin = margins(MARGIN | {"top": 8, "bottom": 8}, size)
        self._histogram = make_figure(
            list(self._bars.values()), [self._share_axis], margin, height=css_pixels(90, size), width="auto"
        )

    def page_spec(self) -> dict[str, Any] | None:
        """Return the marks, scales and texts that follow the hand."""
        spec = super().page_spec() or {}
        return spec | {
            "kind": "calibration",
            "axis_choice": self._axes,
            "axis_names": list(COST_AXES),
            "pad": _PAD,
            "dots": self._dots,
            "bars": self._bars,
            "scales": spec["scales"] | {"share": self._share},
            "axes": spec["axes"] | {"share": self._share_axis},
        }

    def _chart_part(self) -> widgets.Widget:
        self._figure.layout.flex = "none"
        return widgets.VBox([self._figure, self._histogram]).add_class("bw-charts")

    def _extra_controls(self) -> list[widgets.Widget]:
        self._axes = axis_buttons(self)
        return [self._axes]

    # --- drawing ----------------------------------------------------------------------------

    def refit(self) -> None:
        """Draw the curves, their bands and the histograms on the visible scores."""
        state, curve = self.state, self.curve
        visible = curve.visible(state.interval, zoom=state.zoom)
        first, last = self._places(np.array(visible))
        edges = np.linspace(first, last, _BINS + 1)
        bins = np.clip(curve.from_axis(edges), *visible)
        if not state.zoom:
            bins[[0, -1]] = 0.0, 1.0  # scores beyond the axis count at its edges
        highest = 0.0
        for name, forecast in state.comparison.items():
            shown = name in state.shown
            scores, values = self._points_of[name] = calibration_points(forecast, curve.to_axis, visible)
            line, ribbon, bars = self._lines[name], self._ribbons[name], self._bars[name]
            with line.hold_sync(), ribbon.hold_sync(), bars.hold_sync():
                line.x, line.y = self._places(scores), self._places(values)
                line.visible = bars.visible = shown
                ribbon.visible = state.bands and shown
                if ribbon.visible:
                    self._draw_band(name)
                shares = score_shares(forecast, bins)
                bars.x, bars.y = np.repeat(edges, 2)[1:-1], np.repeat(shares, 2)
            highest = max(highest, float(shares.max()) if shown else 0.0)
        diagonal = self._places(np.array(curve.limits))
        for line in self._baselines.values():
            line.x = line.y = diagonal
        self._place_dots()
        self._cost_axis.fit(curve, visible, unit=state.unit)
        self._fit_heights(self._heights(visible))
        self._share.max = round_up(highest)
        self._share_axis.tick_values = np.array([0.0, self._share.max])
        self._write_words()
        self._write_readout()

    def complete_page(self) -> None:
        """Draw the bands, which a hand may switch on."""
        for name in self.state.comparison:
            self._draw_band(name)

    def _draw_band(self, name: str) -> None:
        band, ribbon = self._bootstrap_band(self.state.comparison[name]), self._ribbons[name]
        with ribbon.hold_sync():
            ribbon.x, ribbon.y = self._places(band.score), self._places(np.array((band.low, band.high)))

    def _place_dots(self) -> None:
        """Put a dot in the middle of each step that holds a good part of the cases."""
        x, y, size, colours = [], [], [], []
        for index, (name, forecast) in enumerate(self.state.comparison.items()):
            if name in self.state.shown:
                curve = calibration_curve(forecast)
                large = curve.cases >= _GOOD_PART * forecast.total
                x.append((self._places(curve.left[large]) + self._places(curve.right[large])) / 2)
                y.append(self._places(curve.value[large]))
                size.append(curve.cases[large] / forecast.total)
                colours += [look(index).colour] * int(large.sum())
        with self._dots.hold_sync():
            if colours:
                self._dots.x, self._dots.y, self._dots.size = map(np.concatenate, (x, y, size))
                self._dots.colors = colours
            self._dots.visible = bool(colours)

    def _places(self, shares: np.ndarray) -> np.ndarray:
        """Return places on an axis; what lies beyond its limits is drawn at its edge."""
        return np.asarray(self.curve.to_axis(np.clip(shares, *self.curve.limits)), dtype=float)

    def _heights(self, visible: Interval) -> Interval:
        """Return the shares to show: all, or those that the visible scores have, and the scores themselves."""
        if not self.state.zoom:
            return self.curve.limits
        lowest, highest = visible
        for name in self.state.shown:
            _, values = calibration_part(*self._points_of[name], visible)
            lowest, highest = min(lowest, *values, 1.0), max(highest, *values, 0.0)
        return Interval(max(lowest, self.curve.limits.low), min(highest, self.curve.limits.high))

    def _fit_heights(self, heights: Interval) -> None:
        first, last = self._places(np.array(heights))
        with self._y.hold_sync():
            self._y.min, self._y.max = first, last
        ticks = cost_ticks(self.curve, heights, most=8)
        write_ticks(self._y_axis, self._places(ticks), ticks, percent)

    def _bootstrap_band(self, forecast: Forecast) -> CalibrationBand:
        """Return the band, which is resampled once and kept: it depends on no interval."""
        if forecast not in self._bands_of:
            coarse = pooled(forecast, _LEVELS)
            seen = coarse.distinct_scores
            low, high = (float(end) for end in np.clip(seen[[0, -1]], *CURVES["log-odds"].limits))
            spread = (
                np.linspace(seen[0], seen[-1], 120),
                expit(np.linspace(logit(low), logit(high), 120)),
                seen[np.linspace(0, seen.size - 1, min(seen.size, 240)).astype(int)],
            )
            grid = np.clip(np.unique(np.concatenate(spread)), seen[0], seen[-1])
            self._bands_of[forecast] = bootstrap_calibration(coarse, grid, replicates=_REPLICATES)
        return self._bands_of[forecast]

    def draw(self, move: Move) -> None:
        """Follow a move: the shade and the thick parts, never the curves."""
        self._band.x = self._on_axis(move.interval)
        places = np.zeros((2, len(self._lines), _POINTS), dtype=np.float32)
        shaded = Interval(*self._places(np.array(move.interval)))
        for number, (name, line) in enumerate(self._lines.items()):
            x, y = calibration_part(line.x, line.y, shaded, _POINTS)  # on the line as it is drawn, bent or not
            if name in move.summaries and x.size:
                places[:, number] = np.pad((x, y), ((0, 0), (0, _POINTS - x.size)), mode="edge")
        with self._means.hold_sync():
            self._means.x, self._means.y = places

    # --- words ------------------------------------------------------------------------------

    @property
    def text(self) -> str:
        """The words as plain text."""
        state = self.state
        inside = {name: cases_inside(state.comparison[name], state.interval) for name in state.shown}
        return " ".join(describe_calibration(inside, state.interval, state.unit))

    def _write_words(self) -> None:
        self._words.value = spoken([self.text])

    def _write_readout(self) -> None:
        """Show the step of each curve."""
        state = self.state
        score, where = self._cost_read()
        rows = [
            [model_cell(index, name), *_step(state.comparison[name], score)]
            for index, name in enumerate(state.comparison.names)
            if name in state.shown
        ]
        self._readout.value = join(
            [
                tag("div", scores_heading(score, where, state.unit)),
                table(["", "share", "step", "cases", "positive"], rows, class_="bw-readout"),
            ]
        )

    @on_change("axis")
    def _on_axis_change(self, _change: Any) -> None:
        self.redraw()


def _step(forecast: Forecast, score: float) -> list[str]:
    """Return the share of positives at a score, and the step it belongs to with its counts."""
    curve = calibration_curve(forecast)
    step = int(np.searchsorted(curve.left, score, side="right")) - 1
    if step < 0 or score > curve.right[step]:
        return ["–", "no case", "", ""]
    ends = [percent(float(end)) for end in (curve.left[step], curve.right[step])]
    span = ends[0] if ends[0] == ends[1] else "–".join(ends)
    return [
        percent(float(curve.value[step])),
        span,
        *(weight_text(float(counts[step])) for counts in (curve.cases, curve.positives)),
    ]
