"""What an answer may be, how it is read and when it is right; no widgets here."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any

from brierwidgets.core.intervals import parse_cost
from brierwidgets.core.written import exact
from brierwidgets.words.numbers import number

__all__ = ["KINDS", "Expected", "check_expected", "with_stop", "write_answer"]

KINDS = ("choice", "number", "text")
_ANYTHING = (-math.inf, math.inf)
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)
_WRITTEN = re.compile(rf"({_NUMBER.pattern})\s*(%?)", re.ASCII)
_NO_END = re.compile(r"[+-]?(?:nan|inf|infinity)", re.IGNORECASE)


@dataclass(frozen=True)
class Expected:
    """The kind of answer a question takes, and the right ones if there are any."""

    kind: str
    choices: tuple[str, ...] = ()
    correct: Any = None
    tolerance: float = 0.0
    unit: str = ""
    limits: tuple[float, float] = _ANYTHING
    also: tuple[float, ...] = ()

    def read(self, given: Any) -> Any:
        """Return the answer as it is kept, or raise with advice.

        Where a percentage is asked for, ``1:19``, ``5%``, ``0.05`` and ``5`` are the same when typed; a number from
        Python is in the unit.

        Examples
        --------
        >>> [Expected("number", unit="%").read(typed) for typed in ("1:19", "5%", "0.05", "5")]
        [5.0, 5.0, 5.0, 5.0]
        >>> Expected("number").read("2.5%"), Expected("number").read("1:19")
        (0.025, 0.05)
        """
        if self.kind == "number":
            return self._within(_read_number(given, self.unit))
        if not isinstance(given, str):
            raise TypeError(f"The answer must be text, not {type(given).__name__}.")
        if self.kind == "choice" and given not in self.choices:
            raise ValueError(f"{given!r} is not one of the choices: {', '.join(map(repr, self.choices))}.")
        if not given.strip():
            raise ValueError("The answer is empty. Write a few words.")
        return given.strip() if self.kind == "text" else given

    def understood(self, typed: str) -> str:
        """Return a remark on how a typed number is read, to show beside the box; empty where none is needed.

        Examples
        --------
        >>> percent = Expected("number", unit="%", limits=(0, 100))
        >>> percent.understood("1:19"), percent.understood("150"), percent.understood("some")
        ('read as 5%', '150% cannot be: the answer lies between 0% and 100%.', '')
        >>> percent.understood("0.5")
        'read as 50%; for 0.5% write 0.5%'
        """
        if self.kind != "number":
            return ""
        try:
            value = _read_number(typed, self.unit)
        except (TypeError, ValueError):
            return ""
        try:
            self._within(value)
        except ValueError as error:
            return str(error)
        text = _bare(typed, self.unit)
        taken = f"{value:.10g}".replace("-", "−")
        if _is_share(text, self.unit):
            return f"read as {taken}%; for {text}% write {text}%"
        if self.unit == "%":
            return f"read as {taken}%"
        return "" if text.replace("-", "−") == taken else f"read as {taken}"

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
            return any(self._close(answer, right) for right in (self.correct, *self.also))
        return bool(answer == self.correct)

    def _close(self, answer: float, right: float) -> bool:
        slack = 1e-9 * max(abs(answer), abs(right))  # 0.2 - 0.15 is a little more than 0.05
        return abs(answer - right) <= self.tolerance + slack

    def _within(self, value: float) -> float:
        low, high = self.limits
        if low <= value <= high:
            return value
        first, last = (write_answer(end, self.unit) if math.isfinite(end) else "" for end in self.limits)
        where = (
            f"lies between {first} and {last}"
            if first and last
            else f"is {'at least' if first else 'at most'} {first or last}"
        )
        raise ValueError(f"{write_answer(value, self.unit)} cannot be: the answer {where}.")


def check_expected(
    *,
    kind: str | None,
    choices: Sequence[str] | None,
    correct: Any,
    tolerance: float | None,
    unit: str,
    text: str,
    limits: Any = None,
    also: Sequence[Any] = (),
) -> Expected:
    """Find the kind of a question and refuse what does not fit it; errors name the question."""
    if not isinstance(text, str):
        raise TypeError(f"A question's text must be words, not {type(text).__name__}.")
    where = f"The question {text[:60]!r}"
    if kind is None:
        kind = "choice" if choices is not None else "text" if correct is None and tolerance is None else "number"
    if kind not in KINDS:
        raise ValueError(f"{where} cannot be of kind {kind!r}. Choose one of {', '.join(map(repr, KINDS))}.")
    if not text.strip():
        raise ValueError("A question needs a text.")
    if (kind == "choice") != (choices is not None):
        raise ValueError(f"{where}: choices go with kind='choice', and with no other.")
    if kind != "number" and (tolerance is not None or unit or limits is not None or also):
        raise ValueError(
            f"{where}: tolerance, unit, limits and also are for numbers. Pass kind='number', or leave them out."
        )
    if kind == "number":
        return _check_number(correct, tolerance, unit, where, limits=limits, also=also)
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
    if not all(isinstance(option, str) and option.strip() for option in options):
        raise TypeError(f"{where}: every choice must be a text with something in it.")
    if len(set(options)) < len(options) or len(options) == 1:
        raise ValueError(f"{where} needs at least two choices, all different.")
    return options


def _check_number(
    correct: Any, tolerance: float | None, unit: str, where: str, *, limits: Any, also: Sequence[Any]
) -> Expected:
    allowed = 0.0 if tolerance is None else tolerance
    if isinstance(allowed, bool) or not isinstance(allowed, Real) or not 0.0 <= float(allowed) < math.inf:
        raise ValueError(f"{where}: the tolerance must be 0 or more, not {tolerance!r}.")
    if also and correct is None:
        raise ValueError(f"{where}: also= names further right answers, so give the first as correct=.")
    bounds = _check_limits(limits, unit, where)
    right = []
    for answer in () if correct is None else (correct, *also):
        try:
            right.append(Expected("number", unit=unit, limits=bounds).read(answer))
        except (TypeError, ValueError) as error:
            raise ValueError(f"{where}: the right answer will not do. {error}") from None
    return Expected("number", (), right[0] if right else None, float(allowed), unit, bounds, tuple(right[1:]))


def _check_limits(limits: Any, unit: str, where: str) -> tuple[float, float]:
    if limits is None:
        return (0.0, 100.0) if unit == "%" else _ANYTHING
    try:
        low, high = (float(end) for end in limits)
    except (TypeError, ValueError):
        raise TypeError(f"{where}: limits must be a pair of numbers such as (0, 1000), not {limits!r}.") from None
    if not low < high:
        raise ValueError(f"{where}: the limits ({exact(low)}, {exact(high)}) leave no room for an answer.")
    return low, high


def _bare(typed: Any, unit: str) -> str:
    """Return what was typed without blanks around it, and without the unit unless that is a percent sign."""
    text = str(typed).strip().replace("−", "-")
    return text.removesuffix(unit).strip() if unit and unit != "%" else text


def _is_share(text: str, unit: str) -> bool:
    """Whether a percentage is written as a share: 0.05 for 5%."""
    return unit == "%" and _NUMBER.fullmatch(text) is not None and 0 < abs(float(text)) < 1


def _read_number(given: Any, unit: str) -> float:
    if isinstance(given, bool):
        raise TypeError("The answer must be a number, not yes or no.")
    text = _bare(given, unit)
    written: Any = _WRITTEN.fullmatch(text)
    hundred = 100.0 if unit == "%" else 1.0
    if _NO_END.fullmatch(text):
        raise ValueError(f"{text!r} is not a number that can be compared. Give a finite one.")
    try:
        if ":" in text:
            return hundred * parse_cost(text)
        value = float(written[1]) / (100.0 if written[2] and unit != "%" else 1.0)
    except (TypeError, ValueError):
        hint = " Write a point, not a comma: 0.5." if "," in text else " Write it as 12, 0.5, 2% or 1:49."
        raise ValueError(f"{str(given).strip()!r} is not a number.{hint}") from None
    if not math.isfinite(value):
        raise ValueError(f"{text!r} is not a number that can be compared. Give a finite one.")
    return value * hundred if isinstance(given, str) and _is_share(text, unit) else value


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


def with_stop(text: str) -> str:
    """Return a text that ends a sentence: with its own sign, or with a full stop.

    Examples
    --------
    >>> with_stop("5%"), with_stop("Which decision?")
    ('5%.', 'Which decision?')
    """
    return text if text.endswith((".", "!", "?")) else f"{text}."
