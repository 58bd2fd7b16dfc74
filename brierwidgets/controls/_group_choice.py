"""A list of groups to restrict every view to."""

from __future__ import annotations

from typing import Any

import ipywidgets as widgets

from brierwidgets.controls._slice_choice import CaseChoice
from brierwidgets.data.groups import Groups
from brierwidgets.ui.view import View
from brierwidgets.words.groups import describe_size
from brierwidgets.words.html import Markup, tag

__all__ = ["GroupChoice"]


class GroupChoice(CaseChoice):
    """Everyone or one group; says when a group is too small."""

    def __init__(self, view: View, groups: Groups) -> None:
        sizes = {name: groups.size(name) for name in groups}
        labels = [f"everyone ({sum(size.cases for size in sizes.values()):,})"]
        for name, size in sizes.items():
            labels.append(f"{name} ({size.cases:,}{', too few to judge' if size.too_small else ''})")
        self._note = widgets.HTML()
        control = widgets.Dropdown(description="group").add_class("bw-group-list")
        super().__init__(view, [None, *groups], labels, control)
        self.children = [control, self._note]

    def page_switch(self) -> dict[str, Any]:
        """Return the control as a switch of the page, with what is said of each group beside it."""
        return {**super().page_switch(), "note": self._note, "notes": [self._note_on(name) for name in self._names]}

    def _write(self) -> None:
        super()._write()
        self._note.value = self._note_on(self._state.group)

    def _note_on(self, name: str | None) -> Markup:
        groups = self._state.groups
        note = "" if name is None or groups is None else describe_size(name, groups.size(name))
        return tag("span", note, class_="bw-key bw-live")
