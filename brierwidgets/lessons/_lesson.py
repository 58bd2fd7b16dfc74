"""Steps that move an Explorer, with a caption each."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from brierwidgets.export import PageParts, save_html
from brierwidgets.lessons._handout import check_places, handout_page, picture_of
from brierwidgets.lessons._hold import check_hold
from brierwidgets.lessons._led import LedLesson
from brierwidgets.lessons._page import SavedLesson
from brierwidgets.lessons._question import answers_frame
from brierwidgets.words.html import Markup

__all__ = ["Lesson"]


class Lesson(LedLesson):
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
    >>> from brierwidgets.lessons import Question, Step
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
        >>> from brierwidgets.lessons import Step, ask_best
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
