"""Predict, commit, then reveal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import ipywidgets as widgets
import pandas as pd
import traitlets

from brierwidgets.lessons._answers import Expected, check_expected, with_stop, write_answer
from brierwidgets.lessons._text import rich
from brierwidgets.state.arguments import refused_by_trait
from brierwidgets.ui.frame import Frame, close_inside, on_change
from brierwidgets.ui.layout import row
from brierwidgets.ui.notice import guarded
from brierwidgets.words.html import ANNOUNCED, Markup, join, spoken, tag

__all__ = ["Question", "answers_frame"]


class Question(Frame):
    """A question whose answer shows only after the reader has committed to one.

    Parameters
    ----------
    text
        The question. A blank line starts a paragraph, ``**so**`` is bold, ``$x^2$`` a formula, ``[words](address)`` a
        link and ``![what it shows](file.png)`` a picture; anything else shows as written.
    choices
        The answers to choose from.
    correct
        The right answer: one of the choices, or a number. Without it every answer is as good as another.
    tolerance
        How far off a number may be and still be right.
    unit
        What a number is counted in, written behind it: ``"per 1,000"``, ``"%"``. Where it is a percentage, the reader
        may type ``5``, ``5%``, ``0.05`` or ``1:19``, and the box says how that is taken.
    limits
        The least and the greatest number that can be; one outside is refused. From 0 to 100 for a percentage.
    also
        Further numbers that are as right as `correct`.
    hints
        Texts that help, shown one after another when asked for.
    reveal
        What is shown at the end: text, or a widget such as a chart.
    kind
        ``"choice"``, ``"number"`` or ``"text"``; unless given, it follows from `choices` and `correct`.
    name
        A short name for the table of answers; the text itself unless given.
    doubt
        What the teacher should know of the right answer, such as that it could be chance; see `Lesson.check`.

    Attributes
    ----------
    answer
        None until an answer is committed. Setting it commits, once; `reset` starts over.
    revealed
        Whether the reveal shows. It cannot before there is an answer.
    expected
        What an answer may be and when it is right.
    seconds
        How long the reader thought, where a `Lesson` has asked; None otherwise.
    held
        A function that says whether the reveal must wait, for a class whose teacher holds it.
    hints_shown
        How many hints have been asked for.

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
    hints_shown = traitlets.Int(0, help="How many hints have been asked for.")

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
        limits: tuple[float, float] | None = None,
        also: Sequence[Any] = (),
        hints: Sequence[str] = (),
        doubt: str = "",
    ) -> None:
        self.expected = check_expected(
            kind=kind,
            choices=choices,
            correct=correct,
            tolerance=tolerance,
            unit=unit,
            text=text,
            limits=limits,
            also=also,
        )
        check_texts(text, hints, reveal)
        super().__init__("bw-question")
        self.seconds: float | None = None
        self.held: Callable[[], bool] = lambda: False
        self.text, self.name, self.reveal, self.hints, self.doubt = text, name or text, reveal, tuple(hints), doubt
        if isinstance(reveal, widgets.Widget):
            self.at_close(reveal.close)
        self._build()

    def _build(self) -> None:
        unit = self.expected.unit
        self._prompt = widgets.HTML(tag("div", rich(self.text), class_="bw-prompt")).add_class("bw-question-text")
        self._input = _make_input(self.expected)
        self._input.observe(self._on_input, "value")
        self._input.on_msg(self._on_enter)
        self._commit = widgets.Button(description="Commit my answer", button_style="primary", disabled=True)
        self._commit.on_click(self._on_commit)
        self._reveal = widgets.Button(description="Reveal", disabled=True, tooltip="Commit an answer first")
        self._reveal.on_click(self._on_reveal)
        self._hint = widgets.Button(description="Hint", tooltip="Show a hint")
        self._hint.layout.display = "" if self.hints else "none"
        self._hint.on_click(self._on_hint)
        self._helped = widgets.HTML()
        self._echo = widgets.HTML()
        self._response = widgets.HTML()
        self._shown = widgets.VBox()
        line = row(self._input, *([widgets.Label(unit)] if unit else []), self._echo, css_classes=["bw-input"])
        buttons = row(self._commit, self._reveal, self._hint, css_classes=["bw-buttons"])
        self._write_hints()
        self.show(self._prompt, self._helped, line, buttons, self._response, self._shown)

    def fold(self) -> None:
        """Give up the box, the buttons and the texts until `unfold`; answers stay. So a lesson sends less to a page."""
        if not self.laid_out:
            return
        self._shown.children = ()
        for part in self._parts:
            close_inside(part)
            part.close()
        self.show()
        self.laid_out = False

    def unfold(self) -> None:
        """Have again what `fold` gave up."""
        if not self.laid_out:
            self._build()
            self._show_answer()
            self._write()

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        self.unfold()
        return super()._repr_mimebundle_(**kwargs)

    def still(self) -> list[Markup]:
        """Return the question and what one may choose, but no answer."""
        choices = [tag("li", choice) for choice in self.expected.choices]
        return [rich(self.text), *([tag("ul", *choices)] if choices else [])]

    @property
    def kind(self) -> str:
        """``"choice"``, ``"number"`` or ``"text"``."""
        return self.expected.kind

    @property
    def correct(self) -> Any:
        """The right answer, or None."""
        return self.expected.correct

    @property
    def is_correct(self) -> bool | None:
        """Whether the answer is right; None without an answer, or where there is no right one."""
        return self.expected.judge(self.answer)

    def reset(self) -> None:
        """Forget the answer, for the next reader."""
        self.answer = None
        self.hints_shown = 0
        self.seconds = None

    def in_words(self) -> list[str]:
        """Return the name, the answer, the right answer and a mark, in words; what must wait is left out."""
        given, right = (
            "" if value is None else write_answer(value, self.expected.unit) for value in (self.answer, self.correct)
        )
        if not self.may_be_seen:
            return [self.name, given, "", "–"]
        return [self.name, given, right, {True: "✓", False: "✗", None: "–"}[self.is_correct]]

    @property
    def may_be_seen(self) -> bool:
        """Whether the right answer may be seen: there is an answer, and nobody holds the reveal."""
        return self.answer is not None and (self.revealed or not self.held())

    def to_frame(self) -> pd.DataFrame:
        """Return one row; see `answers_frame`."""
        return answers_frame([self])

    # --- checks -----------------------------------------------------------------------------

    @traitlets.validate("answer")
    def _check_answer(self, proposal: Any) -> Any:
        if proposal.value is None:
            return None
        with refused_by_trait():
            value = self.expected.read(proposal.value)
        if self.answer is not None and value != self.answer:
            raise traitlets.TraitError(
                f"This question has been answered: {write_answer(self.answer)}. Call reset() to start over."
            )
        return value

    @traitlets.validate("revealed")
    def _check_revealed(self, proposal: Any) -> bool:
        if proposal.value and self.answer is None:
            raise traitlets.TraitError("Commit an answer first: the reveal comes after it.")
        if proposal.value and self.held():
            raise traitlets.TraitError("Your teacher will open the reveals for all. Try again then.")
        return bool(proposal.value)

    @traitlets.validate("hints_shown")
    def _check_hints(self, proposal: Any) -> int:
        if not 0 <= proposal.value <= len(self.hints):
            raise traitlets.TraitError(f"This question has {len(self.hints)} hints, so {proposal.value} cannot show.")
        return int(proposal.value)

    # --- from the hand ----------------------------------------------------------------------

    @guarded
    def _on_input(self, _change: Any) -> None:
        value = self._input.value
        self._commit.disabled = self.answer is not None or value is None or not str(value).strip()
        taken = self.expected.understood(str(value)) if self.answer is None and value else ""
        self._echo.value = spoken([taken], class_="bw-echo", **ANNOUNCED) if taken else ""

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

    @guarded
    def _on_hint(self, *_clicked: Any) -> None:
        self.hints_shown += 1

    # --- to the eye -------------------------------------------------------------------------

    @on_change("hints_shown")
    def _on_hints(self, _change: Any) -> None:
        self._write_hints()

    def _write_hints(self) -> None:
        shown, many = self.hints_shown, len(self.hints)
        self._helped.value = (
            spoken([join(rich(hint) for hint in self.hints[:shown])], class_="bw-hints", **ANNOUNCED) if shown else ""
        )
        self._hint.disabled = shown == many
        self._hint.description = "Hint" if many < 2 else f"Hint ({min(shown + 1, many)} of {many})"

    @on_change("answer", "revealed")
    def _on_change(self, change: Any) -> None:
        if change.name == "answer":
            if self.answer is None:
                self.revealed = False
            self._show_answer()
        self._write()

    def _show_answer(self) -> None:
        committed = self.answer is not None
        shown: Any = self.answer
        if self.kind == "number" and committed:
            shown = write_answer(self.answer)
        self._input.value = shown if committed or self.kind == "choice" else ""
        self._input.disabled = committed
        self._echo.value = ""
        self._commit.disabled = True
        self._reveal.tooltip = "Show what is behind it" if committed else "Commit an answer first"

    def _write(self) -> None:
        self._reveal.disabled = self.answer is None or self.revealed
        if self.answer is None:
            self._response.value, self._shown.children = "", []
            return
        sentence: object = f"Committed: {with_stop(write_answer(self.answer, self.expected.unit))}"
        body = rich("")
        if self.revealed:
            sentence = tag("strong", self._judgement())
            body = rich(self.reveal) if isinstance(self.reveal, str) else body
        self._response.value = spoken([join([tag("p", sentence), body])], class_="bw-response", **ANNOUNCED)
        widget = self.revealed and isinstance(self.reveal, widgets.Widget)
        self._shown.children = [self.reveal] if widget else []

    def _judgement(self) -> str:
        given = write_answer(self.answer, self.expected.unit)
        if self.is_correct is None:
            return f"You said: {with_stop(given)}"
        right = with_stop(write_answer(self.correct, self.expected.unit))
        if not self.is_correct:
            return f"✗ Not quite. You said: {with_stop(given)} The answer: {right}"
        return (
            f"✓ Right: {right}"
            if self.kind == "choice"
            else f"✓ Right. You said {given.removesuffix('.')}; it is {right}"
        )


