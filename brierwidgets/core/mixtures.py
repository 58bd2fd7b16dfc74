"""Mixtures of cost distributions: density, mass and partial moments are the weighted sums of those of the parts.

So the expected regret under a mixture is the weighted sum of theirs. The intervals of a class or a committee are a
mixture of uniform distributions; chips laid on a grid of cost ratios are one of neighbouring cells.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np

from brierwidgets.core.costs import CostDistribution, LogOddsUniform, Point, Uniform
from brierwidgets.core.intervals import Interval, expit, logit
from brierwidgets.core.opinion_inputs import Parts, check_edges, check_masses, check_parts
from brierwidgets.core.peaked_costs import Beta
from brierwidgets.core.written import exact

__all__ = ["Histogram", "MixedCosts", "Mixture", "as_mixture", "as_weights", "spread_evenly"]

#: Opinions closer together than this in log-odds are shown with as much room on either side.
_NARROWEST = 0.1

#: A point is weighed as a cell below it, this share of it wide: too narrow for any two thresholds to fall into.
_POINT_WIDTH = 1e-9


class MixedCosts(CostDistribution):
    """A weighted sum of distributions: its mass, losses, mean and variance come from those of its parts."""

    #: Each part's weight and distribution; the weights add up to 1.
    parts: Parts

    def parts_inside(self) -> Parts:
        """Return the parts with weight between `low` and `high`, cut to that, each with the weight it keeps there."""
        inside = []
        for weight, part in self.parts:
            kept = weight * _share(part, self.low, self.high)
            if kept > 0.0:
                inside.append((kept, _cut(part, self.low, self.high)))
        return tuple(inside)

    def _weight(self, cost: np.ndarray) -> np.ndarray:
        return np.asarray(sum(weight * part.density(cost) for weight, part in self.parts))

    def _mass(self, low: float, high: float) -> float:
        return sum(weight * _share(part, low, high) for weight, part in self.parts)

    def negative_loss(self, score: Any, low: Any = 0.0) -> Any:
        """Return the weighted sum of the parts' losses, each within its own interval."""
        return sum(
            weight / part.mass * part.negative_loss(_within(score, part), _within(low, part))
            for weight, part in self.parts
        )

    def positive_loss(self, score: Any, high: Any = 1.0) -> Any:
        """Return the weighted sum of the parts' losses, each within its own interval."""
        return sum(
            weight / part.mass * part.positive_loss(_within(score, part), _within(high, part))
            for weight, part in self.parts
        )

    def share(self, low: float, high: float) -> float:
        """Return the share of the weight that lies between two cost ratios.

        Examples
        --------
        >>> round(Mixture([(0.5, Uniform(0, 0.2)), (0.5, Uniform(0.1, 0.3))]).share(0.2, 1), 3)
        0.25
        """
        return sum(weight * _share(part, low, high) for weight, part in self.parts_inside()) / self.mass

    @property
    def support(self) -> Interval:
        """The smallest interval that holds all of the weight, and never less than a hand can drag.

        Examples
        --------
        >>> Mixture([(0.5, Uniform(0.1, 0.2)), (0.5, Uniform(0.3, 0.4))]).support
        Interval(low=0.1, high=0.4)
        """
        parts = [part for _, part in as_weights(self).parts]
        low, high = min(part.low for part in parts), max(part.high for part in parts)
        narrow = low > 0.0 and high < 1.0 and float(logit(high) - logit(low)) < _NARROWEST
        if narrow:
            low, high = float(expit(logit(low) - _NARROWEST)), float(expit(logit(high) + _NARROWEST))
        return Interval(low, high)

    @property
    def mean(self) -> float:
        """The mean cost ratio."""
        return sum(weight * _mean(part) for weight, part in self.parts_inside()) / self.mass

    @property
    def variance(self) -> float:
        """The variance of the cost ratio: within the parts and between them."""
        mean, parts = self.mean, self.parts_inside()
        return sum(w * (_variance(part) + (_mean(part) - mean) ** 2) for w, part in parts) / self.mass

    def fit_beta(self) -> Beta:
        """Return the Beta distribution with the same mean and variance.

        Examples
        --------
        >>> fitted = Mixture([(0.5, Uniform(0, 0.2)), (0.5, Uniform(0.1, 0.3))]).fit_beta()
        >>> round(fitted.p, 3), round(fitted.q, 3)
        (3.129, 17.729)
        """
        mean, variance = self.mean, self.variance
        if variance <= 0.0:
            raise ValueError(
                f"All the weight is at the cost ratio {exact(mean)}, so there is no variance to fit a Beta to. "
                f"Use Point({exact(mean)}), or add another opinion."
            )
        size = mean * (1 - mean) / variance - 1
        if size <= 0.0:
            raise ValueError(
                "The weight lies at the cost ratios 0 and 1 alone, and no Beta spreads that far. "
                "Add opinions between them."
            )
        return Beta(mean * size, (1 - mean) * size)


