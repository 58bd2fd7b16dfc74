"""One model across groups of cases, as small charts side by side."""

from __future__ import annotations

from functools import partial
from typing import Any, Unpack, cast

import bqplot
import ipywidgets as widgets
import numpy as np

from brierwidgets.core import Forecast
from brierwidgets.core.curves import CURVES, curve_points, grid
from brierwidgets.core.intervals import Interval
from brierwidgets.core.move import Move
from brierwidgets.data.groups import FEWEST, Groups, GroupScore, score_groups
from brierwidgets.export import PageParts
from brierwidgets.state.traits import ModelName
from brierwidgets.ui.choices import model_list, switch_button
from brierwidgets.ui.cost_axis import CostAxis, fit_heights
from brierwidgets.ui.figure import css_pixels, make_figure, margins, tick_count
from brierwidgets.ui.frame import on_change
from brierwidgets.ui.layout import row
from brierwidgets.ui.marks import band_mark, line_mark
from brierwidgets.ui.notice import guarded
from brierwidgets.ui.palette import LINES, RULE_LOOKS, Look, look, looks_for_page, looks_of
from brierwidgets.ui.view import ViewOptions
from brierwidgets.views._below_slider import BelowSlider
from brierwidgets.words.groups import describe_groups, describe_size
from brierwidgets.words.html import Markup, join, spoken, tag
from brierwidgets.words.numbers import ends_text, number, per_thousand, percent

__all__ = ["GroupView"]

_MOST = 12
#: Up to so many scores of all models the tables of all groups are small enough to follow the hand in a notebook.
_SMALL = 16_000
_TICKS = 4
_MARGIN = {"top": 6, "bottom": 24, "left": 46, "right": 14}
_CURVE = CURVES["regret"]
_OFF_CHART = -1e6  # height of a line not to be seen


