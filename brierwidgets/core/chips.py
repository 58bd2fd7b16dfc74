"""Chips on a grid of odds: a distribution of costs that a person can lay out by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from brierwidgets.core.intervals import Interval
from brierwidgets.core.mixtures import Histogram

__all__ = ["CELLS", "CHIPS", "ODDS", "check_chips", "chip_costs", "in_order", "level_with_best"]

#: Regrets that differ by less than this share of themselves are level: the page's tables round more than Python does.
_LEVEL = 1e-7
#: How many chips there are.
CHIPS = 20
#: The edges of the grid: one missed case is as bad as so many needless actions.
ODDS = (200, 100, 75, 50, 30, 20, 15, 10, 7, 5, 3, 2, 1)
#: The cells between them, as cost ratios.
CELLS = tuple(Interval(1 / (1 + more), 1 / (1 + less)) for more, less in pairwise(ODDS))


def check_chips(chips: Any) -> list[int]:
    """Return how many chips lie in each cell, or say what is wrong with them.

    Examples
    --------
    >>> check_chips([0] * 11 + [21])
    Traceback (most recent call last):
        ...
    ValueError: There are 20 chips, but 21 were laid out. Take 1 back.
    """
    if isinstance(chips, str) or not isinstance(chips, Sequence):
        raise TypeError(
            f"chips must be a list with the number of chips in each of the {len(CELLS)} cells, not {chips!r}."
        )
    if len(chips) != len(CELLS):
        raise ValueError(f"chips has {len(chips)} numbers, but the grid has {len(CELLS)} cells. Pass one for each.")
    for place, count in enumerate(chips):
        if isinstance(count, bool) or not isinstance(count, int) or count < 0:
            raise ValueError(f"Cell {place} (counting from 0) holds {count!r} chips. Pass whole numbers, 0 or more.")
    if sum(chips) > CHIPS:
        raise ValueError(f"There are {CHIPS} chips, but {sum(chips)} were laid out. Take {sum(chips) - CHIPS} back.")
    return list(chips)


def level_with_best(regrets: Mapping[str, float]) -> list[str]:
    """Return who has the lowest regret, all of them if several are level but for rounding, in the order given.

    Examples
    --------
    >>> level_with_best({"a": 0.3, "b": 0.2, "c": 0.2 + 1e-15})
    ['b', 'c']
    """
    lowest = min(regrets.values())
    return [name for name, regret in regrets.items() if regret <= lowest * (1 + _LEVEL)]


def in_order(regrets: Mapping[str, float]) -> list[str]:
    """Return names from the lowest regret to the highest; those level to nine digits stay as they were.

    Examples
    --------
    >>> in_order({"a": 0.2 + 1e-15, "b": 0.2, "c": 0.1})
    ['c', 'a', 'b']
    """
    return sorted(regrets, key=lambda name: float(f"{regrets[name]:.9g}"))


def chip_costs(chips: Sequence[int]) -> Histogram | None:
    """Return the distribution that chips stand for, even in log-odds within a cell; None without any.

    Examples
    --------
    >>> costs = chip_costs([0] * 8 + [5, 5, 0, 0])
    >>> round(costs.mean, 3)
    0.176
    """
    total = sum(chips)
    if total == 0:
        return None
    edges = [cell.low for cell in CELLS] + [CELLS[-1].high]
    return Histogram(edges, [count / total for count in chips], spacing="log-odds")
