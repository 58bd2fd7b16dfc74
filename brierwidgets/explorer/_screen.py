"""What an Explorer shows, from the slider above to the table below."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import ipywidgets as widgets

from brierwidgets.controls import Corner, GroupChoice, IntervalSlider, PrevalenceSlider, SliceChoice
from brierwidgets.data.slices import Slices
from brierwidgets.explorer._mending import Mending
from brierwidgets.explorer._panes import Panes
from brierwidgets.explorer._tabs import Charts, Tab
from brierwidgets.ui.layout import labelled_row, row
from brierwidgets.views._score_table import ScoreTable
from brierwidgets.views._verdict import VerdictText

__all__ = ["Screen"]

_SPACINGS = [("cost ratios", "cost"), ("their log-odds", "log-odds")]
_OPINION = ("these opinions", "opinion")


class Screen(Mending):
    """The parts of an Explorer: how they are built, and how the page moves them."""

    slider: IntervalSlider
    _presets: dict[str, Any]
    to_code: Callable[[], str]
    _downloads: Callable[[], dict[str, tuple[str, str, Callable[[], bytes]]]]

    def _build_screen(self, chosen: Mapping[str, Tab], tab: str, *, unit: str) -> None:
        """Build slider, verdict, charts and table about the state, with the chart `tab` in front."""
        state = self.state
        self.slider = IntervalSlider(state.interval, unit=unit, presets=self._presets)
        self.slider.continuous_update = False  # the page answers while the hand moves
        with self.building_parts():
            self.verdict, self.table = VerdictText(state), ScoreTable(state)
        self.charts = Charts(self, chosen)
        self.at_close(self.slider.close)
        self.adopt(self.verdict, self.table)
        state.unit = unit
        self._bind((state, "interval"), (self.slider, "interval"))
        self._bind((state, "unit"), (self.slider, "unit"))
        self._panes = Panes(chosen, self._on_chosen)
        self._spacings = _SPACINGS if state.costs is None else [_OPINION, *_SPACINGS]
        self._spacing = widgets.ToggleButtons(options=self._spacings).add_class("bw-named-mean-over")
        self.link((state, "spacing"), (self._spacing, "value"))
        self.tab = tab
        self._bring_forward()
        self._remarks = widgets.VBox()
        self._show_remarks()
        averages = labelled_row("Scores average over", self._spacing).add_class("bw-averages")
        for part in (self.table, averages):
            part.add_class("bw-table-part")
        line = self._line_of_controls()
        self.show(line, self.verdict, self._remarks, self._panes.widget, self.table, averages)

    def _line_of_controls(self) -> widgets.Widget:
        self._group_choice = self._choose_cases()
        self._base_rate = PrevalenceSlider.of(self)
        self._corner = Corner(self.to_code, self._downloads(), self.notice.tell)
        self.at_close(self._corner.close)
        choice = [part for part in (self._group_choice, self._base_rate) if part is not None]
        return row(self.slider, *choice, self._corner, css_classes=("bw-line",))

    def _choose_cases(self) -> widgets.Widget | None:
        """Return the control of groups, of horizons or of classes."""
        groups = self.state.groups
        if groups is None:
            return None
        return SliceChoice(self, groups) if isinstance(groups, Slices) else GroupChoice(self, groups)

    def refit(self) -> None:
        """Show on the slider where the scores are."""
        self.slider.show_scores(forecast for _, forecast in self.state.comparison.items())

    def page_specs(self) -> list[dict[str, Any]]:
        """Return what the page moves: the slider, the words, the table and the charts built so far."""
        parts = [self.verdict, *self._remarks.children, self.table, *self.charts.built.values()]
        switches = [{"name": "spacing", "widget": self._spacing, "values": [key for _, key in self._spacings]}]
        if self._group_choice is not None:
            switches.append({"name": "group", **self._group_choice.page_switch()})
        return [
            self.slider.page_spec(),
            {"kind": "corner", "model": self._corner},
            self._panes.page_spec(self.charts.built),
            {"kind": "switches", "switches": switches},
            *([] if self._base_rate is None else [{"kind": "base_rate", "model": self._base_rate}]),
            *(spec for part in parts for spec in part.page_specs()),
        ]
