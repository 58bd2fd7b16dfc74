"""Scores counted in cells between given cost ratios, and how far sums over an interval can then be off.

Every cost ratio that a hand can reach, and every one where an opinion about costs begins or ends, is an edge between
two cells, so neither cuts one. A cell keeps its weight and two places, mean - spread and mean + spread, each with half
of the weight, at which log-odds losses and their squares add up to what they really are. (Where one of them would lie
outside of the cell the page takes two others with the same mean and spread, and other shares of the weight.) Losses are
then off by rounding on the wire and by what is of third order in the width of a cell.

An end that was typed may cut a cell, whose scores then count as evenly spread about the mean. Let F be how they really
lie, U how they are taken to lie, as shares of the cell's weight below a place, and D the integral of F - U from the
cell's start. The cut changes a loss by no more than weight x width x slope of the loss x the largest |D|. Mean and
spread bound D (`_stray`): of whatever lies in [0, 1] with mean m and spread s, E(x - X)+ is at least the largest of
(x - m)(1 - m) + s^2, x - m and 0, and at most half of sqrt(s^2 + (x - m)^2) + x - m.
"""

from __future__ import annotations

import math
from typing import NamedTuple, Self

import numpy as np

from brierwidgets.core.class_tables import ClassTable
from brierwidgets.core.costs import LogOddsUniform
from brierwidgets.core.forecast import Forecast
from brierwidgets.core.intervals import expit, logit
from brierwidgets.core.round_costs import TRACK
from brierwidgets.core.sums import Loss, every_row
from brierwidgets.core.thresholds import lowest_reaching

__all__ = ["Cells", "Grid", "find", "largest_errors"]

#: Cells of the scores on either side of all that a hand can reach.
_TAIL = 256

#: Rows worked on at a time, so that they stay in the processor's memory.
_ROWS_AT_ONCE = 1 << 15

#: From so many scores a cell on, sums are looked up rather than added up.
_MANY = 48

#: On the wire a mean is known to half a 65,536th of a cell, a spread to a 510th.
_MEAN_STEPS, _SPREAD_STEPS = 65_536, 510

#: The share of prevalence x (1 - prevalence) to which errors of a small score are compared.
_FLOOR = 0.1

#: A narrower spread, as a share of a cell, is none.
_NO_SPREAD = 1e-6

_SMALLEST, _LARGEST = np.nextafter([0.0, 1.0], [1.0, 0.0])

_COSTS = LogOddsUniform()


class Grid(NamedTuple):
    """Cells from the lowest to the highest score inside (0, 1): a number of them between two round cost ratios.

    `edges` are where cells start, in log-odds, `steps` their widths, and `reached` the lowest scores in them.
    """

    low: float
    high: float
    numbers: np.ndarray
    edges: np.ndarray
    steps: np.ndarray
    reached: np.ndarray

    @classmethod
    def of(cls, forecast: Forecast, atoms: np.ndarray, cells: int, ends: np.ndarray) -> Self:
        """Lay at most so many cells out between `ends` over the scores of both classes: half evenly, half by scores."""
        inner = [t.scores[slice(*_inner(t.scores))] for t in (forecast.negatives, forecast.positives)]
        low, high = (float(pick(s[end] for s in inner if s.size)) for pick, end in ((min, 0), (max, -1)))
        costs = np.concatenate(([low], ends[(ends > low) & (ends < high)], [high]))
        tails = (costs[:-1] < TRACK[0]) | (costs[:-1] >= TRACK[1])
        places = logit(costs)
        middles = expit((places[:-1] + places[1:]) / 2)
        lost = np.zeros(tails.size)
        for table, slope in ((forecast.negatives, middles), (forecast.positives, 1 - middles)):
            at, found = find(table, atoms)
            apart = table.cumulative[at[found] + 1] - table.cumulative[at[found]]
            lost += slope * (np.diff(table.below(costs)) - np.histogram(atoms[found], costs, weights=apart)[0])
        # What a cut through a cell can change goes with its weight and its width.
        widths = np.where(tails, 0.0, np.diff(places))
        needs = widths, np.sqrt(np.maximum(lost, 0.0) * widths)
        in_tails = _of_tails(places, costs)
        spare = max(cells - int(in_tails.sum()) - int((~tails).sum()), 0)
        more = sum(spare / 2 * need / max(need.sum(), 1e-300) for need in needs)
        numbers = np.where(tails, in_tails, 1 + np.asarray(more).astype(int))
        stretch, rank = every_row(np.zeros_like(numbers), numbers)
        steps = (np.diff(places) / numbers)[stretch]
        edges = places[stretch] + rank * steps
        # Whoever reaches a round cost ratio, for decisions, is in the cells above it.
        reached = np.where(rank == 0, lowest_reaching(costs[stretch], forecast._slack), expit(edges))
        return cls(low, high, numbers, edges, steps, reached)


