"""Scores counted in cells that are even in log-odds, and how far sums over an interval can then be off.

A cell keeps the weight, the mean and the spread of the log-odds in it, and its scores count as evenly spread about
that mean. Let F be how the scores of a cell really lie, U how they are taken to lie, both as shares of the cell's
weight below a place x in it, and D(x) the integral of F - U from the cell's start. What a cut through the cell at x
makes of a loss differs from the truth by no more than weight x width x slope of the loss x the largest |D|. `stray`
bounds that from above: D is known exactly at the first score of each of 16 parts of a cell, and in between F lies
between its values at the ends of the part. Cells that are not cut lose only what rounding on the wire and the third
moment make, of second and third order in their width.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple, Self

import numpy as np

from brierwidgets.core.forecast import Forecast
from brierwidgets.core.intervals import expit, logit

__all__ = ["Cells", "Grid", "Rest", "largest_error"]

#: Cells lie between these log-odds (0.09% and 99.91%); scores further out share a few more.
_REACH = 7.0
_TAIL = 256

#: Parts of a cell at which the lie of its scores is looked at.
_PARTS = 16

#: Rows worked on at a time, so that they stay in the processor's memory.
_ROWS_AT_ONCE = 1 << 15

#: On the wire a mean is known to half a 65,536th of a cell, a spread to a 510th.
_MEAN_STEPS, _SPREAD_STEPS = 65_536, 510

#: A hand moves the ends of the interval between these log-odds (0.1% and 99.9%).
_SLIDER = math.log(999.0)

#: The share of prevalence x (1 - prevalence) to which errors of a small score are compared.
_FLOOR = 0.1


class Rest(NamedTuple):
    """The scores of a class that are counted in cells, with their weights and squared weights; None: each is 1."""

    scores: np.ndarray
    weights: np.ndarray | None
    squares: np.ndarray | None


class Grid(NamedTuple):
    """Cells even in log-odds: stretches as [start, width of a cell, number of cells], and all edges and widths."""

    segments: list[list[Any]]
    edges: np.ndarray
    steps: np.ndarray

    @classmethod
    def of(cls, rests: list[Rest], cells: int) -> Self:
        """Lay so many cells out over the scores of both classes."""
        ends = logit(np.array([rest.scores[place] for rest in rests if rest.scores.size for place in (0, -1)]))
        # No score on the very edge of a cell, where rounding could put it outside.
        low, high = float(ends.min()) - 1e-6, float(ends.max()) + 1e-6
        inside = max(low, -_REACH), min(high, _REACH)
        stretches = [(low, min(high, -_REACH), _TAIL), (*inside, cells - 2 * _TAIL), (max(low, _REACH), high, _TAIL)]
        segments = [[start, (end - start) / number, number] for start, end, number in stretches if start < end]
        edges = np.concatenate([start + step * np.arange(number) for start, step, number in segments])
        return cls(segments, edges, np.concatenate([np.full(number, step) for _, step, number in segments]))


class Cells(NamedTuple):
    """For each cell its weight, and what the wire says of the places in it: mean and standard deviation, rounded.

    `stray` bounds |D|, in shares of weight and width.
    """

    weight: np.ndarray
    mean: np.ndarray
    spread: np.ndarray
    stray: np.ndarray

    @classmethod
    def of(cls, scores: np.ndarray, weights: np.ndarray | None, grid: Grid) -> Self:
        """Count scores, which increase; each once without weights."""
        made = cls(*(np.zeros(grid.edges.size) for _ in cls._fields))
        starts = np.append(np.searchsorted(scores, expit(grid.edges)), scores.size)
        starts[0] = 0
        first = 0
        while first < grid.edges.size:
            last = max(first + 1, int(np.searchsorted(starts, starts[first] + _ROWS_AT_ONCE, "right")) - 1)
            filled = first + np.flatnonzero(np.diff(starts[first : last + 1]))
            if filled.size:
                rows = slice(starts[filled[0]], starts[filled[-1] + 1])
                sizes = starts[filled + 1] - starts[filled]
                places = (logit(scores[rows]) - np.repeat(grid.edges[filled], sizes)) / np.repeat(
                    grid.steps[filled], sizes
                )
                counted = _count(places, None if weights is None else weights[rows], sizes)
                for column, values in zip(made, counted, strict=True):
                    column[filled] = values
            first = last
        return made


def _count(places: np.ndarray, weights: np.ndarray | None, sizes: np.ndarray) -> Cells:
    """Count the rows of some cells, none of them empty."""
    begins = np.cumsum(sizes) - sizes
    # The first row of each part of each cell, in order; a cell of few rows has a part for each.
    number = np.minimum(sizes, _PARTS)
    cell = np.repeat(np.arange(sizes.size), number)
    rank = np.arange(cell.size) - np.repeat(np.cumsum(number) - number, number)
    parts = begins[cell] + rank * sizes[cell] // number[cell]
    weighed = places if weights is None else places * weights
    rows = np.diff(parts, append=places.size)
    part_weight = rows.astype(float) if weights is None else np.add.reduceat(weights, parts)
    part_sum = np.add.reduceat(weighed, parts)
    cells = np.cumsum(number) - number
    weight = np.add.reduceat(part_weight, cells)
    mean = np.add.reduceat(part_sum, cells) / weight
    second = np.add.reduceat(places * weighed, begins) / weight
    spread = np.sqrt(np.maximum(second - mean * mean, 0.0))
    mean_kept = np.floor(np.clip(mean * _MEAN_STEPS, 0.0, _MEAN_STEPS - 1.0))
    spread_kept = np.where(spread > 1e-6, np.ceil(np.clip(spread, 0.0, 0.5) * _SPREAD_STEPS), 0.0)

    # As the page reads them: evenly spread over the middle +- reach.
    middle = (mean_kept + 0.5) / _MEAN_STEPS
    reach = np.minimum(np.minimum(math.sqrt(3) * spread_kept / _SPREAD_STEPS, middle), 1 - middle)
    at, half = middle[cell], reach[cell]
    place = places[parts]

    def up_to(place: np.ndarray) -> np.ndarray:
        """Share of the cell that is taken to lie below a place."""
        inside = np.divide(place - at + half, 2 * half, out=(place >= at).astype(float), where=half > 0.0)
        clipped: np.ndarray = np.clip(inside, 0.0, 1.0)
        return clipped

    share = up_to(place)
    below = (np.cumsum(part_weight) - part_weight - np.repeat((np.cumsum(weight) - weight), number)) / weight[cell]
    above = below + part_weight / weight[cell]
    summed = (np.cumsum(part_sum) - part_sum - np.repeat(np.cumsum(weight * mean) - weight * mean, number)) / weight[
        cell
    ]
    taken = half * share * share + np.maximum(place - at - half, 0.0)
    known = below * place - summed - taken
    last = rank == number[cell] - 1
    until = np.where(last, 1.0, np.append(place[1:], 1.0))
    over = np.maximum(above - share, 0.0)
    rise = np.minimum(over * (until - place), over * np.maximum(at - half - place, 0.0) + over * over * half)
    fall = np.where(rows == 1, 0.0, np.maximum(up_to(until) - below, 0.0) * (until - place))
    worst = np.maximum.reduceat(np.maximum(known + rise, fall - known), cells)
    return Cells(weight, mean_kept, spread_kept, np.maximum(worst, np.abs(middle - mean)))


def largest_error(forecast: Forecast, grid: Grid, classes: list[Cells], width: float) -> float:
    """Return a bound of what cells change in a mean regret, as a share of it, for all intervals of at least a width.

    The ends lie where a hand can bring them, and are at least `width` apart in log-odds. It holds for averages over
    cost ratios and over log-odds; a score that is small is taken to be a tenth of prevalence x (1 - prevalence).
    """
    edges = np.append(grid.edges, grid.edges[-1] + grid.steps[-1])
    pad = 0.005 * np.arange(1, 241)  # an interval may reach beyond all scores
    edges = np.concatenate((edges[0] - pad[::-1], edges, edges[-1] + pad))
    costs, mine = expit(edges), slice(pad.size, pad.size + grid.steps.size)
    # Between two edges at least as many negatives are above, and positives below, as at the worse of the two.
    false, missed = forecast.negatives.total - forecast.negatives.below(costs), forecast.positives.below(costs)
    least = costs[:-1] * false[1:] + (1 - costs[1:]) * missed[:-1]
    rate = forecast.prevalence
    floor = _FLOOR * rate * (1 - rate) * forecast.total
    if not floor:
        return 0.0
    centers, steps = expit(grid.edges + grid.steps / 2), grid.steps
    reachable = (grid.edges + steps > -_SLIDER) & (grid.edges < _SLIDER)
    errors = []
    for spread_out in (False, True):  # averages over log-odds, over cost ratios
        mass = np.diff(costs) if spread_out else np.diff(edges)
        local = centers * (1 - centers) if spread_out else 1.0
        cut, kept = np.zeros(steps.size), np.zeros(steps.size)
        for cells, slope in zip(classes, (centers, 1 - centers), strict=True):
            # The slope of a loss changes by at most 2 of itself in one unit of log-odds, and its slope by at most 4.
            steepest = slope * local * steps * cells.weight * (1 + 2 * steps)
            spread = cells.spread / _SPREAD_STEPS
            half_step = 0.5 / _MEAN_STEPS
            cut += steepest * (cells.stray * (1 + 2 * steps) + half_step)
            third = (2 / 3) * steps**2 * (spread**2 + spread**3)
            kept += steepest * (half_step + steps * (2 * spread + 1 / _SPREAD_STEPS) / _SPREAD_STEPS + third)
        score = np.append(0.0, np.cumsum(least * mass))
        whole = np.append(0.0, np.cumsum(floor * mass))
        ratios = kept / np.maximum((least * mass)[mine], (floor * mass)[mine])
        error = float(np.max(ratios[reachable], initial=0.0))
        here = np.arange(steps.size) + pad.size
        right = np.searchsorted(edges, edges[here] + width, "right") - 1
        left = np.searchsorted(edges, edges[here + 1] - width)
        for start, stop in ((here + 1, right), (left, here)):
            size = np.maximum(score[stop] - score[start], whole[stop] - whole[start])
            ratio = np.divide(cut, size, out=np.full(size.shape, np.inf), where=stop > start)
            error += float(np.max(ratio[reachable & (cut > 0.0)], initial=0.0))
        errors.append(error)
    return max(errors)
