"""Predict, commit, then reveal."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from typing import Any

import ipywidgets as widgets
import pandas as pd
import traitlets

from brierwidgets.lessons._answers import Expected, check_expected, write_answer
from brierwidgets.lessons._panel import Panel, rich
from brierwidgets.traits import refuse_unknown
from brierwidgets.views._base import guarded

__all__ = ["Question", "answers_frame"]


class Question(Panel):
    """A question whose answer shows only after the reader has committed to one.

    Parameters
    ----------
    text
        The question. A blank line starts a paragraph and ``**so**`` is bold; anything else shows as written.
    choices
        The answers to choose from.
    correct
        The right answer: one of the choices, or a number. Without it every answer is as good as another.
    tolerance
        How far off a number may be and still be right.
    unit
        What a number is counted in, written behind it: ``"per 1,000"``, ``"%"``.
    reveal
        What is shown at the end: text, or a widget such as a chart.
    kind
        ``"choice"``, ``"number"`` or ``"text"``; unless given, it follows from `choices` and `correct`.
    name
        A short name for the table of answers; the text itself unless given.

    Attributes
    ----------
    answer
        None until an answer is committed. Setting it commits, once; `reset` starts over.
    revealed
        Whether the reveal shows. It cannot before there is an answer.

    Examples
    --------
    >>> question = Question("How many of 1,000 are ill?", correct=26.5, tolerance=3, reveal="284 of 10,732.")
    >>> question.revealed = True
    Traceback (most recent call last):
        ...
    traitlets.traitlets.TraitError: Commit an answer first: the reveal comes after it.
    >>> question.answer = "25"
    >>> question.revealed = True
    >>> question.is_correct
    True
    >>> question.close()
    """

    answer = traitlets.Any(None, allow_none=True, help="The answer committed; None before.")
    revealed = traitlets.Bool(False, help="Whether the reveal shows.")

    def __init__(
        self,
        text: str,
        *,
        choices: Sequence[str] | None = None,
        correct: Any = None,
        tolerance: float | None = None,
        unit: str = "",
        reveal: str | widgets.Widget = "",
        kind: str | None = None,
        name: str | None = None,
        **unknown: Any,
    ) -> None:
        refuse_unknown(type(self), unknown)
        self._expected = check_expected(
            kind=kind, choices=choices, correct=correct, tolerance=tolerance, unit=unit, text=text
        )
        super().__init__("bw-question")
        self.text, self.name, self.reveal = text, name or text, reveal
        self._prompt = widgets.HTML(f'<div class="bw-prompt">{rich(text)}</div>')
        self._input = _make_input(self._expected)
        self._input.observe(self._on_input, "value")
        self._input.on_msg(self._on_enter)
        self._commit = widgets.Button(description="Commit my answer", button_style="primary", disabled=True)
        self._commit.on_click(self._on_commit)
        self._reveal = widgets.Button(description="Reveal", disabled=True, tooltip="Commit an answer first")
        self._reveal.on_click(self._on_reveal)
        self._told = widgets.HTML()
        self._shown = widgets.VBox()
        line = widgets.HBox([self._input, widgets.Label(unit)]) if unit else widgets.HBox([self._input])
        line.add_class("bw-input")
        buttons = widgets.HBox([self._commit, self._reveal])
        buttons.add_class("bw-buttons")
        self._show([self._prompt, line, buttons, self._told, self._shown])

    @property
    def kind(self) -> str:
        """``"choice"``, ``"number"`` or ``"text"``."""
        return self._expected.kind

    @property
    def correct(self) -> Any:
        """The right answer, or None."""
        return self._expected.correct

    @property
    def is_correct(self) -> bool | None:
        """Whether the answer is right; None without an answer, or where there is no right one."""
        return self._expected.judge(self.answer)

    def reset(self) -> None:
        """Forget the answer, for the next reader."""
        self.answer = None

    def to_frame(self) -> pd.DataFrame:
        """Return one row; see `answers_frame`."""
        return answers_frame([self])

    # --- checks -----------------------------------------------------------------------------

    @traitlets.validate("answer")
    def _check_answer(self, proposal: Any) -> Any:
        if proposal.value is None:
            return None
        try:
            value = self._expected.read(proposal.value)
        except (TypeError, ValueError) as error:
            raise traitlets.TraitError(str(error)) from error
        if self.answer is not None and value != self.answer:
            raise traitlets.TraitError(
                f"This question has been answered: {write_answer(self.answer)}. Call reset() to start over."
            )
        return value

    @traitlets.validate("revealed")
    def _check_revealed(self, proposal: Any) -> bool:
        if proposal.value and self.answer is None:
            raise traitlets.TraitError("Commit an answer first: the reveal comes after it.")
        return bool(proposal.value)

    # --- from the hand ----------------------------------------------------------------------

    @guarded
    def _on_input(self, _change: Any) -> None:
        value = self._input.value
        self._commit.disabled = self.answer is not None or value is None or not str(value).strip()

    def _on_enter(self, _widget: Any, content: Any, _buffers: Any) -> None:
        if isinstance(content, dict) and content.get("event") == "submit":
            self._on_commit()

    @guarded
    def _on_commit(self, *_clicked: Any) -> None:
        if self._input.value is None or not str(self._input.value).strip():
            raise ValueError("There is no answer yet. Give one, then commit.")
        self.answer = self._input.value
        self._reveal.focus()  # the button just pressed is disabled now: the keyboard goes on from here

    @guarded
    def _on_reveal(self, *_clicked: Any) -> None:
        self.revealed = True

    # --- to the eye -------------------------------------------------------------------------

    @traitlets.observe("answer", "revealed")
    @guarded
    def _on_change(self, change: Any) -> None:
        if change.name == "answer":
            if self.answer is None:
                self.revealed = False
            self._put_input()
        self._write()

    def _put_input(self) -> None:
        committed = self.answer is not None
        shown: Any = self.answer
        if self.kind == "number" and committed:
            shown = write_answer(self.answer)
        self._input.value = shown if committed or self.kind == "choice" else ""
        self._input.disabled = committed
        self._commit.disabled = True
        self._reveal.disabled = not committed or self.revealed
        self._reveal.tooltip = "Show what is behind it" if committed else "Commit an answer first"

    def _write(self) -> None:
        self._reveal.disabled = self.answer is None or self.revealed
        if self.answer is None:
            self._told.value, self._shown.children = "", []
            return
        sentence = f"Committed: {html.escape(write_answer(self.answer, self._expected.unit))}."
        body = ""
        if self.revealed:
            sentence = f"<strong>{html.escape(self._judgement())}</strong>"
            body = rich(self.reveal) if isinstance(self.reveal, str) else ""
        self._told.value = f'<div class="bw-told" role="status" aria-live="polite"><p>{sentence}</p>{body}</div>'
        widget = self.revealed and isinstance(self.reveal, widgets.Widget)
        self._shown.children = [self.reveal] if widget else []

    def _judgement(self) -> str:
        given = write_answer(self.answer, self._expected.unit)
        if self.is_correct is None:
            return f"You said: {given}."
        right = write_answer(self.correct, self._expected.unit)
        if not self.is_correct:
            return f"✗ Not quite. You said: {given}. The answer: {right}."
        return f"✓ Right: {right}." if self.kind == "choice" else f"✓ Right. You said {given}; it is {right}."

    def _release(self) -> None:
        if isinstance(self.reveal, widgets.Widget):
            self.reveal.close()


def _make_input(expected: Expected) -> widgets.Widget:
    if expected.kind == "choice":
        return widgets.RadioButtons(options=list(expected.choices), value=None)
    if expected.kind == "number":
        return widgets.Text(description="Your answer", placeholder="a number")
    return widgets.Textarea(description="Your answer", rows=3)


def answers_frame(questions: Iterable[Question]) -> pd.DataFrame:
    """Return the answers given, one row a question.

    Returns
    -------
    DataFrame
        ``kind``, ``answer``, ``expected``, ``correct`` and ``revealed``, by the name of the question.

    Examples
    --------
    >>> question = Question("Which is worse?", choices=["a miss", "a false alarm"], name="worse")
    >>> question.answer = "a miss"
    >>> answers_frame([question])
                kind  answer expected correct  revealed
    question
    worse     choice  a miss     None    None     False
    >>> question.close()
    """
    listed = list(questions)
    columns = {
        "kind": [each.kind for each in listed],
        "answer": [each.answer for each in listed],
        "expected": [each.correct for each in listed],
        "correct": [each.is_correct for each in listed],
        "revealed": [each.revealed for each in listed],
    }
    index = pd.Index([each.name for each in listed], name="question", dtype=object)
    loose = {name: pd.Series(values, index=index, dtype=object) for name, values in columns.items()}
    return pd.DataFrame(loose, index=index).astype({"revealed": bool})
