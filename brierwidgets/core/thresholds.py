"""The one tie rule: a case is positive at threshold t if and only if its score s >= t.

Taken bit by bit that rule surprises people: ``35 * 0.01`` is one unit in the last place above ``0.35``,
so a score of 0.35 would not reach point 35 of ``np.arange(0, 1, 0.01)``, although everyone who
types either means the same number. So a score **reaches** a threshold when it is no more than one
part in 10^12 below it. Scores held in 32 or 16 bits are themselves rounded (``np.float32(0.35)`` is
0.34999999), so for them the slack is one unit in the last place of that type.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from brierwidgets.core.cases import SortedCases
from brierwidgets.core.guarded import class_weights, z_value
from brierwidgets.core.intervals import check_costs, odds_against, odds_of

__all__ = ["SLACK", "Counts", "ThresholdScores", "lowest_reaching", "reaches", "slack_of"]

#: How far below a threshold a score may lie and still reach it, as a share of the threshold.
SLACK = 1e-12


def slack_of(dtype: np.dtype) -> float:
    """Relative slack of the rule for scores stored as `dtype`."""
    return max(SLACK, float(np.finfo(dtype).eps)) if np.issubdtype(dtype, np.floating) else SLACK


def lowest_reaching(threshold: Any, slack: float = SLACK) -> np.ndarray:
    """Return the smallest score that reaches `threshold`."""
    return np.asarray(threshold, dtype=float) * (1.0 - slack)


def reaches(score: Any, threshold: Any, slack: float = SLACK) -> np.ndarray:
    """Whether each score counts as ``score >= threshold``.

    Examples
    --------
    >>> 0.35 >= 35 * 0.01, bool(reaches(0.35, 35 * 0.01))
    (False, True)
    """
    return np.asarray(score, dtype=float) >= lowest_reaching(threshold, slack)


class Counts(NamedTuple):
    """Cases (or their weight) decided each way: true and false positives, false and true negatives."""

    tp: Any
    fp: Any
    fn: Any
    tn: Any


class ThresholdScores(SortedCases):
    """What a forecast's decisions at one threshold, or at many, are worth; `Forecast` inherits it."""

    def counts(self, threshold: Any) -> Counts:
        """Return TP, FP, FN and TN at one or many thresholds (weights, where cases have them).

        Examples
        --------
        >>> from brierwidgets import Forecast
        >>> Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8]).counts(0.5)
        Counts(tp=1.0, fp=1.0, fn=1.0, tn=1.0)
        """
        cut = lowest_reaching(check_costs(threshold, "threshold"), self._slack)
        tn, fn = self.negatives.below(cut), self.positives.below(cut)
        counts = (self.positives.total - fn, self.negatives.total - tn, fn, tn)
        return Counts(*(_plain(count) for count in counts))

    def regret(self, cost: Any, threshold: Any = None) -> Any:
        """Return R(c, t) = c P(s >= t, y = 0) + (1 - c) P(s < t, y = 1); t is c unless given.

        Scalars give a float; arrays are broadcast together.
        """
        costs = check_costs(cost)
        cuts = costs if threshold is None else check_costs(threshold, "threshold")
        try:
            np.broadcast_shapes(costs.shape, cuts.shape)
        except ValueError as error:
            raise ValueError(
                f"{costs.size} costs and {cuts.size} thresholds cannot be paired: shapes {costs.shape}, {cuts.shape}. "
                "Pass as many of one as of the other, or a single one of either."
            ) from error
        counts = self.counts(cuts)
        return _plain((costs * counts.fp + (1 - costs) * counts.fn) / self.total)

    def regret_standard_error(self, cost: Any, threshold: Any = None) -> Any:
        """Return the standard error of the regret R(c, t) at one or many cost ratios; t is c unless given."""
        costs = check_costs(cost)
        self.regret(costs, threshold)  # refuses what cannot be paired
        cuts = costs if threshold is None else threshold
        return _plain(self._decision_mean(cuts, fp=costs, fn=1 - costs)[1])

    def regret_interval(self, cost: Any) -> tuple[Any, Any]:
        """Return the ends of the guarded 95% interval of the regret at one or many cost ratios.

        Examples
        --------
        >>> from brierwidgets import Forecast
        >>> low, high = Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8]).regret_interval(0.5)
        >>> round(low, 3), round(high, 3)
        (0.05, 0.45)
        """
        costs = check_costs(cost)
        return _around(*self._decision_mean(costs, fp=costs, fn=1 - costs, guarded=True))

    def _decision_mean(
        self, threshold: Any, *, fp: Any, tp: Any = 0.0, fn: Any = 0.0, guarded: bool = False
    ) -> tuple[Any, Any]:
        """Return the mean over cases of what a decision of each kind is worth, and its standard error.

        A guarded mean has one case more in each class, half of it decided positive and half negative.
        """
        cut = lowest_reaching(check_costs(threshold, "threshold"), self._slack)
        tables, known = (self.positives, self.negatives), self.prevalence_given
        added, weights, parts = class_weights(*tables, prevalence_known=known, guarded=guarded)
        classes = []
        for table, extra, found, missed in zip(tables, added, (tp, fp), (fn, 0.0), strict=True):
            below, squares = table.below(cut) + extra / 2, table.squares_below(cut) + extra**2 / 2
            worth = (table.total + extra - below) * found + below * missed
            classes.append((worth, found, missed, table.total_squares + extra**2 - squares, squares))
        mean = sum(part * worth for part, (worth, *_) in zip(parts, classes, strict=True))
        variance: Any = 0.0
        for part, weight, (worth, found, missed, above, below) in zip(parts, weights, classes, strict=True):
            about = worth / weight if known else mean  # a class that keeps its share varies about its own mean
            variance += part**2 * (above * (found - about) ** 2 + below * (missed - about) ** 2)
        return mean, np.sqrt(variance)

    def net_benefit(self, threshold: Any) -> Any:
        """Return NB(c) = P(s >= c, y = 1) - P(s >= c, y = 0) c / (1 - c).

        At threshold 1 a false positive outweighs any number of true ones, so net benefit is not
        defined there and the value is NaN.
        """
        costs = check_costs(threshold, "threshold")
        counts = self.counts(costs)
        return _plain((counts.tp - counts.fp * odds_of(costs)) / self.total)

    def net_benefit_standard_error(self, threshold: Any) -> Any:
        """Return the standard error of the net benefit at one or many thresholds; NaN at threshold 1."""
        costs = check_costs(threshold, "threshold")
        return _plain(self._decision_mean(costs, tp=1.0, fp=-odds_of(costs))[1])

    def net_benefit_interval(self, threshold: Any) -> tuple[Any, Any]:
        """Return the ends of the guarded 95% interval of the net benefit at one or many thresholds; NaN at 1.

        Examples
        --------
        >>> from brierwidgets import Forecast
        >>> forecast = Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8])
        >>> [round(end, 3) for end in forecast.net_benefit_interval(0.2)]
        [-0.089, 0.797]
        """
        costs = check_costs(threshold, "threshold")
        return _around(*self._decision_mean(costs, tp=1.0, fp=-odds_of(costs), guarded=True))

    def interventions_avoided(self, threshold: Any) -> Any:
        """Return the interventions avoided per person against treating all, missing no case more.

        (NB(c) - NB_all(c)) (1 - c) / c = P(s < c, y = 0) - P(s < c, y = 1) (1 - c) / c. At threshold 0
        nothing is ever worth avoiding, and the value is NaN.
        """
        costs = check_costs(threshold, "threshold")
        counts = self.counts(costs)
        return _plain((counts.tn - counts.fn * odds_against(costs)) / self.total)

    def accuracy(self, threshold: Any = 0.5) -> Any:
        """Return the share of correct decisions at `threshold`: 1 - 2 R(1/2, t)."""
        return 1 - 2 * self.regret(0.5, threshold)


def _plain(value: Any) -> Any:
    """Return a float for a scalar, else the array."""
    return float(value) if np.ndim(value) == 0 else value


def _around(mean: Any, error: Any) -> tuple[Any, Any]:
    """Return the ends of the 95% interval."""
    half = z_value() * error
    return _plain(mean - half), _plain(mean + half)
