"""A legend whose entries switch models on and off."""

from __future__ import annotations

from typing import Any

import ipywidgets as widgets

from brierwidgets.ui.palette import BASELINE, Look, look
from brierwidgets.ui.view import View
from brierwidgets.words.html import tag
from brierwidgets.words.text import no_formula

__all__ = ["ModelLegend"]


class ModelLegend(widgets.HBox):  # type: ignore[misc]
    """One box to tick for each model, with its line; keeps ``state.shown`` of the view it belongs to.

    Parameters
    ----------
    view
        The view whose models are listed. Its `baselines` follow them, without a box.

    Attributes
    ----------
    boxes
        The box of each model, by name.

    Examples
    --------
    >>> from brierwidgets.ui import View
    >>> view = View([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8], "b": [0.2, 0.2, 0.9, 0.3]})
    >>> legend = ModelLegend(view)
    >>> view.show(legend)
    >>> legend.boxes["a"].value = False
    >>> view.state.shown
    ['b']
    >>> view.close()
    """

    def __init__(self, view: View) -> None:
        super().__init__(_dom_classes=("bw-legend",))
        self._state, self._following = view.state, False
        self.boxes: dict[str, widgets.Checkbox] = {}
        children: list[widgets.Widget] = []
        for index, name in enumerate(self._state.comparison.names):
            box = widgets.Checkbox(value=name in self._state.shown, description=no_formula(name), indent=False)
            box.observe(self._on_box, "value")
            self.boxes[name] = box
            children.append(widgets.HBox([widgets.HTML(look(index).swatch), box]))
        for name, style in view.baselines:
            children.append(widgets.HTML(tag("span", Look(BASELINE, style).swatch, name, class_="bw-key")))
        self.children = children
        view.watch("shown", self._follow_shown)

    def _on_box(self, _change: Any) -> None:
        if not self._following:
            self._state.shown = [name for name, box in self.boxes.items() if box.value]

    def _follow_shown(self) -> None:
        self._following = True  # ticking several boxes is one change, not several
        try:
            for name, box in self.boxes.items():
                box.value = name in self._state.shown
        finally:
            self._following = False
