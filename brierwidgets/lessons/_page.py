"""A whole lesson as one page that needs no Python: what the script of the page must know.

`brierwidgets/page/lesson.js` does in the page what `Lesson` and `Question` do in Python.
"""

from __future__ import annotations

import base64
import hashlib
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import anywidget
import ipywidgets as widgets
import traitlets

from brierwidgets.export import PageParts
from brierwidgets.lessons._parts import body_classes, part_classes
from brierwidgets.lessons._question import Question
from brierwidgets.lessons._steps import Patches, Step, owner_of, split_patch
from brierwidgets.lessons._text import rich
from brierwidgets.page import script
from brierwidgets.ui.frame import Frame, with_all_inside
from brierwidgets.ui.view import View
from brierwidgets.words.html import join, tag

__all__ = ["SavedLesson", "scramble", "step_caption"]

#: Traits by which controls say what is chosen in them.
_CHOSEN = ("selected_index", "index", "unit")


class _LessonScript(anywidget.AnyWidget):
    """Carries a lesson and its script into a page."""

    _esm = script("lesson")
    lesson: Any = traitlets.Dict(help="What there is to say, to ask and to show.").tag(sync=True)


class _LessonPage(Frame):
    """What a page of a lesson shows; the views made for it close with it."""

    def __init__(self, lesson: Mapping[str, Any], views: Iterable[_PageView]) -> None:
        super().__init__("bw-lesson")
        self.script = _LessonScript(lesson=dict(lesson))
        for view in views:
            self.at_close(view.close)
        self.show(self.script)


class _PageView:
    """A view as the page has it: a twin where the view makes one, else the view itself."""

    def __init__(self, view: widgets.Widget) -> None:
        self._view = view
        parts = view.page_parts() if isinstance(view, View) else None
        self.root: widgets.Widget = view if parts is None else parts.root
        self.others: list[widgets.Widget] = [] if parts is None else parts.others
        self.engine: widgets.Widget | None = None if parts is None else parts.engine

    def close(self) -> None:
        """Close the twin; what somebody may look at stays."""
        if self.root is not self._view:
            self.root.close()

    def controls(self) -> list[widgets.Widget]:
        """Return every control of the view, in an order that is the same for its twins."""
        inside = with_all_inside(self.root, *self.others)
        return [widget for widget in inside if any(map(widget.has_trait, _CHOSEN))]


class SavedLesson(NamedTuple):
    """A lesson to be saved, with the views that its steps show and the word that opens each reveal."""

    lesson: Any
    patches: Patches
    words: Sequence[str | None]

    def page_parts(self) -> PageParts:
        """Return what the page shows."""
        lesson, patches, words = self
        seen = [patches.view(index) for index in range(len(lesson.steps))]
        shown = list(zip(lesson.steps, seen, strict=True))
        revealed = [question.reveal for question in lesson.questions]
        made: dict[int, _PageView] = {}
        try:
            for view in (*seen, *revealed):
                if isinstance(view, widgets.Widget) and id(view) not in made:
                    made[id(view)] = _PageView(view)
            chosen = {
                id(view): _Choices(view, made[id(view)], [step.patch for step, other in shown if other is view])
                for view in seen
                if isinstance(view, View)
            }
            description = _describe(lesson, patches, made, chosen, words)
            page = _LessonPage(description, made.values())
        except BaseException:
            for view in made.values():
                view.close()
            raise
        others = [widget for view in made.values() for widget in (view.root, *view.others)]
        minutes = f", about {lesson.minutes:g} minutes" if lesson.minutes else ""
        about = f"A lesson in {len(lesson.steps)} steps{minutes}. What you answer stays in this browser."
        return PageParts(page, others, page.script, lesson.title or "A lesson", about, "")


