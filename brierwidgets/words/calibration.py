"""How many cases score inside the interval, and how many of them are positive."""

from __future__ import annotations

from collections.abc import Mapping

from brierwidgets.core.digits import grouped
from brierwidgets.core.intervals import Interval
from brierwidgets.core.sizes import is_whole
from brierwidgets.words.costs import cost_in_words, cost_range
from brierwidgets.words.lists import list_names
from brierwidgets.words.numbers import percent
from brierwidgets.words.templates import fill

__all__ = ["describe_calibration", "scores_heading", "weight_text"]


def describe_calibration(
    inside: Mapping[str, tuple[float, float]], interval: Interval, unit: str = "probability"
) -> list[str]:
    """Say how many cases score inside the interval, and how many of them are positive.

    Examples
    --------
    >>> print(*describe_calibration({"a": (1200.0, 30.0), "b": (0.0, 0.0)}, Interval(0.01, 0.03)))
    Thick: scores from 1% to 3%. a gives such scores to 1,200 cases, of whom 2.5% are positive. b gives them to nobody.
    >>> describe_calibration({"a": (0.379582, 0.0)}, Interval(0.01, 0.03))[1]
    'a gives such scores to cases that weigh 0.38 together, of whom 0% are positive.'
    """
    sentences = [fill("thick_scores", range=cost_range(interval, unit))]
    for name, (cases, positives) in inside.items():
        if cases:
            number = weight_text(cases)
            kind = "weight_inside" if not is_whole(cases) else "score_inside" if number == "1" else "scores_inside"
            sentences.append(fill(kind, name=name, cases=number, share=percent(positives / cases)))
    silent = [name for name, (cases, _) in inside.items() if not cases]
    if silent:
        sentences.append(fill("one_gives_nobody" if len(silent) == 1 else "many_give_nobody", names=list_names(silent)))
    return sentences


def weight_text(cases: float) -> str:
    """Write a number of cases in full, and a weight that is no number of cases with three digits.

    Examples
    --------
    >>> weight_text(12_345.0), weight_text(227.648), weight_text(2_276.48)
    ('12,345', '228', '2,276')
    """
    return grouped(cases, 6 if is_whole(cases) else 3)


def scores_heading(score: float, where: str = "", unit: str = "probability") -> str:
    """Say above a table which cases it tells of: those that score so much.

    Examples
    --------
    >>> scores_heading(0.25, ", in the middle of the band")
    'Cases that score 25%, in the middle of the band:'
    """
    return fill("scores_at", score=cost_in_words(score, unit), where=where)
