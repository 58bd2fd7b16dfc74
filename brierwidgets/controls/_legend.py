"""A legend whose entries switch models on and off."""

from __future__ import annotations

import html
from typing import Any

import ipywidgets as widgets
import traitlets

from brierwidgets.palette import BASELINE, Look, look
from brierwidgets.state import ExplorerState

__all__ = ["ModelLegend"]


class ModelLegend(widgets.HBox):
    """One box to tick for each model, with its line; keeps `state.shown`."""

    def __init__(self, state: ExplorerState, baselines: tuple[tuple[str, str], ...] = ()) -> None:
        super().__init__()
        self.add_class("bw-legend")
        self._state, self._following = state, False
        self.baselines = baselines
        self._boxes: dict[str, widgets.Checkbox] = {}
        children: list[widgets.Widget] = []
        for index, name in enumerate(state.comparison.names):
            sample = widgets.HTML(look(index).swatch)
            box = widgets.Checkbox(value=name in state.shown, description=name, indent=False)
            box.observe(self._on_box, "value")
            self._boxes[name] = box
            pair = widgets.HBox([sample, box])
            children.append(pair)
        for name, style in baselines:
            sample = Look(BASELINE, style).swatch
            children.append(widgets.HTML(f'<span class="bw-key">{sample}{html.escape(name)}</span>'))
        self.children = children
        state.observe(self._on_shown, "shown")

    def _on_box(self, _change: Any) -> None:
        if self._following:
            return
        self._state.shown = [name for name, box in self._boxes.items() if box.value]

    def _on_shown(self, change: traitlets.Bunch) -> None:
        self._following = True  # ticking several boxes is one change, not several
        try:
            for name, box in self._boxes.items():
                box.value = name in change.new
        finally:
            self._following = False

    def detach(self) -> None:
        """Stop following the state."""
        self._state.unobserve(self._on_shown, "shown")
