"""The tabs of an Explorer: those there are, those a user asks for, and their charts, each built when first opened."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from brierwidgets.ui.figure import css_pixels
from brierwidgets.ui.view import View
from brierwidgets.views._calibration_curve import CalibrationCurve
from brierwidgets.views._cost_chart import CostChart
from brierwidgets.views._decision_curve import DecisionCurve
from brierwidgets.views._decomposition_chart import DecompositionChart
from brierwidgets.views._group_view import GroupView
from brierwidgets.views._log_odds_curve import LogOddsCurve
from brierwidgets.views._metric_chooser import MetricChooser
from brierwidgets.views._panels import RankingPanels, ThreePanels
from brierwidgets.views._regret_curve import RegretCurve
from brierwidgets.views._sensitivity_map import SensitivityMap
from brierwidgets.views._threshold_explorer import ThresholdExplorer

__all__ = ["TABS", "Charts", "Tab", "choose_tabs"]


class Tab(NamedTuple):
    """A chart of an Explorer: its title, its view, options of that view, and the tab that it shares with others.

    Without such a tab it has one of its own. A height among the options is in pixels of a screen: with it the slider,
    the verdict and the whole chart are in sight at once.
    """

    title: str
    view: type[View]
    options: dict[str, Any]
    shared: str = ""


#: The charts, from left to right; those of one tab have a switch in it.
TABS = {
    "regret": Tab("Regret", RegretCurve, {}, "Curves"),
    "log-odds": Tab("Log-odds", LogOddsCurve, {}, "Curves"),
    "decision": Tab("Net benefit", DecisionCurve, {}, "Curves"),
    "ranking": Tab("Ranking", RankingPanels, {}, "Why"),
    "calibration": Tab("Calibration", CalibrationCurve, {"height": 250}, "Why"),
    "decomposition": Tab("Decomposition", DecompositionChart, {"height": 340}, "Why"),
    "paper": Tab("Three panels", ThreePanels, {}, "Why"),
    "sensitivity": Tab("How far", SensitivityMap, {"ends": False, "height": 342}),
    "threshold": Tab("One threshold", ThresholdExplorer, {}),
    "costs": Tab("Costs", CostChart, {"ends": False}, "Metrics"),
    "chooser": Tab("Which metric", MetricChooser, {}, "Metrics"),
    "groups": Tab("Groups", GroupView, {}),
}


def choose_tabs(wanted: Any, *, groups: bool) -> dict[str, Tab]:
    """Return the tabs to show: all, those of a list of names, or all and the charts of a mapping.

    Parameters
    ----------
    wanted
        None for every tab; a list of names for just those; or a mapping from names to subclasses of `View`, which
        come after the others. A list may hold such mappings, too.
    groups
        Whether there are groups of cases; without them there is no tab to compare them.
    """
    known = {name: tab for name, tab in TABS.items() if name != "groups" or groups}
    if wanted is None:
        return known
    if isinstance(wanted, Mapping):
        wanted = [*known, wanted]
    if isinstance(wanted, str) or not isinstance(wanted, Sequence):
        raise TypeError(
            f"tabs must be a list of names or a mapping {{'name': MyChart}}, not {wanted!r}. "
            f"The names are {', '.join(map(repr, known))}."
        )
    chosen: dict[str, Tab] = {}
    for entry in wanted:
        if isinstance(entry, Mapping):
            chosen |= {str(name): _tab_of(str(name), view) for name, view in entry.items()}
        elif entry == "groups" and not groups:
            raise ValueError(NO_GROUPS)
        elif entry not in known:
            raise ValueError(f"There is no tab {entry!r}. Choose among {', '.join(map(repr, known))}.")
        else:
            chosen[entry] = known[entry]
    if not chosen:
        raise ValueError("An Explorer needs at least one tab. Name one, or leave tabs out for all.")
    return chosen


NO_GROUPS = "The tab 'groups' compares groups, and there are none. Pass groups= with one label a case."


def _tab_of(name: str, view: Any) -> Tab:
    if not (isinstance(view, type) and issubclass(view, View)):
        raise TypeError(
            f"The tab {name!r} must be a class of charts, a subclass of brierwidgets.ui.View, not {view!r}. "
            "Pass the class itself: tabs={'mine': MyChart}."
        )
    return Tab(name[:1].upper() + name[1:], view, {})


class Charts(Mapping[str, View]):
    """The charts of an Explorer by the name of their tab, each built when first asked for."""

    def __init__(self, owner: View, tabs: Mapping[str, Tab]) -> None:
        self.built: dict[str, View] = {}
        self._owner, self._tabs = owner, dict(tabs)
        self._choices: dict[str, dict[str, Any]] = {}

    def __getitem__(self, name: str) -> View:
        with self._owner.state.steady():
            if name not in self.built:
                self.built[name] = self._build(name)
            return self.built[name]

    def _build(self, name: str) -> View:
        self._owner.refuse_if_closed()
        tab, state = self._tabs[name], self._owner.state
        choices = tab.options | self._choices.pop(name, {})
        if choices.get("model") not in state.comparison.names:
            choices.pop("model", None)  # it was dropped
        if "height" in choices:
            choices["height"] = css_pixels(choices["height"], state.size)
        with self._owner.building_parts():
            view = tab.view(state, **choices)
        view.active = False  # until its tab is opened
        self._owner.adopt(view)
        return view

    def choices(self, name: str) -> dict[str, Any]:
        """Return the choices made in one chart, such as its axis, also while it is closed."""
        return choices_of(self.built[name]) if name in self.built else self._choices.get(name, {})

    def dismiss(self) -> None:
        """Close every chart; when asked for again, it is built with the choices that were made in it."""
        for name, view in self.built.items():
            self._choices[name] = choices_of(view)
            self._owner.dismiss(view)
        self.built.clear()

    def choose_as(self, others: Charts) -> None:
        """Close every chart; when asked for again, it is built with the choices made in the same chart of others."""
        self.dismiss()
        self._choices = {name: others.choices(name) for name in others}

    def __iter__(self) -> Iterator[str]:
        return iter(self._tabs)

    def __len__(self) -> int:
        return len(self._tabs)

    def __contains__(self, name: object) -> bool:
        return name in self._tabs  # asking must not build


def choices_of(view: View) -> dict[str, Any]:
    """Return the choices made in a view, such as its axis, as arguments that build it again.

    Examples
    --------
    >>> from brierwidgets import DecisionCurve
    >>> chart = DecisionCurve([0, 1], {"a": [0.2, 0.7]}, axis="logarithmic")
    >>> choices_of(chart)
    {'axis': 'logarithmic'}
    >>> chart.close()
    """
    shared = inspect.signature(View).parameters
    own = [name for name in inspect.signature(type(view)).parameters if name not in shared]
    return {name: getattr(view, name) for name in own if view.has_trait(name) or name == "model"}
