"""A slider over horizons, or a list of classes."""

from __future__ import annotations

from typing import Any

import ipywidgets as widgets

from brierwidgets.data.slices import Slices
from brierwidgets.ui.view import View

__all__ = ["SliceChoice"]


class SliceChoice(widgets.HBox):  # type: ignore[misc]
    """Which horizon, or which class against the rest; keeps ``state.group`` of the view it belongs to."""

    def __init__(self, view: View, slices: Slices) -> None:
        super().__init__()
        self.add_class("bw-ends").add_class(f"bw-by-{slices.kind}")
        self._names, self._state = list(slices), view.state
        # By number: any text can be the name of a class.
        options = [(name, number) for number, name in enumerate(self._names)]
        if slices.kind == "horizon":
            control = widgets.SelectionSlider(options=options, description="horizon", layout={"width": "250px"})
        else:
            control = widgets.Dropdown(options=options, description="class")
        self._control = control
        self._control.observe(self._on_control, "value")
        view.watch("group", self._write)
        self.children = [self._control]
        self._write()

    def page_switch(self) -> dict[str, Any]:
        """Return the control as a switch of the page: what each of its places means."""
        return {"widget": self._control, "attribute": "index", "values": self._names}

    def _write(self) -> None:
        self._control.value = 0 if self._state.group is None else self._names.index(self._state.group)

    def _on_control(self, change: Any) -> None:
        self._state.group = self._names[change.new]