def _of_tails(places: np.ndarray, costs: np.ndarray) -> np.ndarray:
    """Return the number of cells in each stretch beyond the ends of the slider; 0 for stretches on the slider."""
    numbers = np.zeros(places.size - 1, dtype=int)
    for tail in (costs[:-1] < TRACK[0], costs[:-1] >= TRACK[1]):
        widths = np.where(tail, np.diff(places), 0.0)
        shares = widths / max(widths.sum(), 1e-300)
        numbers += np.where(tail, np.maximum(np.rint(_TAIL * shares), 1.0), 0.0).astype(int)
    return numbers


def _inner(scores: np.ndarray) -> tuple[int, int]:
    """Return where the scores inside (0, 1) start and stop."""
    return int(np.searchsorted(scores, 0.0, side="right")), int(np.searchsorted(scores, 1.0))


class Cells(NamedTuple):
    """For each cell its weight, and what the wire says of the places in it: mean and spread, rounded."""

    weight: np.ndarray
    mean: np.ndarray
    spread: np.ndarray

    @classmethod
    def of(cls, forecast: Forecast, label: int, grid: Grid, atoms: np.ndarray, *, squares: bool = False) -> Self:
        """Count the scores of a class, but for the atoms, which are kept apart; by their squared weight if asked."""
        rising, table = label == 0, (forecast.negatives, forecast.positives)[label]
        loss = _COSTS.negative_loss if rising else _COSTS.positive_loss
        cumulative = table.cumulative_squares if squares else table.cumulative
        counted = table.counted
        starts = np.append(np.searchsorted(table.scores, grid.reached), _inner(table.scores)[1])
        origins = loss(np.clip(expit(grid.edges), _SMALLEST, _LARGEST))
        rows, weight = np.diff(starts), np.diff(cumulative[starts])
        if counted and table.scores.size > _MANY * rows.size:
            plain, second = forecast._sums_for(_COSTS)[label].plain_between(starts)
            sums = plain - weight * origins, second - origins * (2 * plain - weight * origins)
        else:
            each_once = counted and table.total == table.scores.size
            sums = _added_up(table.scores, None if each_once else cumulative, loss, starts, origins)
        places, found = find(table, atoms[(atoms > 0.0) & (atoms < 1.0)])
        places = places[found]
        cell = np.searchsorted(starts, places, side="right") - 1
        apart, gap = cumulative[places + 1] - cumulative[places], loss(table.scores[places]) - origins[cell]
        removed = (np.ones_like(apart), apart, apart * gap, apart * gap * gap)
        rows, weight, total, second = (
            column - np.bincount(cell, of_atoms, rows.size)
            for column, of_atoms in zip((rows, weight, *sums), removed, strict=True)
        )
        made = cls(*(np.zeros(rows.size) for _ in cls._fields))
        filled = np.flatnonzero(rows > 0)
        edges, steps, weight = grid.edges[filled], grid.steps[filled], weight[filled]
        mean = total[filled] / weight
        spread = np.sqrt(np.where(rows[filled] == 1, 0.0, np.maximum(second[filled] / weight - mean * mean, 0.0)))
        # No place further from its cell than a mean and a spread can bring it, however wide the cell.
        bounds = np.sort([loss(expit(edges - steps / 2)), loss(expit(edges + 1.5 * steps))], axis=0)
        bounds = np.maximum(bounds, _SMALLEST)
        places = np.clip(origins[filled] + mean + np.multiply.outer([-1.0, 1.0], spread), *bounds)
        odds = places + np.log(-np.expm1(-places))  # of the negatives; a positive's loss is the same of 1 - score
        lower, upper = ((odds if rising else -odds) - edges) / steps
        made.weight[filled] = weight
        made.mean[filled] = np.floor(np.clip((lower + upper) / 2 * _MEAN_STEPS, 0.0, _MEAN_STEPS - 1.0))
        spread = np.clip(np.abs(upper - lower) / 2, 0.0, 0.5) * _SPREAD_STEPS
        made.spread[filled] = np.where(spread > _SPREAD_STEPS * _NO_SPREAD, np.maximum(np.rint(spread), 1.0), 0.0)
        return made