@dataclass(frozen=True)
class Mixture(MixedCosts):
    """Several distributions of the cost ratio, each with a weight.

    Parameters
    ----------
    parts
        Pairs (weight, distribution). The weights are positive and add up to 1.
    low, high
        Cost ratios outside are left out; see `truncated`.

    Examples
    --------
    >>> committee = Mixture([(0.7, Uniform(0.05, 0.2)), (0.3, Beta(2, 8))])
    >>> round(float(committee.density(0.1)), 3)
    5.7
    >>> round(committee.mean, 4)
    0.1475
    """

    parts: Parts
    low: float = 0.0
    high: float = 1.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "parts", check_parts(self.parts))
        self._check_bounds()


@dataclass(frozen=True)
class Histogram(MixedCosts):
    """Cost ratios in cells, each with its share of the weight: chips on a grid.

    Parameters
    ----------
    edges
        The ends of the cells, increasing: one more than masses.
    masses
        The share of each cell, at least 0; together 1.
    spacing
        Whether the weight of a cell is spread evenly over cost ratios (``"cost"``) or their ``"log-odds"``.
    low, high
        Cost ratios outside are left out; see `truncated`.

    Examples
    --------
    >>> chips = Histogram(["1:99", "1:19", "1:9"], [0.25, 0.75])
    >>> round(chips.mean, 5), chips.interval
    (0.06375, Interval(low=0.0, high=1.0))
    >>> chips.density([0.02, 0.06, 0.5])
    array([ 6.25, 15.  ,  0.  ])
    """

    edges: Sequence[Any]
    masses: Sequence[Any]
    spacing: str = "cost"
    low: float = 0.0
    high: float = 1.0
    parts: Parts = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        kind = spread_evenly(self.spacing)
        edges = check_edges(self.edges, self.spacing)
        masses = check_masses(self.masses, "masses", "mass")
        if len(edges) != len(masses) + 1:
            raise ValueError(
                f"There are {len(edges)} edges and {len(masses)} masses, but {len(masses)} cells have "
                f"{len(masses) + 1} edges."
            )
        object.__setattr__(self, "edges", edges)
        object.__setattr__(self, "masses", masses)
        cells = zip(masses, pairwise(edges), strict=True)
        object.__setattr__(self, "parts", tuple((mass, kind(*cell)) for mass, cell in cells if mass > 0.0))
        self._check_bounds()

    def _weight(self, cost: np.ndarray) -> np.ndarray:
        # An edge belongs to the cell on its right, the last to the last; as a sum of parts it would count twice.
        cell = np.clip(np.searchsorted(self.edges, cost, "right") - 1, 0, len(self.masses) - 1)
        density = np.zeros(np.shape(cost))
        for mass, part in self.parts:
            density = np.where(cell == self.edges.index(part.low), mass * part.density(cost), density)
        return density

    def fit_beta(self) -> Beta:
        """Return the Beta distribution with the same mean and variance.

        Examples
        --------
        >>> fitted = Histogram([0, 0.1, 0.2, 0.3], [0.25, 0.5, 0.25]).fit_beta()
        >>> round(fitted.p / (fitted.p + fitted.q), 6)
        0.15
        """
        if len(self.parts_inside()) == 1:
            cell = self.parts_inside()[0][1].interval
            raise ValueError(
                f"All the weight is in one cell, from {exact(cell.low)} to {exact(cell.high)}. Its spread is that of "
                "the grid and not of an opinion, so there is no variance to fit a Beta to. Use another cell as well, "
                f"or take Uniform({exact(cell.low)}, {exact(cell.high)})."
            )
        return super().fit_beta()


