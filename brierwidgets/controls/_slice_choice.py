"""A slider over horizons, or a list of classes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import ipywidgets as widgets

from brierwidgets.data.slices import Slices
from brierwidgets.ui.view import View

__all__ = ["CaseChoice", "SliceChoice"]


class CaseChoice(widgets.HBox):  # type: ignore[misc]
    """A control of the cases shown; keeps ``state.group`` of the view it belongs to."""

    def __init__(self, view: View, names: Sequence[str | None], labels: Iterable[str], control: widgets.Widget) -> None:
        super().__init__([control], _dom_classes=("bw-ends",))
        self._state, self._names, self._control = view.state, names, control
        # By number: None cannot be the value of a choice, and any text can be the name of a group or of a class.
        control.options = [(label, number) for number, label in enumerate(labels)]
        control.observe(self._on_control, "value")
        view.watch("group", self._write)
        self._write()

    def page_switch(self) -> dict[str, Any]:
        """Return the control as a switch of the page: what each of its places means."""
        return {"widget": self._control, "values": [name or "" for name in self._names]}

    def _write(self) -> None:
        self._control.value = 0 if self._state.group is None else self._names.index(self._state.group)

    def _on_control(self, change: Any) -> None:
        self._state.group = self._names[change.new]


class SliceChoice(CaseChoice):
    """Which horizon, or which class against the rest."""

    def __init__(self, view: View, slices: Slices) -> None:
        if slices.kind == "horizon":
            control = widgets.SelectionSlider(options=[0], description="horizon", layout={"width": "250px"})
        else:
            control = widgets.Dropdown(description="class")
        super().__init__(view, list(slices), slices, control)
        self.add_class(f"bw-by-{slices.kind}")
