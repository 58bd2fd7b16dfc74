"""Several named models against the same outcomes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Unpack

import numpy as np

from brierwidgets.core.rows import Rows
from brierwidgets.core.signatures import takes_keywords_of
from brierwidgets.core.survival import Endings, FollowUp, pool_follow_ups
from brierwidgets.data.base_rates import reweighted
from brierwidgets.data.compared_scores import ComparedScores
from brierwidgets.data.forecast import Forecast
from brierwidgets.data.frames import FrameOptions, forecasts_from_frame
from brierwidgets.data.inputs import check_risks, check_rows, name_models, pool_rows
from brierwidgets.data.named_forecasts import rows_of

__all__ = ["Comparison"]


class Comparison(ComparedScores):
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
        self._fill(_forecasts_of(rows), rows, note)
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
        return cls._of(named, None, note)

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
        forecasts = _forecasts_of(rows)
        for forecast in forecasts.values():
            forecast.__dict__["follow_up"] = follow_up
        return cls._of(forecasts, rows, note)

    @classmethod
    def _of(cls, forecasts: dict[str, Forecast], rows: Rows | None, note: str) -> Comparison:
        """Build from forecasts that are known to be of the same cases."""
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
        >>> import pandas as pd
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
        return self._of(
            {name: mine.merge(*(other[name] for other in others)) for name, mine in self.items()},
            pool_rows([known for known in rows if known is not None]) if None not in rows else None,
            " ".join(dict.fromkeys(filter(None, (part.note for part in (self, *others))))),
        )

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
        return self._of(*reweighted(self._forecasts, self._rows, prevalence, moved=move_scores), self.note)

    def subset(self, keep: Any) -> Comparison:
        """Return the same models on the cases marked True in `keep`.

        Examples
        --------
        >>> models = Comparison([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8]})
        >>> models.subset([True, False, True, True])
        Comparison(a: 3 cases, prevalence 0.667)
        """
        rows, mask = rows_of(self, "A subset is taken case by case"), np.asarray(keep)
        labels, weights = rows.labels, rows.weights
        if mask.dtype != bool or mask.shape != labels.shape:
            raise ValueError(f"keep must hold True or False for each of the {labels.size} cases, in the same order.")
        if not mask.any() or (weights is not None and not weights[mask].any()):
            raise ValueError("keep leaves no case with weight, so there is nothing to score.")
        kept = Rows(
            labels[mask],
            {name: column[mask] for name, column in rows.scores.items()},
            None if weights is None else weights[mask],
        )
        return self._of(_forecasts_of(kept), kept, self.note)

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
        rows = rows_of(self, "A model is added case by case", ", or anew with Comparison.from_forecasts")
        if str(name) in self._forecasts:
            raise ValueError(f"There is a model {str(name)!r} already. Give the new one a name of its own.")
        first = next(iter(self._forecasts.values()))
        ((called, column),) = check_rows(rows.labels, {name: y_prob}).scores.items()
        forecast = Forecast._from_rows(rows.labels, column, rows.sampled_weights)
        if first.prevalence_given:
            forecast = forecast.at_prevalence(first.prevalence)
        forecast.__dict__["follow_up"] = first.follow_up
        rows = rows._replace(scores={**rows.scores, called: column})
        return self._of(self._forecasts | {called: forecast}, rows, self.note)

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
        return self._of(others, rows, self.note)

    def with_note(self, note: str) -> Comparison:
        """Return the same comparison with another note, which is shown below every verdict."""
        return self._of(self._forecasts, self._rows, note)


def _forecasts_of(rows: Rows) -> dict[str, Forecast]:
    """Return a forecast of every model, from arrays that have been checked already."""
    return {name: Forecast._from_rows(rows.labels, scores, rows.weights) for name, scores in rows.scores.items()}
