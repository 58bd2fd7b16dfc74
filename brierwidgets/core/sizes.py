"""How many cases there are, as text: a whole number of them, or what they weigh together."""

from __future__ import annotations

__all__ = ["how_many_cases", "is_whole"]

#: A sum of weights that is no further from a whole number, as a share of itself, is one but for rounding.
_ROUNDING = 1e-9


def is_whole(weight: float) -> bool:
    """Return whether a sum of weights is a whole number, but for rounding."""
    return abs(weight - round(weight)) <= _ROUNDING * weight


def how_many_cases(total: float) -> str:
    """Write a number of cases, or what they weigh together where that is not a whole number.

    Examples
    --------
    >>> how_many_cases(10732.0), how_many_cases(1.0), how_many_cases(400.223653551)
    ('10,732 cases', '1 case', 'cases that weigh 400.224')
    """
    if not is_whole(total):
        return f"cases that weigh {total:,.6g}"
    return "1 case" if round(total) == 1 else f"{total:,.0f} cases" if total < 2**53 else f"{total:,.6g} cases"
