"""The Explorer: slider, charts, words and table about one comparison, in step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self, Unpack

import pandas as pd

from brierwidgets.data import Comparison, Groups
from brierwidgets.data.inputs import predict_all
from brierwidgets.data.slices import Slices
from brierwidgets.explorer._cases import cases_of_classes, cases_of_frame, cases_of_survival
from brierwidgets.explorer._recipe import Recipe
from brierwidgets.explorer._saving import Saving
from brierwidgets.explorer._tabs import NO_GROUPS, choose_tabs
from brierwidgets.export import PageParts
from brierwidgets.state import ExplorerState
from brierwidgets.state.arguments import check_choice
from brierwidgets.ui.view import ViewOptions
from brierwidgets.views._decision_curve import AXES
from brierwidgets.words.numbers import UNITS

__all__ = ["Explorer", "ExplorerOptions"]

_NARROW = 0.15  # unless told otherwise, charts zoom in on an interval no wider than this


class ExplorerOptions(ViewOptions, total=False):
    """What an Explorer takes besides its data."""

    names: Any
    sample_weight: Any
    pos_label: Any
    presets: Mapping[str, Any] | None
    unit: str
    tabs: Any
    tab: str | None
    axis: str
    size: str


class Explorer(Saving):
    """Drag an interval of cost ratios; curves, scores, ranks and a verdict in words follow.

    Parameters
    ----------
    data
        Outcomes (then `models` holds the scores), a `Comparison`, or an `ExplorerState` to share.
    models
        Scores by model: a dict, a DataFrame, or a 2-D array with `names`.
    interval
        The cost ratios that matter; numbers, percentages or odds. From 5% to 50% unless given, or all that `costs`
        put weight on.
    names, sample_weight, pos_label
        As in `Comparison`.
    presets
        Named intervals to choose from, for example ``{"Tamoxifen debate": ("1.66%", "3%")}``.
    unit
        How cost ratios are written: ``"probability"``, ``"odds"`` or ``"log-odds"``.
    spacing
        Whether mean regret averages over cost ratios (``"cost"``), their ``"log-odds"``, or as an ``"opinion"`` weighs
        them, which is so when `costs` are given.
    shown
        Names of the models shown; all unless given.
    zoom
        Whether charts show the interval only; unless given, they do when it is narrow.
    bands
        Whether curves have 95% confidence bands.
    groups, group
        One label a case, by which the cases can be cut, and the group to start with; everyone unless given.
    prevalence
        The base rate to weigh the cases to, where positives are rarer or commoner: a number, a percentage or odds.
        That of the cases unless given.
    recalibrated
        Whether scores move along with the base rate, by the same shift of log-odds.
    costs
        An opinion about costs to score the models under: a distribution such as a ``costs.Mixture``, or a list of
        intervals, one a person. Mean regret, skill, ranks, verdict and the thick lines of the curves are then averages
        weighed by it, cut to the interval. Its density lies under the curves, a line below the verdict says who would
        choose which model, and the chart ``"costs"`` shows it beside the metrics.
    tabs
        The charts to show: a list of names, or a mapping from names to charts of your own (subclasses of
        `brierwidgets.ui.View`), which come after the others in tabs of their own. The names are ``"regret"``,
        ``"log-odds"`` and ``"decision"`` (in the tab "Curves"); ``"ranking"``, ``"calibration"``,
        ``"decomposition"`` and ``"paper"``, which is ROC curve, regret and decomposition side by side ("Why");
        ``"sensitivity"`` ("How far"); ``"threshold"`` ("One threshold"); ``"costs"`` and ``"chooser"`` ("Metrics");
        and, with `groups`, ``"groups"``.
    tab, axis
        The chart in front (the first unless given), by the same names, and the decision curve's axis.
    size
        ``"projector"`` for a wall: larger text and thicker lines.

    Examples
    --------
    >>> explorer = Explorer([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8], "b": [0.2, 0.2, 0.9, 0.3]}, interval=(0.2, 0.4))
    >>> explorer.interval = ("10%", "1:1")
    >>> explorer.scores()["rank"].to_dict()
    {'a': 2, 'b': 1}
    >>> explorer.close()
    """

    keep_instead = (
        "Keep the data it was built from and explorer.settings(), which is a dict: Explorer(data, **settings) builds "
        "the same view again."
    )

    def __init__(
        self,
        data: Any,
        models: Any = None,
        *,
        names: Any = None,
        sample_weight: Any = None,
        pos_label: Any = None,
        presets: Mapping[str, Any] | None = None,
        unit: str = "probability",
        tabs: Any = None,
        tab: str | None = None,
        axis: str = "plain",
        size: str = "screen",
        **options: Unpack[ViewOptions],
    ) -> None:
        groups = options.get("groups")
        columns = {"names": None if names is None else list(map(str, names)), "pos_label": pos_label}
        further = {"sample_weight": sample_weight, "groups": groups, "costs": options.get("costs")}
        self._recipe = Recipe(data, models, columns, further)
        check_choice("unit", unit, list(UNITS))
        check_choice("axis", axis, list(AXES))
        check_choice("size", size, ["screen", "projector"])
        if isinstance(data, Comparison | ExplorerState):
            _refuse_about_rows(type(data).__name__, names=names, sample_weight=sample_weight, pos_label=pos_label)
        if models is not None:
            y_true, data = data, Comparison(data, models, names=names, sample_weight=sample_weight, pos_label=pos_label)
            options["groups"] = groups = None if groups is None else Groups.of(data, groups, y_true)
        cut = groups if groups is not None else data.groups if isinstance(data, ExplorerState) else None
        chosen = choose_tabs(tabs, groups=cut is not None and not isinstance(cut, Slices))
        if isinstance(groups, Slices) and options.get("group") is None:
            options["group"] = next(iter(groups))
        if tab == "groups" and tab not in chosen:
            raise ValueError(NO_GROUPS)
        check_choice("tab", tab or next(iter(chosen)), list(chosen))
        if "decision" in chosen:
            chosen["decision"] = chosen["decision"]._replace(options={"axis": axis})
        super().__init__(data, **options)
        state = self.state
        self._source = state.sampled.comparison.source
        if options.get("zoom") is None and state is not data:
            state.zoom = state.interval.high - state.interval.low < _NARROW
        state.size = size
        self.add_class("bw-explorer")
        self._presets, self._wanted_tabs, self._axis = dict(presets or {}), tabs, axis
        self._build_screen(chosen, tab or next(iter(chosen)), unit=unit)

    @classmethod
    def from_predictions(cls, y_true: Any, y_prob: Any, **options: Unpack[ExplorerOptions]) -> Self:
        """Build an Explorer from outcomes and scores: by model, or of one model.

        Examples
        --------
        >>> explorer = Explorer.from_predictions([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8], interval=(0.2, 0.4))
        >>> explorer.comparison.names
        ['model']
        >>> explorer.close()
        """
        named = isinstance(y_prob, Mapping | pd.DataFrame) or "names" in options
        explorer = cls(y_true, y_prob if named else {"model": y_prob}, **options)
        explorer._recipe.built_by("from_predictions", {"y_true": y_true, "y_prob": y_prob})
        return explorer

    @classmethod
    def from_estimators(cls, estimators: Any, X: Any, y: Any, **options: Unpack[ExplorerOptions]) -> Self:
        """Build an Explorer from fitted scikit-learn classifiers and held-out data.

        `estimators` is a dict ``{"name": classifier}``, a list of classifiers, or one.

        Examples
        --------
        >>> from sklearn.linear_model import LogisticRegression
        >>> X, y = [[0.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1]
        >>> explorer = Explorer.from_estimators({"lr": LogisticRegression().fit(X, y)}, X, y, interval=(0.2, 0.4))
        >>> explorer.comparison.names
        ['lr']
        >>> explorer.close()
        """
        explorer = cls(y, predict_all(estimators, X, options.get("pos_label")), **options)
        explorer._recipe.built_by("from_estimators", {"estimators": estimators, "X": X, "y": y})
        return explorer

    @classmethod
    def from_frame(  # type: ignore[misc]  # here groups are named by their column
        cls,
        frame: Any,
        *,
        label: str | None = None,
        models: Sequence[str] | Mapping[str, str] | None = None,
        weight: str | None = None,
        groups: str | None = None,
        time: str | None = None,
        event: str | None = None,
        horizon: Any = None,
        **options: Unpack[ExplorerOptions],
    ) -> Self:
        """Build an Explorer from the columns of a data frame of pandas, Polars, PyArrow, DuckDB, Dask or PySpark.

        Outcomes, scores, weights and groups are named by their columns; a dict ``{"name": "column"}`` renames models,
        and without `models` every other column of numbers from 0 to 1 is one. Of more than 200,000 rows in an engine
        outside memory only counts come back, and groups and paired differences cannot be had. So it is with an
        outcome that takes time: the columns `time` and `event` and a `horizon`, instead of `label`.

        Examples
        --------
        >>> frame = pd.DataFrame({"sick": [0, 0, 1, 1], "p": [0.1, 0.6, 0.4, 0.8]})
        >>> explorer = Explorer.from_frame(frame, label="sick", models={"mine": "p"}, interval=(0.2, 0.4))
        >>> explorer.comparison.names
        ['mine']
        >>> explorer.close()
        """
        if "sample_weight" in options:
            raise TypeError("In a frame weights are a column. Name it with weight= instead of sample_weight=.")
        pos_label = options.pop("pos_label", None)
        named = {"label": label, "models": models, "weight": weight, "pos_label": pos_label}
        timed = {"time": time, "event": event, "horizon": horizon}
        comparison, cut = cases_of_frame(frame, named, timed, groups)
        explorer = cls(comparison, groups=cut, **options)
        explorer._recipe.built_by("from_frame", {"frame": frame}, named | {"groups": groups} | timed)
        return explorer

    @classmethod
    def from_survival(
        cls,
        time: Any,
        event: Any,
        models: Any,
        *,
        horizon: Any = None,
        horizons: Sequence[Any] | None = None,
        **options: Unpack[ExplorerOptions],
    ) -> Self:
        """Build an Explorer of an outcome that takes time: the event counts if it comes by a horizon.

        The verdict says the horizon, how many were censored before it, and the prevalence with its estimator.

        Parameters
        ----------
        time, event
            When each case ended, and how: 0 censored, 1 the event, 2, 3, ... competing events.
        models
            By name, predicted risks of the event by the horizon. With `horizons`: one column a horizon, or a function
            of the horizon.
        horizon
            The time by which the event counts; with `horizons`, the one to start with.
        horizons
            Several of them, increasing: a slider goes from one to the next.

        Examples
        --------
        >>> risks = {"clinic": [0.8, 0.5, 0.6, 0.2], "lab": [0.7, 0.1, 0.9, 0.3]}
        >>> explorer = Explorer.from_survival([1, 2, 3, 4], [1, 0, 1, 0], risks, horizon=3.5, interval=(0.2, 0.4))
        >>> explorer.comparison.follow_up.censored
        1
        >>> print(explorer.verdict.verdict.sentences[-1])
        The event counts if it came by 3.5. Of 4 cases 2 had it by then, and 1 was censored before their outcome was
        known; others stand in for them. The prevalence is 62.5% (Kaplan-Meier).
        >>> explorer.close()
        """
        weights = options.pop("sample_weight", None)
        cases = time, event, models
        comparison, slices = cases_of_survival(*cases, horizon=horizon, horizons=horizons, sample_weight=weights)
        if slices is not None:
            if options.get("groups") is not None:
                raise ValueError("Groups and several horizons cannot be shown at once. Pass one horizon with groups=.")
            options["groups"] = slices
            if horizon is not None and "group" not in options:
                named = dict(zip(map(float, horizons or ()), slices, strict=True))
                if float(horizon) not in named:
                    raise ValueError(f"There is no horizon {horizon!r}. The horizons are {', '.join(slices)}.")
                options["group"] = named[float(horizon)]
        explorer = cls(comparison, **options)
        columns = {"horizon": horizon} if horizons is None else {"horizons": list(horizons)}
        data = {"time": time, "event": event, "models": models}
        explorer._recipe.built_by("from_survival", data, columns, {"sample_weight": weights}, slices=slices is not None)
        return explorer

    @classmethod
    def one_vs_rest(cls, y_true: Any, proba: Any, classes: Any = None, **options: Unpack[ExplorerOptions]) -> Self:
        """Build an Explorer of a problem with several classes: a list chooses which is judged against the rest.

        Parameters
        ----------
        y_true, proba, classes
            As in `brierwidgets.one_vs_rest`.

        Examples
        --------
        >>> proba = [[0.7, 0.2, 0.1], [0.1, 0.8, 0.1], [0.2, 0.3, 0.5], [0.4, 0.5, 0.1]]
        >>> cases = ["cold", "flu", "other", "cold"]
        >>> explorer = Explorer.one_vs_rest(cases, {"triage": proba}, ["cold", "flu", "other"], group="flu")
        >>> explorer.comparison
        Comparison(triage: 4 cases, prevalence 0.25)
        >>> explorer.close()
        """
        if options.get("groups") is not None:
            raise ValueError("Groups and several classes cannot be shown at once. Compare one class with groups=.")
        weights = options.pop("sample_weight", None)
        options["groups"] = slices = cases_of_classes(y_true, proba, classes, sample_weight=weights)
        explorer = cls(slices.everyone, **options)
        listed = None if classes is None else list(classes)
        data = {"y_true": y_true, "proba": proba}
        explorer._recipe.built_by("one_vs_rest", data, {"classes": listed}, {"sample_weight": weights}, slices=True)
        return explorer

    def page_parts(self) -> PageParts:
        """Return what a saved page shows: a twin of this view, so that nothing happens to what somebody looks at."""
        state = self.state
        cases, groups = state.sampled
        twin = Explorer(cases, groups=groups, **self.settings())
        try:
            twin._show_as(self)
            others = [twin.charts[name] for name in twin.charts]
            for chart in others:
                chart.active = True
            twin.state.settle()
            for chart in others:
                chart.complete_page()
            twin._recipe.mended_from = self._recipe.mended_from
            twin._show_remarks()
            twin.engine.fill(list(groups) if isinstance(groups, Slices) else [None, *(groups or ())])
            twin.engine.describe()
        except BaseException:
            twin.close()
            raise
        words = twin.verdict.text
        return PageParts(twin, others, twin.engine, self._page_title(), self._page_about(), words, self.state.size)


def _refuse_about_rows(kind: str, **given: Any) -> None:
    """Refuse what says how to read outcomes and scores where they have been read already."""
    for name, value in given.items():
        if value is not None:
            raise TypeError(
                f"{name} says how to read outcomes and scores, which this {kind} holds already. "
                f"Pass it when they are read: Comparison(y_true, models, {name}=...)."
            )