class GroupView(BelowSlider):
    """The regret curve of one model in each group, its mean on the interval, and how sure that is.

    Every chart has the same axes. The thin grey line is the model on everyone, the broken ones are treating all
    and treating none in the group. A group with fewer than 10 positive or 10 negative cases is not judged.

    Parameters
    ----------
    data, models, interval, spacing, shown, zoom, bands, groups, group
        As in `brierwidgets.ui.View`. There must be `groups`, of the state or given.
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

    model = ModelName(help="The model looked at.")
    refits_on = ("zoom", "unit", "groups")  # the curves are those of all groups, whichever is shown elsewhere
    is_one_chart = False

    def __init__(
        self, data: Any, models: Any = None, *, model: str | None = None, **options: Unpack[ViewOptions]
    ) -> None:
        super().__init__(data, models, **options)
        groups = self.state.groups
        if groups is None:
            raise ValueError("There are no groups to compare. Pass groups= with one label a case.")
        if model is not None:
            self.model = model
        self._fitted_to: tuple[str, Interval, str, Groups] | None = None
        self._build_axes()
        self._build_cards()
        self._models, self._zoom = model_list(self), switch_button(self, "zoom", "Zoom to interval")
        self._words = widgets.HTML()
        self.watch("group", self._mark_group)
        cards = row(*(card.box for card in self._cards.values()), css_classes=("bw-groups",))
        self.show(row(self._models, self._zoom, widgets.HTML(self._about())), self._words, cards)

    def _build_axes(self) -> None:
        # One band, one line and two axes are in every chart at once: a move sends them once, not once a group.
        self._cost_axis = CostAxis("", most=tick_count(_TICKS, self.state.size))
        self._x, self._y = self._cost_axis.scale, bqplot.LinearScale()
        self._y_axis = bqplot.Axis(scale=self._y, side="left", grid_lines="none", tick_format=".6~g")
        self._band = band_mark(self._x)
        self._everyone = line_mark({"x": self._x, "y": self._y}, width=LINES[self.state.size][0] / 2)

    def _build_cards(self) -> None:
        largest = sorted(self._groups, key=lambda name: -self._groups.size(name).cases)[:_MOST]
        self._cards = {name: _Card(name, self._groups) for name in self._groups if name in largest}
        axes = [self._cost_axis.axis, self._y_axis]
        for name, card in self._cards.items():
            card.button.on_click(partial(self._on_click, name))
            if not card.too_small:
                card.build_chart({"x": self._x, "y": self._y}, [self._band, self._everyone], axes, self.state.size)

    def _about(self) -> Markup:
        text = (
            "Regret over the cost ratio, on the same axes. Thick: the mean on the interval. Thin grey: everyone. "
            "Dashed and dotted: treat all, treat none."
        )
        if len(self._cards) < len(self._groups):
            text += f" Shown are the {len(self._cards)} largest of {len(self._groups)} groups."
        return tag("div", text, class_="bw-words")

    def page_spec(self) -> dict[str, Any] | None:
        """Return the charts and numbers of every group, which follow the hand where the groups' tables are small."""
        everyone = self._groups.everyone
        sizes = {name: self._groups.size(name) for name in self._groups}
        small = sum(size.cases for size in sizes.values()) * len(everyone) <= _SMALL
        cards = {name: card.page_parts() for name, card in self._cards.items() if not card.too_small}
        return {
            "kind": "groups",
            "view": self,
            "mirrors": ["model"],
            "tables_of": [None, *self._judged] if small else [],
            "groups": [
                {"name": name, "cases": size.cases, "positives": size.positives, "too_small": size.too_small}
                for name, size in sizes.items()
            ],
            "fewest": FEWEST,
            "cards": cards,
            "buttons": {name: card.button for name, card in self._cards.items()},
            "models": self._models,
            "looks": looks_for_page(looks_of(everyone.names)),
            # What all charts share is in a saved page only where a chart shows it.
            "shared": self._shared_parts() if cards else None,
            "ticks": tick_count(_TICKS, self.state.size),
            "pad": LINES[self.state.size][2] / 2,
            "words": self._words,
            "switches": [{"name": "zoom", "widget": self._zoom}],
        }

    def _shared_parts(self) -> dict[str, Any]:
        return {
            "band": self._band,
            "everyone": self._everyone,
            "scales": {"x": self._x, "y": self._y},
            "axes": {"x": self._cost_axis.axis, "y": self._y_axis},
        }

    @property
    def _groups(self) -> Groups:
        return cast("Groups", self.state.groups)  # the constructor refuses a state without them

    @property
    def _judged(self) -> list[str]:
        return [name for name in self._groups if not self._groups.size(name).too_small]

    def page_parts(self) -> PageParts:
        """Return what a saved page shows, with the tables of every group that can be judged."""
        self.engine.fill([None, self.state.group, *self._judged])
        return super().page_parts()

    # --- drawing ----------------------------------------------------------------------------

    @property
    def scores(self) -> dict[str, GroupScore]:
        """The scores of the model in every group, on the present interval."""
        return score_groups(self._groups, self.model, self.state.interval, self.state.averaging)

    def draw(self, move: Move) -> None:
        """Follow a move: the band, the mean heights and the numbers, never the curves."""
        scores = self.scores
        self._band.x = np.array(move.interval)
        for name, card in self._cards.items():
            card.draw(move, scores[name])
        self._mark_group()
        self._words.value = spoken(
            [describe_groups(self.model, move.interval, scores, self.state.unit, move.spacing)], class_="bw-verdict"
        )

    def rested(self) -> None:
        """Fit charts that zoom in to the interval."""
        self.refit()

    def refit(self) -> None:
        """Draw the curves of the model, unless they are there; only charts that zoom in depend on the interval."""
        visible = _CURVE.visible(self.state.interval, zoom=self.state.zoom)
        wanted = self.model, visible, self.state.unit, self._groups
        if self._fitted_to == wanted:
            return
        everyone = self._groups.everyone[self.model]
        costs = grid(_CURVE, visible, everyone, points=160)
        drawn = [curve_points(_CURVE, everyone, costs)]
        with self._everyone.hold_sync():
            self._everyone.x, self._everyone.y = costs, drawn[0]
        own = look(self._groups.everyone.names.index(self.model))
        for name, card in self._cards.items():
            if not card.too_small:
                drawn.append(card.fit(self._groups[name][self.model], visible, own))
        heights = _CURVE.height_range(drawn, zoom=self.state.zoom)
        self._cost_axis.fit(_CURVE, visible, unit=self.state.unit)
        fit_heights(self._y_axis, heights, 4)
        self._fitted_to = wanted

    def _mark_group(self) -> None:
        """Mark the group that all views show."""
        for name, card in self._cards.items():
            card.button.button_style = "primary" if name == self.state.group else ""

    # --- from the hand ----------------------------------------------------------------------

    @guarded
    def _on_click(self, name: str, _button: Any) -> None:
        self.state.group = None if self.state.group == name else name

    @on_change("model")
    def _on_model(self, _change: Any) -> None:
        self.redraw()


