"""Several named models against the same outcomes."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
import pandas as pd

from brierwidgets.core.differences import Difference, paired_difference
from brierwidgets.core.intervals import check_interval
from brierwidgets.core.move import rank
from brierwidgets.core.ranking import roc_auc
from brierwidgets.core.rows import Rows
from brierwidgets.core.rules import RULE_NAMES, difference_to_rule, rule_forecast
from brierwidgets.core.scoring_rules import Rule, Spacing, check_rule
from brierwidgets.core.sensitivity import check_grid, find_leaders, paired_margins
from brierwidgets.core.signatures import takes_keywords_of
from brierwidgets.core.survival import Endings, FollowUp, pool_follow_ups
from brierwidgets.data.base_rates import reweighted
from brierwidgets.data.best_over_intervals import BestOverIntervals
from brierwidgets.data.forecast import Forecast
from brierwidgets.data.frames import FrameOptions, forecasts_from_frame
from brierwidgets.data.html import summary_html
from brierwidgets.data.inputs import check_risks, check_rows, name_models, pool_rows
from brierwidgets.data.opinions import choose

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Comparison"]

_HEADS = {"auc": "AUC", "brier_full": "Brier score", "log_loss_full": "log loss"}


class Comparison:
    """Several named forecasts of the same cases.

    Parameters
    ----------
    y_true
        Outcomes: 0 and 1, booleans, or any two labels together with `pos_label`.
    models
        Scores by model: a dict, a DataFrame with one column a model, or a 2-D array with `names`.
    names
        Names of the columns of a 2-D array.
    sample_weight, pos_label, prevalence
        As in `Forecast`.
    note
        What readers must know of the cases, such as that they are synthetic. It is shown below every verdict.
    source
        The Python that builds this comparison again, if there is such: a dataset's loader. `Explorer.to_code` uses it.

    Examples
    --------
    >>> both = Comparison([0, 0, 1, 1], {"keen": [0.4, 0.6, 0.7, 0.9], "shy": [0.1, 0.2, 0.3, 0.6]})
    >>> both.scores((0.2, 0.4))[["mean_regret", "rank"]].round(4)
           mean_regret  rank
    model
    keen        0.1500     2
    shy         0.0813     1
    """

    _forecasts: dict[str, Forecast]
    _rows: Rows | None
    _note: str
    _source: str = ""

    def __init__(
        self,
        y_true: Any,
        models: Any,
        *,
        names: Any = None,
        sample_weight: Any = None,
        pos_label: Any = None,
        prevalence: Any = None,
        note: str = "",
        source: str = "",
    ) -> None:
        rows = check_rows(y_true, models, names=names, sample_weight=sample_weight, pos_label=pos_label)
        self._fill(
            {name: Forecast._from_rows(rows.labels, scores, rows.weights) for name, scores in rows.scores.items()},
            rows,
            note,
        )
        if prevalence is not None:
            self._fill(*reweighted(self._forecasts, self._rows, prevalence), note)
        self._source = source

    @classmethod
    def from_forecasts(cls, forecasts: Mapping[str, Forecast], *, note: str = "") -> Comparison:
        """Compare forecasts built elsewhere, for example from counts; paired differences need rows.

        Examples
        --------
        >>> one = Forecast.from_counts([0.2, 0.7], positives=[1, 3], negatives=[8, 2])
        >>> Comparison.from_forecasts({"one": one}).names
        ['one']
        """
        if not isinstance(forecasts, Mapping):
            raise TypeError(f"forecasts must be a dict {{'name': Forecast}}, not {type(forecasts).__name__}.")
        named: dict[str, Forecast] = name_models(forecasts)
        first_name, first = next(iter(named.items()))
        for name, forecast in named.items():
            if not isinstance(forecast, Forecast):
                raise TypeError(
                    f"{name!r} is a {type(forecast).__name__}, not a Forecast. Pass Forecast(y_true, y_prob)."
                )
            classes = zip((forecast.negatives, forecast.positives), (first.negatives, first.positives), strict=True)
            if not all(math.isclose(one.total, other.total, rel_tol=1e-9) for one, other in classes):
                sizes = [f"{f.total:.15g} cases and prevalence {f.prevalence:.6g}" for f in (forecast, first)]
                raise ValueError(
                    f"{name!r} has {sizes[0]}, but {first_name!r} has {sizes[1]}: these are not the same cases. "
                    "Score every model on the same ones."
                )
        pool_follow_ups((forecast.follow_up for forecast in named.values()), first.prevalence)  # one horizon for all
        comparison = cls.__new__(cls)
        comparison._fill(named, None, note)
        return comparison

    @classmethod
    def from_survival(
        cls,
        time: Any,
        event: Any,
        models: Any,
        *,
        horizon: Any,
        names: Any = None,
        sample_weight: Any = None,
        note: str = "",
    ) -> Comparison:
        """Compare models of an outcome that takes time; see `Forecast.from_survival`.

        Parameters
        ----------
        time, event
            When each case ended, and how: 0 censored, 1 the event, 2, 3, ... competing events.
        models, names
            Predicted risks of the event by the horizon, as in `Comparison`; or functions of the horizon by name.
        horizon
            The time by which the event counts.
        sample_weight, note
            As in `Comparison`.

        Examples
        --------
        >>> risks = {"clinic": [0.8, 0.5, 0.6, 0.2], "lab": [0.7, 0.1, 0.9, 0.3]}
        >>> both = Comparison.from_survival([1, 2, 3, 4], [1, 0, 1, 0], risks, horizon=3.5)
        >>> both
        Comparison(clinic, lab: 4 cases, prevalence 0.625)
        >>> both.follow_up.estimator, both.follow_up.censored
        ('Kaplan-Meier', 1)
        """
        endings = Endings(time, event, sample_weight)
        labels, weights, follow_up = endings.at(horizon)
        scores = check_risks(time, models, names, follow_up.horizon)
        return cls._from_checked_rows(Rows(labels, scores, weights), follow_up, note)

    @classmethod
    def _from_checked_rows(cls, rows: Rows, follow_up: FollowUp | None = None, note: str = "") -> Comparison:
        """Build from arrays that have been checked already."""
        forecasts = {name: Forecast._from_rows(rows.labels, s, rows.weights) for name, s in rows.scores.items()}
        for forecast in forecasts.values():
            forecast.__dict__["follow_up"] = follow_up
        comparison = cls.__new__(cls)
        comparison._fill(forecasts, rows, note)
        return comparison

    @classmethod
    @takes_keywords_of(forecasts_from_frame)
    def from_frame(
        cls,
        frame: Any,
        *,
        models: Sequence[str] | Mapping[str, str] | None = None,
        **options: Unpack[FrameOptions],
    ) -> Comparison:
        """Compare columns of a dataframe; its engine counts where the data is, and only the counts come back.

        Parameters
        ----------
        frame
            A frame of pandas, Polars (eager or lazy), PyArrow, DuckDB, Dask or PySpark.
        label, models, weight
            Names of the column of outcomes, of the columns of scores, and of the column of weights, if any. A dict
            ``{"name": "column"}`` renames the models; without `models` every other column of numbers from 0 to 1 is
            one, and a line says which.
        time, event, horizon
            For an outcome that takes time, instead of `label`: the columns of when and how each case ended, and the
            time by which the event counts (see `Forecast.from_survival`). The engine works out the weights; Dask
            cannot.
        bins
            Scores are counted in at most this many bins, narrow near 0 and 1, each with its mean score per class;
            ``Forecast.binning_error`` bounds what that can change. None keeps every distinct score, as does a frame
            in memory with no more rows than `bins`.
        pos_label
            The label that counts as positive, when labels are not 0 and 1.
        progress
            Whether to show a line while the engine works: True, False, or None for work longer than two seconds
            (where DuckDB shows a bar of its own).

        Notes
        -----
        Counts cannot be paired case by case, so `differences` needs a comparison built from the rows.

        Examples
        --------
        >>> frame = pd.DataFrame({"y": [0, 0, 1, 1], "keen": [0.4, 0.6, 0.7, 0.9], "shy": [0.1, 0.2, 0.3, 0.6]})
        >>> Comparison.from_frame(frame, label="y", models=["keen", "shy"])
        Comparison(keen, shy: 4 cases, prevalence 0.5)
        """
        return cls.from_forecasts(forecasts_from_frame(Forecast, frame, models, **options))

    def merge(self, *others: Comparison) -> Comparison:
        """Return the same models on the cases of several comparisons, such as sites or days, put together.

        Only counts are needed, so sites can share those and keep their rows to themselves.

        Examples
        --------
        >>> monday = Comparison([0, 1], {"a": [0.1, 0.8]})
        >>> tuesday = Comparison([0, 0, 1], {"a": [0.3, 0.6, 0.7]})
        >>> monday.merge(tuesday)
        Comparison(a: 5 cases, prevalence 0.4)
        """
        for number, other in enumerate(others, start=1):
            if not isinstance(other, Comparison):
                raise TypeError(f"Only comparisons can be merged, but number {number} is a {type(other).__name__}.")
            if set(other.names) != set(self.names):
                raise ValueError(
                    f"The models differ: this comparison has {', '.join(map(repr, self.names))}, but number {number} "
                    f"has {', '.join(map(repr, other.names))}. Give them the same models under the same names."
                )
        rows = [part.rows for part in (self, *others)]
        merged = type(self).__new__(type(self))
        merged._fill(
            {name: mine.merge(*(other[name] for other in others)) for name, mine in self.items()},
            pool_rows([known for known in rows if known is not None]) if None not in rows else None,
            " ".join(dict.fromkeys(filter(None, (part.note for part in (self, *others))))),
        )
        return merged

    def at_prevalence(self, prevalence: Any, *, move_scores: bool = False) -> Comparison:
        """Return the same models where positives have another share; see `Forecast.at_prevalence`.

        Parameters
        ----------
        prevalence
            Share of positives where the models will be used: a number, a percentage or odds.
        move_scores
            Whether every model's scores are moved along, as if recalibrated to the new base rate.

        Examples
        --------
        >>> both = Comparison([0, 0, 1, 1], {"keen": [0.4, 0.6, 0.7, 0.9], "shy": [0.1, 0.2, 0.3, 0.6]})
        >>> both.at_prevalence("5%").scores((0.2, 0.4))[["mean_regret", "rank"]].round(4)
               mean_regret  rank
        model
        keen        0.2850     2
        shy         0.0081     1
        """
        there = type(self).__new__(type(self))
        there._fill(*reweighted(self._forecasts, self._rows, prevalence, moved=move_scores), self.note)
        return there

    def subset(self, keep: Any) -> Comparison:
        """Return the same models on the cases marked True in `keep`.

        Examples
        --------
        >>> models = Comparison([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8]})
        >>> models.subset([True, False, True, True])
        Comparison(a: 3 cases, prevalence 0.667)
        """
        if self._rows is None:
            raise ValueError(
                "A subset is taken case by case, but this comparison holds only counts. "
                "Build it from the rows: Comparison(y_true, {'name': y_prob, ...})."
            )
        mask, labels, scores, weights = np.asarray(keep), self._rows.labels, self._rows.scores, self._rows.weights
        if mask.dtype != bool or mask.shape != labels.shape:
            raise ValueError(f"keep must hold True or False for each of the {labels.size} cases, in the same order.")
        if not mask.any() or (weights is not None and not weights[mask].any()):
            raise ValueError("keep leaves no case with weight, so there is nothing to score.")
        rows = Rows(
            labels[mask],
            {name: column[mask] for name, column in scores.items()},
            None if weights is None else weights[mask],
        )
        part = type(self).__new__(type(self))
        part._fill(
            {name: Forecast._from_rows(rows.labels, s, rows.weights) for name, s in rows.scores.items()},
            rows,
            self.note,
        )
        return part

    def with_model(self, name: str, y_prob: Any) -> Comparison:
        """Return a comparison of these models and one more, on the same cases.

        Parameters
        ----------
        name
            What to call the new model.
        y_prob
            Its scores, one a case in the same order.

        Examples
        --------
        >>> one = Comparison([0, 0, 1, 1], {"keen": [0.4, 0.6, 0.7, 0.9]})
        >>> one.with_model("shy", [0.1, 0.2, 0.3, 0.6])
        Comparison(keen, shy: 4 cases, prevalence 0.5)
        """
        if self._rows is None:
            raise ValueError(
                "A model is added case by case, but this comparison holds only counts. Build it from the rows: "
                "Comparison(y_true, {'name': y_prob, ...}), or anew with Comparison.from_forecasts."
            )
        if str(name) in self._forecasts:
            raise ValueError(f"There is a model {str(name)!r} already. Give the new one a name of its own.")
        rows, first = self._rows, next(iter(self._forecasts.values()))
        ((called, column),) = check_rows(rows.labels, {name: y_prob}).scores.items()
        forecast = Forecast._from_rows(rows.labels, column, rows.sampled_weights)
        if first.prevalence_given:
            forecast = forecast.at_prevalence(first.prevalence)
        forecast.__dict__["follow_up"] = first.follow_up
        return self._copy(self._forecasts | {called: forecast}, rows._replace(scores=rows.scores | {called: column}))

    def without_model(self, name: str) -> Comparison:
        """Return a comparison of the other models, on the same cases.

        Examples
        --------
        >>> both = Comparison([0, 0, 1, 1], {"keen": [0.4, 0.6, 0.7, 0.9], "shy": [0.1, 0.2, 0.3, 0.6]})
        >>> both.without_model("keen")
        Comparison(shy: 4 cases, prevalence 0.5)
        """
        self[name]  # refuses a name that nobody has
        others = {other: forecast for other, forecast in self._forecasts.items() if other != name}
        if not others:
            raise ValueError(f"{name!r} is the only model, and a comparison needs one. Add another model first.")
        rows = self._rows
        if rows is not None:
            rows = rows._replace(scores={other: rows.scores[other] for other in others})
        return self._copy(others, rows)

    def _copy(self, forecasts: dict[str, Forecast], rows: Rows | None) -> Comparison:
        copy = type(self).__new__(type(self))
        copy._fill(forecasts, rows, self.note)
        return copy

    def _fill(self, forecasts: dict[str, Forecast], rows: Rows | None, note: str = "") -> None:
        if not isinstance(note, str):
            raise TypeError(f"note must be a text to show below the verdict, not {note!r}.")
        self.__setstate__({"_forecasts": forecasts, "_rows": rows, "_note": note.strip()})

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        if self._rows is not None:
            self._rows.freeze()  # pickle and deepcopy forget that arrays were read-only

    def with_note(self, note: str) -> Comparison:
        """Return the same comparison with another note, which is shown below every verdict."""
        copy = type(self).__new__(type(self))
        copy._fill(self._forecasts, self._rows, note)
        return copy

    @property
    def note(self) -> str:
        """What readers must know of the cases, such as that they are synthetic; empty if there is nothing."""
        return self._note

    @property
    def source(self) -> str:
        """The Python that builds this comparison again; empty if it is not known."""
        return self._source

    @property
    def names(self) -> list[str]:
        """Names of the models, in the order given."""
        return list(self._forecasts)

    @property
    def prevalence(self) -> float:
        """Share of positive cases."""
        return next(iter(self._forecasts.values())).prevalence

    @property
    def follow_up(self) -> FollowUp | None:
        """How far the cases were followed, when outcomes took time; else None."""
        return next(iter(self._forecasts.values())).follow_up

    @property
    def total(self) -> float:
        """Number of cases, or the sum of their weights."""
        return next(iter(self._forecasts.values())).total

    @property
    def rows(self) -> Rows | None:
        """The checked cases behind the forecasts; None when only counts are known."""
        return self._rows

    def __getitem__(self, name: str) -> Forecast:
        if name not in self._forecasts:
            raise KeyError(f"There is no model {name!r}. The models are {', '.join(map(repr, self.names))}.")
        return self._forecasts[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._forecasts)

    def __len__(self) -> int:
        return len(self._forecasts)

    def __repr__(self) -> str:
        return f"Comparison({', '.join(self.names)}: {self.total:,.12g} cases, prevalence {self.prevalence:.3g})"

    def _repr_html_(self) -> str:
        """Return what a notebook shows: the cases in a line, and the scores over all cost ratios."""
        table = self.whole_range.rename(columns=_HEADS)
        table.index.name = None
        return summary_html("Comparison", self.total, self.prevalence, table, self.note)

    def items(self) -> Iterator[tuple[str, Forecast]]:
        """Return (name, forecast) pairs."""
        return iter(self._forecasts.items())

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
        whole = pd.concat([self.whole_range, _whole_range(self._rules)]) if rules else self.whole_range
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
        >>> both = Comparison([0, 0, 1, 1], {"keen": [0.4, 0.6, 0.7, 0.9], "shy": [0.1, 0.2, 0.3, 0.6]})
        >>> both.differences((0.2, 0.4), reference="treat none").round(3)
               estimate  standard_error    low   high
        model
        keen     -0.200           0.250 -0.551  0.284
        shy      -0.269           0.146 -0.509  0.150
        """
        bounds = check_interval(interval)
        chosen = check_rule(rule)
        index = pd.Index(self.names, name="model", dtype=object)
        if reference in RULE_NAMES:
            rules = [difference_to_rule(model, reference, rule, bounds) for model in self._forecasts.values()]
            return pd.DataFrame(rules, index=index)
        if self._rows is None:
            raise ValueError(
                "Differences pair the models case by case, but this comparison holds only counts. "
                "Build it from the rows: Comparison(y_true, {'name': y_prob, ...}), or refer to a rule, which needs "
                "no pairing: reference='treat all' or 'treat none'."
            )
        if reference is None:
            worth = {name: f.estimate(rule, bounds).value for name, f in self._forecasts.items()}
            reference = (max if chosen.higher_is_better else min)(worth, key=worth.__getitem__)
        if reference not in self._forecasts:
            raise ValueError(
                f"There is no model {reference!r} to refer to. Choose one of {', '.join(self.names)}, "
                "or a rule without a model: 'treat all', 'treat none'."
            )
        rows, labels, scores = self._rows, self._rows.labels, self._rows.scores
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
        >>> both = Comparison([0, 0, 1, 1], {"keen": [0.4, 0.6, 0.7, 0.9], "shy": [0.1, 0.2, 0.3, 0.6]})
        >>> both.best_over_intervals([0.2, 0.4, 0.8])
        BestOverIntervals(3 intervals: keen best on 2, shy best on 1)
        """
        costs = check_grid(grid, spacing)
        if standard_errors and self._rows is None:
            raise ValueError(
                "Standard errors of margins pair the models case by case, but this comparison holds only counts. "
                "Build it from the rows: Comparison(y_true, {'name': y_prob, ...})."
            )
        chosen = self.names if names is None else list(names)
        if not chosen:
            raise ValueError("There is no model to choose among. Pass at least one name, or leave names out for all.")
        forecasts = [self[name] for name in chosen]
        leaders = find_leaders(forecasts, costs, spacing)
        margins: tuple[np.ndarray, ...] = ()
        if standard_errors and self._rows is not None:
            rows = self._rows
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
        >>> both = Comparison([0, 0, 1, 1], {"keen": [0.4, 0.6, 0.7, 0.9], "shy": [0.1, 0.2, 0.3, 0.6]})
        >>> figure = both.plot("decision", ("20%", "40%"), title="Two models")
        >>> figure.axes[0].get_ylabel()
        'Net benefit per 1,000 people'
        """
        front_door = import_module("brierwidgets")  # it knows the charts, which stand above the data
        options = {"spacing": spacing, "unit": unit, "zoom": zoom, "bands": bands, "size": size, "title": title}
        drawn: Figure = front_door.plot_comparison(self, kind, interval=interval, shown=shown, **options)
        return drawn


def _whole_range(forecasts: Mapping[str, Forecast]) -> pd.DataFrame:
    """Return AUC (NaN with one class only) and the ordinary scores."""
    return pd.DataFrame(
        {
            "auc": [roc_auc(f) if 0.0 < f.prevalence < 1.0 else np.nan for f in forecasts.values()],
            "brier_full": [f.brier_score() for f in forecasts.values()],
            "log_loss_full": [f.log_loss() for f in forecasts.values()],
        },
        index=pd.Index(list(forecasts), name="model", dtype=object),
    )
