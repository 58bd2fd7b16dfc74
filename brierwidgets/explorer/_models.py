"""How an Explorer takes a model in, or lets one go, while somebody looks at it."""

from __future__ import annotations

from typing import Any

from brierwidgets.data import Comparison, Groups
from brierwidgets.explorer._recipe import Recipe
from brierwidgets.explorer._tabbed import Tabbed
from brierwidgets.views._score_table import ScoreTable
from brierwidgets.views._verdict import VerdictText

__all__ = ["ModelChanges"]


class ModelChanges(Tabbed):
    """The methods of an Explorer that change its models."""

    verdict: VerdictText
    table: ScoreTable
    _recipe: Recipe

    def add_model(self, name: str, y_prob: Any) -> None:
        """Show one more model of the same cases, in place: interval, tab, group and choices stay.

        Parameters
        ----------
        name
            What to call it.
        y_prob
            Its scores, one a case in the same order.

        Examples
        --------
        >>> from brierwidgets import Explorer
        >>> explorer = Explorer([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8]}, interval=(0.2, 0.4))
        >>> explorer.add_model("b", [0.2, 0.2, 0.9, 0.3])
        >>> explorer.scores()["rank"].to_dict()
        {'a': 1, 'b': 2}
        >>> explorer.close()
        """
        with self.state.steady():
            comparison = self._everyone().with_model(name, y_prob)
            self._change_models(comparison, [*self.state.shown, str(name)])
            self._recipe.add_model(str(name), y_prob)

    def drop_model(self, name: str) -> None:
        """Take a model out, in place. At least one stays.

        Examples
        --------
        >>> from brierwidgets import Explorer
        >>> explorer = Explorer([0, 1], {"a": [0.1, 0.6], "b": [0.2, 0.9]}, interval=(0.2, 0.4))
        >>> explorer.drop_model("a")
        >>> explorer.comparison.names
        ['b']
        >>> explorer.close()
        """
        with self.state.steady():
            comparison = self._everyone().without_model(name)
            self._change_models(comparison, [other for other in self.state.shown if other != name])
            self._recipe.drop_model(name)

    def _everyone(self) -> Comparison:
        return self.state.sampled.comparison

    def _change_models(self, comparison: Comparison, shown: list[str]) -> None:
        self.refuse_if_closed()
        others = [type(view).__name__ for view in self.state.viewers if view is not self]
        if others:
            raise ValueError(
                f"{' and '.join(others)} shows the same state, with lines of the models it was built with. "
                "Close it first, or build a new Explorer of the new comparison (comparison.with_model)."
            )
        groups = self.state.sampled.groups
        before = self._everyone(), groups, list(self.state.shown)
        try:
            self._rebuild(comparison, None if groups is None else groups.of_models(comparison), shown)
        except BaseException:
            self.refuse_if_closed()  # meanwhile, by another thread
            self._rebuild(*before)
            raise

    def _rebuild(self, comparison: Comparison, groups: Groups | None, shown: list[str]) -> None:
        """Close verdict, table and charts, change the models, and build all again; charts when their tab is opened."""
        verdict, table = self.verdict, self.table
        self.engine.forget_views()
        self._panes.clear()
        self.charts.dismiss()
        self.dismiss(verdict, table)
        self.state.change_models(comparison, groups, shown or comparison.names)
        with self.building_parts():
            self.verdict, self.table = VerdictText(self.state), ScoreTable(self.state)
        self.adopt(self.verdict, self.table)
        self._sort_as(table)
        self.exchange({verdict: self.verdict, table: self.table})
        self._bring_forward()

    def _show_as(self, other: ModelChanges) -> None:
        """Make the choices of another Explorer, in every chart and in the table."""
        self._panes.clear()
        self.charts.choose_as(other.charts)
        self._sort_as(other.table)
        self._bring_forward()

    def _sort_as(self, table: ScoreTable) -> None:
        for name in ("sort_by", "descending", "more"):
            setattr(self.table, name, getattr(table, name))
