"""The steps of a lesson, and the part of a view that each changes."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import EllipsisType
from typing import Any

import ipywidgets as widgets
import traitlets

from brierwidgets.explorer import Explorer
from brierwidgets.lessons._question import Question
from brierwidgets.state import ExplorerState
from brierwidgets.views._base import View

__all__ = ["Patches", "Step", "check_steps"]

_OF_STATE = ("interval", "spacing", "shown", "cost", "zoom", "bands", "group")
_OF_EXPLORER: dict[str, Callable[[Explorer], traitlets.HasTraits]] = {
    "tab": lambda explorer: explorer,
    "unit": lambda explorer: explorer.slider,
    "axis": lambda explorer: explorer.charts["decision"],
}


@dataclass(frozen=True)
class Step:
    """One step of a lesson.

    Attributes
    ----------
    caption
        What is said. A blank line starts a paragraph and ``**so**`` is bold; anything else shows as written.
    patch
        What changes in the view: ``interval``, ``shown``, ``spacing``, ``zoom``, ``bands``, ``cost``, ``group``; of an
        Explorer also ``tab``, ``unit`` and ``axis``.
    gate
        A question that must be answered before the next step.
    view
        What is shown from this step on: an Explorer, a chart, any widget; None for words alone. Unless given, what was
        shown before.
    title
        A heading.
    minutes
        How long the step takes in class.

    Examples
    --------
    >>> Step("Look at the low costs.", patch={"interval": ("1%", "5%"), "zoom": True}).patch
    {'interval': ('1%', '5%'), 'zoom': True}
    """

    caption: str
    patch: Mapping[str, Any] = field(default_factory=dict)
    gate: Question | None = None
    view: widgets.Widget | EllipsisType | None = ...
    title: str = ""
    minutes: float | None = None


def check_steps(view: widgets.Widget | None, steps: Sequence[Step]) -> list[Step]:
    """Return the steps, each with the view that shows in it; errors name the step by its number."""
    if isinstance(steps, Step) or not all(isinstance(step, Step) for step in steps):
        raise TypeError("steps must be a list of Step(caption, patch={...}).")
    if not steps:
        raise ValueError("A lesson needs at least one step.")
    checked: list[Step] = []
    for number, step in enumerate(steps, start=1):
        view = view if step.view is ... else step.view
        if view is not None and not isinstance(view, widgets.Widget):
            raise TypeError(f"Step {number}: the view must be a widget, not {type(view).__name__}.")
        if step.gate is not None and not isinstance(step.gate, Question):
            raise TypeError(f"Step {number}: the gate must be a Question, not {type(step.gate).__name__}.")
        checked.append(replace(step, patch=dict(step.patch), view=view))
    gates = [step.gate.name for step in checked if step.gate is not None]
    for name in gates:
        if gates.count(name) > 1:
            raise ValueError(
                f"Two questions are called {name!r}. Give each a name of its own: Question(..., name=...)."
            )
    return checked


class Patches:
    """What each step makes of its view: its own patch after those of the steps before.

    Every combination is tried beforehand, so that a wrong patch is found when the lesson is written and not in class.
    """

    def __init__(self, steps: Sequence[Step]) -> None:
        self._steps = steps
        self._start: dict[int, dict[str, Any]] = {}
        for number, step in enumerate(steps, start=1):
            known = _can_patch(step.view)
            for name in step.patch:
                if name not in known:
                    raise TypeError(f"Step {number} patches {name!r}. {_advice(name, known)}")
                self._start.setdefault(id(step.view), {}).setdefault(name, getattr(_owner(step.view, name), name))
        for index in range(len(steps)):
            self._try(index)

    def whole(self, index: int) -> dict[str, Any]:
        """Return all that step `index` fixes, whatever the reader did before."""
        view = self._steps[index].view
        values = dict(self._start.get(id(view), {}))
        for step in self._steps[: index + 1]:
            if step.view is view:
                values.update(step.patch)
        return values

    def apply(self, index: int, *, whole: bool) -> None:
        """Change the view: only what step `index` itself patches, or all that it fixes."""
        step = self._steps[index]
        of_state, others = _split(self.whole(index) if whole else step.patch)
        if of_state:
            state = step.view.state  # type: ignore[union-attr]
            if "group" in of_state:
                state.group = of_state.pop("group")
            with state.hold_trait_notifications():  # an interval and a spacing may be right only together
                for name, value in of_state.items():
                    setattr(state, name, value)
        for name, value in others.items():
            setattr(_owner(step.view, name), name, value)

    def _try(self, index: int) -> None:
        view = self._steps[index].view
        of_state, others = _split(self.whole(index))
        try:
            if of_state:
                state: ExplorerState = view.state  # type: ignore[union-attr]
                present = {name: getattr(state, name) for name in ("interval", "spacing", "groups", "group")}
                everyone = state.comparison if state.groups is None else state.groups.everyone
                ExplorerState(everyone, **{**present, **of_state}).close()
            for name, value in others.items():
                owner = _owner(view, name)
                owner.traits()[name]._validate(owner, value)
        except (traitlets.TraitError, TypeError, ValueError) as error:
            raise ValueError(f"Step {index + 1} cannot be shown. {error}") from error


def _split(values: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return what belongs to the state and what does not."""
    of_state = {name: value for name, value in values.items() if name in _OF_STATE}
    return of_state, {name: value for name, value in values.items() if name not in _OF_STATE}


def _can_patch(view: widgets.Widget | None) -> tuple[str, ...]:
    if isinstance(view, Explorer):
        return (*_OF_STATE, *_OF_EXPLORER)
    return _OF_STATE if isinstance(view, View) else ()


def _owner(view: Any, name: str) -> traitlets.HasTraits:
    """Return who holds what a patch may change; an Explorer builds a chart when it is first asked for."""
    owner: traitlets.HasTraits = view.state if name in _OF_STATE else _OF_EXPLORER[name](view)
    return owner


def _advice(name: str, known: Sequence[str]) -> str:
    if not known:
        return "But it shows no Explorer or chart that could change. Give the step a view."
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    return f"Did you mean {near[0]!r}?" if near else f"It can patch {', '.join(known)}."
