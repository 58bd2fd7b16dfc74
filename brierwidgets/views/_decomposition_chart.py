"""Miscalibration against discrimination."""

from __future__ import annotations

import math
from typing import Any

import bqplot
import ipywidgets as widgets
import numpy as np
import traitlets

from brierwidgets.analysis_words import decomposition_words
from brierwidgets.controls._legend import ModelLegend
from brierwidgets.core.calibration import Decomposition, decompose
from brierwidgets.core.intervals import Interval
from brierwidgets.formatting import number
from brierwidgets.palette import BASELINE, look
from brierwidgets.state import ExplorerState, as_state
from brierwidgets.traits import check_choice, refuse_unknown
from brierwidgets.views._base import View, close_all, guarded
from brierwidgets.views._parts import make_figure, marker, model_cell, spoken
from brierwidgets.views._picture import HasPicture
from brierwidgets.views._ticks import round_steps, round_up

__all__ = ["DecompositionChart"]

_RULES = {"brier": "Brier score", "log-loss": "log loss"}
_SHOW = ("both", "bars", "plane")
_MARGIN = {"top": 14, "bottom": 46, "left": 74, "right": 18}


class DecompositionChart(HasPicture, View):
    """How much of each model's score is miscalibration, and how much it gains by telling cases apart.

    Bars: discrimination takes off the score of no model, miscalibration adds to it. The plane has one
    point a model, better upwards and to the left, with lines of equal score.

    Parameters
    ----------
    data
        An `ExplorerState` to share, a `Comparison`, or outcomes (then `models` holds the scores).
    models
        Scores by model, when `data` are outcomes.
    interval
        The cost ratios that matter.
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
    For costs from 20% to 70%, a has a bounded Brier score of 0.147. Miscalibration adds 0.0550 to it, and telling
    cases apart takes 0.0925 off the 0.185 of no model.
    >>> chart.close()
    """

    rule = traitlets.Enum(list(_RULES), "brier", help="The score that is split.")

    def __init__(
        self,
        data: Any,
        models: Any = None,
        *,
        interval: Any = None,
        rule: str = "brier",
        show: str = "both",
        legend: bool = True,
        height: str = "360px",
        **unknown: Any,
    ) -> None:
        refuse_unknown(type(self), unknown)
        check_choice("rule", rule, list(_RULES))
        check_choice("show", show, _SHOW)
        state = as_state(data, models, interval=interval)
        super().__init__(state, owns_state=state is not data)
        self.rule = rule
        self._make_plane(state, height)
        self._legend = ModelLegend(state)
        self._rules = widgets.ToggleButtons(options=[(label, name) for name, label in _RULES.items()], value=rule)
        self._rule_link = traitlets.link((self, "rule"), (self._rules, "value"))
        switches = widgets.HBox([self._rules])
        switches.add_class("bw-ends")
        top = widgets.HBox([self._legend, switches], layout={"display": "" if legend else "none"})
        top.add_class("bw-top")
        self._bars, self._words = widgets.HTML(), widgets.HTML()
        self._bars.add_class("bw-bars")
        side = widgets.VBox([self._bars, self._words])
        side.add_class("bw-side")
        self._shows_bars, self._shows_plane = show != "plane", show != "bars"
        parts = [(side, self._shows_bars), (self._figure, self._shows_plane)]
        middle = widgets.HBox([part for part, wanted in parts if wanted])
        middle.add_class("bw-middle")
        self._unused = [part for part, wanted in parts if not wanted]
        self._show([top, middle])
        self._rested()

    @property
    def parts(self) -> dict[str, Decomposition]:
        """The split of each model shown, on the present interval: O(log n) after the first time."""
        state = self._state
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
        return decomposition_words(self.parts, self._state.interval)

    def _make_plane(self, state: ExplorerState, height: str) -> None:
        self._x, self._y = (bqplot.LinearScale(min=0.0, max=1.0) for _ in range(2))
        scales = {"x": self._x, "y": self._y}
        nowhere = np.zeros(1)
        self._points = {
            name: bqplot.Scatter(
                x=nowhere,
                y=nowhere,
                scales=scales,
                colors=[look(index).colour],
                marker=marker(index).name,
                default_size=140,
                stroke_width=0,
                visible=False,
            )
            for index, name in enumerate(state.comparison.names)
        }
        ends = np.array([0.0, 1.0])
        self._equal = bqplot.Lines(
            x=ends, y=ends, scales=scales, colors=[BASELINE], stroke_width=1.0, opacities=[0.45] * 20
        )
        self._no_model = bqplot.Lines(x=ends, y=ends, scales=scales, colors=[BASELINE], line_style="dashed")
        small = {"default_size": 11, "font_weight": "normal", "align": "end"}
        self._notes = bqplot.Label(x=ends, y=ends, text=["", ""], scales=scales, colors=[BASELINE], **small)
        self._x_axis, self._y_axis = (
            bqplot.Axis(scale=scale, side=side, label=label, label_offset=offset, grid_lines="none", tick_format=".4~g")
            for scale, side, label, offset in (
                (self._x, "bottom", "Miscalibration (adds to the score)", "34px"),
                (self._y, "left", "Discrimination (takes off)", "58px"),
            )
        )
        self._figure = make_figure(
            [self._equal, self._no_model, self._notes, *self._points.values()],
            [self._x_axis, self._y_axis],
            _MARGIN,
            height=height,
            width="auto",
            min_width="280px",
            flex="1 1 360px",
        )

    # --- drawing ----------------------------------------------------------------------------

    def _draw(self) -> None:
        parts = self.parts
        if self._shows_plane:
            self._draw_plane(parts)
        if self._shows_bars:
            self._bars.value = self._rows(parts)

    def _rested(self) -> None:
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
        reach = round_up(1.12 * max((max(part.miscalibration, part.discrimination) for part in finite), default=0.0))
        base = next(iter(parts.values())).uncertainty
        for scale, axis in ((self._x, self._x_axis), (self._y, self._y_axis)):
            if scale.max != reach:
                scale.max = reach
                axis.tick_values = round_steps(Interval(0.0, reach), 4)
        # A line of equal score is y = x + rise with rise = no model - score, and has its label at its upper end.
        levels = round_steps(Interval(base - 0.9 * reach, base + 0.9 * reach), 6)
        apart = (base - levels > 0.25 * reach) | (levels - base > 0.1 * reach)  # from the label of no model
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

    def _rows(self, parts: dict[str, Decomposition]) -> str:
        finite = [part for part in parts.values() if math.isfinite(part.score)]
        off = max((part.discrimination for part in finite), default=0.0)
        on = max((part.miscalibration for part in finite), default=0.0)
        span = off + on or 1.0
        rows = []
        for index, name in enumerate(self._state.comparison.names):
            if name in parts:
                glyph = marker(index).glyph
                cells = "".join(
                    f'<span role="cell">{number(value)}</span>'
                    for value in (parts[name].discrimination, parts[name].miscalibration, parts[name].score)
                )
                rows.append(
                    f'<div role="row" class="bw-row"><span role="rowheader">{model_cell(index, name, glyph)}</span>'
                    f"{_bar(index, parts[name], off / span, span)}"
                    f"{cells}</div>"
                )
        heads = ("Model", "◂ taken off | added ▸", "Discrimi\u00adnation", "Miscali\u00adbration", "Score")
        head = "".join(f'<span role="columnheader">{text}</span>' for text in heads)
        base = next(iter(parts.values())).uncertainty if parts else math.nan
        return (
            f'<div role="table" aria-label="Parts of the score"><div role="row" class="bw-row bw-row-head">{head}</div>'
            f"{''.join(rows)}</div>"
            f'<div class="bw-words">Dashed: no model; forecasting the prevalence for everyone scores {number(base)}. '
            f"Solid: taken off by telling cases apart. Striped: added by miscalibration. Thick mark: the score.</div>"
        )

    @traitlets.observe("rule")
    @guarded
    def _on_rule(self, _change: Any) -> None:
        if self.children:
            self._draw()
            self._rested()

    def _detach(self) -> None:
        self._rule_link.unlink()
        self._legend.detach()
        for part in self._unused:
            close_all(part)
            part.close()


def _bar(index: int, part: Decomposition, zero: float, span: float) -> str:
    """Return the bar: what discrimination takes off to the left of zero, what miscalibration adds to the right."""
    off, on = part.discrimination / span, part.miscalibration / span
    infinite = math.isinf(on)
    places = {"bw-zero": (zero, None), "bw-off": (zero - off, off)}
    if not infinite:
        places |= {"bw-on": (zero, on), "bw-net": (zero - off + on, None)}
    bars = []
    for name, (left, width) in places.items():
        wide = "" if width is None else f";width:{100 * width:.1f}%"
        bars.append(f'<i class="{name}" style="left:{100 * left:.1f}%{wide}"></i>')
    if infinite:
        bars.append(f'<b style="left:{100 * zero:.1f}%">▸ ∞</b>')
    return f'<span class="bw-split" aria-hidden="true" style="--bw-own:{look(index).colour}">{"".join(bars)}</span>'
