"""Several named models against the same outcomes."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from brierwidgets.core import Forecast
from brierwidgets.core.intervals import check_interval
from brierwidgets.core.ranking import roc_auc
from brierwidgets.core.scores import check_rule, paired_difference
from brierwidgets.core.sensitivity import check_grid, find_leaders, paired_errors
from brierwidgets.frames import DEFAULT_BINS, forecasts_from_frame
from brierwidgets.inputs import Rows, check_rows, name_models, pool_rows
from brierwidgets.sensitivity import BestOverIntervals

__all__ = ["Comparison"]


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
    sample_weight, pos_label
        As in `Forecast`.

    Examples
    --------
    >>> both = Comparison([0, 0, 1, 1], {"keen": [0.4, 0.6, 0.7, 0.9], "shy": [0.1, 0.2, 0.3, 0.6]})
    >>> both.scores((0.2, 0.4))[["mean_regret", "rank"]].round(4)
           mean_regret  rank
    model
    keen        0.1500     2
    shy         0.0813     1
    """

    def __init__(
        self, y_true: Any, models: Any, *, names: Any = None, sample_weight: Any = None, pos_label: Any = None
    ) -> None:
        rows = check_rows(y_true, models, names=names, sample_weight=sample_weight, pos_label=pos_label)
        self._fill(
            {name: Forecast._from_rows(rows.labels, scores, rows.weights) for name, scores in rows.scores.items()},
            rows,
        )

    @classmethod
    def from_forecasts(cls, forecasts: Mapping[str, Forecast]) -> Comparison:
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
                told = [f"{f.total:.15g} cases and prevalence {f.prevalence:.6g}" for f in (forecast, first)]
                raise ValueError(
                    f"{name!r} has {told[0]}, but {first_name!r} has {told[1]}: these are not the same cases. "
                    "Score every model on the same ones."
                )
        comparison = cls.__new__(cls)
        comparison._fill(named, None)
        return comparison

    @classmethod
    def from_frame(
        cls,
        frame: Any,
        *,
        label: str,
        models: Sequence[str],
        weight: str | None = None,
        bins: int | None = DEFAULT_BINS,
        pos_label: Any = None,
        progress: bool | None = None,
    ) -> Comparison:
        """Compare columns of a dataframe; its engine counts where the data is, and only the counts come back.

        Parameters
        ----------
        frame
            A frame of pandas, Polars (eager or lazy), PyArrow, DuckDB, Dask or PySpark.
        label, models, weight
            Names of the column of outcomes, of the columns of scores, and of the column of weights, if any.
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
        forecasts = forecasts_from_frame(
            frame, label=label, models=models, weight=weight, bins=bins, pos_label=pos_label, progress=progress
        )
        return cls.from_forecasts(forecasts)

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
        rows = [each.rows for each in (self, *others)]
        merged = type(self).__new__(type(self))
        merged._fill(
            {name: mine.merge(*(other[name] for other in others)) for name, mine in self.items()},
            pool_rows([each for each in rows if each is not None]) if None not in rows else None,
        )
        return merged

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
        mask, (labels, scores, weights) = np.asarray(keep), self._rows
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
        part._fill({name: Forecast._from_rows(rows.labels, s, rows.weights) for name, s in rows.scores.items()}, rows)
        return part

    def _fill(self, forecasts: dict[str, Forecast], rows: Rows | None) -> None:
        if rows is not None:
            for array in (rows.labels, rows.weights, *rows.scores.values()):
                if array is not None:
                    array.setflags(write=False)
        self._forecasts = forecasts
        self._rows = rows

    @property
    def names(self) -> list[str]:
        """Names of the models, in the order given."""
        return list(self._forecasts)

    @property
    def prevalence(self) -> float:
        """Share of positive cases."""
        return next(iter(self._forecasts.values())).prevalence

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
        return f"Comparison({', '.join(self.names)}: {self.total:,.15g} cases, prevalence {self.prevalence:.3g})"

    def items(self) -> Iterator[tuple[str, Forecast]]:
        """Return (name, forecast) pairs."""
        return iter(self._forecasts.items())

    @functools.cached_property
    def whole_range(self) -> pd.DataFrame:
        """What does not depend on the interval: AUC and the ordinary scores. Computed once."""
        both = 0.0 < self.prevalence < 1.0
        return pd.DataFrame(
            {
                "auc": [roc_auc(f) if both else np.nan for f in self._forecasts.values()],
                "brier_full": [f.brier_score() for f in self._forecasts.values()],
                "log_loss_full": [f.log_loss() for f in self._forecasts.values()],
            },
            index=pd.Index(self.names, name="model"),
        )

    def scores(self, interval: Any = (0, 1), *, spacing: str = "cost", standard_errors: bool = False) -> pd.DataFrame:
        """Return one row a model with its scores on the interval.

        Parameters
        ----------
        interval
            A pair of cost ratios; numbers, percentages or odds.
        spacing
            Whether mean regret and skill average over cost ratios (``"cost"``) or ``"log-odds"``.
        standard_errors
            Add a column ``..._se`` beside each score on the interval.

        Returns
        -------
        DataFrame
            ``mean_regret``, ``brier`` and ``log_loss`` (the part of each score that these cost ratios
            contribute), ``net_benefit`` (its mean), ``skill``, ``auc``, ``rank`` (1 is the lowest mean
            regret), and the ordinary ``brier_full`` and ``log_loss_full``. With outcomes of one class
            only, skill and AUC do not exist and are NaN.
        """
        bounds = check_interval(interval)
        records = []
        for forecast in self._forecasts.values():
            record = {}
            for column, estimate in forecast.summary(bounds, spacing=spacing)._asdict().items():
                record[column] = estimate.value
                if standard_errors:
                    record[f"{column}_se"] = estimate.standard_error
            records.append(record)
        table = pd.DataFrame(records, index=self.whole_range.index)
        table["auc"] = self.whole_range["auc"]
        table["rank"] = table["mean_regret"].rank(method="min").astype(int)
        return table.join(self.whole_range[["brier_full", "log_loss_full"]])

    def differences(
        self, interval: Any = (0, 1), *, reference: str | None = None, rule: str = "mean-regret"
    ) -> pd.DataFrame:
        """Return each model's score minus that of a reference model, on the same cases.

        Parameters
        ----------
        interval
            A pair of cost ratios.
        reference
            The model to compare with; the best one on this interval unless given.
        rule
            ``"mean-regret"``, ``"mean-regret-log-odds"``, ``"brier"``, ``"log-loss"`` or ``"net-benefit"``.

        Returns
        -------
        DataFrame
            ``estimate``, ``standard_error`` and the 95% interval ``low``, ``high``.
        """
        if self._rows is None:
            raise ValueError(
                "Differences pair the models case by case, but this comparison holds only counts. "
                "Build it from the rows: Comparison(y_true, {'name': y_prob, ...})."
            )
        bounds = check_interval(interval)
        chosen = check_rule(rule)
        if reference is None:
            worth = {name: f.estimate(rule, bounds).value for name, f in self._forecasts.items()}
            reference = (max if chosen.higher_is_better else min)(worth, key=worth.__getitem__)
        if reference not in self._forecasts:
            raise ValueError(f"There is no model {reference!r} to refer to. Choose one of {', '.join(self.names)}.")
        labels, scores, weights = self._rows
        base = chosen.pointwise(labels, scores[reference], bounds)
        records = [
            paired_difference(chosen.pointwise(labels, scores[name], bounds), base, weights) for name in self._forecasts
        ]
        return pd.DataFrame(records, index=pd.Index(self.names, name="model"))

    def best_over_intervals(
        self, grid: Any, *, spacing: str = "cost", standard_errors: bool = False, names: Sequence[str] | None = None
    ) -> BestOverIntervals:
        """Return the best model and its margin for every interval between two points of a grid.

        Parameters
        ----------
        grid
            Increasing cost ratios; numbers, percentages or odds.
        spacing
            Whether mean regret averages over cost ratios (``"cost"``) or ``"log-odds"``.
        standard_errors
            Add the paired standard error of every margin: exact, one pass over the cases for each pair of
            models that meet as best and runner-up.
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
        errors = None
        if standard_errors and self._rows is not None:
            labels, scores, weights = self._rows
            columns = [scores[name] for name in chosen]
            errors = paired_errors(leaders, forecasts, costs, spacing, labels=labels, scores=columns, weights=weights)
        return BestOverIntervals(costs, tuple(chosen), spacing, *leaders, errors)
