"""How numbers are written for people: percentages, odds, log-odds, and counts per 1,000."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from brierwidgets.core.digits import fixed, general, percent, scientific, without_zeros
from brierwidgets.core.intervals import logit, parse_cost
from brierwidgets.core.round_costs import nice_cost

__all__ = [
    "COUNT_WORDS",
    "UNITS",
    "cost_text",
    "count_word",
    "different_texts",
    "ends_text",
    "exact_text",
    "nice_cost",
    "number",
    "parse_in_unit",
    "people_per_thousand",
    "per_thousand",
    "percent",
    "rounded_percent",
    "tick_cost",
    "tick_per_thousand",
]

#: What is smaller than this is 0 but for rounding.
_ROUNDING = 1e-14

UNITS = ("probability", "odds", "log-odds")
#: With so many digits what reads alike is alike, but for rounding.
MOST_DIGITS = 9
_EXACT_DIGITS = {"probability": 6, "odds": 4, "log-odds": 4}

#: Small counts as words, from 0.
COUNT_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def number(value: float, digits: int = 3) -> str:
    """Write a number with `digits` significant digits, without an exponent where it reads well.

    Examples
    --------
    >>> number(0.000663), number(12.345), number(99.96), number(float("inf"))
    ('0.000663', '12.3', '100', '∞')
    """
    if math.isnan(value):
        return "–"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    if abs(value) < _ROUNDING:
        return "0"
    rounded = scientific(value, digits)
    decimals = max(0, digits - 1 - int(rounded.partition("e")[2]))
    text = fixed(value, decimals) if decimals < 9 else rounded
    return text.replace("-", "−")


def rounded_percent(share: float, decimals: int = 0) -> str:
    """Write a share as a percentage with so many decimals; a dash where there is none.

    Examples
    --------
    >>> rounded_percent(0.1234), rounded_percent(0.1234, 1), rounded_percent(float("nan"))
    ('12%', '12.3%', '–')
    """
    return "–" if math.isnan(share) else f"{fixed(100 * share, decimals)}%"


def odds(cost: float, digits: int = 3) -> str:
    """Write a cost ratio as odds of harm to benefit.

    Examples
    --------
    >>> odds(0.05), odds(0.75), odds(0.0009)
    ('1 : 19', '3 : 1', '1 : 1110')
    """
    if cost <= 0:
        return "0 : 1"
    if cost >= 1:
        return "1 : 0"
    if cost <= 0.5:
        return f"1 : {_side_of_odds((1 - cost) / cost, digits)}"
    return f"{_side_of_odds(cost / (1 - cost), digits)} : 1"


def _side_of_odds(times: float, digits: int) -> str:
    """Write a side of odds; a large one is written out, not with an exponent."""
    text = general(times, digits)
    return fixed(float(text), 0) if "e+" in text else text


def cost_text(cost: float, unit: str, digits: int = 3) -> str:
    """Write a cost ratio in a unit of `UNITS`.

    Examples
    --------
    >>> cost_text(0.05, "log-odds"), cost_text(0.05, "odds")
    ('−2.94', '1 : 19')
    """
    if unit == "odds":
        return odds(cost, digits)
    if unit == "log-odds":
        return number(float(logit(cost)), digits)
    return percent(cost, digits)


def exact_text(cost: float, unit: str) -> str:
    """Write a cost ratio in a unit of `UNITS` with as many digits as a box to type in shows.

    Examples
    --------
    >>> [exact_text(0.0166123, unit) for unit in UNITS]
    ['1.66123%', '1 : 59.2', '−4.081']
    """
    return cost_text(cost, unit, _EXACT_DIGITS[unit])


def parse_in_unit(text: str, unit: str) -> float:
    """Read what was typed: percentages and odds always, a bare number in the unit in use.

    Examples
    --------
    >>> parse_in_unit("0.05", "probability"), parse_in_unit("19", "odds"), parse_in_unit("5%", "log-odds")
    (0.05, 0.05, 0.05)
    """
    plain = text.strip().replace("−", "-")
    if unit == "probability" or "%" in plain or ":" in plain:
        return parse_cost(plain)
    try:
        value = float(plain)
    except ValueError:
        return parse_cost(plain)
    if unit == "odds":
        return parse_cost(f"1:{plain}")
    return 1 / (1 + math.exp(-value)) if math.isfinite(value) else parse_cost(plain)


def different_texts(values: Iterable[float], write: Callable[[float, int], str]) -> list[str]:
    """Write numbers with three digits, or with as many more as it takes for different ones to read differently.

    Examples
    --------
    >>> different_texts([0.1, 0.10001], percent), different_texts([0.1, 0.1], percent)
    (['10%', '10.001%'], ['10%', '10%'])
    """
    given = list(values)
    different = len({write(value, MOST_DIGITS) for value in given})
    written = ([write(value, digits) for value in given] for digits in range(3, MOST_DIGITS + 1))
    return next(texts for texts in written if len(set(texts)) >= different)


def count_word(count: int) -> str:
    """Write a small count as a word.

    Examples
    --------
    >>> count_word(3), count_word(12), count_word(13)
    ('three', 'twelve', '13')
    """
    return COUNT_WORDS[count] if 0 <= count < len(COUNT_WORDS) else f"{count:,}"


def ends_text(low: float, high: float, write: Callable[[float], str]) -> str:
    """Write the ends of an interval; nothing where they are not known.

    Examples
    --------
    >>> ends_text(0.0101, 0.0145, per_thousand), ends_text(math.nan, math.nan, number)
    ('10.1 to 14.5', '')
    """
    return "" if math.isnan(low) or math.isnan(high) else f"{write(low)} to {write(high)}"


def people_per_thousand(share: float) -> str:
    """Write a share of people as people among 1,000: a whole number, and honest about the last one.

    Nobody is 0.0932 people, but 0 would say that it never happens; so with all but the last of 1,000.

    Examples
    --------
    >>> people_per_thousand(0.02646), people_per_thousand(0.0000932), people_per_thousand(0.9999)
    ('26', 'under 1', 'over 999')
    >>> people_per_thousand(0.0), people_per_thousand(1.0)
    ('0', '1,000')
    """
    exact = 1000 * share
    if _ROUNDING < exact < 0.5:
        return "under 1"
    if 999.5 < exact < 1000 * (1 - _ROUNDING):
        return "over 999"
    return f"{exact:,.0f}"


def per_thousand(value: float) -> str:
    """Write a mean regret or another average of costs per 1,000 people; for people see `people_per_thousand`.

    Examples
    --------
    >>> per_thousand(0.01234), per_thousand(0.5)
    ('12.3', '500')
    """
    return number(1000 * value, 3)


def tick_cost(cost: float, unit: str) -> str:
    """Write a cost ratio along an axis.

    Examples
    --------
    >>> tick_cost(0.1, "probability"), tick_cost(1 / 11, "odds"), tick_cost(0.5, "log-odds")
    ('10%', '1 : 10', '0')
    """
    return without_zeros(cost_text(cost, unit))


def tick_per_thousand(value: float) -> str:
    """Write a round number of an axis per 1,000.

    Examples
    --------
    >>> tick_per_thousand(0.02), tick_per_thousand(-0.0005)
    ('20', '−0.5')
    """
    return f"{1000 * value:.6g}".replace("-", "−")
