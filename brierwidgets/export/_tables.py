"""Score tables as text: CSV for programs, LaTeX and Markdown for people."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from numbers import Integral, Real
from pathlib import Path
from typing import Any

import pandas as pd

from brierwidgets.words.columns import COLUMNS
from brierwidgets.words.html import Markup
from brierwidgets.words.html import table as html_table
from brierwidgets.words.numbers import number
from brierwidgets.words.text import inert, one_line

__all__ = ["to_csv", "to_html", "to_latex", "to_markdown"]

_TITLES = {column.key: column.title for column in COLUMNS.values()} | {
    "auc": "AUC",
    "rank": "Rank",
    "brier_full": "Brier",
    "log_loss_full": "Log loss",
}
_LATEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    # At the start of a row these would be arguments of the line break before.
    "[": "{[}",
    "]": "{]}",
    "*": "{*}",
    "−": "$-$",
    "∞": r"$\infty$",
    "–": "--",
    "±": r"$\pm$",
} | {special: f"\\{special}" for special in "&%$#_{}"}


def to_csv(table: pd.DataFrame, path: str | os.PathLike[str] | None = None) -> str:
    """Return a score table as CSV, every digit kept; also write it when a path is given.

    A name that a spreadsheet would run as a formula, such as ``=1+2``, gets an apostrophe before it.

    Examples
    --------
    >>> from brierwidgets import Comparison
    >>> scores = Comparison([0, 1], {"a": [0.25, 0.5]}).scores((0.2, 0.6))
    >>> print(to_csv(scores[["brier", "rank"]].round(9)), end="")
    model,brier,rank
    a,0.05625,1
    """
    harmless = table.map(_inert).set_axis(table.index.map(_inert), axis="index")
    return _deliver(harmless.to_csv(lineterminator="\n"), path)


def to_latex(table: pd.DataFrame, path: str | os.PathLike[str] | None = None, *, digits: int = 3) -> str:
    r"""Return a score table as a LaTeX tabular; also write it when a path is given.

    Parameters
    ----------
    table
        What `Comparison.scores` or `Explorer.scores` returned.
    path
        Where to write it, too.
    digits
        Significant digits.

    Notes
    -----
    The rules are those of the LaTeX package booktabs.

    Examples
    --------
    >>> from brierwidgets import Comparison
    >>> scores = Comparison([0, 1], {"50% off": [0.25, 0.5]}).scores((0.2, 0.6))
    >>> print(to_latex(scores[["brier", "rank"]]), end="")
    \begin{tabular}{lrr}
    \toprule
    Model & Bounded Brier & Rank \\
    \midrule
    50\% off & 0.0563 & 1 \\
    \bottomrule
    \end{tabular}
    """
    head, *rows = (" & ".join(row) + r" \\" for row in _cells(table, digits, _escape_latex))
    lines = [
        rf"\begin{{tabular}}{{l{'r' * len(table.columns)}}}",
        r"\toprule",
        head,
        r"\midrule",
        *rows,
        r"\bottomrule",
        r"\end{tabular}",
    ]
    return _deliver("\n".join((*lines, "")), path)


def to_markdown(table: pd.DataFrame, path: str | os.PathLike[str] | None = None, *, digits: int = 3) -> str:
    """Return a score table as Markdown; also write it when a path is given. Takes what `to_latex` takes.

    Examples
    --------
    >>> from brierwidgets import Comparison
    >>> scores = Comparison([0, 1], {"a": [0.25, 0.5]}).scores((0.2, 0.6))
    >>> print(to_markdown(scores[["brier", "rank"]]), end="")
    | Model | Bounded Brier | Rank |
    | :---- | ------------: | ---: |
    | a     |        0.0563 |    1 |
    """
    cells = _cells(table, digits, _escape_markdown)
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    rules = [f":{'-' * (width - 1)}" if place == 0 else f"{'-' * (width - 1)}:" for place, width in enumerate(widths)]
    lines = []
    for name, *values in (cells[0], rules, *cells[1:]):
        padded = [name.ljust(widths[0]), *(text.rjust(w) for text, w in zip(values, widths[1:], strict=True))]
        lines.append(f"| {' | '.join(padded)} |\n")
    return _deliver("".join(lines), path)


def to_html(table: pd.DataFrame, *, digits: int = 3) -> Markup:
    """Return a score table as HTML, every name escaped.

    Examples
    --------
    >>> from brierwidgets import Comparison
    >>> scores = Comparison([0, 1], {"a<b": [0.25, 0.5]}).scores((0.2, 0.6))
    >>> to_html(scores[["rank"]])[-54:]
    '<tr><th scope="row">a&lt;b</th><td>1</td></tr></table>'
    """
    heads, *rows = _cells(table, digits, str)
    return html_table(heads, rows)


def _inert(value: Any) -> Any:
    return inert(value) if isinstance(value, str) else value


def _deliver(text: str, path: str | os.PathLike[str] | None) -> str:
    if path is not None:
        Path(path).write_text(text, encoding="utf-8", newline="\n")
    return text


def _cells(table: pd.DataFrame, digits: int, escape: Callable[[str], str]) -> list[list[str]]:
    """Return the headings and the rows as text, ready for the language that `escape` writes."""
    heads = [table.index.name or "", *table.columns]
    rows = ((name, *row) for name, row in zip(table.index, table.itertuples(index=False, name=None), strict=True))
    return [
        [escape(_title(str(head))) for head in heads],
        *([escape(_text(value, digits)) for value in row] for row in rows),
    ]


def _title(column: str) -> str:
    if column.endswith("_se"):
        return f"± {_title(column.removesuffix('_se'))}"
    return _TITLES.get(column, column)


def _text(value: Any, digits: int) -> str:
    if isinstance(value, Real) and not isinstance(value, Integral):
        return number(float(value), digits)
    return one_line(str(value))


def _escape_latex(text: str) -> str:
    return "".join(_LATEX.get(character, character) for character in text)


def _escape_markdown(text: str) -> str:
    # Also what would be read as HTML, as an entity, or by notebooks as mathematics.
    return re.sub(r"([\\`*_\[\]<>|~$&])", r"\\\1", text)
