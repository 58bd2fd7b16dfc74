"""One model across groups of cases, as small charts side by side."""

from __future__ import annotations

import html
from typing import Any

import bqplot
import ipywidgets as widgets
import numpy as np
import traitlets

from brierwidgets.core.curves import CURVES, curve_points, grid
from brierwidgets.core.intervals import Interval
from brierwidgets.formatting import number, per_thousand, percent
from brierwidgets.group_words import GroupScore, describe_groups, describe_size, score_groups
from brierwidgets.palette import BASELINE, look
from brierwidgets.state import as_state
from brierwidgets.traits import check_choice, refuse_unknown
from brierwidgets.views._base import View, guarded
from brierwidgets.views._parts import make_figure
from brierwidgets.views._ticks import round_steps

__all__ = ["GroupView"]

_MOST = 12
_MARGIN = {"top": 6, "bottom": 24, "left": 46, "right": 14}
_CURVE = CURVES["regret"]


class GroupView(View):
    """The regret curve of one model in each group, its mean on the interval, and how sure that is.

    Every chart has the same axes. The thin grey line is the model on everyone, the broken ones are treating all
    and treating none in the group. A group with fewer than 10 positive or 10 negative cases is not judged.

    Parameters
    ----------
    data, models, interval
        An `ExplorerState`, a `Comparison`, or outcomes and scores by model; the cost ratios that matter.
    groups
        One label a case; a state may bring its own.
    model
        The model to look at; the first unless given.

    Examples
    --------
    >>> models = {"a": [0.1, 0.6, 0.4, 0.8]}
    >>> view = GroupView([0, 1, 0, 1], models, groups=["north", "south", "south", "north"])
    >>> view.scores["north"].size.too_small
    True
    >>> view.close()
    """

    model = traitlets.Unicode(help="The model looked at.")

    def __init__(
        self,
        data: Any,
        models: Any = None,
        *,
        groups: Any = None,
        interval: Any = None,
        model: str | None = None,
        **unknown: Any,
    ) -> None:
        refuse_unknown(type(self), unknown)
        state = as_state(data, models, groups=groups, interval=interval)
        if state.groups is None:
            raise ValueError("There are no groups to compare. Pass groups= with one label a case.")
        names = state.comparison.names
        check_choice("model", names[0] if model is None else model, names)
        super().__init__(state, owns_state=state is not data)
        self._groups = state.groups
        self.model = names[0] if model is None else model
        largest = sorted(self._groups, key=lambda name: -self._groups.size(name).cases)[:_MOST]
        self._cards = {name: _Card(name, self._groups.size(name).too_small) for name in self._groups if name in largest}
        parts = self._lay_out(names)
        state.observe(self._on_view, "zoom")
        state.observe(self._on_group, "group")
        self._fit()
        self._show(parts)

    def _lay_out(self, names: list[str]) -> list[widgets.Widget]:
        self._models = widgets.Dropdown(
            description="model", options=names, layout={"display": "" if len(names) > 1 else "none"}
        )
        self._zoom = widgets.ToggleButton(
            value=self._state.zoom, description="Zoom to interval", icon="search-plus", layout={"width": "auto"}
        )
        self._links = [
            traitlets.link((self, "model"), (self._models, "value")),
            traitlets.link((self._state, "zoom"), (self._zoom, "value")),
        ]
        self._words = widgets.HTML()
        self._x, self._y = bqplot.LinearScale(), bqplot.LinearScale()
        on_chart, upright = {"x": self._x, "y": self._y}, {"x": self._x, "y": bqplot.LinearScale(min=0.0, max=1.0)}
        two = np.zeros(2)
        # One band, one line and two axes are in every chart at once: a move sends them once, not once a group.
        self._band = bqplot.Lines(
            x=two,
            y=np.array([[0.0, 0.0], [1.0, 1.0]]),
            scales=upright,
            opacities=[0.0, 0.0],
            fill="between",
            fill_colors=[BASELINE, BASELINE],
            fill_opacities=[0.18, 0.18],
        )
        self._everyone = bqplot.Lines(x=two, y=two, scales=on_chart, colors=[BASELINE], stroke_width=1.0)
        self._x_axis = bqplot.Axis(scale=self._x, grid_lines="none")
        self._y_axis = bqplot.Axis(scale=self._y, side="left", grid_lines="none", tick_format=".6~g")
        for name, card in self._cards.items():
            card.build(on_chart, [self._band, self._everyone], [self._x_axis, self._y_axis])
            card.button.on_click(lambda _button, name=name: self._on_click(name))
        cards = widgets.HBox([card.box for card in self._cards.values()])
        cards.add_class("bw-groups")
        top = widgets.HBox([self._models, self._zoom, widgets.HTML(self._told())])
        top.add_class("bw-ends")
        return [top, self._words, cards]

    def _told(self) -> str:
        hidden = len(self._groups) - len(self._cards)
        more = f" Shown are the {len(self._cards)} largest of {len(self._groups)} groups." if hidden else ""
        return (
            '<div class="bw-words">Regret over the cost ratio, on the same axes. Thick: the mean on the interval. Thin '
            f"grey: everyone. Dashed and dotted: treat all, treat none.{more}</div>"
        )

    # --- drawing ----------------------------------------------------------------------------

    @property
    def scores(self) -> dict[str, GroupScore]:
        """The scores of the model in every group, on the present interval."""
        return score_groups(self._groups, self.model, self._state.interval, self._state.spacing)

    def _draw(self) -> None:
        interval, scores = self._state.interval, self.scores
        self._band.x = np.array(interval)
        for name, card in self._cards.items():
            card.put(interval, scores[name], shown=name == self._state.group)
        told = html.escape(describe_groups(self.model, interval, scores))
        self._words.value = f'<div class="bw-verdict" role="status" aria-live="polite">{told}</div>'

    def _rested(self) -> None:
        if self._state.zoom:
            self._fit()

    def _fit(self) -> None:
        """Draw the curves of the model; they do not depend on the interval unless the charts zoom in on it."""
        visible = _CURVE.visible(self._state.interval, zoom=self._state.zoom)
        colour, style = look(self._groups.everyone.names.index(self.model))
        everyone = self._groups.everyone[self.model]
        costs = grid(_CURVE, visible, everyone, points=160)
        heights = curve_points(_CURVE, everyone, costs)
        drawn = [heights]
        with self._everyone.hold_sync():
            self._everyone.x, self._everyone.y = costs, heights
        for name, card in self._cards.items():
            if not card.too_small:
                drawn.append(card.fit(self._groups[name][self.model], visible, colour, style))
        shown = _CURVE.height_range(drawn, zoom=self._state.zoom)
        with self._x.hold_sync(), self._y.hold_sync():
            self._x.min, self._x.max = visible
            self._y.min, self._y.max = shown
        ticks = round_steps(visible, 4)
        self._x_axis.tick_labels = {f"{tick:.12g}": percent(float(tick)) for tick in ticks}
        self._x_axis.tick_values = ticks
        self._y_axis.tick_values = round_steps(shown, 4)

    # --- from the hand ----------------------------------------------------------------------

    @guarded
    def _on_click(self, name: str) -> None:
        self._state.group = None if self._state.group == name else name

    @guarded
    def _on_group(self, _change: Any) -> None:
        for name, card in self._cards.items():
            card.mark(shown=name == self._state.group)

    @guarded
    def _on_view(self, _change: Any) -> None:
        self._fit()

    @traitlets.validate("model")
    def _check_model(self, proposal: Any) -> str:
        names = self._state.comparison.names
        if proposal.value not in names:
            raise traitlets.TraitError(
                f"There is no model {proposal.value!r}. The models are {', '.join(map(repr, names))}."
            )
        return proposal.value

    @traitlets.observe("model")
    @guarded
    def _on_model(self, _change: Any) -> None:
        if self.children:
            self._fit()
            self._draw()

    def _detach(self) -> None:
        for link in self._links:
            link.unlink()
        self._state.unobserve(self._on_view, "zoom")
        self._state.unobserve(self._on_group, "group")


