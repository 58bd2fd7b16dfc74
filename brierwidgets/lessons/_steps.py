"""The steps of a lesson, and the part of a view that each changes."""

from __future__ import annotations

import difflib
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from numbers import Real
from types import EllipsisType
from typing import Any

import ipywidgets as widgets
import traitlets

from brierwidgets.data.comparison import Comparison
from brierwidgets.explorer import Explorer
from brierwidgets.lessons._parts import check_step_parts
from brierwidgets.lessons._question import Question
from brierwidgets.lessons._text import rich
from brierwidgets.state import ExplorerState
from brierwidgets.state.arguments import check_choice
from brierwidgets.ui.view import View
from brierwidgets.views._decision_curve import AXES

__all__ = ["Patches", "Step", "check_steps", "owner_of", "split_patch"]

_OF_STATE = ("interval", "spacing", "shown", "cost", "zoom", "bands", "group", "prevalence", "recalibrated")
#: These choose the cases, so they come before all others.
_OF_CASES = ("group", "recalibrated", "prevalence")
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
        What is said. A blank line starts a paragraph, ``**so**`` is bold, and formulas, links and pictures are
        written as in a `Question`; anything else shows as written.
    patch
        What changes in the view: ``interval``, ``shown``, ``spacing``, ``zoom``, ``bands``, ``cost``, ``group``,
        ``prevalence``, ``recalibrated``; of an Explorer also ``tab``, ``unit`` and ``axis``.
    gate
        A question that must be answered before the next step.
    view
        What is shown from this step on: an Explorer, a chart, any widget, or a function that builds one when the step
        is reached, so that a lesson starts fast; None for words alone. Unless given, what was shown before.
    title
        A heading.
    minutes
        How long the step takes in class.
    parts
        What is shown of an Explorer or a `ThresholdExplorer` besides the chart and what moves it: ``"verdict"``,
        ``"reading"`` (what is read off the chart), ``"table"``, ``"tabs"``, ``"tools"`` (zoom, bands and other
        switches), ``"units"``, ``"presets"``, ``"base rate"``; of the latter ``"people"``, ``"regret"``, ``"costs"``.
        All of it unless given.

    Examples
    --------
    >>> Step("Look at the low costs.", patch={"interval": ("1%", "5%"), "zoom": True}).patch
    {'interval': ('1%', '5%'), 'zoom': True}
    """

    caption: str
    patch: Mapping[str, Any] = field(default_factory=dict)
    gate: Question | None = None
    view: widgets.Widget | Callable[[], widgets.Widget] | EllipsisType | None = ...
    title: str = ""
    minutes: float | None = None
    parts: Sequence[str] | None = None

    def __post_init__(self) -> None:
        """Refuse what cannot be a step, in words that begin like the step's caption."""
        if not isinstance(self.caption, str):
            raise TypeError(f"A step's caption must be text, not {type(self.caption).__name__}.")
        if not isinstance(self.title, str):
            raise TypeError(f"A step's title must be text, not {type(self.title).__name__}.")
        where = f"The step {(self.title or self.caption)[:40]!r}"
        if not isinstance(self.patch, Mapping):
            raise TypeError(f"{where}: the patch must be a dict such as {{'zoom': True}}, not {self.patch!r}.")
        if self.gate is not None and not isinstance(self.gate, Question):
            raise TypeError(f"{where}: the gate must be a Question, not {type(self.gate).__name__}.")
        if not (self.view is None or self.view is ... or isinstance(self.view, widgets.Widget) or callable(self.view)):
            raise TypeError(f"{where}: {_no_view(self.view)}")
        try:
            rich(self.caption)
            check_step_parts(self.parts)
        except (TypeError, ValueError) as error:
            raise type(error)(f"{where}: {error}") from error
        if self.minutes is None:
            return
        if isinstance(self.minutes, bool) or not isinstance(self.minutes, Real):
            raise TypeError(f"{where}: minutes must be a number, not {self.minutes!r}.")
        if not (math.isfinite(self.minutes) and self.minutes > 0):
            raise ValueError(f"{where}: minutes must be more than 0, not {self.minutes!r}.")


def _no_view(view: object) -> str:
    advice = " Pass Explorer(comparison), which shows it." if isinstance(view, Comparison) else ""
    return f"the view must be a widget, such as an Explorer, not {type(view).__name__}.{advice}"


