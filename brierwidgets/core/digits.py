"""Digits of a number as text, by rules that the page follows too (``numbers.js``).

A number is taken to 12 significant digits first, so that what two ways of adding up leave in the last digits does not
show; then it is rounded as people do, half upwards.
"""

from __future__ import annotations

import math
import re
from decimal import ROUND_HALF_UP, Context

__all__ = ["fixed", "general", "grouped", "percent", "power_of_ten", "scientific", "script_key", "without_zeros"]

_TWELVE = Context(prec=12, rounding=ROUND_HALF_UP)


def fixed(value: float, decimals: int) -> str:
    """Write a number with so many decimals.

    Examples
    --------
    >>> fixed(81.25, 1), fixed(0.1 + 0.2, 2), fixed(-0.0004, 2)
    ('81.3', '0.30', '0.00')
    """
    digits, power = _digits_of(value)
    text = _round_digits(digits, power + 1 + decimals).zfill(decimals + 1)
    sign = "-" if value < 0 and text.strip("0") else ""
    point = len(text) - decimals
    return f"{sign}{text[:point]}" + (f".{text[point:]}" if decimals else "")


def scientific(value: float, digits: int) -> str:
    """Write a number with so many significant digits and a power of ten, as format "e" does.

    Examples
    --------
    >>> scientific(1.5e-12, 3), scientific(-999.9, 2)
    ('1.50e-12', '-1.0e+03')
    """
    found, power = _digits_of(value)
    text = _round_digits(found, digits)
    if len(text) > digits:
        text, power = text[:digits], power + 1
    return f"{'-' if value < 0 else ''}{text[0]}{'.' if digits > 1 else ''}{text[1:]}e{power:+03d}"


def general(value: float, digits: int) -> str:
    """Write a number with at most so many significant digits, as format "g" does.

    Examples
    --------
    >>> general(19.0, 3), general(0.00012345, 4), general(1234567.0, 3)
    ('19', '0.0001235', '1.23e+06')
    """
    if not math.isfinite(value) or value == 0:
        return f"{abs(value) if value == 0 else value:g}"
    mantissa, power = scientific(value, digits).split("e")
    if not -4 <= int(power) < digits:
        return f"{without_zeros(mantissa)}e{power}"
    return without_zeros(fixed(value, digits - 1 - int(power)))


def grouped(value: float, digits: int) -> str:
    """Write the same with a comma between thousands; a large number is written out.

    Examples
    --------
    >>> grouped(1234567.0, 6), grouped(1200.0, 6), grouped(0.5, 6)
    ('1,234,567', '1,200', '0.5')
    """
    text = general(value, digits)
    if "e+" in text:
        text = fixed(value, 0)
    return re.sub(r"^(-?)(\d+)", lambda whole: f"{whole[1]}{int(whole[2]):,}", text)


def percent(cost: float, digits: int = 3) -> str:
    """Write a cost ratio as a percentage, precise at both ends.

    Examples
    --------
    >>> percent(0.0166), percent(0.03), percent(0.9995), percent(0.5)
    ('1.66%', '3%', '99.95%', '50%')
    """
    edge = min(cost, 1 - cost) * 100
    if not edge > 0:
        return f"{fixed(cost * 100, 0)}%"
    decimals = max(0, digits - 1 - power_of_ten(edge))
    return f"{without_zeros(fixed(cost * 100, decimals))}%"


def power_of_ten(value: float) -> int:
    """Return the power of ten of a number's first digit.

    Examples
    --------
    >>> power_of_ten(0.0166), power_of_ten(0.1 + 0.9 - 1e-16)
    (-2, 0)
    """
    return _digits_of(value)[1]


def script_key(value: float) -> str:
    """Write a number to nine decimals as JavaScript does where it is the key of an object.

    Examples
    --------
    >>> script_key(0.00002), script_key(5e-7), script_key(-4.5), script_key(-0.0)
    ('0.00002', '5e-7', '-4.5', '0')
    """
    text = without_zeros(fixed(value, 9))
    return repr(float(text)).replace("e-0", "e-") if 0 < abs(float(text)) < 1e-6 else text


def without_zeros(text: str) -> str:
    """Drop zeros at the end of the decimals.

    Examples
    --------
    >>> without_zeros("1.50"), without_zeros("3.0"), without_zeros("50")
    ('1.5', '3', '50')
    """
    return text.rstrip("0").rstrip(".") if "." in text else text


def _digits_of(value: float) -> tuple[str, int]:
    """Return twelve digits as text and the power of ten of the first: 0.0166 is ("166000000000", -2)."""
    kept = _TWELVE.create_decimal(abs(value))
    digits = "".join(map(str, kept.as_tuple().digits))
    return digits.ljust(12, "0"), kept.adjusted()


def _round_digits(digits: str, kept: int) -> str:
    """Return the first `kept` digits, rounded half up; one digit more if that carries over."""
    if kept >= len(digits):
        return digits.ljust(kept, "0")
    if kept < 0:
        return "0"
    return str(int(digits[:kept] or "0") + (digits[kept] >= "5")).zfill(kept)
