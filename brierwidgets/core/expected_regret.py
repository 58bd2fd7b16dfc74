"""The engine behind every score: expected regret under any distribution of costs, by sums that are kept."""

from __future__ import annotations

from typing import Any

import numpy as np

from brierwidgets.core.class_tables import ClassTable
from brierwidgets.core.costs import CostDistribution, Point, check_distribution
from brierwidgets.core.intervals import Interval
from brierwidgets.core.lookup import RegretSums, ScoreIndex
from brierwidgets.core.mixtures import MixedCosts
from brierwidgets.core.prevalence import ScaledSums
from brierwidgets.core.scoring_rules import RULES
from brierwidgets.core.sums import Moments, StretchSums
from brierwidgets.core.thresholds import ThresholdScores

__all__ = ["ExpectedRegret"]

#: Costs of the named scores; they have no parameters, so the type says all.
_NAMED = frozenset(type(rule.weights) for rule in RULES.values())

#: How many distributions of costs a forecast keeps sums for.
_KEPT_SUMS = 16


class ExpectedRegret(ThresholdScores):
    """The regret of a forecast, averaged over costs; `Forecast` inherits it.

    Sums over the sorted cases are built when first asked for, and kept: from then on an average is a lookup.
    """

    _sums: dict[CostDistribution, tuple[StretchSums, StretchSums]]
    _index: ScoreIndex | None
    _lookups: dict[type[CostDistribution], RegretSums]

    def _fill(self, negatives: ClassTable, positives: ClassTable, *, slack: float) -> None:
        super()._fill(negatives, positives, slack=slack)
        self.__dict__.update(_sums={}, _index=None, _lookups={})

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_below": None, "_sums": {}, "_index": None, "_lookups": {}}  # built again when asked

    @property
    def nbytes(self) -> int:
        """Bytes held by the sorted tables and the sums built so far."""
        sums = [part for pair in self._sums.values() for part in pair]
        held: list[Any] = [self.negatives, self.positives, *sums, *self._lookups.values()]
        held += [part for part in (self._below, self._index) if part is not None]
        return sum(part.nbytes for part in held)

    def integrated_regret(self, costs: CostDistribution) -> float:
        """Return the integral of R*(c) w(c) over the interval of `costs`, not divided by its mass."""
        check_distribution(costs)
        if isinstance(costs, Point):
            return float(self.regret(costs.cost))
        if isinstance(costs, MixedCosts):
            return sum(weight * self.expected_regret(part) for weight, part in costs.parts_inside())
        return self._integral(costs, costs.interval)

    def expected_regret(self, costs: CostDistribution) -> float:
        """Return E[R*(c)] for a cost ratio drawn from `costs`: the engine behind every score.

        Examples
        --------
        >>> from brierwidgets.costs import Uniform
        >>> from brierwidgets import Forecast
        >>> forecast = Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8])
        >>> round(2 * forecast.expected_regret(Uniform()), 4) == round(forecast.brier_score(), 4)
        True
        """
        mass = check_distribution(costs).mass
        if not np.isfinite(mass):
            raise ValueError(
                f"{costs!r} has infinite mass, so an average over it does not exist. Give it an interval inside "
                "(0, 1), or ask for integrated_regret, which is defined."
            )
        return self.integrated_regret(costs) / mass

    def _integral(self, costs: CostDistribution, interval: Interval) -> float:
        """Integral of R*(c) w(c) over the interval."""
        lookup = self._lookups.get(type(costs)) or self._lookup_for(costs)
        low, high = interval
        total = lookup.integral(low, high) if lookup else None
        if total is None:
            total = sum(moments.total for moments in self._moments(costs, interval))
        return total / self.total

    def _moments(self, costs: CostDistribution, interval: Interval | None = None) -> tuple[Moments, Moments]:
        """Moments of the pointwise losses of the negatives and of the positives."""
        negatives, positives = self._sums_for(costs)
        low, high = interval or costs.interval
        return negatives.moments(low, high), positives.moments(low, high)

    def _lookup_for(self, costs: CostDistribution) -> RegretSums | None:
        """Return the sums that an integral is looked up in (8 bytes a score), kept for the named scores; else None."""
        if type(costs) not in _NAMED or self._base is not None:
            return None
        index = self._index or ScoreIndex(self.negatives, self.positives, self.negatives_below)
        self.__dict__["_index"] = index
        self._lookups[type(costs)] = RegretSums(index, costs)
        return self._lookups[type(costs)]

    def _sums_for(self, costs: CostDistribution) -> tuple[StretchSums, StretchSums]:
        if self._base is not None:
            negatives, positives = self._base._sums_for(costs)
            return ScaledSums(negatives, self._factors[0]), ScaledSums(positives, self._factors[1])
        key = costs.whole
        sums = self._sums.pop(key, None) or (
            StretchSums(self.negatives, key.negative_loss, rising=True),
            StretchSums(self.positives, key.positive_loss, rising=False),
        )
        self._sums[key] = sums  # the last asked for is the last to go
        if len(self._sums) > _KEPT_SUMS:
            del self._sums[next(iter(self._sums))]
        return sums
