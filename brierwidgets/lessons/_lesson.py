"""Steps that move an Explorer, with a caption each."""

from __future__ import annotations

import base64
import html
from collections.abc import Sequence
from typing import Any

import ipywidgets as widgets
import pandas as pd
import traitlets

from brierwidgets.lessons._panel import Panel, rich
from brierwidgets.lessons._question import Question, answers_frame
from brierwidgets.lessons._steps import Patches, Step, check_steps
from brierwidgets.traits import refuse_unknown
from brierwidgets.views._base import guarded

__all__ = ["Lesson"]


class Lesson(Panel):
    """Lead a reader through an Explorer, one step after another.

    Next changes only what the next step patches, so that what the reader dragged stays; Back, and Show this step again,
    restore the view as the step had it.

    Parameters
    ----------
    view
        What the steps change: an `Explorer`, one of the charts, or None where each step brings its own.
    steps
        A list of `Step`.
    title
        A heading.
    gated
        Whether an unanswered question keeps the reader from going on.

    Attributes
    ----------
    step
        The step shown, counting from 0; set it to go there.
    answers
        The answers committed so far, by the names of the questions.
    gated
        Set it to False to look ahead.

    Examples
    --------
    >>> from brierwidgets import Explorer
    >>> explorer = Explorer([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8], "b": [0.2, 0.2, 0.9, 0.3]}, interval=(0.2, 0.4))
    >>> question = Question("Which is better above one half?", choices=["a", "b"], correct="a", name="above")
    >>> lesson = Lesson(
    ...     explorer,
    ...     [Step("Two models.", gate=question), Step("Now look.", patch={"interval": ("50%", "90%"), "zoom": True})],
    ... )
    >>> lesson.step = 1
    Traceback (most recent call last):
        ...
    traitlets.traitlets.TraitError: Answer the question of step 1 first.
    >>> question.answer = "a"
    >>> lesson.step = 1
    >>> explorer.interval, lesson.answers
    (Interval(low=0.5, high=0.9), {'above': 'a'})
    >>> lesson.close()
    """

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
        **unknown: Any,
    ) -> None:
        refuse_unknown(type(self), unknown)
        self._steps = check_steps(view, steps)
        self._patches = Patches(self._steps)
        super().__init__("bw-lesson")
        self.gated = gated
        self._title = widgets.HTML(f'<div class="bw-title">{html.escape(title)}</div>' if title else "")
        self._title.layout.display = "" if title else "none"
        self._caption = widgets.HTML()
        self._gate = widgets.VBox()
        self._back = widgets.Button(description="Back")
        self._next = widgets.Button(description="Next", button_style="primary")
        self._again = widgets.Button(description="Show this step again", tooltip="Undo what you dragged since")
        self._place = widgets.HTML()
        self._stage = widgets.VBox()
        self._export = widgets.HTML()
        for button, action in ((self._back, self._on_back), (self._next, self._on_next), (self._again, self._on_again)):
            button.on_click(action)
        for question in self.questions:
            question.observe(self._on_answer, "answer")
        buttons = widgets.HBox([self._back, self._next, self._again, self._place])
        buttons.add_class("bw-buttons")
        lead = widgets.HBox([self._caption, self._gate])
        lead.add_class("bw-lead")
        self._collect()
        self._patches.apply(0, whole=False)
        self._write()
        self._show([self._title, lead, buttons, self._stage, self._export])

    @property
    def steps(self) -> list[Step]:
        """The steps, each with the view it shows."""
        return list(self._steps)

    @property
    def questions(self) -> list[Question]:
        """The questions, in order."""
        return [step.gate for step in self._steps if step.gate is not None]

    @property
    def minutes(self) -> float:
        """How long the lesson takes, as far as its steps say."""
        return sum(step.minutes or 0.0 for step in self._steps)

    def to_frame(self) -> pd.DataFrame:
        """Return every question with the answer given so far; see `answers_frame`."""
        return answers_frame(self.questions)

    def reset(self) -> None:
        """Forget every answer and go back to the first step, for the next reader."""
        self.step = 0
        for question in self.questions:
            question.reset()
        self._patches.apply(0, whole=True)

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
        self.step -= 1

    @guarded
    def _on_next(self, *_clicked: Any) -> None:
        self.step += 1

    @guarded
    def _on_again(self, *_clicked: Any) -> None:
        self._patches.apply(self.step, whole=True)

    @guarded
    def _on_answer(self, _change: Any) -> None:
        self._collect()
        self._write_buttons()

    def _collect(self) -> None:
        self.answers = {each.name: each.answer for each in self.questions if each.answer is not None}

    # --- to the eye -------------------------------------------------------------------------

    @traitlets.observe("step", "gated")
    @guarded
    def _on_step(self, change: Any) -> None:
        if not self.children:
            return
        if change.name == "step":
            self._patches.apply(self.step, whole=change.new != change.old + 1)
        self._write()

    def _write(self) -> None:
        step = self._steps[self.step]
        heading = f"<p><strong>{html.escape(step.title)}</strong></p>" if step.title else ""
        self._caption.value = (
            f'<div class="bw-caption" role="status" aria-live="polite">{heading}{rich(step.caption)}</div>'
        )
        self._gate.children = [step.gate] if step.gate is not None else []
        (self._gate.remove_class if step.gate is not None else self._gate.add_class)("bw-empty")
        stage = (step.view,) if isinstance(step.view, widgets.Widget) else ()
        if self._stage.children != stage:
            self._stage.children = stage
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
        self._place.value = f'<span class="bw-progress" role="status">{" · ".join(notes)}</span>'
        self._export.value = self._link() if self.step == last and self.answers else ""

    def _link(self) -> str:
        table = self.to_frame().reset_index().map(_harmless)
        content = base64.b64encode(table.to_csv(index=False).encode("utf-8-sig")).decode("ascii")
        return f'<a download="answers.csv" href="data:text/csv;base64,{content}">Download your answers (CSV)</a>'

    def _release(self) -> None:
        for question in self.questions:
            question.close()
        for view in {id(step.view): step.view for step in self._steps}.values():
            if isinstance(view, widgets.Widget):
                view.close()


def _harmless(cell: Any) -> Any:
    """Keep a spreadsheet from running what somebody typed."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(("=", "+", "-", "@", "\t", "\r")) else cell
