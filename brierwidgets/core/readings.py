"""Readings at one cost ratio, with models that decide alike put together."""

from __future__ import annotations

from collections.abc import Sequence

from brierwidgets.core.move import Reading, equal_scores
from brierwidgets.core.rules import RULE_NAMES

__all__ = ["read_together"]

#: So many models that decide alike are named by their number.
_MANY = 3


def read_together(readings: Sequence[Reading]) -> list[list[Reading]]:
    """Put models together that decide alike, where they are many; fewer stand one by one, and so do the rules.

    Examples
    --------
    >>> from brierwidgets import Comparison
    >>> from brierwidgets.core.move import read_at
    >>> scores = [0.1, 0.2, 0.3, 0.6]
    >>> four = Comparison([0, 0, 1, 1], {"a": scores, "b": scores, "c": [0.4, 0.6, 0.7, 0.9], "d": scores})
    >>> [[reading.name for reading in alike] for alike in read_together(read_at(four, 0.25, four.names))]
    [['a', 'b', 'd'], ['c'], ['treat all'], ['treat none']]
    """
    groups: list[list[Reading]] = []
    for reading in readings:
        alike = next((group for group in groups if _decide_alike(group[0], reading)), None)
        if alike is None:
            groups.append([reading])
        else:
            alike.append(reading)
    return [part for group in groups for part in ([group] if len(group) >= _MANY else [[reading] for reading in group])]


def _decide_alike(one: Reading, other: Reading) -> bool:
    if one.name in RULE_NAMES or other.name in RULE_NAMES:
        return False
    return all(equal_scores(share, same) for share, same in zip(one.counts, other.counts, strict=True))
