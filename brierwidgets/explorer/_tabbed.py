"""The chart in front of an Explorer: which one it is, and how it gets there."""

from __future__ import annotations

from typing import Any

import traitlets

from brierwidgets.explorer._panes import Panes
from brierwidgets.explorer._tabs import Charts
from brierwidgets.export import Picture
from brierwidgets.ui.frame import on_change
from brierwidgets.ui.notice import guarded
from brierwidgets.ui.view import View

__all__ = ["Tabbed"]


class Tabbed(View):
    """A view with charts in tabs, of which one is in front; an `Explorer` is such a view."""

    tab = traitlets.Unicode(help="The name of the chart in front.")

    charts: Charts
    _panes: Panes

    def picture(self) -> Picture:
        """Return what a picture of the tab in front shows."""
        return self.charts[self.tab].picture()

    def _bring_forward(self) -> None:
        """Build the chart in front if need be, put the others to sleep, and tell the page."""
        with self.state.steady():
            self._panes.bring_forward(self.tab, self.charts[self.tab])
            for name, built in self.charts.built.items():
                built.active = name == self.tab
            if self.laid_out:
                self.engine.describe()

    @guarded
    def _on_chosen(self, name: str) -> None:
        self.tab = name

    @traitlets.validate("tab")
    def _check_tab(self, proposal: Any) -> str:
        if proposal.value not in self.charts:
            names = ", ".join(map(repr, self.charts))
            raise traitlets.TraitError(f"There is no tab {proposal.value!r}. The tabs are {names}.")
        return str(proposal.value)

    @on_change("tab")
    def _on_tab(self, _change: Any) -> None:
        self._bring_forward()
