"""Miscalibration against discrimination."""

from __future__ import annotations

import math
from typing import Any, Unpack

import bqplot
import ipywidgets as widgets
import numpy as np
import traitlets

from brierwidgets.core.calibration import Decomposition, decompose
from brierwidgets.core.digits import fixed
from brierwidgets.core.intervals import Interval
from brierwidgets.core.move import Move
from brierwidgets.state.arguments import check_choice
from brierwidgets.ui.choices import choice_buttons
from brierwidgets.ui.figure import TEXT, make_figure, margins, plain_axis
from brierwidgets.ui.frame import on_change
from brierwidgets.ui.layout import live_text, model_cell, row
from brierwidgets.ui.legend import ModelLegend
from brierwidgets.ui.marks import line_mark, marker, points_mark
from brierwidgets.ui.palette import BASELINE, LINES, Look, look, looks_for_page, looks_of
from brierwidgets.ui.ticks import round_steps, round_up
from brierwidgets.ui.view import ViewOptions
from brierwidgets.views._below_slider import BelowSlider
from brierwidgets.words.decomposition import describe_decomposition
from brierwidgets.words.html import Markup, join, spoken, tag
from brierwidgets.words.numbers import number

__all__ = ["DecompositionChart"]

_RULES = {"brier": "Brier score", "log-loss": "log loss"}
_HEAD = "bw-row bw-row-head"
_SHOW = ("both", "bars", "plane")
_MARGIN = {"top": 14, "bottom": 46, "left": 80, "right": 18}


