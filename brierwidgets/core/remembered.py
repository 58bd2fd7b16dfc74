"""Answers about a forecast that are worth keeping as long as it lives."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TypeVar
from weakref import WeakKeyDictionary

from brierwidgets.core.forecast import Forecast

__all__ = ["remembered"]

Answer = TypeVar("Answer")


def remembered(compute: Callable[[Forecast], Answer]) -> Callable[[Forecast], Answer]:
    """Compute something about each forecast once: forecasts never change.

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
    answers: WeakKeyDictionary[Forecast, Answer] = WeakKeyDictionary()

    @functools.wraps(compute)
    def ask(forecast: Forecast) -> Answer:
        if forecast not in answers:
            answers[forecast] = compute(forecast)
        return answers[forecast]

    return ask