class _Card:
    """One group: its name, its numbers and, if it is large enough, its curve."""

    def __init__(self, name: str, groups: Groups) -> None:
        self.name, self.too_small = name, groups.size(name).too_small
        self.button = widgets.Button(description=name, tooltip=f"Show {name} alone in every view; again for everyone")
        self.button.add_class(f"bw-button-{self.button.model_id}")  # by which the page knows it
        self.facts = widgets.HTML()
        self.box = widgets.VBox([self.button, self.facts]).add_class("bw-group")

    def build_chart(
        self, scales: dict[str, bqplot.Scale], shared: list[bqplot.Mark], axes: list[bqplot.Axis], size: str
    ) -> None:
        """Add a chart with the marks and axes that all groups share, and those of this group."""
        thin, plain, thick = LINES[size]
        self.line, self.mean = line_mark(scales, width=thin), line_mark(scales, width=thick)
        self.rules = [line_mark(scales, drawn, plain) for drawn in RULE_LOOKS.values()]
        marks = [*shared, *self.rules, self.line, self.mean]
        self.figure = make_figure(
            marks, axes, margins(_MARGIN, size), height=css_pixels(170, size), width="auto", min_width="200px"
        )
        self.box.children = [self.button, self.facts, self.figure]

    def page_parts(self) -> dict[str, Any]:
        """Return what moves in the page."""
        return {"figure": self.figure, "line": self.line, "mean": self.mean, "rules": self.rules, "facts": self.facts}

    def fit(self, forecast: Forecast, visible: Interval, own: Look) -> np.ndarray:
        """Draw the curve in the model's own look; return its heights."""
        costs = grid(_CURVE, visible, forecast, points=160)
        heights = curve_points(_CURVE, forecast, costs)
        with self.line.hold_sync():
            self.line.colors, self.line.line_style = [own.colour], own.style
            self.line.x, self.line.y = costs, heights
        self.mean.colors = [own.colour]
        ends = np.array(visible)
        for mark, drawn in zip(self.rules, _CURVE.rule_heights(forecast.prevalence, ends), strict=True):
            with mark.hold_sync():
                mark.x, mark.y = ends, drawn
        return heights

    def draw(self, move: Move, score: GroupScore) -> None:
        """Follow the interval."""
        size, rate, summary = score
        if self.too_small:
            self.facts.value = tag("div", describe_size(self.name, size), class_="bw-small")
            return
        with self.mean.hold_sync():
            height = _CURVE.mean_height(summary, move.interval, rate, move.spacing)
            height = height if np.isfinite(height) else _OFF_CHART
            self.mean.x, self.mean.y = np.array(move.interval), np.full(2, height)
        regret, skill = summary.mean_regret, summary.skill
        counted = f"{size.cases:,} cases, {size.positives:,} positive ({percent(rate)})"
        ends = tag("small", ends_text(regret.low, regret.high, per_thousand))
        regret_line = join(["mean regret", tag("b", per_thousand(regret.value)), tag("small", "per 1,000"), ends], " ")
        ends = tag("small", ends_text(skill.low, skill.high, number))
        skill_line = join(["skill", tag("b", number(skill.value)), ends], " ")
        self.facts.value = tag("div", counted, tag("br"), regret_line, tag("br"), skill_line)
