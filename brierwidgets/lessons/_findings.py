"""What questions about a comparison ask for: where lines cross, how far a lead holds; numbers only."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np

from brierwidgets.core.guarded import excludes_zero
from brierwidgets.core.intervals import Interval, expit, logit
from brierwidgets.core.move import equal_scores, make_move
from brierwidgets.data.comparison import Comparison
from brierwidgets.data.forecast import Forecast

__all__ = ["clearest", "could_be_chance", "crossings", "last_end", "merged", "runner_up"]

#: How many ends are tried between an interval and the end of the scale, even in log-odds.
_TRIED = 600
_NEAREST_END = 1e-6


def crossings(one: Forecast, other: Forecast, interval: Interval) -> list[float]:
    """Return the cost ratios at which two regret curves change sides, found exactly.

    Between two neighbouring scores a curve is straight; at a score it may jump.

    Examples
    --------
    >>> y = [0, 0, 1, 1]
    >>> keen, shy = Forecast(y, [0.4, 0.6, 0.7, 0.9]), Forecast(y, [0.1, 0.2, 0.3, 0.6])
    >>> crossings(keen, shy, Interval(0.1, 0.9))
    [0.3, 0.3333333333333333, 0.4, 0.5, 0.6]
    """
    low, high = interval
    scores = np.union1d(one.distinct_scores, other.distinct_scores)
    ends = np.concatenate([[low], scores[(scores > low) & (scores < high)], [high]])
    left, right = (_gap(one, other, at, ends[1:]) for at in (ends[:-1], ends[1:]))
    places = np.column_stack([ends[:-1], ends[1:]]).ravel()  # each stretch from its left end to its right one
    gaps = np.column_stack([left, right]).ravel()
    signs = np.where(np.abs(gaps) > 1e-12 * max(np.abs(gaps).max(), 1e-300), np.sign(gaps), 0)
    unequal = np.flatnonzero(signs)
    found = []
    for before, after in pairwise(unequal):
        if signs[before] != signs[after]:
            share = gaps[before] / (gaps[before] - gaps[after])
            found.append(float(places[before] + share * (places[after] - places[before])))
    return found


def clearest(one: Forecast, other: Forecast, places: list[float], interval: Interval) -> float:
    """Return the crossing that a reader sees first: on either side of it the curves lie apart the most.

    Examples
    --------
    >>> y = [0, 0, 1, 1]
    >>> keen, shy = Forecast(y, [0.4, 0.6, 0.7, 0.9]), Forecast(y, [0.1, 0.2, 0.3, 0.6])
    >>> clearest(keen, shy, [0.3, 0.3333333333333333, 0.4, 0.5, 0.6], Interval(0.1, 0.9))
    0.6
    """
    ends = pairwise([interval.low, *places, interval.high])
    between = [abs(one.mean_regret(part) - other.mean_regret(part)) * (part[1] - part[0]) for part in ends]
    before = np.cumsum(between)
    return places[int(np.argmax(np.minimum(before[:-1], before[-1] - before[:-1])))]


def merged(places: list[float], within: float) -> list[float]:
    """Return places with those that lie within a distance of one another as one, in the middle.

    However many there are in a row, none is farther than that from where it is said to be.

    Examples
    --------
    >>> merged([0.1, 0.11, 0.12, 0.5], 0.02)
    [0.11, 0.5]
    """
    groups = [[places[0]]]
    for place in places[1:]:
        if place - groups[-1][0] <= within:
            groups[-1].append(place)
        else:
            groups.append([place])
    return [(group[0] + group[-1]) / 2 for group in groups]


def _gap(one: Forecast, other: Forecast, costs: np.ndarray, thresholds: np.ndarray) -> np.ndarray:
    return np.asarray(one.regret(costs, thresholds) - other.regret(costs, thresholds))


def last_end(comparison: Comparison, interval: Interval, winner: str, *, end: str) -> float | None:
    """Return how far one end can be pulled out until another model has less mean regret; None where none ever has."""
    far = 1 - _NEAREST_END if end == "high" else _NEAREST_END
    start = interval.high if end == "high" else interval.low
    if not 0.0 < start < 1.0:
        return None

    def leads(place: float) -> bool:
        bounds = (interval.low, float(expit(place))) if end == "high" else (float(expit(place)), interval.high)
        regrets = {name: model.mean_regret(bounds) for name, model in comparison.items()}
        lowest = min(regrets.values())
        return equal_scores(regrets[winner], lowest) or regrets[winner] <= lowest

    places = np.linspace(logit(start), logit(far), _TRIED)
    for before, after in pairwise(places):
        if not leads(after):
            return float(expit(_last_where(leads, float(before), float(after))))
    return None


def _last_where(holds: Callable[[float], bool], inside: float, outside: float) -> float:
    """Return where a condition stops holding, found by halving the range."""
    for _ in range(50):
        middle = (inside + outside) / 2
        inside, outside = (middle, outside) if holds(middle) else (inside, middle)
    return inside


def could_be_chance(comparison: Comparison, interval: Interval, one: str, other: str) -> bool:
    """Whether the cases cannot tell the best model from another on an interval; also where only counts are known.

    As in the verdict, the level of the interval is divided among all rivals of the best.
    """
    if comparison.rows is None:
        return True
    row = comparison.differences(interval, reference=other).to_dict("index")[one]
    rivals = make_move(comparison, interval, "cost", comparison.names).rivals
    return not excludes_zero(row["low"], row["high"], rivals)


def runner_up(comparison: Comparison, interval: Interval, winner: str) -> str | None:
    """Return the best model that is not the winner."""
    others = [name for name in comparison.names if name != winner]
    return make_move(comparison, interval, "cost", others).best if others else None
