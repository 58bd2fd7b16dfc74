"""A lesson on paper: a sheet to print, and its key."""

from __future__ import annotations

import base64
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ipywidgets as widgets

from brierwidgets.export._pictures import picture_bytes
from brierwidgets.lessons._answers import write_answer
from brierwidgets.lessons._question import Question
from brierwidgets.lessons._small import CostScales, PrintedScores
from brierwidgets.lessons._text import rich
from brierwidgets.ui.view import View
from brierwidgets.words.html import Markup, join, tag
from brierwidgets.words.text import clean

__all__ = ["check_places", "handout_page", "picture_of"]

_STYLE = """
@page { margin: 16mm; } @media print { body { margin: 0 auto; } .chart { max-height: 80mm; width: auto; } }
:root { color-scheme: light; }
body { font: 12pt/1.45 Georgia, "Times New Roman", serif; max-width: 42em; margin: 2em auto; padding: 0 1em; }
h1 { font-size: 18pt; } h2 { font-size: 13pt; margin: 1.4em 0 0.3em; }
math { math-style: normal; font-size: 1.1em; } p { margin: 0 0 0.5em; } section { break-inside: avoid; }
.question { border-left: 3px solid #000; padding-left: 0.8em; margin: 0.6em 0; }
.line { border-bottom: 1px solid #000; display: inline-block; width: 12em; height: 1.4em; }
.lines .line { display: block; width: 100%; }
.key { background: #eee; padding: 0.4em 0.8em; print-color-adjust: exact; }
img { max-width: 100%; height: auto; }
ul { list-style: none; padding: 0; margin: 0.3em 0; }
table { border-collapse: collapse; font-size: 10pt; } th, td { padding: 2px 10px 2px 0; text-align: right; }
"""

_ON_SCREEN = tag("p", tag("em", "(What this step shows to move is on the screen only.)"))


def check_places(path: str | os.PathLike[str]) -> tuple[Path, Path]:
    """Return where the sheet and its key go.

    Examples
    --------
    >>> [place.name for place in check_places("sheet")]
    ['sheet.html', 'sheet-key.html']
    """
    sheet = Path(path)
    if sheet.is_dir():
        raise IsADirectoryError(f"{sheet} is a folder. Name a file in it, such as {str(sheet / 'sheet.html')!r}.")
    if not sheet.parent.is_dir():
        raise FileNotFoundError(f"There is no folder {sheet.parent} to write the sheet to. Make it first.")
    sheet = sheet if sheet.suffix else sheet.with_name(f"{sheet.name}.html")
    return sheet, sheet.with_name(f"{sheet.stem}-key{sheet.suffix}")


def handout_page(lesson: Any, title: str, pictures: Callable[[int], Markup], *, key: bool) -> str:
    """Return the sheet of a lesson as a page, or its key: the questions with the right answers and the reveals.

    Parameters
    ----------
    lesson
        The `Lesson`.
    title
        The heading.
    pictures
        Returns what a step shows, by its number from 0.
    key
        Whether the answers are given.
    """
    parts = [tag("h1", f"Key: {title}" if key else title)]
    if not key:
        parts.append(tag("p", "Name: ", tag("span", class_="line")))
    for index, step in enumerate(lesson.steps):
        farewell = step is lesson.steps[-1] and step.gate is None and step.view is None  # it speaks of the screen
        if farewell or (key and step.gate is None):
            continue
        heading = tag("h2", f"{index + 1}. {step.title}" if step.title else f"Step {index + 1}")
        explained = () if key else (rich(step.caption), pictures(index))
        asked = () if step.gate is None else (_question(step.gate, key=key),)
        parts.append(tag("section", heading, *explained, *asked))
    head = f'<meta charset="utf-8">{tag("title", title)}<style>{_STYLE}</style>'
    return clean(f'<!DOCTYPE html>\n<html lang="en"><head>{head}</head>\n<body>{join(parts)}</body></html>\n')


def _question(question: Question, *, key: bool) -> Markup:
    place = _answer(question) if key else _place(question)
    return tag("div", rich(question.text), place, class_="question")


def _place(question: Question) -> Markup:
    """Return where a student answers."""
    expected = question.expected
    if expected.kind == "choice":
        return tag("ul", *(tag("li", f"☐ {choice}") for choice in expected.choices))
    if expected.kind == "number":
        return tag("p", "Your answer: ", tag("span", class_="line"), f" {expected.unit}")
    return tag("div", *(tag("span", class_="line") for _ in range(3)), class_="lines")


def _answer(question: Question) -> Markup:
    expected, reveal = question.expected, question.reveal
    right = "any answer" if expected.correct is None else write_answer(expected.correct, expected.unit)
    if expected.also:
        right += "".join(f" or {write_answer(other, expected.unit)}" for other in expected.also)
    if expected.tolerance:
        right += f" (within {expected.tolerance:.3g}{expected.unit if expected.unit == '%' else ''})"
    explanation = rich(reveal) if isinstance(reveal, str) else ""
    return tag("div", tag("p", tag("strong", right)), explanation, class_="key")


def picture_of(view: widgets.Widget | None) -> Markup:
    """Return a chart as a picture, a text as it is, and a word about what cannot be printed."""
    if isinstance(view, widgets.HTML):
        return Markup(view.value)
    if isinstance(view, CostScales | PrintedScores):
        return join(view.still())
    if not isinstance(view, View):
        return Markup("") if view is None else _ON_SCREEN
    try:
        drawn = base64.b64encode(picture_bytes(view, "svg")).decode("ascii")
    except TypeError:  # it is not one chart
        return _ON_SCREEN
    return tag("img", class_="chart", src=f"data:image/svg+xml;base64,{drawn}", alt="")
