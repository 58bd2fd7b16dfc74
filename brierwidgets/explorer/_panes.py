"""The tabs of an Explorer as widgets: a switch in those that hold several charts, and a room for each chart."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import ipywidgets as widgets

from brierwidgets.explorer._tabs import Tab
from brierwidgets.ui.view import View

__all__ = ["Panes"]


class Panes:
    """A row of tabs; charts that share one are chosen by the switch in it.

    Parameters
    ----------
    tabs
        What there is, by name.
    chosen
        Called with the name of the chart that a hand has brought to the front.
    """

    def __init__(self, tabs: Mapping[str, Tab], chosen: Callable[[str], None]) -> None:
        self._chosen = chosen
        shared: dict[str, list[str]] = {}
        for name, tab in tabs.items():
            shared.setdefault(tab.shared or f"only {name}", []).append(name)
        self.names = list(shared.values())
        self.rooms = {name: widgets.Box().add_class("bw-room") for name in tabs}
        self.switches = [_switch(names, tabs) for names in self.names]
        titles = [tabs[names[0]].title if len(names) == 1 else tabs[names[0]].shared for names in self.names]
        panes = []
        for switch, names in zip(self.switches, self.names, strict=True):
            rooms = [self.rooms[name] for name in names]
            panes.append(widgets.Box(rooms if switch is None else [switch, *rooms]).add_class("bw-pane"))
            if switch is not None:
                switch.observe(self._on_hand, "index")
        self.widget = widgets.Tab(panes, titles=titles)
        self.widget.observe(self._on_hand, "selected_index")

    def place(self, name: str) -> tuple[int, int]:
        """Return the number of a chart's tab, and its own number in it."""
        tab = next(number for number, names in enumerate(self.names) if name in names)
        return tab, self.names[tab].index(name)

    def bring_forward(self, name: str, chart: View) -> None:
        """Open the tab of a chart, and put the chart into its room."""
        tab, number = self.place(name)
        switch = self.switches[tab]
        if switch is not None:
            switch.index = number  # before the tab, which asks the switch what is in front
        self.widget.selected_index = tab
        for other in self.names[tab]:
            self.rooms[other].layout.display = "" if other == name else "none"
        room = self.rooms[name]  # last: bqplot draws no band in a chart that it lays out unseen
        if room.children != (chart,):
            room.children = [chart]

    def clear(self) -> None:
        """Take every chart out."""
        for room in self.rooms.values():
            room.children = []

    def page_spec(self, built: Mapping[str, View]) -> dict[str, Any]:
        """Return what the page opens by itself."""
        return {
            "kind": "tabs",
            "tabs": self.widget,
            "choices": self.switches,
            "rooms": [[self.rooms[name] for name in names] for names in self.names],
            "charts": [[built.get(name) for name in names] for names in self.names],
        }

    def _on_hand(self, _change: Any) -> None:
        tab = self.widget.selected_index
        if tab is not None:
            switch = self.switches[tab]
            self._chosen(self.names[tab][0 if switch is None else switch.index])


def _switch(names: list[str], tabs: Mapping[str, Tab]) -> widgets.ToggleButtons | None:
    if len(names) == 1:
        return None
    switch = widgets.ToggleButtons(options=[(tabs[name].title.lower(), name) for name in names])
    return switch.add_class("bw-named-chart").add_class("bw-switch")
