"""A list of groups to restrict every view to."""

from __future__ import annotations

import html
from typing import Any

import ipywidgets as widgets

from brierwidgets.group_words import describe_size
from brierwidgets.groups import Groups
from brierwidgets.state import ExplorerState

__all__ = ["GroupChoice"]


class GroupChoice(widgets.HBox):
    """Everyone or one group; keeps `state.group`, and says when a group is too small to judge."""

    def __init__(self, state: ExplorerState, groups: Groups) -> None:
        super().__init__()
        self.add_class("bw-ends")
        self._state, self._groups = state, groups
        self._names: list[str | None] = [None, *groups]
        total = sum(groups.size(name).cases for name in groups)
        labels = [f"everyone: {total:,} cases"]
        for name in groups:
            size = groups.size(name)
            labels.append(f"{name}: {size.cases:,} cases{' (too few to judge)' if size.too_small else ''}")
        # By number: None cannot be the value of a choice, and any text can be the name of a group.
        self._list = widgets.Dropdown(
            description="group", options=[(label, number) for number, label in enumerate(labels)]
        )
        self._list.add_class("bw-group-list")
        self._note = widgets.HTML()
        self._list.observe(self._on_list, "value")
        state.observe(self._on_group, "group")
        self.children = [self._list, self._note]
        self._write()

    def _write(self) -> None:
        name = self._state.group
        self._list.value = self._names.index(name)
        told = "" if name is None else describe_size(name, self._groups.size(name))
        self._note.value = f'<span class="bw-key" role="status" aria-live="polite">{html.escape(told)}</span>'

    def _on_list(self, change: Any) -> None:
        self._state.group = self._names[change.new]

    def _on_group(self, _change: Any) -> None:
        self._write()

    def detach(self) -> None:
        """Stop following the state."""
        self._state.unobserve(self._on_group, "group")
