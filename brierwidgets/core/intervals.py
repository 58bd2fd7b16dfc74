"""Cost ratios and intervals of them: what a user may write, and what it means."""

from __future__ import annotations

import math
import numbers
import re
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple

import numpy as np
from scipy.special import expit, logit

from brierwidgets.core.written import exact

__all__ = ["Interval", "check_costs", "check_interval", "expit", "logit", "odds_against", "odds_of", "parse_cost"]

_FORMS = "a number between 0 and 1, a percentage such as '1.66%', or odds such as '1:59'"
_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_PERCENT = re.compile(rf"({_NUMBER})\s*%")
_ODDS = re.compile(rf"({_NUMBER})\s*:\s*({_NUMBER})")

#: Averages and their errors divide by powers of the width, so it must stay far from the end of floating point.
_NARROWEST = 1e-60


class Interval(NamedTuple):
    """A pair of cost ratios with ``0 <= low < high <= 1``."""

    low: float
    high: float


def parse_cost(value: Any, what: str = "cost ratio") -> float:
    """Read one cost ratio: a number, a percentage or odds of harm to benefit.

    Parameters
    ----------
    value
        A number in [0, 1], or text: ``"0.05"``, ``"5%"`` or ``"1:19"``. Odds ``h:b`` mean
        ``h / (h + b)``: 1/10 and ``"1:9"`` both say that nine false alarms are worth one missed case.
    what
        What to call the value in an error message.

    Examples
    --------
    >>> parse_cost("5%"), parse_cost("1:19"), parse_cost(0.05)
    (0.05, 0.05, 0.05)
    """
    cost = _parse_text(value, what) if isinstance(value, str) else _to_float(value, what)
    if not 0.0 <= cost <= 1.0:
        hint = f" For {exact(cost)} percent write '{exact(cost)}%'." if 1.0 < cost <= 100.0 else ""
        raise ValueError(f"The {what} must lie between 0 and 1, but it is {value!r}.{hint}")
    return cost


def _to_float(value: Any, what: str) -> float:
    is_number = isinstance(value, numbers.Real | np.number) or (isinstance(value, np.ndarray) and value.ndim == 0)
    if not is_number or isinstance(value, bool | np.bool_):
        raise TypeError(f"The {what} must be {_FORMS}, not {value!r} ({type(value).__name__}).")
    number = float(value)
    if math.isnan(number):
        raise ValueError(f"The {what} is NaN. Pass {_FORMS}.")
    return number


def _parse_text(text: str, what: str) -> float:
    stripped = text.strip()
    if match := _PERCENT.fullmatch(stripped):
        return float(match[1]) / 100
    if match := _ODDS.fullmatch(stripped):
        harm, benefit = float(match[1]), float(match[2])
        if harm < 0 or benefit < 0 or harm + benefit == 0:
            raise ValueError(f"The {what} {text!r} is not a pair of odds: both sides must be >= 0 and one > 0.")
        return harm / (harm + benefit)
    if re.fullmatch(_NUMBER, stripped):
        return float(stripped)
    raise ValueError(f"The {what} {text!r} cannot be read. Write {_FORMS}.")


def check_interval(interval: Any) -> Interval:
    """Return `interval` as an :class:`Interval`, or say what is wrong with it.

    Examples
    --------
    >>> check_interval(("1.66%", "3%"))
    Interval(low=0.0166, high=0.03)
    """
    if type(interval) in (tuple, Interval) and len(interval) == 2:
        low, high = interval
        if type(low) is float and type(high) is float and low >= 0.0 and high <= 1.0 and high - low >= _NARROWEST:
            return Interval(low, high)  # the usual case, on the path of every slider move
    if isinstance(interval, str | AbstractSet | Mapping) or not isinstance(interval, Iterable):
        raise TypeError(
            f"The interval must be a pair (low, high) of cost ratios, such as (0.1, 0.3), not {interval!r}."
        )
    ends = list(interval)
    if len(ends) != 2:
        raise ValueError(
            f"The interval must be a pair (low, high) of cost ratios, such as (0.1, 0.3). Its length is {len(ends)}."
        )
    low = parse_cost(ends[0], "lower end of the interval")
    high = parse_cost(ends[1], "upper end of the interval")
    if low > high:
        raise ValueError(f"The interval ({exact(low)}, {exact(high)}) is reversed. Pass ({exact(high)}, {exact(low)}).")
    if low == high:
        raise ValueError(
            f"The interval ({exact(low)}, {exact(high)}) is empty. Pass two different cost ratios, or ask for "
            f"the regret at the single cost ratio {exact(low)}."
        )
    if high - low < _NARROWEST:
        raise ValueError(
            f"The interval ({exact(low)}, {exact(high)}) is too narrow to average over: its width is less than "
            f"{_NARROWEST:g}. Pass a wider one, or ask for the regret at the single cost ratio {exact(low)}."
        )
    return Interval(low, high)


def check_costs(costs: Any, what: str = "cost ratio") -> np.ndarray:
    """Return one or many cost ratios as a float array with the same shape."""
    try:
        array = np.asarray(costs)
    except ValueError as error:
        raise ValueError(f"The {what}s have rows of different lengths. Pass one, or an array of them.") from error
    if array.ndim == 0:
        return np.asarray(parse_cost(costs, what))
    if array.dtype.kind not in "iuf":
        numbered = enumerate(np.asarray(costs, dtype=object).ravel())
        array = np.reshape(
            [parse_cost(value, f"{what} number {i} (counting from 0)") for i, value in numbered], array.shape
        )
    array = array.astype(float, copy=False)
    bad = ~((array >= 0.0) & (array <= 1.0))
    if bad.any():
        where = int(np.flatnonzero(bad.ravel())[0])
        raise ValueError(
            f"Every {what} must lie between 0 and 1, but number {where} (counting from 0) is "
            f"{exact(array.ravel()[where])}; {int(bad.sum())} of {array.size} are outside. "
            "For percentages divide by 100."
        )
    return array


def odds_of(costs: np.ndarray) -> np.ndarray:
    """Return the odds c / (1 - c) of cost ratios; NaN at 1."""
    return np.asarray(np.divide(costs, 1 - costs, out=np.full_like(costs, np.nan), where=costs < 1.0))


def odds_against(costs: np.ndarray) -> np.ndarray:
    """Return (1 - c) / c for cost ratios c; NaN at 0."""
    return np.asarray(np.divide(1 - costs, costs, out=np.full_like(costs, np.nan), where=costs > 0.0))