class _Choices:
    """What a patch of a tab, a unit or an axis does to the controls of a view.

    It is tried out on a second twin, so that the page's own has opened nothing when it is saved.
    """

    def __init__(self, view: View, here: _PageView, patches: Sequence[Mapping[str, Any]]) -> None:
        self._settings: dict[tuple[str, Any], dict[str, dict[str, Any]]] = {}
        wanted = {name for patch in patches for name in split_patch(patch)[1]}
        if not wanted:
            return
        targets, trial = here.controls(), _PageView(view)
        try:
            tried = trial.controls()
            for name in sorted(wanted):
                owner = owner_of(trial.root, name)
                values = [getattr(owner, name), *(patch[name] for patch in patches if name in patch)]
                shots = {}
                for value in values:
                    setattr(owner, name, value)
                    shots[value] = [_chosen(control) for control in tried]
                moved = [n for n in range(len(tried)) if any(shot[n] != shots[values[0]][n] for shot in shots.values())]
                for value, shot in shots.items():
                    self._settings[name, value] = {targets[n].model_id: shot[n] for n in moved}
        finally:
            trial.close()

    def of(self, values: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
        """Return attributes of controls, by their ids, for values of a patch."""
        return {key: set_ for item in values.items() for key, set_ in self._settings[item].items()}


def _chosen(control: widgets.Widget) -> dict[str, Any]:
    return {name: getattr(control, name) for name in _CHOSEN if control.has_trait(name)}


def _describe(
    lesson: Any,
    patches: Patches,
    made: Mapping[int, _PageView],
    chosen: Mapping[int, _Choices],
    words: Sequence[str | None],
) -> dict[str, Any]:
    questions = [_describe_question(question, made) for question in lesson.questions]
    steps = []
    for index, step in enumerate(lesson.steps):
        texts = {
            "title": step.title,
            "caption": step_caption(step),
            "minutes": step.minutes,
            "stage": part_classes(step.parts),
            "gate": None if step.gate is None else lesson.questions.index(step.gate),
        }
        steps.append((texts, patches.view(index), {"patch": step.patch, "whole": patches.whole(index)}))
    # Ids of widgets change whenever a page is saved; the version of a lesson does not.
    content = [lesson.title, questions, [texts for texts, _, _ in steps]]
    key = hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]
    return {
        "title": lesson.title,
        "key": key,
        "gated": lesson.gated,
        "names": lesson.names,
        "questions": [
            question | {"hold": None if word is None else scramble(word, question["name"])}
            for question, word in zip(questions, words, strict=True)
        ],
        "steps": [
            {
                **texts,
                "view": None if view is None else made[id(view)].root.model_id,
                "body": body_classes(view),
                **{how: _for_page(values, view, made, chosen) for how, values in fixed.items()},
            }
            for texts, view, fixed in steps
        ],
    }


def _for_page(
    values: Mapping[str, Any], view: Any, made: Mapping[int, _PageView], chosen: Mapping[int, _Choices]
) -> Any:
    """Return a patch as the script takes it: parts of the state for an engine, and attributes of controls."""
    parts, others = split_patch(values)
    engine = made[id(view)].engine if parts else None
    for name in ("interval", "prevalence"):  # which may be written as text
        if name in parts:
            parts[name] = view.state.traits()[name]._validate(view.state, parts[name])
    if "group" in parts:
        parts["group"] = parts["group"] or ""
    controls = chosen[id(view)].of(others) if others else {}
    return {"engine": engine and engine.model_id, "parts": parts, "controls": controls}


def _describe_question(question: Question, made: Mapping[int, _PageView]) -> dict[str, Any]:
    expected, reveal = question.expected, question.reveal
    behind = {
        "correct": expected.correct,
        "also": expected.also,
        "tolerance": expected.tolerance,
        "reveal": rich(reveal) if isinstance(reveal, str) else "",
        "view": made[id(reveal)].root.model_id if isinstance(reveal, widgets.Widget) else None,
    }
    return {
        "name": question.name,
        "kind": question.kind,
        "text": rich(question.text),
        "choices": list(expected.choices),
        "unit": expected.unit,
        "limits": [end if math.isfinite(end) else None for end in expected.limits],
        "hints": [rich(hint) for hint in question.hints],
        "secret": scramble(behind, question.name),
    }


def scramble(value: Any, key: str) -> str:
    """Return a value so that nobody reads it at a glance: a curtain, not a lock. The page's script undoes it."""
    letters = key.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode()  # as in a browser
    plain = json.dumps(value).encode()
    mixed = bytes(byte ^ ((31 * place + letters[place % len(letters)]) & 255) for place, byte in enumerate(plain))
    return base64.b64encode(mixed).decode("ascii")


def step_caption(step: Step) -> str:
    """Return a step's heading and text as HTML."""
    heading = tag("p", tag("strong", step.title)) if step.title else ""
    return join([heading, rich(step.caption)])
