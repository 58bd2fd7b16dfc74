"""The best model for every interval of a grid at once.

Integrated regret adds up over adjacent intervals, so it is found once for each cell between two
neighbours of the grid; every one of the g (g - 1) / 2 intervals is then a difference of two cumulative sums.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from brierwidgets.core.class_tables import compensated_cumsum
from brierwidgets.core.costs import CostDistribution
from brierwidgets.core.forecast import Forecast
from brierwidgets.core.guarded import class_weights, z_value
from brierwidgets.core.intervals import Interval, check_costs
from brierwidgets.core.scoring_rules import NO_WEIGHT, RULES, Spacing, check_log_odds_width, regret_rule
from brierwidgets.core.sums import Loss, Moments, constant_moments
from brierwidgets.core.written import exact

__all__ = [
    "Leaders",
    "Margins",
    "cell_moments",
    "check_grid",
    "find_leaders",
    "is_below",
    "over_intervals",
    "paired_margins",
]

#: Scores that differ by less than this share of themselves differ by rounding alone: a tie.
_TIED = 1e-10


class Leaders(NamedTuple):
    """Matrices over intervals: entry (i, j) is the interval from grid point i to grid point j > i.

    On and below the diagonal there is no interval: models are -1, numbers NaN. The mean regret of treating all and of
    treating none stands in `rules`.
    """

    scores: np.ndarray
    best: np.ndarray
    runner_up: np.ndarray
    margin: np.ndarray
    rules: np.ndarray


def check_grid(grid: Any, spacing: Spacing) -> np.ndarray:
    """Return the grid as increasing cost ratios, or say what is wrong with it.

    Examples
    --------
    >>> check_grid(["1:99", "5%", 0.1], "log-odds")
    array([0.01, 0.05, 0.1 ])
    """
    costs = check_costs(grid, "cost ratio of the grid").copy()
    if costs.ndim != 1 or costs.size < 2:
        raise ValueError(
            f"The grid must be a list of at least two cost ratios, but its shape is {costs.shape}. "
            "Pass for example numpy.linspace(0.01, 0.5, 100)."
        )
    falls = np.flatnonzero(np.diff(costs) <= 0.0)
    if falls.size:
        where = int(falls[0])
        raise ValueError(
            f"The grid must increase, but number {where + 1} (counting from 0) is {exact(costs[where + 1])}, "
            f"after {exact(costs[where])}. Pass numpy.unique(grid)."
        )
    if regret_rule(spacing) is RULES["mean-regret-log-odds"]:
        check_log_odds_width(Interval(float(costs[0]), float(costs[-1])))
    return costs


def cell_moments(forecast: Forecast, costs: CostDistribution, grid: np.ndarray) -> tuple[Moments, Moments]:
    """Moments of the pointwise losses in each cell between neighbours of the grid, of negatives and of positives."""
    low, high = grid[:-1], grid[1:]
    negative_sums, positive_sums = forecast._sums_for(costs)
    table = forecast.negatives
    start, stop = table.scores.searchsorted(low, "right"), table.scores.searchsorted(high)
    negatives = negative_sums.between_each(start, np.maximum(start, stop), low)
    above = table.total - table.cumulative[stop], table.total_squares - table.cumulative_squares[stop]
    negatives += constant_moments(costs.negative_loss(high, low), *above)
    table = forecast.positives
    start, stop = table.scores.searchsorted(low, "right"), table.scores.searchsorted(high)
    positives = positive_sums.between_each(start, np.maximum(start, stop), high)
    below = table.cumulative[start], table.cumulative_squares[start]
    return negatives, positives + constant_moments(costs.positive_loss(low, high), *below)


def over_intervals(cells: np.ndarray) -> np.ndarray:
    """Sum the cells from i to j - 1 for every i < j; NaN elsewhere.

    Examples
    --------
    >>> over_intervals(np.array([1.0, 10.0]))
    array([[nan,  1., 11.],
           [nan, nan, 10.],
           [nan, nan, nan]])
    """
    high, low = compensated_cumsum(cells)
    sums: np.ndarray = (high[None, :] - high[:, None]) + (low[None, :] - low[:, None])
    sums[np.tri(sums.shape[0], dtype=bool)] = np.nan
    return sums


def find_leaders(forecasts: Sequence[Forecast], grid: np.ndarray, spacing: Spacing) -> Leaders:
    """Find mean regret, the best model and the runner-up for every interval; a tie goes to the first listed."""
    costs, widths = _costs(grid, spacing)
    totals = [sum(of_class.total for of_class in cell_moments(f, costs, grid)) for f in forecasts]
    scores = np.stack([over_intervals(t) / f.total / widths for t, f in zip(totals, forecasts, strict=True)])
    places = np.nonzero(~np.isnan(widths))
    columns = scores[:, places[0], places[1]]
    lowest = columns.min(axis=0)
    columns = np.where(columns <= lowest * (1 + _TIED), lowest, columns)
    order = np.argsort(columns, axis=0, kind="stable")
    best, runner_up, margin = np.full(widths.shape, -1), np.full(widths.shape, -1), np.full(widths.shape, np.nan)
    best[places] = order[0]
    if len(forecasts) > 1:
        runner_up[places] = order[1]
        first, second = np.take_along_axis(columns, order[:2], axis=0)
        margin[places] = second - first
    return Leaders(scores, best, runner_up, margin, _rule_scores(forecasts[0], costs, grid) / widths)


def _rule_scores(cases: Forecast, costs: CostDistribution, grid: np.ndarray) -> np.ndarray:
    """Return what treating all, wrong for every negative case, and treating none lose on every interval."""
    cells = (
        cases.negatives.total * costs.negative_loss(grid[1:], grid[:-1]),
        cases.positives.total * costs.positive_loss(grid[:-1], grid[1:]),
    )
    return np.stack([over_intervals(losses) / cases.total for losses in cells])


def is_below(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Where a score is lower than another by more than rounding."""
    return one * (1 + _TIED) < other


