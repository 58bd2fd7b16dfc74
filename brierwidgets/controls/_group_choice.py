"""A list of groups to restrict every view to."""

from __future__ import annotations

import ipywidgets as widgets

from brierwidgets.controls._slice_choice import CaseChoice
from brierwidgets.data.groups import Groups
from brierwidgets.ui.view import View
from brierwidgets.words.groups import describe_size
from brierwidgets.words.html import tag

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

    def _write(self) -> None:
        super()._write()
        name, groups = self._state.group, self._state.groups
        note = "" if name is None or groups is None else describe_size(name, groups.size(name))
        self._note.value = tag("span", note, class_="bw-key bw-live")
