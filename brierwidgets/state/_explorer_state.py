"""The one source of truth of a live view."""

from __future__ import annotations

import contextlib
import threading
import weakref
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TypedDict, Unpack

import pandas as pd
import traitlets

from brierwidgets.core.mixtures import MixedCosts
from brierwidgets.core.move import EXACT_AT_ONCE, Lead, Move, lead, make_move, rank
from brierwidgets.core.opinions import check_opinion
from brierwidgets.core.scoring_rules import Spacing
from brierwidgets.core.signatures import takes_keywords_of
from brierwidgets.core.written import exact
from brierwidgets.data.comparison import Comparison
from brierwidgets.data.groups import Groups
from brierwidgets.state.arguments import check_choice, refuse_unknown, refused_as_arguments, refused_by_trait
from brierwidgets.state.living import Living
from brierwidgets.state.settle import Settle
from brierwidgets.state.traits import BaseRate, CostInterval, CostOpinion, CostRatio, check_model
from brierwidgets.words.numbers import UNITS

__all__ = ["ExplorerState", "as_state"]

SPACINGS = ["cost", "log-odds", "opinion"]


class Sampled(NamedTuple):
    """Cases as they were sampled, of everyone and cut by group; also the same weighted to a base rate."""

    comparison: Comparison
    groups: Groups | None

    def of(self, group: str | None) -> Comparison:
        """Return the cases of a group, or of everyone for None."""
        return self.comparison if self.groups is None else self.groups.cases_of(group)

    def at(self, prevalence: float | None, *, moved: bool) -> Sampled:
        """Return the same cases weighted to a base rate; None leaves them as they were sampled."""
        if prevalence is None:
            return self
        if self.groups is None:
            return Sampled(self.comparison.at_prevalence(prevalence, move_scores=moved), None)
        groups = self.groups.at_prevalence(prevalence, move_scores=moved)
        return Sampled(groups.everyone, groups)


class StateOptions(TypedDict, total=False):
    """What a state shows besides its comparison; what is not given is as the traits of `ExplorerState` begin."""

    interval: Any
    spacing: str
    costs: Any
    shown: Sequence[str]
    zoom: bool
    bands: bool
    groups: Groups | None
    group: str | None
    prevalence: Any
    recalibrated: bool
    cost: Any
    unit: str
    size: str


