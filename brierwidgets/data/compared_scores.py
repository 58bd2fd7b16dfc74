"""What can be asked of a comparison: scores, differences, who would choose which model, and a figure."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from brierwidgets.core.differences import Difference, paired_difference
from brierwidgets.core.intervals import check_interval
from brierwidgets.core.move import rank
from brierwidgets.core.ranking import roc_auc
from brierwidgets.core.rules import RULE_NAMES, difference_to_rule, rule_forecast
from brierwidgets.core.scoring_rules import Rule, Spacing, check_rule
from brierwidgets.core.sensitivity import check_grid, find_leaders, paired_margins
from brierwidgets.data.best_over_intervals import BestOverIntervals
from brierwidgets.data.forecast import Forecast
from brierwidgets.data.html import summary_html
from brierwidgets.data.name_columns import model_index
from brierwidgets.data.named_forecasts import NamedForecasts, rows_of
from brierwidgets.data.opinions import choose

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["ComparedScores"]

_HEADS = {"auc": "AUC", "brier_full": "Brier score", "log_loss_full": "log loss"}


class ComparedScores(NamedForecasts):
    """Scores of several models side by side; `Comparison` inherits them."""

    @functools.cached_property
    def whole_range(self) -> pd.DataFrame:
        """What does not depend on the interval: AUC and the ordinary scores. Computed once."""
        return _whole_range(self._forecasts)

    def scores(
        self,
        interval: Any = (0, 1),
        *,
        spacing: Spacing = "cost",
        rules: bool = False,
        standard_errors: bool = False,
        intervals: bool = False,
    ) -> pd.DataFrame:
        """Return one row a model with its scores on the interval.

        Parameters
        ----------
        interval
            A pair of cost ratios; numbers, percentages or odds.
        spacing
            Whether mean regret and skill average over cost ratios (``"cost"``), their ``"log-odds"``, or a distribution
            of ``brierwidgets.costs``, cut to the interval: then they are NaN where that has no weight.
        rules
            Add the rows ``"treat all"`` and ``"treat none"``: what deciding without a model scores. They are
            ranked among the models.
        standard_errors
            Add a column ``..._se`` beside each score on the interval.
        intervals
            Add columns ``..._low`` and ``..._high`` beside each score on the interval: its 95% interval, which
            allows for losses that have not happened yet (``brierwidgets.core.guarded``).

        Returns
        -------
        DataFrame
            ``mean_regret``, ``brier`` and ``log_loss`` (the part of each score that these cost ratios
            contribute), ``net_benefit`` (its mean), ``skill``, ``auc``, ``rank`` (1 is the lowest mean
            regret), and the ordinary ``brier_full`` and ``log_loss_full``. With outcomes of one class
            only, skill and AUC do not exist and are NaN.

        Examples
        --------
        >>> from brierwidgets import Comparison
        >>> both = Comparison([0, 0, 1, 1], {"keen": [0.4, 0.6, 0.7, 0.9], "shy": [0.1, 0.2, 0.3, 0.6]})
        >>> both.scores((0.3, 0.6), rules=True)[["mean_regret", "rank"]].round(4)
                    mean_regret  rank
        model
        keen             0.1417     2
        shy              0.1375     1
        treat all        0.2250     3
        treat none       0.2750     4
        """
        bounds = check_interval(interval)
        forecasts = self._forecasts | (self._rules if rules else {})
        records = []
        for forecast in forecasts.values():
            record = {}
            for column, estimate in forecast.summary(bounds, spacing=spacing)._asdict().items():
                record[column] = estimate.value
                if standard_errors:
                    record[f"{column}_se"] = estimate.standard_error
                if intervals:
                    record[f"{column}_low"], record[f"{column}_high"] = estimate.low, estimate.high
            records.append(record)
        whole = self.whole_range
        if rules:
            beside = _whole_range(self._rules)
            columns = {name: [*whole[name], *beside[name]] for name in whole}
            whole = pd.DataFrame(columns, index=model_index(forecasts))
        table = pd.DataFrame(records, index=whole.index)
        table["auc"] = whole["auc"]
        table["rank"] = list(rank(dict(zip(forecasts, table["mean_regret"], strict=True))).values())
        return table.join(whole[["brier_full", "log_loss_full"]])

    @property
    def _rules(self) -> dict[str, Forecast]:
        """The rules without a model, as forecasts of the same cases."""
        cases = next(iter(self._forecasts.values()))
        return {rule: rule_forecast(cases, rule) for rule in RULE_NAMES}

    def differences(
        self, interval: Any = (0, 1), *, reference: str | None = None, rule: str | Rule = "mean-regret"
    ) -> pd.DataFrame:
        """Return each model's score minus that of a reference, on the same cases.

        Parameters
        ----------
        interval
            A pair of cost ratios.
        reference
            The model to compare with, or a rule without a model: ``"treat all"`` or ``"treat none"``. The best
            model on this interval unless given. Rules can be compared with even where only counts are known.
        rule
            ``"mean-regret"``, ``"mean-regret-log-odds"``, ``"brier"``, ``"log-loss"`` or ``"net-benefit"``.

        Returns
        -------
        DataFrame
            ``estimate``, ``standard_error`` and the 95% interval ``low``, ``high``, which allows for losses that
            have not happened yet (``brierwidgets.core.guarded``).

        Examples
        --------
        >>> from brierwidgets import Comparison
        >>> both = Comparison([0, 0, 1, 1], {"keen": [0.4, 0.6, 0.7, 0.9], "shy": [0.1, 0.2, 0.3, 0.6]})
        >>> both.differences((0.2, 0.4), reference="treat none").round(3)
               estimate  standard_error    low   high
        model
        keen     -0.200           0.250 -0.690  0.290
        shy      -0.269           0.146 -0.555  0.053
        """
        bounds = check_interval(interval)
        chosen = check_rule(rule)
        index = model_index(self.names)
        if reference in RULE_NAMES:
            rules = [difference_to_rule(model, reference, rule, bounds) for model in self._forecasts.values()]
            return pd.DataFrame(rules, index=index)
        rows = rows_of(
            self,
            "Differences pair the models case by case",
            ", or refer to a rule, which needs no pairing: reference='treat all' or 'treat none'",
        )
        if reference is None:
            worth = {name: f.estimate(rule, bounds).value for name, f in self._forecasts.items()}
            reference = (max if chosen.higher_is_better else min)(worth, key=worth.__getitem__)
        if reference not in self._forecasts:
            raise ValueError(
                f"There is no model {reference!r} to refer to. Choose one of {', '.join(self.names)}, "
                "or a rule without a model: 'treat all', 'treat none'."
            )
        labels, scores = rows.labels, rows.scores
        base, largest = chosen.pointwise(labels, scores[reference], bounds), chosen.largest_losses(bounds)
        records = []
        for name, forecast in self._forecasts.items():
            values, known = chosen.pointwise(labels, scores[name], bounds), forecast.prevalence_given
            gap = paired_difference(
                values, base, labels, largest, rows.sampled_weights, factors=rows.factors, prevalence_known=known
            )
            records.append(Difference(0.0, 0.0, 0.0, 0.0) if name == reference else gap)
        return pd.DataFrame(records, index=index)

    def choices(self, opinions: Any) -> pd.DataFrame:
        """Return which model each of several opinions about costs would choose: the lowest expected regret.

        Parameters
        ----------
        opinions
            Intervals of cost ratios, one a person, or a distribution: each part of a ``costs.Mixture`` and each cell
            of a ``costs.Histogram`` is an opinion.

        Returns
        -------
        DataFrame
            One row an opinion: its ``weight``, ``low`` and ``high``, the ``choice``, its ``expected_regret``, and the
            ``margin`` to the next model.

        Examples
        --------
        >>> from brierwidgets import Comparison
        >>> both = Comparison([0, 0, 1, 1], {"keen": [0.4, 0.6, 0.7, 0.9], "shy": [0.1, 0.2, 0.3, 0.6]})
        >>> both.choices([("20%", "40%"), (0.5, 0.7)])[["weight", "choice"]]
                 weight choice
        opinion
        0           0.5    shy
        1           0.5   keen
        """
        return choose(self._forecasts, opinions)

    def best_over_intervals(
        self, grid: Any, *, spacing: Spacing = "cost", standard_errors: bool = False, names: Sequence[str] | None = None
    ) -> BestOverIntervals:
        """Return the best model and its margin for every interval between two points of a grid.

        Parameters
        ----------
        grid
            Increasing cost ratios; numbers, percentages or odds.
        spacing
            Whether mean regret averages over cost ratios (``"cost"``), their ``"log-odds"``, or a distribution of
            ``brierwidgets.costs``, cut to each interval.
        standard_errors
            Add the paired standard error and the guarded 95% interval of every margin: exact, one pass over the
            cases for each pair of models that meet as best and runner-up.
        names
            The models to choose among; all unless given.

        Examples
        --------
        >>> from brierwidgets import Comparison
        >>> both = Comparison([0, 0, 1, 1], {"keen": [0.4, 0.6, 0.7, 0.9], "shy": [0.1, 0.2, 0.3, 0.6]})
        >>> both.best_over_intervals([0.2, 0.4, 0.8])
        BestOverIntervals(3 intervals: keen best on 2, shy best on 1)
        """
        costs = check_grid(grid, spacing)
        rows = rows_of(self, "Standard errors of margins pair the models case by case") if standard_errors else None
        chosen = self.names if names is None else list(names)
        if not chosen:
            raise ValueError("There is no model to choose among. Pass at least one name, or leave names out for all.")
        forecasts = [self[name] for name in chosen]
        leaders = find_leaders(forecasts, costs, spacing)
        margins: tuple[np.ndarray, ...] = ()
        if rows is not None:
            columns = [rows.scores[name] for name in chosen]
            margins = paired_margins(
                leaders, forecasts, costs, spacing, labels=rows.labels, scores=columns, weights=rows.weights
            )
            if not 0.0 < self.prevalence < 1.0:  # of one class alone nothing is sure
                margins = (margins[0], *(np.full_like(values, np.nan) for values in margins[1:]))
        return BestOverIntervals(costs, tuple(chosen), spacing, *leaders, *margins)

    def plot(
        self,
        kind: str = "regret",
        interval: Any = None,
        *,
        spacing: str = "cost",
        shown: Sequence[str] | None = None,
        unit: str = "probability",
        zoom: bool = False,
        bands: bool = False,
        size: tuple[float, float] = (8.0, 4.5),
        title: str | None = None,
    ) -> Figure:
        """Return a static figure for a paper, the same chart as the live one; needs matplotlib.

        Parameters
        ----------
        kind
            ``"regret"``, ``"log-odds"``, ``"decision"``, ``"calibration"``, ``"decomposition"``, ``"sensitivity"``,
            ``"roc"`` or ``"precision-recall"``.
        interval
            The cost ratios that matter; numbers, percentages or odds. From 5% to 50% unless given, as in every view.
        spacing
            Whether mean regret averages over cost ratios (``"cost"``) or ``"log-odds"``.
        shown
            Names of the models drawn; all unless given.
        unit
            How cost ratios are written: ``"probability"``, ``"odds"`` or ``"log-odds"``.
        zoom, bands
            Whether the chart shows the interval only, and whether curves have 95% confidence bands.
        size
            Width and height in inches.
        title
            A line above the chart; none unless given.

        Examples
        --------
        >>> from brierwidgets import Comparison
        >>> figure = Comparison([0, 1], {"a": [0.2, 0.7]}).plot("decision", ("20%", "40%"), title="One model")
        >>> figure.axes[0].get_ylabel()
        'Net benefit per 1,000 people'
        """
        charts = import_module("brierwidgets.views._plot")  # above the data: the one way up
        options = {"spacing": spacing, "unit": unit, "zoom": zoom, "bands": bands, "size": size, "title": title}
        drawn: Figure = charts.plot_comparison(self, kind, interval=interval, shown=shown, **options)
        return drawn

    def _repr_html_(self) -> str:
        """Return what a notebook shows: the cases in a line, and the scores over all cost ratios."""
        table = self.whole_range.rename(columns=_HEADS)
        table.index.name = None
        return summary_html("Comparison", self.total, self.prevalence, table, self.note)


def _whole_range(forecasts: Mapping[str, Forecast]) -> pd.DataFrame:
    """Return AUC (NaN with one class only) and the ordinary scores."""
    return pd.DataFrame(
        {
            "auc": [roc_auc(f) if 0.0 < f.prevalence < 1.0 else np.nan for f in forecasts.values()],
            "brier_full": [f.brier_score() for f in forecasts.values()],
            "log_loss_full": [f.log_loss() for f in forecasts.values()],
        },
        index=model_index(forecasts),
    )