def as_mixture(costs: CostDistribution) -> MixedCosts:
    """Return a distribution as a mixture: itself if it is one, else the only part of one."""
    return costs if isinstance(costs, MixedCosts) else Mixture(((1.0, costs),))


@functools.lru_cache(maxsize=64)
def as_weights(costs: CostDistribution) -> Mixture:
    """Return the same distribution as a mixture of densities on all of [0, 1], which any interval can be cut out of.

    Mixtures within mixtures become parts, each cut to its own interval, and points become narrow cells.

    Examples
    --------
    >>> as_weights(Mixture([(0.5, Uniform(0.1, 0.3)), (0.5, Beta(2, 8))]).truncated(0.2, 1)).parts[0]
    (0.5340695711665733, Uniform(low=0.2, high=0.3))
    """
    return Mixture(tuple(_flat(as_mixture(costs), 1.0)))


def _flat(costs: MixedCosts, share: float) -> Iterator[tuple[float, CostDistribution]]:
    """Go through the parts of a mixture, and of those that are mixtures themselves."""
    for weight, part in costs.parts_inside():
        own = share * weight / costs.mass
        if isinstance(part, MixedCosts):
            yield from _flat(part, own)
        elif isinstance(part, Point):
            yield own, Uniform(part.cost * (1 - _POINT_WIDTH), part.cost or _POINT_WIDTH)
        else:
            yield own, part


def spread_evenly(spacing: Any) -> type[Uniform | LogOddsUniform]:
    """Return the distribution that spreads weight evenly over cost ratios (``"cost"``) or their ``"log-odds"``."""
    kinds: dict[str, type[Uniform | LogOddsUniform]] = {"cost": Uniform, "log-odds": LogOddsUniform}
    if not isinstance(spacing, str) or spacing not in kinds:
        raise ValueError(f"spacing must be 'cost' or 'log-odds', not {spacing!r}.")
    return kinds[spacing]


def _within(cost: Any, part: CostDistribution) -> Any:
    """Return cost ratios clipped to the interval of a part: beyond it nothing is lost or gained."""
    if isinstance(part, Point):
        return cost
    if isinstance(cost, float):
        return min(max(cost, part.low), part.high)
    return np.clip(cost, part.low, part.high)


def _share(part: CostDistribution, low: float, high: float) -> float:
    """Return the share of a part's weight between two cost ratios."""
    if isinstance(part, Point):
        return 1.0 if low <= part.cost <= high else 0.0
    start, stop = max(low, part.low), min(high, part.high)
    if start >= stop:
        return 0.0
    if isinstance(part, MixedCosts):
        return sum(weight * _share(opinion, start, stop) for weight, opinion in part.parts) / part.mass
    return part._mass(start, stop) / part.mass


def _cut(part: CostDistribution, low: float, high: float) -> CostDistribution:
    return part if isinstance(part, Point) else part.truncated(low, high)


def _mean(part: CostDistribution) -> float:
    if isinstance(part, Point):
        return part.cost
    return part.mean if isinstance(part, MixedCosts) else float(part.negative_loss(part.high, part.low)) / part.mass


def _variance(part: CostDistribution) -> float:
    """Return the variance of the cost ratio; in closed form but for the distributions nobody states as an opinion."""
    if isinstance(part, Point):
        return 0.0
    if isinstance(part, MixedCosts):
        return part.variance
    low, high = part.interval
    if isinstance(part, Uniform):
        return (high - low) ** 2 / 12
    if isinstance(part, Beta) and low == 0.0 and high == 1.0:
        return part.p * part.q / ((part.p + part.q) ** 2 * (part.p + part.q + 1))
    from scipy.integrate import quad  # noqa: PLC0415  slow to load, and seldom needed

    mean = _mean(part)
    return float(
        quad(lambda cost: (cost - mean) ** 2 * float(part.density(cost)), low, high, epsabs=0, epsrel=1e-11)[0]
    )
