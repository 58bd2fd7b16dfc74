"""Names from strangers, made fit for any file."""

from __future__ import annotations

import re

__all__ = ["as_typed", "clean", "inert", "no_formula", "one_line"]

#: What XML 1.0, and so SVG and strict HTML, cannot hold, and half pairs that no encoding can write.
_UNFIT = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd\U00010000-\U0010ffff]")

#: A spreadsheet takes a cell that begins like this for a formula, and runs it.
_FORMULA = re.compile(r"[\t\r]|\s*[=+\-@\uff0b\uff0d\uff1d\uff20]")


def clean(text: str) -> str:
    r"""Return the text with every control character and lone surrogate shown as �, so that any file can hold it.

    Examples
    --------
    >>> clean("a\x00b"), clean("plain – ok")
    ('a�b', 'plain – ok')
    """
    return _UNFIT.sub("\ufffd", text)


def one_line(text: str) -> str:
    r"""Return the cleaned text without tabs and line breaks, for legends and the cells of a table.

    Examples
    --------
    >>> one_line("two\n lines ")
    'two lines'
    """
    return " ".join(clean(text).split())


def inert(text: str) -> str:
    """Return the cleaned text with an apostrophe before what a spreadsheet would run as a formula.

    Examples
    --------
    >>> inert("=1+2"), inert("logistic"), inert("2 - 1")
    ("'=1+2", 'logistic', '2 - 1')
    """
    cleaned = clean(text)
    return f"'{cleaned}" if _FORMULA.match(cleaned) else cleaned


def as_typed(cell: str) -> str:
    """Return what was typed into a cell that `inert` has written.

    Examples
    --------
    >>> as_typed("'=1+2"), as_typed("'tis so")
    ('=1+2', "'tis so")
    """
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell[1:]) else cell


def no_formula(text: str) -> str:
    r"""Return text in which MathJax finds no formula, for labels that it would typeset: its marks become wide twins.

    Examples
    --------
    >>> no_formula("$x^2$"), no_formula(r"\(a\)"), no_formula("5 $")
    ('＄x^2＄', '＼(a＼)', '5 $')
    """
    if text.count("$") < 2 and "\\" not in text:
        return text
    return text.replace("$", "\uff04").replace("\\", "\uff3c")