def find(table: ClassTable, scores: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return where scores are in a table, and whether they are there."""
    places = np.searchsorted(table.scores, scores)
    found = places < table.scores.size
    found[found] = table.scores[places[found]] == scores[found]
    return places, found


def _added_up(
    scores: np.ndarray, cumulative: np.ndarray | None, loss: Loss, starts: np.ndarray, origins: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return the sums of w (loss - origin) and of w (loss - origin)^2 in each cell; w is 1 without weights."""
    total, second = np.zeros(origins.size), np.zeros(origins.size)
    first = 0
    while first < origins.size:
        last = max(first + 1, int(np.searchsorted(starts, starts[first] + _ROWS_AT_ONCE, "right")) - 1)
        filled = first + np.flatnonzero(np.diff(starts[first : last + 1]))
        if filled.size:
            start, stop = starts[filled[0]], starts[filled[-1] + 1]
            gaps = loss(scores[start:stop]) - np.repeat(origins[filled], starts[filled + 1] - starts[filled])
            weighed = gaps if cumulative is None else gaps * np.diff(cumulative[start : stop + 1])
            total[filled] = np.add.reduceat(weighed, starts[filled] - start)
            second[filled] = np.add.reduceat(weighed * gaps, starts[filled] - start)
        first = last
    return total, second


def _stray(cells: Cells, steps: np.ndarray) -> np.ndarray:
    """Return a bound of |D| in each cell, in shares of its weight and width."""
    mean, spread = (cells.mean + 0.5) / _MEAN_STEPS, cells.spread / _SPREAD_STEPS
    even = math.sqrt(3) * spread
    reach = np.minimum(np.minimum(even, mean), 1 - mean)  # as the page reads them: evenly over mean +- reach
    above = 0.145 * spread + (even - reach) / 4
    short = np.maximum(reach - spread**2 / np.maximum(mean, 1 - mean), 0.0)
    below = np.divide(short**2, 4 * reach, out=np.zeros_like(reach), where=reach > 0.0)
    # A spread is rounded, and it is that of losses, which differs from that of places by less than the cell is wide.
    blurred = np.maximum(above, below) + 1 / _SPREAD_STEPS + steps / 2
    return np.where(spread > 0.0, blurred, _NO_SPREAD) + 0.5 / _MEAN_STEPS


def largest_errors(forecast: Forecast, grid: Grid, classes: list[Cells]) -> tuple[float, float]:
    """Return bounds of what cells change in a mean regret, as a share of it.

    The first holds for all intervals from one round cost ratio on the slider to another, the second for all others on
    the slider that are at least 1 wide in log-odds. Both hold for averages over cost ratios and over log-odds; a score
    that is small is taken to be a tenth of prevalence x (1 - prevalence).
    """
    rate = forecast.prevalence
    floor = _FLOOR * rate * (1 - rate) * forecast.total
    if not floor:
        return 0.0, 0.0
    pad = 0.005 * np.arange(1, 241)  # an interval may reach beyond all scores
    last = grid.edges[-1] + grid.steps[-1]
    edges = np.concatenate((grid.edges[0] - pad[::-1], grid.edges, [last], last + pad))
    costs, steps = expit(edges), grid.steps
    mine = np.arange(steps.size) + pad.size
    # Between two edges at least as many negatives are above, and positives below, as at the worse of the two.
    false, missed = forecast.negatives.total - forecast.negatives.below(costs), forecast.positives.below(costs)
    least = np.maximum(costs[:-1] * false[1:] + (1 - costs[1:]) * missed[:-1], 0.0)
    odds = grid.edges + steps / 2
    centers, reachable = expit(odds), np.abs(odds) < logit(TRACK[1])
    right = np.searchsorted(edges, edges[mine] + 1.0, "right") - 1
    left = np.searchsorted(edges, edges[mine + 1] - 1.0)
    half_step, blur = 0.5 / _MEAN_STEPS, 1 / _SPREAD_STEPS
    errors = []
    for mass, local in ((np.diff(edges), 1.0), (np.diff(costs), centers * (1 - centers))):
        cut, kept = np.zeros(steps.size), np.zeros(steps.size)
        for cells, slope in zip(classes, (centers, 1 - centers), strict=True):
            # The slope of a loss changes by at most 2 of itself in one unit of log-odds, and its slope by at most 4.
            steepest = slope * local * steps * cells.weight * (1 + 2 * steps)
            spread = cells.spread / _SPREAD_STEPS
            cut += steepest * (1 + 2 * steps) * _stray(cells, steps)
            kept += steepest * (
                half_step + steps * blur * (2 * spread + blur) + (2 / 3) * steps**2 * (2 * spread**2 + spread**3)
            )
        score, floors = (np.append(0.0, np.cumsum(height * mass)) for height in (least, floor))
        ratios = kept[reachable] / (np.maximum(least, floor) * mass)[mine][reachable]
        uncut = float(np.max(ratios, initial=0.0))
        ends = 0.0
        for start, stop in ((mine + 1, right), (left, mine)):
            size = np.maximum(score[stop] - score[start], floors[stop] - floors[start])
            ratio = np.divide(cut, size, out=np.full(size.shape, np.inf), where=size > 0.0)
            ends += float(np.max(ratio[reachable & (cut > 0.0)], initial=0.0))
        errors.append((uncut, uncut + ends))
    at_round, elsewhere = (max(pair) for pair in zip(*errors, strict=True))
    return at_round, elsewhere
