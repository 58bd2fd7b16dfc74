"""One model against the outcomes: validated and sorted once, then every question is a lookup."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from brierwidgets.core.binning import binning_error, pool_tables
from brierwidgets.core.costs import CostDistribution, Point, check_distribution
from brierwidgets.core.intervals import Interval
from brierwidgets.core.lookup import RegretSums, ScoreIndex
from brierwidgets.core.scores import RULES, NamedScores
from brierwidgets.core.sums import ClassTable, Moments, StretchSums
from brierwidgets.core.thresholds import SLACK, Counts, ThresholdScores, slack_of
from brierwidgets.core.validation import check_counts, check_labels, check_same_rows, check_scores, check_weights

__all__ = ["Counts", "Forecast"]

#: Costs of the named scores; they have no parameters, so the type says all.
_NAMED = frozenset(type(rule.weights) for rule in RULES.values())

#: How many distributions of costs a forecast keeps sums for.
_KEPT_SUMS = 16


class Forecast(ThresholdScores, NamedScores):
    """Probabilities from one model for cases whose outcomes are known.

    Parameters
    ----------
    y_true
        Outcomes: 0 and 1, booleans, or any two labels together with `pos_label`.
    y_prob
        Scores in [0, 1], read as the probability of the positive class.
    sample_weight
        Importance of each case, at least 0. (Repeated cases are better given to `from_counts`:
        scores are the same, standard errors are not.)
    pos_label
        The label that counts as positive, when labels are not 0 and 1.

    Notes
    -----
    A case is decided positive at threshold t if its score s >= t, and a score that falls short of t
    by rounding alone reaches it (``brierwidgets.core.thresholds``). A forecast never changes.

    Examples
    --------
    >>> forecast = Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8])
    >>> forecast.regret(0.5)
    0.25
    >>> round(forecast.brier_score(), 4)
    0.1925
    """

    def __init__(self, y_true: Any, y_prob: Any, *, sample_weight: Any = None, pos_label: Any = None) -> None:
        labels = check_labels(y_true, pos_label)
        scores = check_scores(y_prob)
        check_same_rows(y_true, y_prob, "y_true", "y_prob")
        weights = check_weights(sample_weight, labels.size)
        if weights is not None:
            check_same_rows(y_true, sample_weight, "y_true", "sample_weight")
        self._fill_from_rows(labels, scores, weights)

    @classmethod
    def _from_rows(cls, labels: np.ndarray, scores: np.ndarray, weights: np.ndarray | None) -> Self:
        """Build from arrays that have been checked already."""
        forecast = cls.__new__(cls)
        forecast._fill_from_rows(labels, scores, weights)
        return forecast

    def _fill_from_rows(self, labels: np.ndarray, scores: np.ndarray, weights: np.ndarray | None) -> None:
        slack = slack_of(scores.dtype)
        scores = scores.astype(float, copy=False)
        if weights is not None and not weights.all():
            kept = weights > 0.0
            labels, scores, weights = labels[kept], scores[kept], weights[kept]
        tables = [
            ClassTable.from_rows(scores[of_class])
            if weights is None
            else ClassTable.from_rows(scores[of_class], weights[of_class], weights[of_class] ** 2)
            for of_class in (~labels, labels)
        ]
        self._fill(*tables, slack=slack)

    @classmethod
    def from_counts(cls, scores: Any, positives: Any, negatives: Any) -> Self:
        """Build the same object from aggregated data.

        Parameters
        ----------
        scores
            The distinct scores (any order; equal ones are pooled).
        positives, negatives
            How many positive and negative cases had each score: whole numbers.

        Examples
        --------
        >>> Forecast.from_counts([0.2, 0.7], positives=[1, 3], negatives=[8, 2])
        Forecast(14 cases, prevalence 0.286, 2 distinct scores)
        """
        values = check_scores(scores, "scores")
        slack = slack_of(values.dtype)
        values = values.astype(float, copy=False)
        tables = []
        for counts, name in ((negatives, "negatives"), (positives, "positives")):
            weights = check_counts(counts, values.size, name)
            check_same_rows(scores, counts, "scores", name)
            tables.append(ClassTable.from_rows(values[weights > 0], weights[weights > 0]))
        if tables[0].total + tables[1].total == 0.0:
            raise ValueError("All counts are zero: there is nothing to score. Pass at least one case.")
        return cls._from_tables(tables[0], tables[1], slack)

    @classmethod
    def _from_tables(cls, negatives: ClassTable, positives: ClassTable, slack: float = SLACK) -> Self:
        forecast = cls.__new__(cls)
        forecast._fill(negatives, positives, slack=slack)
        return forecast

    if TYPE_CHECKING:  # attached by brierwidgets.frames: core knows no dataframes

        @classmethod
        def from_frame(
            cls,
            frame: Any,
            *,
            label: str,
            score: str,
            weight: str | None = None,
            bins: int | None = ...,
            pos_label: Any = None,
            progress: bool | None = None,
        ) -> Forecast:
            """Build from a dataframe; its engine counts where the data is, and only the counts come back."""

    def merge(self, *others: Forecast) -> Self:
        """Return one forecast of the cases of several, such as those of other sites or days.

        Examples
        --------
        >>> Forecast([0, 1], [0.1, 0.8]).merge(Forecast([0, 0, 1], [0.3, 0.6, 0.8]))
        Forecast(5 cases, prevalence 0.4, 4 distinct scores)
        """
        for number, other in enumerate(others, start=1):
            if not isinstance(other, Forecast):
                raise TypeError(f"Only forecasts can be merged, but number {number} is a {type(other).__name__}.")
        parts: list[Forecast] = [self, *others]
        return self._from_tables(
            pool_tables(part.negatives for part in parts),
            pool_tables(part.positives for part in parts),
            max(part._slack for part in parts),
        )

    def binning_error(self, rule: str, interval: Any = (0, 1)) -> float:
        """Return the most by which bins can have moved a score: 0 if every distinct score was kept.

        Parameters
        ----------
        rule
            ``"brier"``, ``"log-loss"``, ``"mean-regret"``, ``"mean-regret-log-odds"`` or ``"net-benefit"``.
        interval
            A pair of cost ratios.

        Notes
        -----
        A bin of weight W whose scores have the mean m, the lowest value l and the highest r adds at most
        W [((r - m) f(l) + (m - l) f(r)) / (r - l) - f(m)], f being the loss: of second order in the bin's width, and
        of first order in the bins that hold an end of the interval. See ``brierwidgets.core.binning``.

        Examples
        --------
        >>> Forecast([0, 1], [0.25, 0.75]).binning_error("brier")
        0.0
        """
        return binning_error(self, rule, interval)

    def _fill(self, negatives: ClassTable, positives: ClassTable, *, slack: float) -> None:
        self.__dict__.update(
            negatives=negatives,
            positives=positives,
            total=negatives.total + positives.total,
            _slack=slack,
            _sums={},
            _index=None,
            _lookups={},
        )

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"A Forecast never changes, so {name!r} cannot be set. Build a new one.")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"A Forecast never changes, so {name!r} cannot be deleted. Build a new one.")

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_sums": {}, "_index": None, "_lookups": {}}  # built again when asked

    def __repr__(self) -> str:
        return (
            f"{type(self).__name__}({self.total:,.15g} cases, prevalence {self.prevalence:.3g}, "
            f"{self.distinct_scores.size:,} distinct scores)"
        )

    #: Distinct scores of the negative cases with their weights.
    negatives: ClassTable
    #: Distinct scores of the positive cases with their weights.
    positives: ClassTable
    #: Number of cases, or the sum of their weights.
    total: float
    _slack: float
    _sums: dict[CostDistribution, tuple[StretchSums, StretchSums]]
    _index: ScoreIndex | None
    _lookups: dict[type[CostDistribution], RegretSums]

    @property
    def prevalence(self) -> float:
        """Share of positive cases."""
        return self.positives.total / self.total

    @property
    def distinct_scores(self) -> np.ndarray:
        """Every distinct score, increasing."""
        return np.union1d(self.negatives.scores, self.positives.scores)

    @property
    def nbytes(self) -> int:
        """Bytes held by the sorted tables and the sums built so far."""
        sums = [each for pair in self._sums.values() for each in pair]
        held: list[Any] = [self.negatives, self.positives, *sums, *self._lookups.values()]
        return sum(each.nbytes for each in held) + (self._index.nbytes if self._index else 0)

    def integrated_regret(self, costs: CostDistribution) -> float:
        """Return the integral of R*(c) w(c) over the interval of `costs`, not divided by its mass."""
        check_distribution(costs)
        if isinstance(costs, Point):
            return float(self.regret(costs.cost))
        return self._integral(costs, costs.interval)

    def expected_regret(self, costs: CostDistribution) -> float:
        """Return E[R*(c)] for a cost ratio drawn from `costs`: the engine behind every score.

        Examples
        --------
        >>> from brierwidgets.costs import Uniform
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

    def expected_regret_standard_error(self, costs: CostDistribution) -> float:
        """Return the standard error of `expected_regret`.

        Examples
        --------
        >>> from brierwidgets.costs import Beta
        >>> forecast = Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8])
        >>> round(forecast.expected_regret_standard_error(Beta(2, 8)), 4)
        0.0396
        """
        self.expected_regret(costs)  # refuses what has no average
        if isinstance(costs, Point):
            return float(self.regret_standard_error(costs.cost))
        return self._mean(self._moments(costs), 1 / costs.mass).standard_error

    def _integral(self, costs: CostDistribution, interval: Interval) -> float:
        """Integral of R*(c) w(c) over the interval."""
        lookup = self._lookups.get(type(costs)) or self._lookup_for(costs)
        low, high = interval
        total = lookup.integral(low, high) if lookup else None
        if total is None:
            total = sum(each.total for each in self._moments(costs, interval))
        return total / self.total

    def _moments(self, costs: CostDistribution, interval: Interval | None = None) -> tuple[Moments, Moments]:
        """Moments of the pointwise losses of the negatives and of the positives."""
        negatives, positives = self._sums_for(costs)
        low, high = interval or costs.interval
        return negatives.moments(low, high), positives.moments(low, high)

    def _lookup_for(self, costs: CostDistribution) -> RegretSums | None:
        """Return the quick way to an integral, which is kept for the named scores only: 8 bytes a score each."""
        if type(costs) not in _NAMED:
            return None
        index = self._index or ScoreIndex(self.negatives, self.positives)
        self.__dict__["_index"] = index
        self._lookups[type(costs)] = RegretSums(index, costs)
        return self._lookups[type(costs)]

    def _sums_for(self, costs: CostDistribution) -> tuple[StretchSums, StretchSums]:
        key = costs.whole
        sums = self._sums.pop(key, None) or (
            StretchSums(self.negatives, key.negative_loss, rising=True),
            StretchSums(self.positives, key.positive_loss, rising=False),
        )
        self._sums[key] = sums  # the last asked for is the last to go
        if len(self._sums) > _KEPT_SUMS:
            del self._sums[next(iter(self._sums))]
        return sums
