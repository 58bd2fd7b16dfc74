"""Whether a score is won by calibration or by telling cases apart."""

from __future__ import annotations

import math
from collections.abc import Mapping

from brierwidgets.core.calibration import Decomposition
from brierwidgets.core.digits import general
from brierwidgets.core.intervals import Interval
from brierwidgets.words.costs import costs_from
from brierwidgets.words.lists import list_names
from brierwidgets.words.numbers import number
from brierwidgets.words.templates import fill

__all__ = ["describe_decomposition"]

#: Discriminations closer than this share of the larger one count as about equal.
_ALIKE = 0.02

#: What is smaller than this share of the score is rounding.
_NOISE = 1e-12


def describe_decomposition(
    parts: Mapping[str, Decomposition], interval: Interval, unit: str = "probability"
) -> list[str]:
    """Say who has the best score, and whether that is calibration or telling cases apart.

    Examples
    --------
    >>> parts = {"sharp": Decomposition(0.20, 0.08, 0.13, 0.25, label="Brier score"),
    ...          "honest": Decomposition(0.15, 0.01, 0.11, 0.25, label="Brier score")}
    >>> print(*describe_decomposition(parts, Interval(0.1, 0.3)))
    For costs from 10% to 30%, honest has the lowest Brier score: 0.150. It tells cases apart less well than sharp
    (discrimination 0.110 against 0.130), but is better calibrated (miscalibration 0.0100 against 0.0800).
    """
    costs = costs_from(interval, unit)
    if not parts:
        return [fill("nothing_shown", where=fill("for_costs", costs=costs))]
    finite = {name: _without_noise(part) for name, part in parts.items() if math.isfinite(part.score)}
    sentences = []
    if finite:
        lowest = min(part.score for part in finite.values())
        tied = [name for name, part in finite.items() if math.isclose(part.score, lowest, rel_tol=1e-9)]
        first = finite[tied[0]]
        if len(parts) == 1:
            kind = "parts_one"
        elif len(tied) == 1:
            kind = "parts_best"
        else:
            kind = "parts_all_tied" if len(tied) == len(parts) else "parts_tied"
        sentences.append(fill(kind, costs=costs, tied=list_names(tied), label=first.label, score=number(first.score)))
        others = {name: part for name, part in finite.items() if name != tied[0]}
        who = fill("the_best") if len(tied) == 1 else tied[0]
        sentences.append(_against_sharpest(who, first, others) if others else _alone(first))
    sentences += [_infinite(name, part) for name, part in parts.items() if name not in finite]
    return sentences


def _without_noise(part: Decomposition) -> Decomposition:
    """Return the parts with 0 for what rounding alone has left."""
    noise = _NOISE * max(abs(part.score), part.uncertainty)
    return Decomposition(*(0.0 if abs(value) <= noise else value for value in part), label=part.label)


def _against_sharpest(who: str, first: Decomposition, others: Mapping[str, Decomposition]) -> str:
    highest = max(part.discrimination for part in others.values())
    other = next(name for name, part in others.items() if math.isclose(part.discrimination, highest, rel_tol=1e-9))
    second = others[other]
    gap = first.discrimination - second.discrimination
    alike = abs(gap) <= _ALIKE * max(first.discrimination, second.discrimination)
    apart = fill(
        "apart_alike" if alike else "apart_better" if gap > 0 else "apart_worse",
        who=who,
        other=other,
        own=number(first.discrimination),
        others=number(second.discrimination),
    )
    fields = {"apart": apart, "own": number(first.miscalibration), "others": number(second.miscalibration)}
    if math.isclose(first.miscalibration, second.miscalibration, rel_tol=_ALIKE):
        return fill("fit_alike", **fields)
    better = first.miscalibration < second.miscalibration
    link = fill("link_and" if (gap > 0) == better else "link_but")
    return fill("fit_better" if better else "fit_worse", **fields, link=link)


def _alone(part: Decomposition) -> str:
    return fill("parts_alone", **{name: number(value) for name, value in part._asdict().items()})


def _infinite(name: str, part: Decomposition) -> str:
    numbers = {"best": part.uncertainty - part.discrimination, **part._asdict()}
    written = {of: general(value, 4) for of, value in numbers.items()}
    return fill("parts_infinite", name=name, label=part.label, reason=part.reason, **written)
