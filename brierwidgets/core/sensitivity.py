"""The best model for every interval of a grid at once.

Integrated regret adds up over adjacent intervals, so it is found once for each cell between two
neighbours of the grid; every one of the g (g - 1) / 2 intervals is then a difference of two cumulative sums.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from brierwidgets.core.costs import CostDistribution
from brierwidgets.core.forecast import Forecast
from brierwidgets.core.intervals import Interval, check_costs
from brierwidgets.core.scores import RULES, _inner, check_spacing
from brierwidgets.core.sums import Loss, Moments, compensated_cumsum, constant_moments

__all__ = ["Leaders", "cell_moments", "check_grid", "find_leaders", "over_intervals", "paired_errors"]

#: Scores that differ by less than this share of themselves differ by rounding alone: a tie.
_TIED = 1e-10


class Leaders(NamedTuple):
    """Matrices over intervals: entry (i, j) is the interval from grid point i to grid point j > i.

    On and below the diagonal there is no interval: models are -1, numbers NaN.
    """

    scores: np.ndarray
    best: np.ndarray
    runner_up: np.ndarray
    margin: np.ndarray


def check_grid(grid: Any, spacing: str) -> np.ndarray:
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
            f"The grid must increase, but number {where + 1} (counting from 0) is {costs[where + 1]:g}, after "
            f"{costs[where]:g}. Pass numpy.unique(grid)."
        )
    if check_spacing(spacing) == "mean-regret-log-odds":
        _inner(Interval(float(costs[0]), float(costs[-1])))
    return costs


def cell_moments(forecast: Forecast, costs: CostDistribution, grid: np.ndarray) -> Moments:
    """Moments of the pointwise losses in each cell between neighbours of the grid, both classes together."""
    low, high = grid[:-1], grid[1:]
    negative_loss, positive_loss = _losses(costs)
    negative_sums, positive_sums = forecast._sums_for(costs)
    table = forecast.negatives
    start, stop = table.scores.searchsorted(low, "right"), table.scores.searchsorted(high)
    moments = negative_sums.between_each(start, np.maximum(start, stop), low)
    above = table.total - table.cumulative[stop], table.total_squares - table.cumulative_squares[stop]
    moments += constant_moments(negative_loss(high, low), *above)
    table = forecast.positives
    start, stop = table.scores.searchsorted(low, "right"), table.scores.searchsorted(high)
    moments += positive_sums.between_each(start, np.maximum(start, stop), high)
    below = table.cumulative[start], table.cumulative_squares[start]
    return moments + constant_moments(positive_loss(low, high), *below)


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
    sums = (high[None, :] - high[:, None]) + (low[None, :] - low[:, None])
    sums[np.tri(sums.shape[0], dtype=bool)] = np.nan
    return sums


def find_leaders(forecasts: Sequence[Forecast], grid: np.ndarray, spacing: str) -> Leaders:
    """Find mean regret, the best model and the runner-up for every interval; a tie goes to the first listed."""
    costs, widths = _costs(grid, spacing)
    scores = np.stack([over_intervals(cell_moments(f, costs, grid).total) / f.total / widths for f in forecasts])
    places = np.triu_indices(grid.size, 1)
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
    return Leaders(scores, best, runner_up, margin)


def paired_errors(
    leaders: Leaders,
    forecasts: Sequence[Forecast],
    grid: np.ndarray,
    spacing: str,
    *,
    labels: np.ndarray,
    scores: Sequence[np.ndarray],
    weights: np.ndarray | None,
) -> np.ndarray:
    """Return the standard error of every margin, from the two models' losses on the same cases.

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
    total = forecasts[0].total
    total_squares = forecasts[0].negatives.total_squares + forecasts[0].positives.total_squares
    squares = np.ones(labels.size) if weights is None else weights**2
    errors = np.full(widths.shape, np.nan)
    low, high = np.minimum(leaders.best, leaders.runner_up), np.maximum(leaders.best, leaders.runner_up)
    for one, other in {(int(i), int(j)) for i, j in zip(low[low >= 0], high[low >= 0], strict=True)}:
        moments, against = (cell_moments(forecasts[model], costs, grid) for model in (one, other))
        mean = over_intervals(moments.total - against.total) / total
        # Sum of w^2 (d - mean)^2 over the cases, d being the difference between their two losses.
        spread = _block_sums(_gram(labels, (scores[one], scores[other]), squares, costs, grid))
        spread += mean * (mean * total_squares - 2 * over_intervals(moments.squares - against.squares))
        here = (low == one) & (high == other)
        errors[here] = (np.sqrt(np.maximum(spread, 0.0)) / total / widths)[here]
    return errors


def _costs(grid: np.ndarray, spacing: str) -> tuple[CostDistribution, np.ndarray]:
    """Return the weights of `spacing` on all of [0, 1], and the width that each interval has under them."""
    rule = RULES[check_spacing(spacing)]
    cells = [rule.costs(Interval(float(low), float(high))) for low, high in pairwise(grid)]
    return cells[0].whole, over_intervals(np.array([cell.mass for cell in cells]))


def _losses(costs: CostDistribution) -> tuple[Loss, Loss]:
    """Return both losses of `costs`, which take arrays of anchors too."""
    return costs.negative_loss, costs.positive_loss


def _gram(
    labels: np.ndarray,
    pair: tuple[np.ndarray, np.ndarray],
    squares: np.ndarray,
    costs: CostDistribution,
    grid: np.ndarray,
) -> np.ndarray:
    """Sum over cases of w^2 d_k d_l for cells k <= l, d_k being the difference of two models' losses in cell k.

    Two models treat a case differently only at cost ratios between its two scores. So d is a part of the cell of
    the lower score, a part of the cell of the upper one and the whole of every cell between, all of one sign:
    counts and sums by pair of cells give the matrix in one pass, and nothing cancels.
    """
    gram = np.zeros((grid.size - 1, grid.size - 1))
    clipped = [np.clip(each.astype(float, copy=False), grid[0], grid[-1]) for each in pair]
    lower, upper = np.minimum(*clipped), np.maximum(*clipped)
    differ = lower < upper
    negative_loss, positive_loss = _losses(costs)
    for kept, loss in (
        (differ & ~labels, lambda low, high: negative_loss(high, low)),
        (differ & labels, positive_loss),
    ):
        gram += _class_gram(lower[kept], upper[kept], squares[kept], loss, grid)
    return gram


def _class_gram(
    lower: np.ndarray,
    upper: np.ndarray,
    squares: np.ndarray,
    loss: Loss,
    grid: np.ndarray,
) -> np.ndarray:
    size = grid.size - 1
    first, last = (np.clip(grid.searchsorted(each, "right") - 1, 0, size - 1) for each in (lower, upper))
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
    return np.triu(between, 1) + np.diag(np.diag(within))


def _block_sums(gram: np.ndarray) -> np.ndarray:
    """Sum the symmetric matrix whose upper half is `gram` over rows and columns i to j - 1, for every i < j."""
    folded = 2 * np.triu(gram, 1) + np.diag(np.diag(gram))
    columns = np.cumsum(folded[::-1], axis=0)[::-1]
    sums = np.zeros((gram.shape[0] + 1, gram.shape[1] + 1))
    sums[:-1, 1:] = np.cumsum(columns, axis=1)
    return sums
