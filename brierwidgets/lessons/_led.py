"""How a reader goes through steps: what bars the way, what the hand does, and what the eye sees."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import anywidget
import ipywidgets as widgets
import traitlets

from brierwidgets.lessons._class import ClassFolder
from brierwidgets.lessons._closing import answers_csv, closing_page, is_held
from brierwidgets.lessons._page import step_caption
from brierwidgets.lessons._parts import body_classes, part_classes
from brierwidgets.lessons._question import Question
from brierwidgets.lessons._steps import Patches, Step, check_steps
from brierwidgets.lessons._text import rich
from brierwidgets.page import script
from brierwidgets.ui.frame import Frame, on_change
from brierwidgets.ui.layout import row
from brierwidgets.ui.notice import guarded
from brierwidgets.words.html import ANNOUNCED, Markup, spoken, tag

__all__ = ["LedLesson"]

#: What a class remembers of a question.
_KEPT = ("answer", "seconds", "revealed")


class _Guide(anywidget.AnyWidget):
    """Brings into sight where a reader goes: a step, from its top, or what was revealed. It remembers its student."""

    _esm = script("lesson_guide")
    to: Any = traitlets.Dict(help="The step, and whether its reveal is meant.").tag(sync=True)
    lesson = traitlets.Unicode(help="What the page remembers its student by; nothing outside a class.").tag(sync=True)
    student = traitlets.Unicode(help="Who goes through it.").tag(sync=True)


class LedLesson(Frame):
    """The steps of a lesson, and how a reader goes through them; `Lesson` is this and what leaves the notebook."""

    step = traitlets.Int(0, help="The step shown, counting from 0.")
    answers = traitlets.Dict(help="The answers committed so far, by the names of the questions.")
    gated = traitlets.Bool(True, help="Whether an unanswered question keeps the reader from going on.")

    def __init__(
        self,
        view: widgets.Widget | None,
        steps: Sequence[Step],
        *,
        title: str = "",
        gated: bool = True,
        names: bool = False,
    ) -> None:
        self._steps = check_steps(view, steps)
        self._patches = Patches(self._steps)
        super().__init__("bw-lesson")
        self.gated, self.title, self.names = gated, title, names
        self._title = widgets.HTML(tag("div", title, class_="bw-title") if title else "")
        self._title.layout.display = "" if title else "none"
        self._caption = widgets.HTML()
        self._gate = widgets.VBox().add_class("bw-gate")
        self._back = widgets.Button(description="Back")
        self._next = widgets.Button(description="Next", button_style="primary")
        self._again = widgets.Button(description="Show this step again", tooltip="Undo what you dragged since")
        self._place = widgets.HTML()
        self._stage = widgets.VBox()
        self._export = widgets.HTML()
        self._guide = _Guide(layout={"display": "none"})
        self._look = widgets.Button(description="Look again", tooltip="See whether the answers are open by now")
        self._look.layout.display = "none"
        for button, action in (
            (self._back, self._on_back),
            (self._next, self._on_next),
            (self._again, self._on_again),
            (self._look, self._on_look),
        ):
            button.on_click(action)
        self._asked: dict[str, float] = {}  # when each question was first shown
        self._view_count = 0  # the page counts up when it shows the lesson
        self.observe(self._on_seen, "_view_count")
        self._class = ClassFolder.here()
        if self._class is not None:
            self.names = self.names or self._class.asks_names()
            self._guide.student = self._class.student
            self._guide.lesson = " ".join([self._class.folder.name, title, *(gate.name for gate in self.questions)])
            self._guide.observe(self._on_student, "student")
        self._name = widgets.Text(description="Your name or a nickname", continuous_update=False).add_class("bw-name")
        self._name.observe(self._on_name, "value")
        for question in self.questions:
            question.observe(self._on_answer, "answer")
            question.observe(self._on_revealed, "revealed")
            question.fold()  # what it is made of, until its step is reached
            if self._class is not None:
                question.held = self._class.holds
        self.at_close(self._close_parts)
        buttons = row(self._back, self._next, self._again, self._place, css_classes=["bw-buttons"])
        look = row(self._look, css_classes=["bw-buttons"])
        side = widgets.VBox([self._caption, self._gate, buttons, self._name, self._export, look]).add_class("bw-side")
        self._body = widgets.Box([side, self._stage])
        self._collect()
        self._patches.apply(0, whole=False)
        self._write()
        self.show(self._title, self._body, self._guide)

    def still(self) -> list[Markup]:
        """Return the titles of the steps."""
        return [tag("ol", *(tag("li", step.title or rich(step.caption)) for step in self._steps))]

    @property
    def steps(self) -> list[Step]:
        """The steps, each with the view it shows."""
        return list(self._steps)

    @property
    def questions(self) -> list[Question]:
        """The questions, in order."""
        return [step.gate for step in self._steps if step.gate is not None]

    # --- checks -----------------------------------------------------------------------------

    def _blocking(self, index: int) -> int | None:
        """Return the first step whose unanswered question bars the way to step `index`."""
        if not self.gated:
            return None
        barred = (n for n, step in enumerate(self._steps[:index]) if step.gate is not None and step.gate.answer is None)
        return next(barred, None)

    @traitlets.validate("step")
    def _check_step(self, proposal: Any) -> int:
        index = proposal.value
        if not 0 <= index < len(self._steps):
            raise traitlets.TraitError(
                f"There is no step {index}: the steps of this lesson are 0 to {len(self._steps) - 1}."
            )
        barrier = self._blocking(index)
        if barrier is not None:
            raise traitlets.TraitError(f"Answer the question of step {barrier + 1} first.")
        return int(index)

    # --- from the hand ----------------------------------------------------------------------

    @guarded
    def _on_back(self, *_clicked: Any) -> None:
        self._go(self.step - 1)

    @guarded
    def _on_next(self, *_clicked: Any) -> None:
        self._go(self.step + 1)

    def _go(self, step: int) -> None:
        self.step = step
        self._guide.to = {"step": step, "revealed": False}

    @guarded
    def _on_again(self, *_clicked: Any) -> None:
        self._patches.apply(self.step, whole=True)

    @guarded
    def _on_look(self, *_clicked: Any) -> None:
        self._write_buttons()

    @guarded
    def _on_answer(self, change: Any) -> None:
        question = change.owner
        if question.answer is not None and question.name in self._asked:
            question.seconds = round(time.monotonic() - self._asked[question.name], 1)
        self._collect()
        self._hand_in()
        self._write_buttons()

    @guarded
    def _on_revealed(self, change: Any) -> None:
        self._hand_in_again()
        if change.new and change.owner is self._steps[self.step].gate:
            self._guide.to = {"step": self.step, "revealed": True}

    @guarded
    def _on_seen(self, _change: Any) -> None:
        """Start the clock when a reader is there: a server may have made the lesson long before."""
        self.unobserve(self._on_seen, "_view_count")
        for question in self.questions:
            if question.name in self._asked and question.answer is None:
                self._asked[question.name] = time.monotonic()

    @guarded
    def _on_name(self, _change: Any) -> None:
        self._hand_in_again()
        self._write_buttons()

    def _hand_in(self) -> None:
        """Give the answers to the class that this Python serves, if any."""
        if self._class is not None:
            kept = [{name: getattr(question, name) for name in _KEPT} for question in self.questions]
            self._class.keep(self._csv(), {"step": self.step, "name": self._name.value, "questions": kept})

    def _hand_in_again(self) -> None:
        """Give what has changed besides, unless there is no answer yet."""
        if self.answers:
            self._hand_in()

    @guarded
    def _on_student(self, change: Any) -> None:
        """Go on where a student was before the page was loaded again."""
        place = self._class.go_on(change.new) if self._class is not None else None
        if place is None:
            return
        self._class, folder = None, self._class  # nothing is handed in before all is known again
        try:
            self._name.value = place["name"]
            for question, kept in zip(self.questions, place["questions"], strict=True):
                question.answer = kept["answer"]
                question.seconds = kept["seconds"]
                question.revealed = kept["revealed"] and not question.held()
            self.step = place["step"]
        finally:
            self._class = folder

    def _collect(self) -> None:
        self.answers = {question.name: question.answer for question in self.questions if question.answer is not None}

    # --- to the eye -------------------------------------------------------------------------

    @on_change("step", "gated")
    def _on_step(self, change: Any) -> None:
        if change.name == "step":
            self._patches.apply(self.step, whole=change.new != change.old + 1)
            self._hand_in_again()
        self._write()

    def _write(self) -> None:
        step = self._steps[self.step]
        self._caption.value = spoken([step_caption(step)], class_="bw-caption", **ANNOUNCED)
        if step.gate is not None:
            step.gate.unfold()
            self._asked.setdefault(step.gate.name, time.monotonic())
        self._gate.children = [step.gate] if step.gate is not None else []
        view = self._patches.view(self.step)
        stage = () if view is None else (view,)
        if self._stage.children != stage:
            self._stage.children = stage
        self._body._dom_classes = ("bw-body", *body_classes(view))
        self._stage._dom_classes = ("bw-stage", *part_classes(step.parts))
        self._write_buttons()

    def _write_buttons(self) -> None:
        last = len(self._steps) - 1
        waiting = self._blocking(self.step + 1) is not None
        self._back.disabled = self.step == 0
        self._next.disabled = self.step == last or waiting
        self._next.tooltip = "Answer the question first" if waiting else "Go on"
        self._again.layout.display = "" if self._patches.whole(self.step) else "none"
        minutes = self._steps[self.step].minutes
        notes = [f"Step {self.step + 1} of {last + 1}"]
        if minutes:
            notes.append(f"about {minutes:g} min")
        if waiting:
            notes.append("answer the question to go on")
        self._place.value = tag("span", " · ".join(notes), class_="bw-progress", role="status")
        closing = self.step == last and bool(self.answers)
        self._export.value = closing_page(self.questions, self._csv()) if closing else ""
        self._look.layout.display = "" if closing and is_held(self.questions) else "none"
        self._name.layout.display = "" if self.names and self.step in (0, last) else "none"

    def _csv(self) -> str:
        return answers_csv(self.questions, self._name.value if self.names else None)

    def _close_parts(self) -> None:
        for question in self.questions:
            question.close()
        for view in self._patches.built:
            view.close()