class ExplorerState(Living, traitlets.HasTraits):
    """What a live view shows. Controls and views link to it and never to each other.

    Setting `interval` computes one `move` (every score of every model shown, O(models x log n)) and
    views follow that. What is slower than a drag waits until the interval has rested: observe `settled`.
    Setting `group`, or `comparison` to another one of the same models, shows other cases and is a move too. So does
    `prevalence`: the cases as they were `sampled` get other weights, and with `recalibrated` their scores move along.

    Examples
    --------
    >>> both = Comparison([0, 0, 1, 1], {"keen": [0.4, 0.6, 0.7, 0.9], "shy": [0.1, 0.2, 0.3, 0.6]})
    >>> state = ExplorerState(both, interval=(0.2, 0.4))
    >>> state.move.best
    'shy'
    >>> state.interval = ("1:3", "50%")
    >>> state.interval
    Interval(low=0.25, high=0.5)
    """

    comparison = traitlets.Instance(Comparison, help="The models and their outcomes; follows the group.")
    groups = traitlets.Instance(Groups, allow_none=True, help="Groups of cases to choose from.")
    group = traitlets.Unicode(None, allow_none=True, help="The group shown; None for everyone.")
    prevalence = BaseRate(None, allow_none=True, help="Share of positives that the cases are weighted to; None: own.")
    recalibrated = traitlets.Bool(False, help="Whether scores move along with the base rate.")
    interval = CostInterval(help="The cost ratios that matter.")
    costs = CostOpinion(None, allow_none=True, help="An opinion about costs to average over; given once.")
    spacing = traitlets.Enum(SPACINGS, "cost", help="What mean regret averages over.")
    shown = traitlets.List(traitlets.Unicode(), help="Names of the models shown.")
    cost = CostRatio(None, allow_none=True, help="The cost ratio under the pointer.")
    unit = traitlets.Enum(UNITS, UNITS[0], help="How cost ratios are written.")
    size = traitlets.Enum(["screen", "projector"], "screen", help="How large text and lines are built.")
    zoom = traitlets.Bool(False, help="Whether charts show the interval only.")
    bands = traitlets.Bool(False, help="Whether curves have confidence bands.")
    move = traitlets.Instance(Move, help="Scores on the interval; follows it.")
    lead = traitlets.Instance(Lead, allow_none=True, help="How far the best model leads its best rival.")
    settled = traitlets.Int(0, help="Grows each time the interval has come to rest.")

    @takes_keywords_of(StateOptions)
    def __init__(self, comparison: Comparison, **options: Unpack[StateOptions]) -> None:
        refuse_unknown(ExplorerState, options)
        if not isinstance(comparison, Comparison):
            raise TypeError(
                f"ExplorerState needs a Comparison, not {type(comparison).__name__}. "
                "Build one: Comparison(y_true, {'my model': y_prob})."
            )
        self._lock = threading.RLock()
        #: Views of their own, which are no part of another, that show this state.
        self.viewers: weakref.WeakSet[Any] = weakref.WeakSet()
        self._settle = Settle(self._rest)
        values: dict[str, Any] = {"shown": comparison.names, **options}
        if values.get("costs") is not None:
            values["costs"] = check_opinion(values["costs"])
            values = {"spacing": "opinion", "interval": values["costs"].support} | values
        later = {name: values.pop(name) for name in ("group", "recalibrated", "prevalence") if name in values}
        self._weighing = False
        self._sampled = Sampled(comparison, values.get("groups"))
        check_choice("spacing", values.get("spacing", "cost"), SPACINGS)
        with refused_as_arguments():
            super().__init__(comparison=comparison, **values)
            for name, value in later.items():
                setattr(self, name, value)
        self._follow()

    @property
    def averaging(self) -> Spacing:
        """What mean regret averages over: ``"cost"``, ``"log-odds"``, or the opinion about costs itself."""
        opinion: MixedCosts | None = self.costs
        return opinion if opinion is not None and self.spacing == "opinion" else str(self.spacing)

    @property
    def sampled(self) -> Sampled:
        """The cases as they were sampled: of everyone, and cut by group, whatever base rate is shown."""
        return self._sampled

    @property
    def cases_key(self) -> tuple[str, float | None, bool]:
        """Which cases are shown, as the page knows them: the group, its base rate, and whether scores moved along."""
        return self.group or "", self.prevalence, self.prevalence is not None and bool(self.recalibrated)

    # JupyterLab handles messages in a thread beside the cells, so one change must end before the next begins.

    def __setattr__(self, name: str, value: Any) -> None:
        if name in type(self)._traits:
            with self._lock:
                super().__setattr__(name, value)
        else:
            super().__setattr__(name, value)

    def steady(self) -> contextlib.AbstractContextManager[Any]:
        """Let no other thread change the state, while something that reads much of it is built."""
        return self._lock

    @contextlib.contextmanager
    def hold_trait_notifications(self) -> Iterator[None]:
        """Tell of several changes at the end, once; no other thread comes between."""
        with self._lock, super().hold_trait_notifications():
            yield

    def _notify_observers(self, event: Any) -> None:
        """Tell every observer, also when one of them fails: what it raised comes when all have been told."""
        kinds = (self._trait_notifiers.get(name, {}) for name in (event["name"], traitlets.All))
        handlers = [
            handler for kind in kinds for type_ in (event["type"], traitlets.All) for handler in kind.get(type_, [])
        ]
        failure: Exception | None = None
        for handler in handlers:
            called = getattr(self, str(handler.name)) if isinstance(handler, traitlets.EventHandler) else handler
            try:
                called(event)
            except Exception as error:  # noqa: BLE001  raised again below
                failure = failure or error
        if failure is not None:
            raise failure

    @traitlets.validate("comparison")
    def _check_comparison(self, proposal: Any) -> Comparison:
        wanted: Comparison = proposal.value
        now = self.comparison
        if self._weighing:
            return wanted
        if wanted.names != now.names:
            raise traitlets.TraitError(
                f"The models shown are {', '.join(map(repr, now.names))}, but the new comparison has "
                f"{', '.join(map(repr, wanted.names))}. Give it the same ones in the same order, or build a new state."
            )
        if self.groups is not None:
            if wanted is not self.groups.cases_of(self.group):
                raise traitlets.TraitError(
                    "This state shows groups of one comparison. Set `group`, or build a new state."
                )
            return wanted
        weighted = Sampled(wanted, None).at(self.prevalence, moved=self.recalibrated)
        self._sampled = Sampled(wanted, None)
        return weighted.comparison

    def change_models(self, comparison: Comparison, groups: Groups | None, shown: list[str]) -> None:
        """Show other models of the same cases, all at once; views that hold marks of the old ones must be gone."""
        sampled = Sampled(comparison, groups)
        weighted = sampled.at(self.prevalence, moved=self.recalibrated)
        with self._lock:
            self._sampled = sampled
            self._show(weighted, shown=shown)

    def _show(self, weighted: Sampled, **others: Any) -> None:
        """Show cases that have been weighted to a base rate."""
        self._weighing = True
        try:
            with self.hold_trait_notifications():
                for name, value in others.items():
                    setattr(self, name, value)
                self.groups = weighted.groups
                self.comparison = weighted.of(self.group)
        finally:
            self._weighing = False

    @traitlets.validate("prevalence", "recalibrated")
    def _check_base_rate(self, proposal: Any) -> Any:
        wanted = {"prevalence": self.prevalence, "recalibrated": self.recalibrated, proposal.trait.name: proposal.value}
        with refused_by_trait():
            self._weighted = self._sampled.at(wanted["prevalence"], moved=wanted["recalibrated"])
        return proposal.value

    @traitlets.observe("prevalence", "recalibrated")
    def _on_base_rate(self, change: Any) -> None:
        if change.name == "recalibrated" and self.prevalence is None:
            return
        # traitlets checks no None, which is the cases as they were sampled.
        self._show(self._sampled if self.prevalence is None else self._weighted)

    @traitlets.validate("groups", "group")
    def _check_group(self, proposal: Any) -> Any:
        wanted = {"groups": self.groups, "group": self.group, proposal.trait.name: proposal.value}
        groups, group = wanted["groups"], wanted["group"]
        if self._weighing:
            return proposal.value
        if groups is None and group is not None:
            raise traitlets.TraitError(f"There is no group {group!r}: this state has no groups. Pass groups= first.")
        if groups is not None and groups.everyone.names != self.comparison.names:
            raise traitlets.TraitError("The groups are of other models. Build them from this comparison.")
        if group is not None and group not in groups:
            raise traitlets.TraitError(f"There is no group {group!r}. The groups are {', '.join(map(repr, groups))}.")
        if proposal.trait.name == "group":
            return group
        self._sampled = Sampled(self._sampled.comparison if groups is None else groups.everyone, groups)
        return self._sampled.at(self.prevalence, moved=self.recalibrated).groups

    @traitlets.observe("groups", "group")
    def _on_group(self, _change: Any) -> None:
        if self.groups is not None:
            self.comparison = self.groups.cases_of(self.group)

    @traitlets.validate("costs")
    def _check_costs(self, proposal: Any) -> Any:
        if self.trait_has_value("move"):
            raise traitlets.TraitError("The opinion about costs is given once. Build a new view with costs=.")
        return proposal.value

    @traitlets.validate("interval", "spacing")
    def _check_log_odds(self, proposal: Any) -> Any:
        wanted = {"interval": self.interval, "spacing": self.spacing, proposal.trait.name: proposal.value}
        low, high = wanted["interval"]
        if wanted["spacing"] == "opinion" and self.costs is None:
            raise traitlets.TraitError(
                "There is no opinion about costs to average over. Give one with costs=, a distribution or a list of "
                "intervals."
            )
        if wanted["spacing"] == "log-odds" and (low == 0.0 or high == 1.0):
            raise traitlets.TraitError(
                f"The interval ({exact(low)}, {exact(high)}) is infinitely wide in log-odds. "
                "Choose ends strictly between 0 and 1, or average over cost ratios."
            )
        return proposal.value

    @traitlets.validate("shown")
    def _check_shown(self, proposal: Any) -> list[str]:
        with refused_by_trait():
            for name in proposal.value:
                check_model(self.comparison, name)
        return [name for name in self.comparison.names if name in proposal.value]

    @traitlets.observe("comparison", "interval", "spacing", "shown")
    def _on_change(self, _change: Any) -> None:
        if self.trait_has_value("move"):
            self._follow()

    def _follow(self) -> None:
        move = make_move(self.comparison, self.interval, self.averaging, self.shown)
        rows = self.comparison.rows
        quick = rows is None or rows.labels.size <= EXACT_AT_ONCE
        with self.hold_trait_notifications():
            self.lead = lead(self.comparison, move) if quick else None
            self.move = move
        self._settle.ask()

    def _rest(self) -> None:
        with self._lock:
            if self.lead is None:
                self.lead = lead(self.comparison, self.move)
            self.settled += 1

    def scores(self) -> pd.DataFrame:
        """Return `Comparison.scores` of the models shown, on the interval."""
        everyone = self.comparison.names
        places = [everyone.index(name) for name in self.shown]  # pandas itself cannot look up every name
        table = self.comparison.scores(self.interval, spacing=self.averaging).iloc[places]
        return table.assign(rank=list(rank(dict(zip(self.shown, table["mean_regret"], strict=True))).values()))

    def settle(self) -> None:
        """Do now what waits for the interval to rest; nothing if it has rested."""
        self._settle.flush()

    def close(self) -> None:
        """Drop what is waiting and every observer."""
        self._settle.cancel()
        self.unobserve_all()


def as_state(data: Any, models: Any = None, *, groups: Any = None, **values: Any) -> ExplorerState:
    """Return the state to show: the one given, or a new one for a Comparison or for labels and models.

    `groups` are labels of the cases, or `Groups` made of them.
    """
    given = {name: value for name, value in values.items() if value is not None}
    if not isinstance(given.get("group", ""), str):
        raise TypeError("group is the name of one group, to start with. One label a case goes to groups=.")
    if isinstance(data, ExplorerState):
        if models is not None:
            raise TypeError("A state already holds its models: pass the state alone.")
        if groups is not None:
            given = {"groups": Groups.of(data.comparison, groups), **given}
        for name, value in given.items():
            setattr(data, name, value)
        return data
    comparison = data if isinstance(data, Comparison) and models is None else Comparison(data, models)
    if groups is not None:
        given["groups"] = Groups.of(comparison, groups, None if comparison is data else data)
    return ExplorerState(comparison, **given)
