"""The widget that carries tables and script into the page, where they follow the hand without a kernel."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import anywidget
import ipywidgets as widgets
import traitlets

from brierwidgets.core.opinions import written_parts
from brierwidgets.core.tables import build_tables
from brierwidgets.data.slices import Slices
from brierwidgets.page import script, sentences
from brierwidgets.state import ExplorerState

__all__ = ["PageEngine", "by_id"]

#: What the page must know of the state to draw by itself.
_MIRRORED = ("spacing", "shown", "zoom", "bands", "unit", "prevalence", "recalibrated")
_WATCHED = [*_MIRRORED, "interval", "group", "comparison", "settled"]


class PageEngine(anywidget.AnyWidget):
    """An invisible widget that answers every move in the page from small tables; Python follows when the hand rests.

    Tables are built when a page first asks for them, so a view that nobody looks at costs nothing.

    Parameters
    ----------
    state
        What the views show.
    specs
        Returns what the page moves: one mapping a view, see `brierwidgets.ui.View.page_spec`.
    hear
        Called with what a hand did in the page; it checks that, and tells what is wrong with it.
    """

    # A text, not a path: anywidget would keep every engine alive to tell it of a change in the file.
    _esm = script("engine")

    #: The models of everyone, and of each group once it was asked for: header and bytes.
    headers = traitlets.Dict(help="What lies where in the tables, by group.").tag(sync=True)
    tables: Any = traitlets.Dict(help="The tables, by group; '' for everyone.").tag(sync=True)
    specs: Any = traitlets.List(help="What the page moves.").tag(sync=True)
    mirrored: Any = traitlets.Dict(help="The state that the page draws.").tag(sync=True)
    words: Any = traitlets.Dict(sentences(), help="The sentences, for both languages.").tag(sync=True)
    note = traitlets.Unicode(help="What there is to say of the data.").tag(sync=True)
    interval: Any = traitlets.List(help="The interval, as Python last set it.").tag(sync=True)
    exact_lead: Any = traitlets.Dict(help="The lead as found with all cases, and of what.").tag(sync=True)
    hand: Any = traitlets.Dict(help="What a hand did in the page.").tag(sync=True, echo_update=False)
    answered: Any = traitlets.Dict(help="Which news of which page Python has followed.").tag(sync=True)
    traits_shown: Any = traitlets.Dict(help="Traits of views that the page follows, by view.").tag(sync=True)
    offline = traitlets.Bool(False, help="Whether the page is on its own, without Python.").tag(sync=True)

    def __init__(
        self,
        state: ExplorerState,
        specs: Callable[[], Iterable[Mapping[str, Any]]],
        hear: Callable[[Mapping[str, Any]], None],
    ) -> None:
        super().__init__()
        self.layout.display = "none"
        self._state, self._find_specs, self._hear = state, specs, hear
        self._asked = False
        self._groups_compared: list[str | None] = []
        self._followed: dict[str, tuple[widgets.Widget, list[str], list[str]]] = {}
        self._filled_from: Any = None  # the comparison or the groups that the tables are of
        self._forgotten = False  # whether views are being exchanged
        state.observe(self._on_state, _WATCHED)
        self.on_msg(self._on_message)

    def fill(self, groups: Iterable[str | None] | None = None) -> None:
        """Build the tables of the cases shown now, or of several groups (None is everyone)."""
        state = self._state
        wanted = [state.group, *self._groups_compared] if groups is None else list(groups)
        sampled = state.sampled  # the page weighs them to a base rate by itself
        cases_known = sampled.comparison if sampled.groups is None else sampled.groups
        same = cases_known is self._filled_from
        opinion = [] if state.costs is None else written_parts(state.costs)
        ends = [end for _, _, low, high, *_ in opinion for end in (low, high)]
        headers, tables = (dict(self.headers), dict(self.tables)) if same else ({}, {})
        for group in wanted:
            key = group or ""
            if key not in headers:
                cases = sampled.of(group)
                made = build_tables(dict(cases.items()), cases.rows, ends)
                headers[key], tables[key] = made.header | {"note": cases.note}, made.data
        self._filled_from = cases_known
        with self.hold_sync():
            self._mirror()
            self.headers, self.tables = headers, tables

    def describe(self) -> None:
        """Send the page the list of what it moves. Call it after parts were built or closed."""
        specs = list(self._find_specs())
        here = {spec["view"].model_id for spec in specs if "view" in spec}
        for model_id in self._followed.keys() - here:
            view, _, shown = self._followed.pop(model_id)
            view.unobserve(self._show_traits, shown)
        for spec in specs:
            view = spec.get("view")
            if view is not None and view.model_id not in self._followed:
                hears = list(spec.get("hears", ()))
                shown = [*hears, *spec.get("mirrors", ())]
                self._followed[view.model_id] = view, hears, shown
                view.observe(self._show_traits, shown)
        self._groups_compared = [group for spec in specs for group in spec.get("tables_of", ())]
        exchanged, self._forgotten = self._forgotten, False
        with self.hold_sync():
            if self._asked and (exchanged or self._groups_compared):
                self.fill()
            self._show_traits()
            self._tell_views()
            self.specs = [by_id(spec) for spec in specs]

    def _show_traits(self, _change: Any = None) -> None:
        """Tell the page the traits of views that it follows."""
        self.traits_shown = {
            model_id: {name: getattr(view, name) for name in shown}
            for model_id, (view, _, shown) in self._followed.items()
        }

    def _tell_views(self) -> None:
        """Tell views that the page answers the hand, so that they need not."""
        for view, _, _ in self._followed.values():
            view.page_answers = self._asked

    def forget_views(self) -> None:
        """Tell the page that what it moved is gone.

        `describe` tells what there is instead, in one message with the tables of it: views of some models never meet
        tables of others.
        """
        self._forgotten = True
        for view, _, shown in self._followed.values():
            view.unobserve(self._show_traits, shown)
        self._followed.clear()
        with self.hold_sync():
            self.specs, self.traits_shown = [], {}

    def _on_state(self, _change: Any) -> None:
        if self._asked and not self._forgotten:  # until a page shows it there is nobody to tell
            self.fill()

    def _mirror(self) -> None:
        state = self._state
        self.mirrored = {name: getattr(state, name) for name in _MIRRORED} | {
            "group": state.group or "",
            "opinion": None if state.costs is None else written_parts(state.costs),
            # Of slices each has its own.
            "own_rate": None if isinstance(state.groups, Slices) else state.sampled.comparison.prevalence,
        }
        self.interval = list(state.interval)
        self.note = state.comparison.note
        self.exact_lead = _lead_of(state)

    def _on_message(self, _widget: Any, content: Any, _buffers: Any) -> None:
        if content == "tables":
            self._asked = True
            self._tell_views()
            self.fill()

    @traitlets.observe("hand")
    def _on_hand(self, change: Any) -> None:
        """Follow what a hand did: an interval at rest, the cost ratio that the pointer rests on, traits of views.

        Of a view only those traits can be set that its description lists under ``hears``.
        """
        news = change.new
        try:
            self._hear(news)
            for model_id, values in news.get("traits", {}).items():
                view, hears, _ = self._followed.get(model_id, (None, (), ()))
                for name in hears:
                    if name in values:
                        setattr(view, name, values[name])
        finally:
            self.answered = {"page": news.get("page"), "serial": news.get("serial", 0)}

    def close(self) -> None:
        """Free the engine, and stop following the state."""
        if self.comm is not None:
            self._state.unobserve(self._on_state, _WATCHED)
            for view, _, shown in self._followed.values():
                view.unobserve(self._show_traits, shown)
            self.layout.close()
        super().close()


def _lead_of(state: ExplorerState) -> dict[str, Any]:
    """Return the lead with what it is of, which the page compares with what it shows; nothing until it is known."""
    found = state.lead
    if found is None or not math.isfinite(found.low + found.high):
        return {}
    return {"of": [*state.cases_key, *state.interval, state.spacing, state.shown], "lead": found._asdict()}


def by_id(value: Any) -> Any:
    """Return a description with every widget replaced by its name in the page, and texts that look like one marked."""
    if isinstance(value, widgets.Widget):
        return f"IPY_MODEL_{value.model_id}"
    if isinstance(value, str) and value.startswith("IPY_"):  # somebody's model or group may be called so
        return f"IPY_TEXT_{value}"
    if isinstance(value, Mapping):
        return {key: by_id(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [by_id(part) for part in value]
    return value
