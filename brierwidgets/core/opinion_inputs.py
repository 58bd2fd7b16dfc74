"""What people pass as opinions about costs, and what is wrong with it."""

from __future__ import annotations

import math
import numbers
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from brierwidgets.core.costs import CostDistribution, check_distribution
from brierwidgets.core.intervals import parse_cost
from brierwidgets.core.written import exact

__all__ = ["Parts", "check_edges", "check_masses", "check_parts"]

#: Weights and distributions.
Parts = tuple[tuple[float, CostDistribution], ...]

#: Masses may miss 1 by this much: rounding, not a mistake.
_ROUNDING = 1e-6


def check_parts(parts: Any) -> Parts:
    """Return pairs of a weight and a distribution, the weights adding up to 1."""
    if isinstance(parts, CostDistribution | str) or not isinstance(parts, Iterable):
        raise TypeError(f"A mixture is a list of pairs (weight, distribution), not {parts!r}.")
    pairs = list(parts)
    for number, pair in enumerate(pairs):
        if not isinstance(pair, Sequence) or isinstance(pair, str) or len(pair) != 2:
            raise TypeError(
                f"Part number {number} (counting from 0) must be a pair (weight, distribution), such as "
                f"(0.5, Uniform(0.1, 0.3)), not {pair!r}."
            )
        if not math.isfinite(check_distribution(pair[1]).mass):
            raise ValueError(
                f"Part number {number} (counting from 0), {pair[1]!r}, has infinite mass, so it cannot have a share of "
                "anything. Give it an interval inside (0, 1)."
            )
    masses = check_masses([weight for weight, _ in pairs], "weights", "weight")
    return tuple((mass, part) for mass, (_, part) in zip(masses, pairs, strict=True) if mass > 0.0)


def check_masses(masses: Any, name: str, one: str) -> tuple[float, ...]:
    """Return shares that are not negative and add up to 1."""
    if isinstance(masses, str) or np.ndim(masses) != 1:
        raise TypeError(f"{name} must be a list of numbers that add up to 1, not {masses!r}.")
    for number, mass in enumerate(masses):
        if isinstance(mass, bool) or not isinstance(mass, numbers.Real | np.number) or not math.isfinite(mass):
            raise TypeError(f"{one} number {number} (counting from 0) must be a finite number, not {mass!r}.")
        if mass < 0.0:
            raise ValueError(
                f"{one} number {number} (counting from 0) is {mass:g}, but none can be negative. Pass 0 for none."
            )
    values = [float(mass) for mass in masses]
    total = math.fsum(values)
    if total == 0.0:
        raise ValueError(f"All {name} are 0: nobody holds an opinion. Give at least one a {one}.")
    if abs(total - 1.0) > _ROUNDING:
        raise ValueError(
            f"The {name} add up to {total:.12g}, but must add up to 1. Divide each by {total:.12g} if these are counts."
        )
    return tuple(value / total for value in values)


def check_edges(edges: Any, spacing: str) -> tuple[float, ...]:
    """Return increasing cost ratios, the ends of cells."""
    if isinstance(edges, str) or np.ndim(edges) != 1 or len(edges) < 2:
        raise TypeError(f"edges must be a list of at least two cost ratios, such as [0, 0.1, 0.5], not {edges!r}.")
    costs = tuple(parse_cost(edge, f"edge number {number}") for number, edge in enumerate(edges))
    for before, after in pairwise(costs):
        if after <= before:
            raise ValueError(f"The edges must increase, but {exact(after)} comes after {exact(before)}. Sort them.")
    if spacing == "log-odds" and (costs[0] == 0.0 or costs[-1] == 1.0):
        raise ValueError(
            "A cell that reaches 0 or 1 is infinitely wide in log-odds. Start above 0 and end below 1, or use "
            "spacing='cost'."
        )
    return costs
