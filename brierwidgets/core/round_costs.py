"""The round cost ratios to which a hand on the slider snaps."""

from __future__ import annotations

import functools
import math

import numpy as np

__all__ = ["TRACK", "nice_cost", "round_costs", "round_costs_and"]

#: The cost ratios between which a hand moves.
TRACK = (0.001, 0.999)

#: One step of the slider, in log-odds; a round number is as fine as that, give or take a little.
_STEP, _GIVE = 0.02, 1.05

#: How many round numbers of each fineness there are from 0 to 1, from fine to coarse.
_FINENESS = (50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200)

#: Cost ratios nearer to each other than this, as a share of them, are one.
_SAME = 2e-9

#: So many cost ratios may come to the round ones; of more, some are taken.
_MOST = 1_000


def nice_cost(cost: float) -> float:
    """Snap a cost ratio to a round number as fine as one step of the slider there.

    Examples
    --------
    >>> nice_cost(0.016587), nice_cost(0.4987)
    (0.0166, 0.5)
    """
    if not 0.0 < cost < 1.0:
        return cost
    resolution = _STEP * cost * (1 - cost)
    power = math.floor(math.log10(resolution))
    step = next(m for m in (5, 2, 1) if m * 10.0**power <= resolution * _GIVE)
    return round(round(cost / (step * 10.0**power)) * step * 10.0**power, 2 - power)


@functools.cache
def round_costs() -> np.ndarray:
    """Return every cost ratio that `nice_cost` gives on the slider, increasing.

    Examples
    --------
    >>> round_costs()[:3], round_costs().size
    (array([0.001  , 0.00102, 0.00104]), 1039)
    """
    # A step of 1 / parts is the one to take from this cost x (1 - cost) on.
    first = [1 / (parts * _STEP * (1.0 if parts in (1_000, 10_000) else _GIVE)) for parts in _FINENESS]
    found = [np.array(TRACK)]
    for parts, least, most in zip(_FINENESS, first, [*first[1:], 0.25], strict=True):
        low, high = ((1 - math.sqrt(1 - 4 * product)) / 2 for product in (least, most))
        numbers = np.arange(round(low * parts), round(high * parts) + 1)
        found += [numbers / parts, (parts - numbers) / parts]
    costs = np.unique(np.concatenate(found))
    costs = costs[(costs >= TRACK[0]) & (costs <= TRACK[1])]
    costs.setflags(write=False)
    return costs


def round_costs_and(others: tuple[float, ...]) -> np.ndarray:
    """Return the round cost ratios and others inside (0, 1) that are none of them, increasing.

    Examples
    --------
    >>> costs = round_costs_and((0.0, 0.1, 1 / 7))
    >>> costs.size, 1 / 7 in costs
    (1040, True)
    """
    given = np.unique([other for other in others if 0.0 < other < 1.0])
    given = given[np.diff(given, append=2.0) > _SAME * given]  # of two that are one the higher
    above = np.searchsorted(round_costs(), given)
    near = np.minimum(
        *(np.abs(round_costs()[np.clip(place, 0, round_costs().size - 1)] - given) for place in (above - 1, above))
    )
    apart = given[near > _SAME * given]
    if apart.size > _MOST:
        apart = apart[np.linspace(0, apart.size - 1, _MOST).astype(int)]
    return np.union1d(round_costs(), apart)
