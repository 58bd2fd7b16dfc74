"""At what prevalence a comparison holds, when that is not the one of its cases."""

from __future__ import annotations

from brierwidgets.core.forecast import Forecast
from brierwidgets.words.numbers import percent
from brierwidgets.words.templates import fill

__all__ = ["CONTROL_WORDS", "describe_base_rate"]

#: What the control of the base rate says; a script in the page fills the braces.
CONTROL_WORDS = {
    "button": "Base rate {rate}",
    "slider": "Base rate: share of positive cases",
    "box": "Base rate: 2%, 0.02 or 1:49",
    "reset": "Reset",
    "moved": "recalibrated to the new base rate",
    "moved_hint": "Move every score by the same shift of log-odds as the base rate",
    "about": (
        "How common positives are where the models will be used. Among these cases it is {own}. Moving it weighs the "
        "two classes anew; at every threshold the models find and miss the same shares of them."
    ),
    "about_changed": "Among these cases it is {own}. Only the weights of the two classes have changed.",
    "about_moved": "Among these cases it is {own}. Both classes have other weights, and every score has moved along.",
    "unread": "“{typed}” is not a share between 0 and 1. Write 2%, 0.02 or 1:49.",
}


def describe_base_rate(forecast: Forecast) -> str:
    """Say the prevalence, and that of the cases as they were sampled where it is another.

    Examples
    --------
    >>> forecast = Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8])
    >>> describe_base_rate(forecast)
    '50% of the cases are positive.'
    >>> print(describe_base_rate(forecast.at_prevalence("2%")))
    Weighted to where 2% are positive; of the cases themselves 50% are.
    """
    if not forecast.prevalence_given:
        return f"{percent(forecast.prevalence)} of the cases are positive."
    template = "base_rate_moved" if forecast.scores_moved else "base_rate"
    return fill(template, rate=percent(forecast.prevalence), own=percent(forecast.sampled_prevalence))