class Margins(NamedTuple):
    """How sure every margin is: its standard error, and the ends of its guarded 95% interval."""

    standard_error: np.ndarray
    low: np.ndarray
    high: np.ndarray


def paired_margins(
    leaders: Leaders,
    forecasts: Sequence[Forecast],
    grid: np.ndarray,
    spacing: Spacing,
    *,
    labels: np.ndarray,
    scores: Sequence[np.ndarray],
    weights: np.ndarray | None,
) -> Margins:
    """Return how sure every margin is, from the two models' losses on the same cases.

    Parameters
    ----------
    leaders, forecasts, grid, spacing
        What `find_leaders` returned and was given.
    labels, scores, weights
        The cases: outcomes, the scores of each model, and weights (None for equal).

    Notes
    -----
    Exact, with one pass over the cases for each pair of models that meet as best and runner-up.
    """
    costs, widths = _costs(grid, spacing)
    squares = np.ones(labels.size) if weights is None else weights**2
    found = Margins(*(np.full(widths.shape, np.nan) for _ in Margins._fields))
    low, high = np.minimum(leaders.best, leaders.runner_up), np.maximum(leaders.best, leaders.runner_up)
    for one, other in {(int(i), int(j)) for i, j in zip(low[low >= 0], high[low >= 0], strict=True)}:
        pairs = zip(*(cell_moments(forecasts[model], costs, grid) for model in (one, other)), strict=True)
        gaps = [(over_intervals(a.total - b.total), over_intervals(a.squares - b.squares)) for a, b in pairs]
        grams = _grams(labels, (scores[one], scores[other]), squares, costs, grid)
        sums = [(*gap, _block_sums(gram)) for gap, gram in zip(gaps, grams, strict=True)]
        met = (low == one) & (high == other)
        _, error = _gap_mean(forecasts[0], sums, costs, grid, guarded=False)
        middle, half = _gap_mean(forecasts[0], sums, costs, grid, guarded=True)
        middle, half = np.where(leaders.best == one, -middle, middle) / widths, z_value() * half / widths
        for values, computed in zip(found, (error / widths, middle - half, middle + half), strict=True):
            values[met] = computed[met]
    return found