def check_texts(text: str, hints: Sequence[str], reveal: str | widgets.Widget) -> None:
    """Refuse what cannot be shown, such as a picture that is not there, before the class sees it."""
    where = f"The question {text[:60]!r}"
    if isinstance(hints, str) or not all(isinstance(hint, str) and hint.strip() for hint in hints):
        raise TypeError(f"{where}: hints must be a list of texts.")
    if not isinstance(reveal, str | widgets.Widget):
        raise TypeError(f"{where}: the reveal must be text or a widget, not {type(reveal).__name__}.")
    try:
        for part in (text, *hints, reveal if isinstance(reveal, str) else ""):
            rich(part)
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from error


def _make_input(expected: Expected) -> widgets.Widget:
    if expected.kind == "choice":
        return widgets.RadioButtons(options=list(expected.choices), value=None).add_class("bw-named-Your-answer")
    if expected.kind == "number":
        return widgets.Text(
            description="Your answer", placeholder="such as 5%, 0.05 or 1:19" if expected.unit == "%" else "a number"
        )
    return widgets.Textarea(description="Your answer", rows=3)


def answers_frame(questions: Iterable[Question]) -> pd.DataFrame:
    """Return the answers given, one row a question.

    Returns
    -------
    DataFrame
        ``kind``, ``answer``, ``expected``, ``correct``, ``revealed`` and ``seconds``, by the name of the question.

    Examples
    --------
    >>> question = Question("Which is worse?", choices=["a miss", "a false alarm"], name="worse")
    >>> question.answer = "a miss"
    >>> answers_frame([question])
                kind  answer expected correct  revealed seconds
    question
    worse     choice  a miss     None    None     False    None
    >>> question.close()
    """
    listed = list(questions)
    columns = {
        "kind": [question.kind for question in listed],
        "answer": [question.answer for question in listed],
        "expected": [question.correct for question in listed],
        "correct": [question.is_correct for question in listed],
        "revealed": [question.revealed for question in listed],
        "seconds": [question.seconds for question in listed],
    }
    index = pd.Index([question.name for question in listed], name="question", dtype=object)
    loose = {name: pd.Series(values, index=index, dtype=object) for name, values in columns.items()}
    return pd.DataFrame(loose, index=index).astype({"revealed": bool})
