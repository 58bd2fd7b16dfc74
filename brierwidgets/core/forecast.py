"""One model against the outcomes: validated and sorted once, then every question is a lookup."""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from brierwidgets.core.binning import binning_error, pool_tables
from brierwidgets.core.class_tables import ClassTable
from brierwidgets.core.prevalence import check_prevalence, class_factors, moved_table, scaled
from brierwidgets.core.scores import NamedScores
from brierwidgets.core.survival import Endings, pool_follow_ups
from brierwidgets.core.thresholds import SLACK, Counts, slack_of
from brierwidgets.core.validation import check_cases, check_counts, check_same_rows, check_scores

__all__ = ["Counts", "Forecast"]


class Forecast(NamedScores):
    """Scores and outcomes as sorted tables; `brierwidgets.Forecast` adds a way in from dataframes.

    Parameters
    ----------
    y_true, y_prob, sample_weight, pos_label, prevalence
        As in `brierwidgets.Forecast`.

    Examples
    --------
    >>> Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8]).regret(0.5)
    0.25
    """

    def __init__(
        self, y_true: Any, y_prob: Any, *, sample_weight: Any = None, pos_label: Any = None, prevalence: Any = None
    ) -> None:
        self._fill_from_rows(*check_cases(y_true, y_prob, sample_weight, pos_label))
        if prevalence is not None:
            plain = type(self)._from_tables(self.negatives, self.positives, self._slack)
            self.__dict__.update(plain.at_prevalence(prevalence).__dict__)

    @classmethod
    def _from_rows(cls, labels: np.ndarray, scores: np.ndarray, weights: np.ndarray | None) -> Self:
        """Build from arrays that have been checked already."""
        forecast = cls.__new__(cls)
        forecast._fill_from_rows(labels, scores, weights)
        return forecast

    def _fill_from_rows(self, labels: np.ndarray, scores: np.ndarray, weights: np.ndarray | None) -> None:
        slack = slack_of(scores.dtype)
        scores = scores.astype(float, copy=False)
        tables = []
        for of_class in (~labels, labels):
            # Taking rows by their numbers is several times faster than by the mask itself.
            rows = np.flatnonzero(of_class if weights is None else of_class & (weights > 0.0))
            weighed = () if weights is None else (weights[rows], np.square(weights[rows]))
            tables.append(ClassTable.from_rows(scores[rows], *weighed))
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
    def from_survival(cls, time: Any, event: Any, y_prob: Any, *, horizon: Any, sample_weight: Any = None) -> Self:
        """Build from outcomes that take time, some of them not followed to the end.

        The outcome is whether the event came by the horizon. Cases censored before it are stood in for by others,
        weighted by the inverse probability of not being censored; every score, curve and decomposition then works
        as usual. The ordinary Brier score is Graf's.

        Parameters
        ----------
        time
            When each case ended, at least 0, in any unit.
        event
            How: 0 censored, 1 the event, 2, 3, ... competing events; or booleans, True for the event. Where 1 means
            censored and 2 the event, as in some data of R's survival package, pass ``event - 1``.
        y_prob
            The predicted risk of the event by the horizon.
        horizon
            The time by which the event counts, no later than the last case ended.
        sample_weight
            Importance of each case, at least 0.

        Notes
        -----
        Censoring must not depend on score or outcome. Standard errors hold the weights fixed, which makes them
        slightly too large: weights estimated from the same cases do better than known ones. Where that matters,
        ``SurvivalComparison.bootstrap`` resamples the cases and their weights.

        References
        ----------
        Graf, Schmoor, Sauerbrei and Schumacher (1999), Assessment and comparison of prognostic classification schemes
        for survival data, Statistics in Medicine 18.
        doi:10.1002/(SICI)1097-0258(19990915/30)18:17/18<2529::AID-SIM274>3.0.CO;2-5

        Examples
        --------
        >>> forecast = Forecast.from_survival([1, 2, 3, 4], [1, 0, 1, 0], [0.8, 0.5, 0.6, 0.2], horizon=3.5)
        >>> forecast
        Forecast(4 cases, prevalence 0.625, 3 distinct scores)
        >>> forecast.follow_up.censored
        1
        """
        endings = Endings(time, event, sample_weight)
        scores = check_scores(y_prob)
        check_same_rows(time, y_prob, "time", "y_prob")
        labels, weights, follow_up = endings.at(horizon)
        forecast = cls._from_rows(labels, scores, weights)
        forecast.__dict__["follow_up"] = follow_up
        return forecast

    @classmethod
    def _from_tables(cls, negatives: ClassTable, positives: ClassTable, slack: float = SLACK) -> Self:
        forecast = cls.__new__(cls)
        forecast._fill(negatives, positives, slack=slack)
        return forecast

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
        if any(part.prevalence_given for part in parts):
            raise ValueError(
                "The prevalence of some of these forecasts was given, so their classes no longer say how many cases "
                "each has. Merge them as they were sampled, then call at_prevalence on the whole."
            )
        merged = self._from_tables(
            pool_tables(part.negatives for part in parts),
            pool_tables(part.positives for part in parts),
            max(part._slack for part in parts),
        )
        merged.__dict__["follow_up"] = pool_follow_ups((part.follow_up for part in parts), merged.prevalence)
        return merged

    def at_prevalence(self, prevalence: Any, *, move_scores: bool = False) -> Self:
        """Return the same forecast where positives have another share.

        Sensitivity and specificity at every threshold stay; the two classes get other weights. Nothing is sorted
        again: scores on an interval are still O(log n).

        Parameters
        ----------
        prevalence
            Share of positives, strictly between 0 and 1: a number, a percentage or odds.
        move_scores
            Whether to move the scores along, by the same shift of log-odds: what a model recalibrated to the new
            base rate would say. Otherwise the model says what it always said.

        Notes
        -----
        The prevalence counts as known. Standard errors hold for two samples, one of each class: they leave out what
        an estimated prevalence would add. Scores counted in bins cannot be moved.

        Examples
        --------
        >>> forecast = Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8])
        >>> rare = forecast.at_prevalence("10%")
        >>> rare
        Forecast(4 cases, prevalence 0.1, 4 distinct scores)
        >>> round(rare.regret(0.5), 4)
        0.25
        >>> round(forecast.at_prevalence("10%", move_scores=True).regret(0.5), 4)
        0.05
        """
        rate = check_prevalence(prevalence)
        base = self if self._base is None else self._base
        class_factors(base.negatives, base.positives, rate)  # refuses one class
        if move_scores:
            negatives, positives = (
                moved_table(table, self.prevalence, rate) for table in (base.negatives, base.positives)
            )
            base = self._from_tables(negatives, positives, self._slack)
        factors = class_factors(base.negatives, base.positives, rate)
        weighted = self._from_tables(
            scaled(base.negatives, factors[0]), scaled(base.positives, factors[1]), self._slack
        )
        weighted.__dict__.update(_base=base, _factors=factors, follow_up=self.follow_up)
        weighted.__dict__["scores_moved"] = move_scores or self.scores_moved
        return weighted

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