class DecompositionChart(BelowSlider):
    """How much of each model's score is miscalibration, and how much it gains by telling cases apart.

    Bars: discrimination takes off the score of no model, miscalibration adds to it. The plane has one
    point a model, better upwards and to the left, with lines of equal score.

    Takes what every `brierwidgets.ui.View` takes, and what follows.

    Parameters
    ----------
    rule
        The score that is split: ``"brier"`` or ``"log-loss"``, the part of it that the interval contributes.
    show
        ``"bars"``, the ``"plane"``, or ``"both"``.
    legend
        Show the legend and the switches.
    height
        Height of the plane, in CSS.

    Examples
    --------
    >>> chart = DecompositionChart([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8]}, interval=(0.2, 0.7))
    >>> print(chart.text)
    For costs from 20% to 70%, a has a bounded Brier score of 0.148. Miscalibration adds 0.0550 to it, and telling
    cases apart takes 0.0925 off the 0.185 of no model.
    >>> chart.close()
    """

    rule = traitlets.Enum(list(_RULES), "brier", help="The score that is split.")

    def __init__(
        self,
        data: Any,
        models: Any = None,
        *,
        rule: str = "brier",
        show: str = "both",
        legend: bool = True,
        height: str = "360px",
        **options: Unpack[ViewOptions],
    ) -> None:
        check_choice("rule", rule, list(_RULES))
        check_choice("show", show, _SHOW)
        super().__init__(data, models, **options)
        self.rule = rule
        self._shows_bars, self._shows_plane = show != "plane", show != "bars"
        self._rules = choice_buttons(_RULES, "score")
        self.link((self, "rule"), (self._rules, "value"))
        self._legend = ModelLegend(self)
        top = row(row(self._rules), self._legend, css_classes=("bw-top",), shown=legend)
        self._bars, self._words = live_text().add_class("bw-bars"), live_text()
        side = widgets.VBox([self._bars, self._words], layout={"display": "" if self._shows_bars else "none"})
        middle = [side.add_class("bw-side")]
        if self._shows_plane:
            self._build_plane(height)
            middle.append(self._figure)
        self.show(top, row(*middle, css_classes=("bw-middle",)))

    @property
    def parts(self) -> dict[str, Decomposition]:
        """The split of each model shown, on the present interval: O(log n) after the first time."""
        state = self.state
        return {
            name: decompose(state.comparison[name], rule=self.rule, interval=state.interval) for name in state.shown
        }

    @property
    def text(self) -> str:
        """The words as plain text."""
        return " ".join(self.sentences)

    @property
    def sentences(self) -> list[str]:
        """What the chart shows, in words."""
        return describe_decomposition(self.parts, self.state.interval, self.state.unit)

    def _build_plane(self, height: str) -> None:
        self._x, self._y = (bqplot.LinearScale(min=0.0) for _ in range(2))
        scales = {"x": self._x, "y": self._y}
        self._points = {
            name: points_mark(
                scales, 140, colors=[look(index).colour], marker=marker(index).name, stroke_width=0, visible=False
            )
            for index, name in enumerate(self.state.comparison.names)
        }
        ends = np.array([0.0, 1.0])
        self._equal = line_mark(scales, x=ends, y=ends, opacities=[0.45] * 20)
        self._no_model = line_mark(scales, Look(BASELINE, "dashed"), LINES[self.state.size][1], x=ends, y=ends)
        size = self.state.size
        small = {"default_size": round(12 * TEXT[size]), "font_weight": "normal", "align": "end"}
        self._notes = bqplot.Label(x=ends, y=ends, text=["", ""], scales=scales, colors=[BASELINE], **small)
        ticks = {"tick_format": ".4~g"}
        self._x_axis = plain_axis(self._x, "Miscalibration (adds)", 34, size, side="bottom", **ticks)
        self._y_axis = plain_axis(self._y, "Discrimination (takes off)", 66, size, **ticks)
        self._figure = make_figure(
            [self._equal, self._no_model, self._notes, *self._points.values()],
            [self._x_axis, self._y_axis],
            margins(_MARGIN, size),
            height=height,
            width="auto",
            min_width="280px",
            flex="1 1 360px",
        )

    def page_spec(self) -> dict[str, Any] | None:
        """Return the points, axes and texts that follow the hand."""
        names = self.state.comparison.names
        plane = None
        if self._shows_plane:
            plane = {
                "figure": self._figure,
                "points": self._points,
                "equal": self._equal,
                "no_model": self._no_model,
                "notes": self._notes,
                "x": self._x,
                "y": self._y,
                "x_axis": self._x_axis,
                "y_axis": self._y_axis,
            }
        return {
            "kind": "decomposition",
            "legend": self._legend.boxes,
            "rule_choice": self._rules,
            "rule_names": list(_RULES),
            "plane": plane,
            "figure": plane and self._figure,
            "texts": {"bars": self._bars, "words": self._words} if self._shows_bars else None,
            "looks": looks_for_page(looks_of(names)),
            "glyphs": {name: marker(index).glyph for index, name in enumerate(names)},
        }

    # --- drawing ----------------------------------------------------------------------------

    def draw(self, move: Move) -> None:  # noqa: ARG002
        """Follow a move: the points of the plane, and the bars. Words wait until the hand rests."""
        parts = self.parts
        if self._shows_plane:
            self._draw_plane(parts)
        if self._shows_bars:
            self._bars.value = self._bar_table(parts)

    def rested(self) -> None:
        """Write the words."""
        if self._shows_bars:
            self._words.value = spoken(self.sentences)

    def _draw_plane(self, parts: dict[str, Decomposition]) -> None:
        for name, point in self._points.items():
            split = parts.get(name)
            with point.hold_sync():
                if split and math.isfinite(split.score):
                    point.x, point.y = np.array([split.miscalibration]), np.array([split.discrimination])
                point.visible = split is not None and math.isfinite(split.score)
        if parts:
            self._fit(parts)

    def _fit(self, parts: dict[str, Decomposition]) -> None:
        """Fit both axes, in the same units, and the lines of equal score to the points."""
        finite = [part for part in parts.values() if math.isfinite(part.score)]
        base = next(iter(parts.values())).uncertainty
        furthest = max((max(part.miscalibration, part.discrimination) for part in finite), default=0.0)
        reach = round_up(1.12 * furthest or base)  # where no model differs from none, in proportion to that score
        for scale, axis in ((self._x, self._x_axis), (self._y, self._y_axis)):
            if scale.max != reach:
                scale.max = reach
                axis.tick_values = round_steps(Interval(0.0, reach), 4)
        # A line of equal score is y = x + rise with rise = no model - score, and has its label at its upper end.
        levels = round_steps(Interval(base - 0.9 * reach, base + 0.9 * reach), 6)
        apart = (base - levels > 0.36 * reach) | (levels - base > 0.1 * reach)  # from the label of no model
        levels = levels[apart & (levels >= 0.0)]
        rises = np.append(base - levels, 0.0)
        tops = np.minimum(reach, reach - rises)
        with self._equal.hold_sync():
            self._equal.x = np.array([0.0, reach])
            self._equal.y = np.column_stack((rises, rises + reach))
        self._no_model.x = self._no_model.y = np.array([0.0, reach])
        with self._notes.hold_sync():
            self._notes.x, self._notes.y = tops, tops + rises
            self._notes.text = [*(number(float(level)) for level in levels), "no model"]

    def _bar_table(self, parts: dict[str, Decomposition]) -> Markup:
        finite = [part for part in parts.values() if math.isfinite(part.score)]
        off = max((part.discrimination for part in finite), default=0.0)
        on = max((part.miscalibration for part in finite), default=0.0)
        span = off + on or 1.0
        heads = ("Model", "◂ taken off | added ▸", "Discrimi\u00adnation", "Miscali\u00adbration", "Score")
        rows = [tag("div", *(tag("span", text, role="columnheader") for text in heads), role="row", class_=_HEAD)]
        for index, name in enumerate(self.state.comparison.names):
            if name in parts:
                part = parts[name]
                model = tag("span", model_cell(index, name, marker(index).glyph), role="rowheader")
                numbers = (part.discrimination, part.miscalibration, part.score)
                cells = [tag("span", number(value), role="cell") for value in numbers]
                rows.append(tag("div", model, _bar(index, part, off / span, span), *cells, role="row", class_="bw-row"))
        base = next(iter(parts.values())).uncertainty if parts else math.nan
        about = (
            f"Dashed: no model; forecasting the prevalence for everyone scores {number(base)}. Solid: taken off by "
            "telling cases apart. Striped: added by miscalibration. Thick mark: the score."
        )
        bars = tag("div", *rows, role="table", aria_label="Parts of the score")
        return join([bars, tag("div", about, class_="bw-words")])

    @on_change("rule")
    def _on_rule(self, _change: Any) -> None:
        self.redraw()


def _bar(index: int, part: Decomposition, zero: float, span: float) -> Markup:
    """Return the bar: what discrimination takes off to the left of zero, what miscalibration adds to the right."""
    off, on = part.discrimination / span, part.miscalibration / span
    bars = [_piece("i", zero, class_="bw-zero"), _piece("i", zero - off, off, class_="bw-off")]
    if math.isinf(on):
        bars.append(_piece("b", zero, None, "▸ ∞"))
    else:
        bars += [_piece("i", zero, on, class_="bw-on"), _piece("i", zero - off + on, class_="bw-net")]
    return tag("span", *bars, class_="bw-split", aria_hidden="true", style=f"--bw-own:{look(index).colour}")


def _piece(element: str, left: float, width: float | None = None, text: str = "", **attributes: str) -> Markup:
    """Return a piece of a bar as HTML; `left` and `width` are shares of the whole bar."""
    wide = "" if width is None else f";width:{fixed(100 * width, 1)}%"
    return tag(element, text, **attributes, style=f"left:{fixed(100 * left, 1)}%{wide}")
