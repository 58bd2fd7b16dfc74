"""A list of groups to restrict every view to."""

from __future__ import annotations

from typing import Any

import ipywidgets as widgets

from brierwidgets.data.groups import Groups
from brierwidgets.ui.view import View
from brierwidgets.words.groups import describe_size
from brierwidgets.words.html import tag

__all__ = ["GroupChoice"]


class GroupChoice(widgets.HBox):  # type: ignore[misc]
    """Everyone or one group; keeps ``state.group`` of the view it belongs to, and says when a group is too small."""

    def __init__(self, view: View, groups: Groups) -> None:
        super().__init__()
        self.add_class("bw-ends")
        self._state = view.state
        self._names: list[str | None] = [None, *groups]
        total = sum(groups.size(name).cases for name in groups)
        labels = [f"everyone: {total:,} cases"]
        for name in groups:
            size = groups.size(name)
            labels.append(f"{name}: {size.cases:,} cases{' (too few to judge)' if size.too_small else ''}")
        # By number: None cannot be the value of a choice, and any text can be the name of a group.
        self._list = widgets.Dropdown(
            description="group", options=[(label, number) for number, label in enumerate(labels)]
        ).add_class("bw-group-list")
        self._note = widgets.HTML()
        self._list.observe(self._on_list, "value")
        view.watch("group", self._write)
        self.children = [self._list, self._note]
        self._write()

    def page_switch(self) -> dict[str, Any]:
        """Return the list as a switch of the page: what each of its places means."""
        return {"widget": self._list, "attribute": "index", "values": ["", *(name for name in self._names if name)]}

    def _write(self) -> None:
        name = self._state.group
        self._list.value = self._names.index(name)
        groups = self._state.groups
        note = "" if name is None or groups is None else describe_size(name, groups.size(name))
        self._note.value = tag("span", note, class_="bw-key bw-live")

    def _on_list(self, change: Any) -> None:
        self._state.group = self._names[change.new]
