"""The one source of truth of a live view."""

from __future__ import annotations

from typing import Any

import traitlets

from brierwidgets.comparison import Comparison
from brierwidgets.core.scores import Difference
from brierwidgets.groups import Groups
from brierwidgets.moves import EXACT_AT_ONCE, Move, lead, make_move
from brierwidgets.traits import CostInterval, Settle

__all__ = ["ExplorerState", "as_state"]


class ExplorerState(traitlets.HasTraits):
    """What a live view shows. Controls and views link to it and never to each other.

    Setting `interval` computes one `move` (every score of every model shown, O(models x log n)) and
    views follow that. What is slower than a drag waits until the interval has rested: observe `settled`.
    Setting `group`, or `comparison` to another one of the same models, shows other cases and is a move too.

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
    interval = CostInterval(help="The cost ratios that matter.")
    spacing = traitlets.Enum(["cost", "log-odds"], "cost", help="What mean regret averages over.")
    shown = traitlets.List(traitlets.Unicode(), help="Names of the models shown.")
    cost = traitlets.Float(None, allow_none=True, help="The cost ratio under the pointer.")
    zoom = traitlets.Bool(False, help="Whether charts show the interval only.")
    bands = traitlets.Bool(False, help="Whether curves have confidence bands.")
    move = traitlets.Instance(Move, help="Scores on the interval; follows it.")
    lead = traitlets.Instance(Difference, allow_none=True, help="How far the best model leads the second.")
    settled = traitlets.Int(0, help="Grows each time the interval has come to rest.")

    def __init__(self, comparison: Comparison, **values: Any) -> None:
        if not isinstance(comparison, Comparison):
            raise TypeError(
                f"ExplorerState needs a Comparison, not {type(comparison).__name__}. "
                "Build one: Comparison(y_true, {'my model': y_prob})."
            )
        self._settle = Settle(self._rest)
        values.setdefault("shown", comparison.names)
        group = values.pop("group", None)
        super().__init__(comparison=comparison, **values)
        self.group = group
        self._follow()

    @traitlets.validate("comparison")
    def _check_comparison(self, proposal: Any) -> Comparison:
        wanted, now = proposal.value, self.comparison
        if wanted.names != now.names:
            raise traitlets.TraitError(
                f"The models shown are {', '.join(map(repr, now.names))}, but the new comparison has "
                f"{', '.join(map(repr, wanted.names))}. Give it the same ones in the same order, or build a new state."
            )
        if self.groups is not None and wanted is not self.groups.cases_of(self.group):
            raise traitlets.TraitError("This state shows groups of one comparison. Set `group`, or build a new state.")
        return wanted

    @traitlets.validate("groups", "group")
    def _check_group(self, proposal: Any) -> Any:
        wanted = {"groups": self.groups, "group": self.group, proposal.trait.name: proposal.value}
        groups, group = wanted["groups"], wanted["group"]
        if groups is None and group is not None:
            raise traitlets.TraitError(f"There is no group {group!r}: this state has no groups. Pass groups= first.")
        if groups is not None and groups.everyone.names != self.comparison.names:
            raise traitlets.TraitError("The groups are of other models. Build them from this comparison.")
        if group is not None and group not in groups:
            raise traitlets.TraitError(f"There is no group {group!r}. The groups are {', '.join(map(repr, groups))}.")
        return proposal.value

    @traitlets.observe("groups", "group")
    def _on_group(self, _change: Any) -> None:
        if self.groups is not None:
            self.comparison = self.groups.cases_of(self.group)

    @traitlets.validate("interval", "spacing")
    def _check_log_odds(self, proposal: Any) -> Any:
        wanted = {"interval": self.interval, "spacing": self.spacing, proposal.trait.name: proposal.value}
        low, high = wanted["interval"]
        if wanted["spacing"] == "log-odds" and (low == 0.0 or high == 1.0):
            raise traitlets.TraitError(
                f"The interval ({low:g}, {high:g}) is infinitely wide in log-odds. "
                "Choose ends strictly between 0 and 1, or average over cost ratios."
            )
        return proposal.value

    @traitlets.validate("shown")
    def _check_shown(self, proposal: Any) -> list[str]:
        unknown = [name for name in proposal.value if name not in self.comparison.names]
        if unknown:
            raise traitlets.TraitError(
                f"There is no model {unknown[0]!r}. The models are {', '.join(map(repr, self.comparison.names))}."
            )
        return [name for name in self.comparison.names if name in proposal.value]

    @traitlets.observe("comparison", "interval", "spacing", "shown")
    def _on_change(self, _change: Any) -> None:
        if self.trait_has_value("move"):
            self._follow()

    def _follow(self) -> None:
        move = make_move(self.comparison, self.interval, self.spacing, self.shown)
        rows = self.comparison.rows
        quick = rows is None or rows.labels.size <= EXACT_AT_ONCE
        with self.hold_trait_notifications():
            self.lead = lead(self.comparison, move) if quick else None
            self.move = move
        self._settle.ask()

    def _rest(self) -> None:
        if self.lead is None:
            self.lead = lead(self.comparison, self.move)
        self.settled += 1

    def close(self) -> None:
        """Drop what is waiting and every observer."""
        self._settle.cancel()
        self.unobserve_all()


def as_state(data: Any, models: Any = None, *, groups: Any = None, **values: Any) -> ExplorerState:
    """Return the state to show: the one given, or a new one for a Comparison or for labels and models.

    `groups` are labels of the cases, or `Groups` made of them.
    """
    given = {name: value for name, value in values.items() if value is not None}
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
