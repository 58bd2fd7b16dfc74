"""The one tie rule: a case is positive at threshold t if and only if its score s >= t.

Taken bit by bit that rule surprises people: ``35 * 0.01`` is one unit in the last place above ``0.35``,
so a score of 0.35 would not reach point 35 of ``np.arange(0, 1, 0.01)``, although everyone who
types either means the same number. So a score **reaches** a threshold when it is no more than one
part in 10^12 below it. Scores held in 32 or 16 bits are themselves rounded (``np.float32(0.35)`` is
0.34999999), so for them the slack is one unit in the last place of that type.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from brierwidgets.core.intervals import check_costs

if TYPE_CHECKING:
    from brierwidgets.core.sums import ClassTable

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


class ThresholdScores:
    """What a forecast's decisions at one threshold, or at many, are worth; `Forecast` inherits it."""

    if TYPE_CHECKING:
        negatives: ClassTable
        positives: ClassTable
        total: float
        _slack: float

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
        regret = self.regret(costs, threshold)
        tp, fp, fn, tn = self._squared_weights(costs if threshold is None else threshold)
        # A false positive costs c, a missed case 1 - c, any other case nothing; all minus the mean.
        variance = fp * (costs - regret) ** 2 + fn * (1 - costs - regret) ** 2 + (tp + tn) * np.square(regret)
        return _plain(np.sqrt(variance) / self.total)

    def _squared_weights(self, threshold: Any) -> Counts:
        """Return the squared weights of the cases decided each way."""
        cut = lowest_reaching(check_costs(threshold, "threshold"), self._slack)
        fn, tn = (
            table.cumulative_squares[np.searchsorted(table.scores, cut)] for table in (self.positives, self.negatives)
        )
        return Counts(self.positives.total_squares - fn, self.negatives.total_squares - tn, fn, tn)

    def net_benefit(self, threshold: Any) -> Any:
        """Return NB(c) = P(s >= c, y = 1) - P(s >= c, y = 0) c / (1 - c).

        At threshold 1 a false positive outweighs any number of true ones, so net benefit is not
        defined there and the value is NaN.
        """
        costs = check_costs(threshold, "threshold")
        counts = self.counts(costs)
        odds = np.divide(costs, 1 - costs, out=np.full_like(costs, np.nan), where=costs < 1.0)
        return _plain((counts.tp - counts.fp * odds) / self.total)

    def net_benefit_standard_error(self, threshold: Any) -> Any:
        """Return the standard error of the net benefit at one or many thresholds; NaN at threshold 1."""
        costs = check_costs(threshold, "threshold")
        benefit = self.net_benefit(costs)
        odds = np.divide(costs, 1 - costs, out=np.full_like(costs, np.nan), where=costs < 1.0)
        tp, fp, fn, tn = self._squared_weights(costs)
        # A treated positive is worth 1, a treated negative -odds, anyone else 0; all minus the mean.
        variance = tp * (1 - benefit) ** 2 + fp * (odds + benefit) ** 2 + (fn + tn) * np.square(benefit)
        return _plain(np.sqrt(variance) / self.total)

    def interventions_avoided(self, threshold: Any) -> Any:
        """Return the interventions avoided per person against treating all, missing no case more.

        (NB(c) - NB_all(c)) (1 - c) / c = P(s < c, y = 0) - P(s < c, y = 1) (1 - c) / c. At threshold 0
        nothing is ever worth avoiding, and the value is NaN.
        """
        costs = check_costs(threshold, "threshold")
        counts = self.counts(costs)
        odds = np.divide(1 - costs, costs, out=np.full_like(costs, np.nan), where=costs > 0.0)
        return _plain((counts.tn - counts.fn * odds) / self.total)

    def accuracy(self, threshold: Any = 0.5) -> Any:
        """Return the share of correct decisions at `threshold`: 1 - 2 R(1/2, t)."""
        return 1 - 2 * self.regret(0.5, threshold)


def _plain(value: Any) -> Any:
    """Return a float for a scalar, else the array."""
    return float(value) if np.ndim(value) == 0 else value
