"""Steps that move an Explorer, with a caption each."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import ipywidgets as widgets
import pandas as pd
import traitlets

from brierwidgets.export import PageParts, save_html
from brierwidgets.lessons._class import ClassFolder
from brierwidgets.lessons._closing import answers_csv, closing_page, is_held
from brierwidgets.lessons._handout import check_places, handout_page, picture_of
from brierwidgets.lessons._hold import check_hold
from brierwidgets.lessons._page import SavedLesson, step_caption
from brierwidgets.lessons._parts import part_classes
from brierwidgets.lessons._question import Question, answers_frame
from brierwidgets.lessons._steps import Patches, Step, check_steps
from brierwidgets.ui.figure import row
from brierwidgets.ui.frame import Frame, on_change
from brierwidgets.ui.notice import guarded
from brierwidgets.words.html import ANNOUNCED, Markup, spoken, tag

__all__ = ["Lesson"]


class Lesson(Frame):
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
    names
        Whether the lesson asks for a name or nickname to hand in with the answers; otherwise none is kept.

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
        names: bool = False,
    ) -> None:
        self._steps = check_steps(view, steps)
        self._patches = Patches(self._steps)
        super().__init__("bw-lesson")
        self.gated, self.title, self.names = gated, title, names
        self._title = widgets.HTML(tag("div", title, class_="bw-title") if title else "")
        self._title.layout.display = "" if title else "none"
        self._caption = widgets.HTML()
        self._gate = widgets.VBox()
        self._back = widgets.Button(description="Back")
        self._next = widgets.Button(description="Next", button_style="primary")
        self._again = widgets.Button(description="Show this step again", tooltip="Undo what you dragged since")
        self._place = widgets.HTML()
        self._stage = widgets.VBox()
        self._export = widgets.HTML()
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
        self._name = widgets.Text(description="Your name or a nickname", continuous_update=False)
        self._name.add_class("bw-name")
        self._name.observe(self._on_name, "value")
        for question in self.questions:
            question.observe(self._on_answer, "answer")
            question.fold()  # what it is made of, until its step is reached
            if self._class is not None:
                question.held = self._class.holds
        self.at_close(self._close_parts)
        buttons = row(self._back, self._next, self._again, self._place, css_classes=["bw-buttons"])
        look = row(self._look, css_classes=["bw-buttons"])
        side = widgets.VBox([self._caption, self._gate, buttons, self._name, self._export, look])
        self._body = widgets.Box([side, self._stage])
        boxes = {"bw-side": side, "bw-gate": self._gate, "bw-body": self._body, "bw-stage": self._stage}
        for name, box in boxes.items():
            box.add_class(name)
        self._collect()
        self._patches.apply(0, whole=False)
        self._write()
        self.show(self._title, self._body)

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

    def check(self) -> list[str]:
        """Return what the teacher should know before class: answers that are ambiguous or could be chance.

        Views that are built later are built now, and what a step cannot make of them is an error.

        Examples
        --------
        >>> from brierwidgets import Comparison
        >>> from brierwidgets.lessons import ask_best
        >>> both = Comparison([0, 0, 1, 1], {"keen": [0.4, 0.6, 0.7, 0.9], "shy": [0.1, 0.2, 0.3, 0.6]})
        >>> lesson = Lesson(None, [Step("Think first.", gate=ask_best(both, ("20%", "40%"), name="the best"))])
        >>> lesson.check()
        ['Step 1, the best: On these cases the lead of shy over keen could be chance.']
        >>> lesson.close()
        """
        for index in range(len(self._steps)):
            self._patches.view(index)  # a view that a function builds is tried here
        gates = [(number, step.gate) for number, step in enumerate(self._steps, start=1) if step.gate is not None]
        return [f"Step {number}, {gate.name}: {gate.doubt}" for number, gate in gates if gate.doubt]

    def to_frame(self) -> pd.DataFrame:
        """Return every question with the answer given so far; see `answers_frame`."""
        return answers_frame(self.questions)

    def reset(self) -> None:
        """Forget every answer and go back to the first step, for the next reader."""
        self.step = 0
        for question in self.questions:
            question.reset()
        self._asked.clear()
        self._patches.apply(0, whole=True)

    def page_parts(self) -> PageParts:
        """Return what a saved lesson shows: twins of its views, so that nothing happens to what somebody looks at."""
        return self._saved(None).page_parts()

    def _saved(self, hold: str | Sequence[str] | None) -> SavedLesson:
        return SavedLesson(self, self._patches, check_hold(hold, len(self.questions)))

    def save_html(
        self, path: str | os.PathLike[str], *, title: str | None = None, hold: str | Sequence[str] | None = None
    ) -> Path:
        """Write the whole lesson as one page that opens offline, for any number of readers; return its path.

        Steps, questions, gates, reveals, charts and the download of answers work in it without Python, and answers
        survive a reload. Right answers and reveals are scrambled in the file: a curtain, not a lock.

        Parameters
        ----------
        path
            Where; a file of that name is replaced.
        title
            The page's heading; the lesson's title unless given.
        hold
            A word without which no reveal opens, until you say it; or a word for each question, in their order.
        """
        return save_html(self._saved(hold), path, title=title)

    def handout(self, path: str | os.PathLike[str], *, title: str | None = None) -> tuple[Path, Path]:
        """Write the lesson as a sheet to print, and its key beside it; return both paths.

        Charts are drawn as each step shows them, which needs matplotlib.

        Parameters
        ----------
        path
            Where the sheet goes, such as ``"sheet.html"``; the key goes to ``"sheet-key.html"``. Without an ending
            it is ``.html``.
        title
            The heading; the lesson's title unless given.
        """
        sheet, key = check_places(path)
        heading = title or self.title or "A lesson"
        drawn: dict[int, Markup] = {}
        try:
            for index in range(len(self._steps)):
                self._patches.apply(index, whole=True)
                drawn[index] = picture_of(self._patches.view(index))
        finally:
            self._patches.apply(self.step, whole=True)
        for file, answers in ((sheet, False), (key, True)):
            file.write_text(handout_page(self, heading, drawn.__getitem__, key=answers), encoding="utf-8")
        return sheet, key

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
    def _on_seen(self, _change: Any) -> None:
        """Start the clock when a reader is there: a server may have made the lesson long before."""
        self.unobserve(self._on_seen, "_view_count")
        for question in self.questions:
            if question.name in self._asked and question.answer is None:
                self._asked[question.name] = time.monotonic()

    @guarded
    def _on_name(self, _change: Any) -> None:
        if self.answers:
            self._hand_in()
        self._write_buttons()

    def _hand_in(self) -> None:
        """Give the answers to the class that this Python serves, if any."""
        if self._class is not None:
            self._class.keep(self._csv())

    def _collect(self) -> None:
        self.answers = {question.name: question.answer for question in self.questions if question.answer is not None}

    # --- to the eye -------------------------------------------------------------------------

    @on_change("step", "gated")
    def _on_step(self, change: Any) -> None:
        if change.name == "step":
            self._patches.apply(self.step, whole=change.new != change.old + 1)
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
        (self._body.add_class if stage else self._body.remove_class)("bw-with-view")
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
