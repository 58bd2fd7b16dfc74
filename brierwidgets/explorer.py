"""The Explorer: slider, charts, words and table about one comparison, in step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Self

import ipywidgets as widgets
import narwhals as nw
import pandas as pd
import traitlets

from brierwidgets.comparison import Comparison
from brierwidgets.controls import GroupChoice, IntervalSlider
from brierwidgets.formatting import UNITS
from brierwidgets.groups import Groups
from brierwidgets.inputs import predict_all
from brierwidgets.saving import Saving
from brierwidgets.state import ExplorerState, as_state
from brierwidgets.traits import check_choice, refuse_unknown
from brierwidgets.views import (
    CalibrationCurve,
    CostChart,
    DecisionCurve,
    DecompositionChart,
    GroupView,
    LogOddsCurve,
    MetricChooser,
    RankingPanels,
    RegretCurve,
    ScoreTable,
    SensitivityMap,
    ThreePanels,
    ThresholdExplorer,
    VerdictText,
)
from brierwidgets.views._base import View, close_all, guarded
from brierwidgets.views._decision_curve import AXES

__all__ = ["Explorer"]

_NARROW = 0.15
_SPACINGS = [("cost ratios", "cost"), ("their log-odds", "log-odds")]

#: The tabs, from left to right: name, title, and the view that is built when it is first opened.
TABS: dict[str, tuple[str, type[View]]] = {
    "regret": ("Regret", RegretCurve),
    "log-odds": ("Log-odds", LogOddsCurve),
    "decision": ("Decision", DecisionCurve),
    "paper": ("Three panels", ThreePanels),
    "ranking": ("Ranking", RankingPanels),
    "calibration": ("Calibration", CalibrationCurve),
    "decomposition": ("Decomposition", DecompositionChart),
    "sensitivity": ("Sensitivity", SensitivityMap),
    "threshold": ("One threshold", ThresholdExplorer),
    "costs": ("Costs", CostChart),
    "chooser": ("Which metric", MetricChooser),
    "groups": ("Groups", GroupView),
}


class Charts(Mapping[str, View]):
    """The charts of an Explorer by the name of their tab, each built when first asked for."""

    def __init__(self, state: ExplorerState, options: dict[str, dict[str, Any]]) -> None:
        self.built: dict[str, View] = {}
        self._state, self._options = state, options
        self._names = [name for name in TABS if name != "groups" or state.groups is not None]

    def __getitem__(self, name: str) -> View:
        if name not in self.built:
            _, view = TABS[name]
            self.built[name] = view(self._state, **self._options.get(name, {}))
            self.built[name].active = False  # until its tab is opened
        return self.built[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __contains__(self, name: object) -> bool:
        return name in self._names  # asking must not build


class Explorer(Saving, View):
    """Drag an interval of cost ratios; curves, scores, ranks and a verdict in words follow.

    Parameters
    ----------
    data
        Outcomes (then `models` holds the scores), a `Comparison`, or an `ExplorerState` to share.
    models
        Scores by model: a dict, a DataFrame, or a 2-D array with `names`.
    interval
        The cost ratios that matter; numbers, percentages or odds.
    names, sample_weight, pos_label
        As in `Comparison`.
    presets
        Named intervals to choose from, for example ``{"Tamoxifen debate": ("1.66%", "3%")}``.
    unit
        How cost ratios are written: ``"probability"``, ``"odds"`` or ``"log-odds"``.
    spacing
        Whether mean regret averages over cost ratios (``"cost"``) or ``"log-odds"``.
    shown
        Names of the models shown; all unless given.
    zoom
        Whether charts show the interval only; unless given, they do when it is narrow.
    bands
        Whether curves have 95% confidence bands.
    groups, group
        One label a case, by which the cases can be cut, and the group to start with; everyone unless given.
    tab, axis
        The chart in front, and the decision curve's axis. The tabs are ``"regret"``, ``"log-odds"``, ``"decision"``,
        ``"paper"`` (ROC curve, regret and decomposition side by side), ``"ranking"``, ``"calibration"``,
        ``"decomposition"``, ``"sensitivity"``, ``"threshold"``, ``"costs"``, ``"chooser"`` and, with `groups`,
        ``"groups"``.

    Examples
    --------
    >>> explorer = Explorer([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8], "b": [0.2, 0.2, 0.9, 0.3]}, interval=(0.2, 0.4))
    >>> explorer.interval = ("10%", "1:1")
    >>> explorer.scores()["rank"].to_dict()
    {'a': 2, 'b': 1}
    >>> explorer.close()
    """

    tab = traitlets.Enum(list(TABS), "regret", help="The chart in front.")

    def __init__(
        self,
        data: Any,
        models: Any = None,
        *,
        interval: Any = None,
        names: Any = None,
        sample_weight: Any = None,
        pos_label: Any = None,
        presets: Mapping[str, Any] | None = None,
        unit: str = "probability",
        spacing: str | None = None,
        shown: list[str] | None = None,
        zoom: bool | None = None,
        bands: bool | None = None,
        groups: Any = None,
        group: str | None = None,
        tab: str = "regret",
        axis: str = "plain",
        **unknown: Any,
    ) -> None:
        refuse_unknown(type(self), unknown)
        check_choice("tab", tab, list(TABS))
        check_choice("unit", unit, list(UNITS))
        check_choice("axis", axis, list(AXES))
        if models is not None:
            y_true, data = data, Comparison(data, models, names=names, sample_weight=sample_weight, pos_label=pos_label)
            groups = None if groups is None else Groups.of(data, groups, y_true)
        state = as_state(data, groups=groups, group=group, interval=interval, spacing=spacing, shown=shown, bands=bands)
        if tab == "groups" and state.groups is None:
            raise ValueError(
                "The tab 'groups' compares groups, and there are none. Pass groups= with one label a case."
            )
        if zoom is None and state is not data:
            zoom = state.interval.high - state.interval.low < _NARROW
        if zoom is not None:
            state.zoom = zoom
        super().__init__(state, owns_state=state is not data)
        self.add_class("bw-explorer")
        self.slider = IntervalSlider(state.interval, unit=unit, presets=presets)
        self._slider_link = traitlets.link((state, "interval"), (self.slider, "interval"))
        self.verdict = VerdictText(state)
        self.charts = Charts(state, {"decision": {"axis": axis}, "sensitivity": {"ends": False}})
        self.table = ScoreTable(state)
        self._axis = axis
        self._tabs = widgets.Tab([widgets.VBox() for _ in self.charts], titles=[TABS[name][0] for name in self.charts])
        self._tabs.observe(self._on_tabs, "selected_index")
        self._spacing = widgets.ToggleButtons(options=_SPACINGS, value=state.spacing)
        self._spacing.observe(self._on_spacing, "value")
        state.observe(self._on_state_spacing, "spacing")
        choices = widgets.HBox([widgets.Label("Scores average over"), self._spacing])
        choices.add_class("bw-ends")
        self._groups = None if state.groups is None else GroupChoice(state, state.groups)
        self.tab = tab
        self._bring_forward()
        chosen = [] if self._groups is None else [self._groups]
        self._show([*chosen, self.slider, self.verdict, self._tabs, choices, self.table])

    @classmethod
    def from_predictions(cls, y_true: Any, y_prob: Any, **options: Any) -> Self:
        """Build an Explorer from outcomes and scores: by model, or of one model.

        Examples
        --------
        >>> explorer = Explorer.from_predictions([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8], interval=(0.2, 0.4))
        >>> explorer.state.comparison.names
        ['model']
        >>> explorer.close()
        """
        named = isinstance(y_prob, Mapping | pd.DataFrame) or "names" in options
        return cls(y_true, y_prob if named else {"model": y_prob}, **options)

    @classmethod
    def from_estimators(cls, estimators: Mapping[str, Any], X: Any, y: Any, **options: Any) -> Self:
        """Build an Explorer from fitted scikit-learn classifiers and held-out data.

        Examples
        --------
        >>> from sklearn.linear_model import LogisticRegression
        >>> X, y = [[0.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1]
        >>> explorer = Explorer.from_estimators({"lr": LogisticRegression().fit(X, y)}, X, y, interval=(0.2, 0.4))
        >>> explorer.state.comparison.names
        ['lr']
        >>> explorer.close()
        """
        return cls(y, predict_all(estimators, X, options.get("pos_label")), **options)

    @classmethod
    def from_frame(
        cls, frame: Any, *, label: str, models: list[str], groups: str | None = None, **options: Any
    ) -> Self:
        """Build an Explorer from the columns of a data frame (pandas, Polars, PyArrow or another engine's).

        Outcomes, scores and, if wanted, groups are named by their columns.

        Examples
        --------
        >>> frame = pd.DataFrame({"sick": [0, 0, 1, 1], "a": [0.1, 0.6, 0.4, 0.8]})
        >>> explorer = Explorer.from_frame(frame, label="sick", models=["a"], interval=(0.2, 0.4))
        >>> explorer.state.comparison.prevalence
        0.5
        >>> explorer.close()
        """
        columns = nw.from_native(frame, eager_only=True)
        wanted = [label, *models] if groups is None else [label, *models, groups]
        missing = [name for name in wanted if name not in columns.columns]
        if missing:
            raise ValueError(
                f"The frame has no column {missing[0]!r}. Its columns are {', '.join(map(repr, columns.columns))}."
            )
        if groups is not None:
            options["groups"] = columns[groups].to_native()
        return cls(columns[label].to_numpy(), {name: columns[name].to_numpy() for name in models}, **options)

    def scores(self) -> pd.DataFrame:
        """Return the table on the present interval: `Comparison.scores` of the models shown."""
        state = self._state
        table = state.comparison.scores(state.interval, spacing=state.spacing).loc[state.shown]
        return table.assign(rank=table["mean_regret"].rank(method="min").astype(int))

    def to_code(self) -> str:
        """Return the Python that rebuilds the present view from ``y_true``, ``models`` and ``groups``, if any.

        Examples
        --------
        >>> explorer = Explorer([0, 1], {"a": [0.2, 0.7]}, interval=("10%", "50%"))
        >>> print(explorer.to_code())
        import brierwidgets as bw
        <BLANKLINE>
        explorer = bw.Explorer(
            y_true,
            models,
            interval=(0.1, 0.5),
            spacing='cost',
            shown=['a'],
            zoom=False,
            bands=False,
            unit='probability',
            tab='regret',
            axis='plain',
        )
        >>> explorer.close()
        """
        lines = "".join(f"    {name}={value!r},\n" for name, value in self._options().items())
        if self._state.groups is not None:
            lines += f"    groups=groups,\n    group={self._state.group!r},\n"
        return f"import brierwidgets as bw\n\nexplorer = bw.Explorer(\n    y_true,\n    models,\n{lines})"

    def _options(self) -> dict[str, Any]:
        """Return the arguments that build the present view."""
        state = self._state
        return {
            "interval": tuple(state.interval),
            "spacing": state.spacing,
            "shown": list(state.shown),
            "zoom": state.zoom,
            "bands": state.bands,
            "unit": self.slider.unit,
            "tab": self.tab,
            "axis": getattr(self.charts.built.get("decision"), "axis", self._axis),
        }

    def _bring_forward(self) -> None:
        place, chart = list(self.charts).index(self.tab), self.charts[self.tab]
        self._tabs.selected_index = place  # first: bqplot draws no band in a chart that it lays out unseen
        empty = self._tabs.children[place]
        if empty is not chart:
            self._tabs.children = [*self._tabs.children[:place], chart, *self._tabs.children[place + 1 :]]
            close_all(empty)
            empty.close()
        for name, chart in self.charts.built.items():
            chart.active = name == self.tab

    @guarded
    def _on_tabs(self, change: Any) -> None:
        if change.new is not None:
            self.tab = list(self.charts)[change.new]

    @traitlets.validate("tab")
    def _check_tab(self, proposal: Any) -> str:
        if proposal.value not in self.charts:
            raise traitlets.TraitError(f"There is no tab {proposal.value!r} without groups. Pass groups= first.")
        return proposal.value

    @traitlets.observe("tab")
    @guarded
    def _on_tab(self, _change: Any) -> None:
        if self.children:
            self._bring_forward()

    @guarded
    def _on_spacing(self, change: Any) -> None:
        try:
            self._state.spacing = change.new
        finally:
            self._spacing.value = self._state.spacing

    def _on_state_spacing(self, change: Any) -> None:
        self._spacing.value = change.new

    def _detach(self) -> None:
        if self._groups is not None:
            self._groups.detach()
        self._slider_link.unlink()
        self._state.unobserve(self._on_state_spacing, "spacing")
        parts: list[widgets.Widget] = [self.slider, self.verdict, self.table, *self.charts.built.values()]
        for part in parts:
            part.close()
