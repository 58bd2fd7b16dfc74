"""Several models of outcomes that take time, at one horizon or at any of several."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Unpack

import numpy as np
import pandas as pd

from brierwidgets.core.bootstrap import Resampling
from brierwidgets.core.rows import Rows
from brierwidgets.core.signatures import takes_keywords_of
from brierwidgets.core.survival import Endings
from brierwidgets.core.survival_bootstrap import SurvivalInterval, bootstrap_survival
from brierwidgets.core.survival_inputs import check_horizon
from brierwidgets.core.validation import check_same_rows, check_scores
from brierwidgets.core.written import exact
from brierwidgets.data.comparison import Comparison
from brierwidgets.data.inputs import name_models

__all__ = ["SurvivalComparison"]

#: Risks may fall by this much from one horizon to the next: rounding, not a fall.
_ROUNDING = 1e-9


class SurvivalComparison:
    """Several models that say a risk for each of several horizons; every horizon is a `Comparison`.

    Parameters
    ----------
    time, event
        When and how each case ended; see `Forecast.from_survival`.
    models
        By name: a function that takes a horizon and returns one risk a case, or an array or DataFrame with one
        column a horizon, in their order.
    horizons
        The horizons, increasing. Functions can be asked for horizons between them, too.
    sample_weight
        Importance of each case.

    Examples
    --------
    >>> risks = [[0.5, 0.8], [0.2, 0.4], [0.1, 0.6], [0.0, 0.1]]
    >>> both = SurvivalComparison([1, 2, 3, 4], [1, 0, 1, 0], {"clinic": risks}, horizons=[1.5, 3.5])
    >>> both.at(3.5)
    Comparison(clinic: 4 cases, prevalence 0.625)
    >>> both.at(1.5).follow_up.events
    1
    """

    def __init__(
        self, time: Any, event: Any, models: Mapping[str, Any], *, horizons: Sequence[Any], sample_weight: Any = None
    ) -> None:
        self._horizons = _check_horizons(horizons)
        self._endings = Endings(time, event, sample_weight)
        self._endings.at(self._horizons[-1])  # refuses a horizon that nobody was followed to
        self._risks = {
            name: given if callable(given) else _columns(given, f"model {name!r}", time, self._horizons)
            for name, given in _check_models(models).items()
        }
        self._built: dict[float, Comparison] = {}
        for name in self._risks:
            scores = [self._scores(name, horizon) for horizon in self._horizons]
            for pair in pairwise(zip(self._horizons, scores, strict=True)):
                _check_rising(name, *pair)

    @property
    def horizons(self) -> list[float]:
        """The horizons given, increasing."""
        return list(self._horizons)

    @property
    def names(self) -> list[str]:
        """Names of the models, in the order given."""
        return list(self._risks)

    def __repr__(self) -> str:
        horizons = ", ".join(exact(horizon) for horizon in self._horizons)
        return f"SurvivalComparison({', '.join(self.names)}: {self._endings.time.size:,} cases, horizons {horizons})"

    def at(self, horizon: Any) -> Comparison:
        """Return the models at one horizon. Those given at construction are kept, so asking again costs nothing."""
        end = check_horizon(horizon)
        if end in self._built:
            return self._built[end]
        scores = {name: self._scores(name, end) for name in self._risks}
        if end not in self._horizons:
            self._check_between(end, scores)
        labels, weights, follow_up = self._endings.at(end)
        built = Comparison._from_checked_rows(Rows(labels, scores, weights), follow_up)
        if end in self._horizons:
            self._built[end] = built
        return built

    @takes_keywords_of(bootstrap_survival)
    def bootstrap(
        self,
        name: str,
        against: str | None = None,
        *,
        horizon: Any,
        rule: str = "brier",
        interval: Any = (0, 1),
        **resampling: Unpack[Resampling],
    ) -> SurvivalInterval:
        """Return a model's score at a horizon, less that of another if given, with its bootstrap interval.

        Cases are resampled together with their weights for censoring. Standard errors that hold the weights fixed, as
        ``at(horizon).scores(standard_errors=True)`` has them at once, are slightly too large.

        Parameters
        ----------
        name, against
            The model, and another to subtract, if any.
        horizon
            The time by which the event counts.
        rule
            ``"brier"``, ``"log-loss"``, ``"mean-regret"``, ``"mean-regret-log-odds"`` or ``"net-benefit"``.
        interval
            A pair of cost ratios.
        resampling
            `replicates`, how many times to resample; the `level` of coverage wanted; a `seed`; and `progress`, called
            as ``progress(done, total)`` after each replicate.

        Examples
        --------
        >>> time, event = [1, 2, 3, 4, 5, 6] * 20, [1, 0, 1, 0, 1, 0] * 20
        >>> risks = [[0.8], [0.5], [0.6], [0.2], [0.1], [0.2]] * 20
        >>> clinic = SurvivalComparison(time, event, {"clinic": risks}, horizons=[3.5])
        >>> found = clinic.bootstrap("clinic", horizon=3.5, replicates=200)
        >>> found.low < found.estimate < found.high
        True
        """
        end = check_horizon(horizon)
        for model in (name, against):
            if model is not None and model not in self._risks:
                raise KeyError(f"There is no model {model!r}. The models are {', '.join(map(repr, self.names))}.")
        return bootstrap_survival(
            self._endings,
            self._scores(name, end),
            None if against is None else self._scores(against, end),
            horizon=end,
            rule=rule,
            interval=interval,
            **resampling,
        )

    def _scores(self, name: str, horizon: float) -> np.ndarray:
        risks = self._risks[name]
        if callable(risks):
            return _ask(risks, f"model {name!r}", horizon, self._endings.time.size)
        if horizon not in self._horizons:
            given = ", ".join(exact(horizon) for horizon in self._horizons)
            raise ValueError(
                f"Model {name!r} gives its risks by {given} but not by {exact(horizon)}. Choose one of these horizons, "
                "or pass a function of the horizon."
            )
        return risks[self._horizons.index(horizon)]

    def _check_between(self, end: float, scores: dict[str, np.ndarray]) -> None:
        place = int(np.searchsorted(self._horizons, end))
        for name, column in scores.items():
            this = (end, column)
            if place > 0:
                before = self._horizons[place - 1]
                _check_rising(name, (before, self._scores(name, before)), this)
            if place < len(self._horizons):
                after = self._horizons[place]
                _check_rising(name, this, (after, self._scores(name, after)))


def _check_horizons(horizons: Any) -> list[float]:
    if isinstance(horizons, str) or np.ndim(horizons) != 1 or len(horizons) == 0:
        raise TypeError(f"horizons must be a list of times, such as horizons=[1, 2, 5], not {horizons!r}.")
    ends = [check_horizon(horizon) for horizon in horizons]
    for before, after in pairwise(ends):
        if after <= before:
            raise ValueError(f"The horizons must increase, but {exact(after)} comes after {exact(before)}. Sort them.")
    return ends


def _check_models(models: Any) -> dict[str, Any]:
    if not isinstance(models, Mapping):
        raise TypeError(
            "models must be a dict {'name': risks}, risks being a function of the horizon or one column a horizon, "
            f"not {type(models).__name__}."
        )
    return name_models(models)


def _columns(given: Any, name: str, time: Any, horizons: list[float]) -> list[np.ndarray]:
    """Return one array of scores a horizon."""
    table = given if isinstance(given, pd.DataFrame) else np.asarray(given)
    if table.ndim != 2 or table.shape[1] != len(horizons):
        raise ValueError(
            f"{name} has the shape {table.shape}, but needs one row a case and one column for each of the "
            f"{len(horizons)} horizons."
        )
    check_same_rows(time, table, "time", name)
    columns = table.to_numpy().T if isinstance(table, pd.DataFrame) else table.T
    return [check_scores(column, f"{name} by {exact(end)}") for column, end in zip(columns, horizons, strict=True)]


def _ask(risks: Callable[[float], Any], name: str, horizon: float, size: int) -> np.ndarray:
    """Return the risks that a model's function gives for a horizon, checked."""
    scores = check_scores(risks(horizon), f"{name} by {exact(horizon)}")
    if scores.size != size:
        raise ValueError(f"{name} returned {scores.size} risks by {exact(horizon)}, but there are {size} cases.")
    return scores


def _check_rising(name: str, earlier: tuple[float, np.ndarray], later: tuple[float, np.ndarray]) -> None:
    """Refuse risks that fall with time."""
    falls = later[1] < earlier[1] - _ROUNDING
    if falls.any():
        row = int(np.flatnonzero(falls)[0])
        raise ValueError(
            f"Model {name!r} gives row {row} a risk of {exact(earlier[1][row])} by {exact(earlier[0])} but "
            f"{exact(later[1][row])} by {exact(later[0])} ({int(falls.sum())} of {falls.size} fall). The risk of an "
            "event by a time cannot fall with time: pass 1 - survival, the risk from the start."
        )
