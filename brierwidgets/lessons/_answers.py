"""What an answer may be, how it is read and when it is right; no widgets here."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from brierwidgets.core.intervals import parse_cost
from brierwidgets.formatting import number

__all__ = ["KINDS", "Expected", "check_expected", "write_answer"]

KINDS = ("choice", "number", "text")


@dataclass(frozen=True)
class Expected:
    """The kind of answer a question takes, and the right one if there is one."""

    kind: str
    choices: tuple[str, ...] = ()
    correct: Any = None
    tolerance: float = 0.0
    unit: str = ""

    def read(self, given: Any) -> Any:
        """Return the answer as it is kept, or raise with advice.

        Examples
        --------
        >>> Expected("number", unit="%").read("2.5 %"), Expected("number").read("2.5%"), Expected("number").read("1:19")
        (2.5, 0.025, 0.05)
        """
        if self.kind == "number":
            return _read_number(given, self.unit)
        if not isinstance(given, str):
            raise TypeError(f"The answer must be text, not {type(given).__name__}.")
        if self.kind == "choice" and given not in self.choices:
            raise ValueError(f"{given!r} is not one of the choices: {', '.join(map(repr, self.choices))}.")
        if not given.strip():
            raise ValueError("The answer is empty. Write a few words.")
        return given.strip() if self.kind == "text" else given

    def judge(self, answer: Any) -> bool | None:
        """Return whether the answer is right; None where nobody can say.

        Examples
        --------
        >>> Expected("number", correct=0.2, tolerance=0.05).judge(0.15)
        True
        """
        if answer is None or self.correct is None:
            return None
        if self.kind == "number":
            slack = 1e-9 * max(abs(answer), abs(self.correct))  # 0.2 - 0.15 is a little more than 0.05
            return bool(abs(answer - self.correct) <= self.tolerance + slack)
        return bool(answer == self.correct)


def check_expected(
    *, kind: str | None, choices: Sequence[str] | None, correct: Any, tolerance: float | None, unit: str, text: str
) -> Expected:
    """Find the kind of a question and refuse what does not fit it; errors name the question."""
    where = f"The question {text[:60]!r}"
    if kind is None:
        kind = "choice" if choices is not None else "text" if correct is None and tolerance is None else "number"
    if kind not in KINDS:
        raise ValueError(f"{where} cannot be of kind {kind!r}. Choose one of {', '.join(map(repr, KINDS))}.")
    if not text.strip():
        raise ValueError("A question needs a text.")
    if (kind == "choice") != (choices is not None):
        raise ValueError(f"{where}: choices go with kind='choice', and with no other.")
    if kind != "number" and (tolerance is not None or unit):
        raise ValueError(f"{where}: tolerance and unit are for numbers. Pass kind='number', or leave them out.")
    if kind == "number":
        return _check_number(correct, tolerance, unit, where)
    if kind == "text" and correct is not None:
        raise ValueError(
            f"{where} asks for free text, which nobody marks. Put the expected answer in reveal=, or give choices."
        )
    options = _check_choices(choices or (), where)
    if kind == "choice" and correct is not None and correct not in options:
        raise ValueError(f"{where}: the right answer {correct!r} is not among the choices.")
    return Expected(kind, options, correct)


def _check_choices(choices: Sequence[str], where: str) -> tuple[str, ...]:
    if isinstance(choices, str):
        raise TypeError(f"{where}: choices must be a list of texts, not one text.")
    options = tuple(choices)
    if not all(isinstance(each, str) and each.strip() for each in options):
        raise TypeError(f"{where}: every choice must be a text with something in it.")
    if len(set(options)) < len(options) or len(options) == 1:
        raise ValueError(f"{where} needs at least two choices, all different.")
    return options


def _check_number(correct: Any, tolerance: float | None, unit: str, where: str) -> Expected:
    if correct is not None:
        try:
            correct = _read_number(correct, unit)
        except (TypeError, ValueError) as error:
            raise ValueError(f"{where}: the right answer will not do. {error}") from None
    allowed = 0.0 if tolerance is None else float(tolerance)
    if not (math.isfinite(allowed) and allowed >= 0.0):
        raise ValueError(f"{where}: the tolerance must be 0 or more, not {tolerance!r}.")
    return Expected("number", (), correct, allowed, unit)


def _read_number(given: Any, unit: str) -> float:
    if isinstance(given, bool):
        raise TypeError("The answer must be a number, not yes or no.")
    text = str(given).strip().replace("−", "-")
    bare = text.removesuffix(unit).strip() if unit else text
    try:
        if ":" in bare:
            return parse_cost(bare)
        value = float(bare.removesuffix("%")) / (100 if bare.endswith("%") else 1)
    except ValueError:
        hint = " Write a point, not a comma: 0.5." if "," in bare else " Write it as 12, 0.5, 2% or 1:49."
        raise ValueError(f"{text!r} is not a number.{hint}") from None
    if not math.isfinite(value):
        raise ValueError(f"{text!r} is not a number that can be compared. Give a finite one.")
    return value


def write_answer(answer: Any, unit: str = "") -> str:
    """Write an answer for people, with its unit.

    Examples
    --------
    >>> write_answer(21.784, "per 1,000"), write_answer(2.0, "%"), write_answer("yes")
    ('21.8 per 1,000', '2%', 'yes')
    """
    if isinstance(answer, str):
        return answer
    text = f"{answer:.10g}".replace("-", "−") if float(answer).is_integer() else number(answer)
    return text + (unit if unit in ("", "%") else f" {unit}")