def check_steps(view: Any, steps: Sequence[Step]) -> list[Step]:
    """Return the steps, each with the view that shows in it; errors name the step by its number."""
    if isinstance(steps, Step) or not all(isinstance(step, Step) for step in steps):
        raise TypeError(
            "steps must be a list of Step(caption, patch={...}). "
            "A question goes into one: Step(caption, gate=question)."
        )
    if not steps:
        raise ValueError("A lesson needs at least one step.")
    checked: list[Step] = []
    for number, step in enumerate(steps, start=1):
        view = view if step.view is ... else step.view
        if not (view is None or isinstance(view, widgets.Widget) or callable(view)):
            raise TypeError(f"Step {number}: {_no_view(view)}")
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

    Every combination is tried beforehand, so that a wrong patch is found when the lesson is written and not in class;
    that of a view which a function builds, when it is built.
    """

    def __init__(self, steps: Sequence[Step]) -> None:
        self._steps = steps
        self._built: dict[int, widgets.Widget | None] = {}
        self._start: dict[int, dict[str, Any]] = {}
        ready = {id(step.view): step.view for step in steps if not callable(step.view)}
        for view in ready.values():
            self._built[id(view)] = view
        self._check(list(ready))

    @property
    def built(self) -> list[widgets.Widget]:
        """The views there are so far."""
        return [view for view in self._built.values() if view is not None]

    def view(self, index: int) -> widgets.Widget | None:
        """Return what step `index` shows; what a function builds is built when it is first asked for."""
        source: Any = self._steps[index].view
        if id(source) not in self._built:
            made = source()
            if not isinstance(made, widgets.Widget):
                raise TypeError(f"Step {index + 1}: {_no_view(made)}")
            self._built[id(source)] = made
            try:
                self._check([id(source)])
            except BaseException:
                self._built.pop(id(source))
                made.close()
                raise
        return self._built[id(source)]

    def _check(self, sources: Sequence[int]) -> None:
        """Try what the steps make of these views."""
        concerned = [(n, step) for n, step in enumerate(self._steps) if id(step.view) in sources]
        for index, step in concerned:
            known = _can_patch(self.view(index))
            for name in step.patch:
                if name not in known:
                    raise TypeError(f"Step {index + 1} patches {name!r}. {_advice(name, known)}")
        for index, _ in concerned:
            self._try(index)
        # Last, for an Explorer may build a chart to answer, and keeps it only if all works.
        for index, step in concerned:
            for name in step.patch:
                start = self._start.setdefault(id(step.view), {})
                start.setdefault(name, getattr(owner_of(self.view(index), name), name))

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
        view: Any = self.view(index)
        of_state, others = split_patch(self.whole(index) if whole else self._steps[index].patch)
        if of_state:
            state = view.state
            for name in _OF_CASES:
                if name in of_state:
                    setattr(state, name, of_state.pop(name))
            with state.hold_trait_notifications():  # an interval and a spacing may be right only together
                for name, value in of_state.items():
                    setattr(state, name, value)
        for name, value in others.items():
            setattr(owner_of(view, name), name, value)

    def _try(self, index: int) -> None:
        view: Any = self._built[id(self._steps[index].view)]
        of_state, others = split_patch(self.whole(index))
        try:
            if of_state:
                state: ExplorerState = view.state
                present = {name: getattr(state, name) for name in ("interval", "spacing", "group")}
                everyone, groups = state.sampled
                ExplorerState(everyone, groups=groups, **{**present, **of_state}).close()
            if "axis" in others:
                check_choice("axis", others.pop("axis"), list(AXES))
            for name, value in others.items():
                owner = owner_of(view, name)
                owner.traits()[name]._validate(owner, value)
        except (traitlets.TraitError, TypeError, ValueError) as error:
            raise ValueError(f"Step {index + 1} cannot be shown. {error}") from error


def split_patch(values: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return what belongs to the state and what does not."""
    of_state = {name: value for name, value in values.items() if name in _OF_STATE}
    return of_state, {name: value for name, value in values.items() if name not in _OF_STATE}


def _can_patch(view: widgets.Widget | None) -> tuple[str, ...]:
    if isinstance(view, Explorer):
        return (*_OF_STATE, *(name for name in _OF_EXPLORER if name != "axis" or "decision" in view.charts))
    return _OF_STATE if isinstance(view, View) else ()


def owner_of(view: Any, name: str) -> traitlets.HasTraits:
    """Return the object whose trait of that name a patch sets; a chart of an Explorer is built if need be."""
    return view.state if name in _OF_STATE else _OF_EXPLORER[name](view)


def _advice(name: str, known: Sequence[str]) -> str:
    if not known:
        return "But it shows no Explorer or chart that could change. Give the step a view."
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    return f"Did you mean {near[0]!r}?" if near else f"It can patch {', '.join(known)}."