def _gap_mean(
    cases: Forecast,
    sums: Sequence[tuple[np.ndarray, np.ndarray, np.ndarray]],
    costs: CostDistribution,
    grid: np.ndarray,
    *,
    guarded: bool,
) -> tuple[np.ndarray, np.ndarray]:
    """Return the mean difference d of two models' losses on every interval, and its standard error.

    `sums` holds for each class the sums of w d, of w^2 d and of w^2 d^2. See ``brierwidgets.core.guarded``: it is the
    same, for all intervals at once.
    """
    tables = cases.negatives, cases.positives
    largest = costs.negative_loss(grid[1:], grid[:-1]), costs.positive_loss(grid[:-1], grid[1:])
    known = cases.prevalence_given
    added, weights, parts = class_weights(*tables, prevalence_known=known, guarded=guarded)
    mean = parts[0] * sums[0][0] + parts[1] * sums[1][0]
    variance: Any = 0.0
    for table, part, weight, extra, bound, (total, squared, second) in zip(
        tables, parts, weights, added, largest, sums, strict=True
    ):
        about = total / weight if known else mean
        variance += part**2 * (second + about * (about * table.total_squares - 2 * squared))
        if extra:
            variance += (part * extra) ** 2 * (np.square(over_intervals(bound)) + np.square(about))
    return mean, np.sqrt(np.maximum(variance, 0.0))


def _costs(grid: np.ndarray, spacing: Spacing) -> tuple[CostDistribution, np.ndarray]:
    """Return the weights of `spacing` on all of [0, 1], and the width that each interval has under them.

    It is NaN for an interval on which an opinion has no weight; the even ones have some on every interval.
    """
    weights = regret_rule(spacing).weights
    widths = over_intervals(np.array([weights._mass(float(low), float(high)) for low, high in pairwise(grid)]))
    least = 0.0 if isinstance(spacing, str) else NO_WEIGHT
    return weights, np.where(widths > least, widths, np.nan)


def _grams(
    labels: np.ndarray,
    pair: tuple[np.ndarray, np.ndarray],
    squares: np.ndarray,
    costs: CostDistribution,
    grid: np.ndarray,
) -> list[np.ndarray]:
    """Sum over the cases of either class of w^2 d_k d_l for cells k <= l.

    d_k is the difference of two models' losses in cell k.
    Two models treat a case differently only at cost ratios between its two scores. So d is a part of the cell of
    the lower score, a part of the cell of the upper one and the whole of every cell between, all of one sign:
    counts and sums by pair of cells give the matrix in one pass, and nothing cancels.
    """
    clipped = [np.clip(scores.astype(float, copy=False), grid[0], grid[-1]) for scores in pair]
    lower, upper = np.minimum(*clipped), np.maximum(*clipped)
    differ = lower < upper
    return [
        _class_gram(lower[kept], upper[kept], squares[kept], loss, grid)
        for kept, loss in (
            (differ & ~labels, lambda low, high: costs.negative_loss(high, low)),
            (differ & labels, costs.positive_loss),
        )
    ]


def _class_gram(
    lower: np.ndarray,
    upper: np.ndarray,
    squares: np.ndarray,
    loss: Loss,
    grid: np.ndarray,
) -> np.ndarray:
    size = grid.size - 1
    first, last = (np.clip(grid.searchsorted(ends, "right") - 1, 0, size - 1) for ends in (lower, upper))
    pair = first * size + last

    def by_cells(values: np.ndarray | float) -> np.ndarray:
        return np.bincount(pair, values * squares, size * size).reshape(size, size)

    def starting_before(table: np.ndarray) -> np.ndarray:
        return np.pad(np.cumsum(table[:-1], axis=0), ((1, 0), (0, 0)))

    def ending_after(table: np.ndarray) -> np.ndarray:
        return np.pad(np.cumsum(table[:, :0:-1], axis=1)[:, ::-1], ((0, 0), (0, 1)))

    head, tail, whole = loss(lower, grid[first + 1]), loss(grid[last], upper), loss(grid[:-1], grid[1:])
    across = starting_before(ending_after(by_cells(1.0)))
    between = (
        by_cells(head * tail)
        + whole[:, None] * starting_before(by_cells(tail))
        + whole * ending_after(by_cells(head))
        + np.outer(whole, whole) * across
    )
    within = (
        by_cells(loss(lower, upper) ** 2)
        + starting_before(by_cells(tail**2))
        + ending_after(by_cells(head**2))
        + whole**2 * across
    )
    return np.asarray(np.triu(between, 1) + np.diag(np.diag(within)))


def _block_sums(gram: np.ndarray) -> np.ndarray:
    """Sum the symmetric matrix whose upper half is `gram` over rows and columns i to j - 1, for every i < j."""
    folded = 2 * np.triu(gram, 1) + np.diag(np.diag(gram))
    columns = np.cumsum(folded[::-1], axis=0)[::-1]
    sums = np.zeros((gram.shape[0] + 1, gram.shape[1] + 1))
    sums[:-1, 1:] = np.cumsum(columns, axis=1)
    return sums
