"""The last page of a lesson: what was said, what is right, and a file to hand in."""

from __future__ import annotations

import base64
from collections.abc import Sequence

from brierwidgets.lessons._question import Question, answers_frame
from brierwidgets.words.html import Markup, table, tag
from brierwidgets.words.text import inert

__all__ = ["answers_csv", "closing_page", "is_held"]


def answers_csv(questions: Sequence[Question], name: str | None = None) -> str:
    """Return the answers as a file to hand in; no spreadsheet takes a cell of it for a formula.

    Parameters
    ----------
    questions
        All of them, in order.
    name
        What the student wants to be called; None where nobody asked.
    """
    frame = answers_frame(questions).reset_index()
    if name is not None:
        frame["name"] = name.strip()
    cells = frame.map(lambda cell: inert(cell) if isinstance(cell, str) else cell)
    return str(cells.to_csv(index=False))


def is_held(questions: Sequence[Question]) -> bool:
    """Whether a teacher holds a right answer that the student waits for."""
    return any(question.answer is not None and not question.may_be_seen for question in questions)


def closing_page(questions: Sequence[Question], csv: str) -> Markup:
    """Return the answers, the score as far as it may be seen, and the file."""
    marked = [question.is_correct for question in questions if question.may_be_seen]
    known = [mark for mark in marked if mark is not None]
    score = f"{sum(known)} of {len(known)} right." if known else ""
    if is_held(questions):
        score = f"{score} Your teacher will open the answers for all.".strip()
    heads = ["Question", "You said", "The answer", ""]
    lines = table(heads, [question.in_words() for question in questions], class_="bw-answers")
    content = base64.b64encode(csv.encode("utf-8-sig")).decode("ascii")
    link = tag(*("a", "Download your answers (CSV)"), download="answers.csv", href=f"data:text/csv;base64,{content}")
    return tag("div", tag("p", score, class_="bw-result"), lines, link)
