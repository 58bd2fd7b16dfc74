"""Who ranks best, and who decides nobody positive."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from brierwidgets.core.intervals import Interval
from brierwidgets.words.costs import cost_in_words, cost_range
from brierwidgets.words.lists import list_names
from brierwidgets.words.numbers import number
from brierwidgets.words.templates import fill

__all__ = ["describe_ranking"]


def describe_ranking(
    areas: Mapping[str, float], label: str, interval: Interval, silent: Sequence[str], unit: str = "probability"
) -> list[str]:
    """Say who ranks best over all thresholds, and who decides nobody positive on the interval.

    Parameters
    ----------
    areas
        The area under each model's curve.
    label
        What that area is called.
    interval
        The cost ratios that matter.
    silent
        Models none of whose scores reaches the low end of the interval.
    unit
        How cost ratios are written.

    Examples
    --------
    >>> print(*describe_ranking({"a": 0.7, "b": 0.8}, "AUC", Interval(0.1, 0.3), ["b"]))
    Thick: decisions with thresholds from 10% to 30%. Over all thresholds b ranks best (AUC 0.800). No score of b
    reaches 10%: it decides nobody positive there.
    """
    sentences = [fill("thick_thresholds", range=cost_range(interval, unit))]
    if len(areas) > 1:
        highest = number(max(areas.values()))
        equal = [name for name, area in areas.items() if number(area) == highest]  # or the best would read like others
        kind = "ranks_best" if len(equal) == 1 else "rank_alike"
        sentences.append(fill(kind, names=list_names(equal), label=label, area=highest))
    if silent:
        kind = "one_silent" if len(silent) == 1 else "many_silent"
        sentences.append(fill(kind, names=list_names(silent), low=cost_in_words(interval.low, unit)))
    return sentences