class _Card:
    """One group: its name, its numbers and, if it is large enough, its curve."""

    def __init__(self, name: str, too_small: bool) -> None:  # noqa: FBT001
        self.name, self.too_small = name, too_small
        self.button = widgets.Button(description=name, tooltip=f"Show {name} alone in every view; again for everyone")
        self.facts = widgets.HTML()
        self.box = widgets.VBox([self.button, self.facts])
        self.box.add_class("bw-group")

    def build(self, scales: dict[str, bqplot.Scale], shared: list[bqplot.Mark], axes: list[bqplot.Axis]) -> None:
        if self.too_small:
            return
        two = np.zeros(2)
        self.line = bqplot.Lines(x=two, y=two, scales=scales, stroke_width=2.0)
        self.mean = bqplot.Lines(x=two, y=two, scales=scales, stroke_width=6.0)
        self.rivals = [
            bqplot.Lines(x=two, y=two, scales=scales, colors=[BASELINE], line_style=style, stroke_width=1.0)
            for style in ("dashed", "dotted")
        ]
        marks = [*shared, *self.rivals, self.line, self.mean]
        figure = make_figure(marks, axes, _MARGIN, height="170px", width="auto", min_width="200px")
        self.box.children = [self.button, self.facts, figure]

    def fit(self, forecast: Any, visible: Interval, colour: str, style: str) -> np.ndarray:
        """Draw the curve; return its heights."""
        costs = grid(_CURVE, visible, forecast, points=160)
        heights = curve_points(_CURVE, forecast, costs)
        with self.line.hold_sync():
            self.line.colors, self.line.line_style = [colour], style
            self.line.x, self.line.y = costs, heights
        self.mean.colors = [colour]
        ends = np.array(visible)
        for mark, rival in zip(self.rivals, (_CURVE.treat_all, _CURVE.treat_none), strict=True):
            with mark.hold_sync():
                mark.x, mark.y = ends, rival(forecast.prevalence, ends)
        return heights

    def put(self, interval: Interval, score: GroupScore, *, shown: bool) -> None:
        """Follow the interval."""
        self.mark(shown=shown)
        size, rate, summary = score
        if self.too_small:
            self.facts.value = f'<div class="bw-small">{html.escape(describe_size(self.name, size))}</div>'
            return
        with self.mean.hold_sync():
            height = _CURVE.mean_height(summary, interval, rate)
            self.mean.x, self.mean.y = np.array(interval), np.full(2, height)
        regret, skill = summary.mean_regret, summary.skill
        self.facts.value = (
            f"<div>{size.cases:,} cases, {size.positives:,} positive ({percent(rate)})<br>mean regret "
            f"<b>{per_thousand(regret.value)}</b> ± {per_thousand(regret.standard_error)} per 1,000<br>"
            f"skill <b>{number(skill.value)}</b> ± {number(skill.standard_error, 2)}</div>"
        )

    def mark(self, *, shown: bool) -> None:
        """Show whether the whole Explorer shows this group."""
        self.button.button_style = "primary" if shown else ""
