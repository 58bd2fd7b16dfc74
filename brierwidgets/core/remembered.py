"""Answers about a forecast that are worth keeping as long as it lives."""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable
from typing import Any, Concatenate, TypeVar
from weakref import WeakKeyDictionary

from brierwidgets.core.forecast import Forecast

__all__ = ["remembered"]

Answer = TypeVar("Answer")


def remembered(
    compute: Callable[Concatenate[Forecast, ...], Answer],
) -> Callable[Concatenate[Forecast, ...], Answer]:
    """Compute something about each forecast once, or once for each way of asking: forecasts never change.

    Examples
    --------
    >>> @remembered
    ... def rate(forecast):
    ...     print("computing")
    ...     return forecast.prevalence
    >>> forecast = Forecast([0, 1], [0.2, 0.7])
    >>> rate(forecast), rate(forecast)
    computing
    (0.5, 0.5)
    """
    answers: WeakKeyDictionary[Forecast, dict[Hashable, Answer]] = WeakKeyDictionary()

    @functools.wraps(compute)
    def ask(forecast: Forecast, *how: Any) -> Answer:
        known = answers.setdefault(forecast, {})
        if how not in known:
            known[how] = compute(forecast, *how)
        return known[how]

    return ask
