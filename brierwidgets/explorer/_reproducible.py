"""What an Explorer can be asked: its models, its scores, and how to build it again."""

from __future__ import annotations

from typing import Any

import pandas as pd

from brierwidgets.core.mixtures import MixedCosts
from brierwidgets.data import Comparison
from brierwidgets.explorer._screen import Screen
from brierwidgets.words.numbers import percent

__all__ = ["Reproducible"]


class Reproducible(Screen):
    """The properties and methods of an Explorer that say what it shows."""

    _wanted_tabs: Any
    _axis: str
    _source: str

    @property
    def comparison(self) -> Comparison:
        """The models and their outcomes: of the group shown, or of everyone."""
        return self.state.comparison

    @property
    def costs(self) -> MixedCosts | None:
        """The opinion about costs that was given, as a distribution; None if there is none."""
        return self.state.costs

    def scores(self) -> pd.DataFrame:
        """Return the table on the present interval: `Comparison.scores` of the models shown."""
        return self.state.scores()

    def settings(self) -> dict[str, Any]:
        """Return the arguments that rebuild the present view of the same data: ``Explorer(data, **settings)``.

        Examples
        --------
        >>> from brierwidgets import Explorer
        >>> explorer = Explorer([0, 1], {"a": [0.2, 0.7]}, interval=("10%", "50%"))
        >>> explorer.settings()["interval"], explorer.settings()["tab"]
        ((0.1, 0.5), 'regret')
        >>> explorer.close()
        """
        state = self.state
        settings = {
            "interval": tuple(state.interval),
            "spacing": state.spacing,
            "shown": list(state.shown),
            "zoom": state.zoom,
            "bands": state.bands,
            "unit": self.slider.unit,
            "tab": self.tab,
            "axis": self.charts.choices("decision").get("axis", self._axis),
        }
        further = {
            "size": state.size if state.size != "screen" else None,
            "presets": dict(self._presets) or None,
            "tabs": self._wanted_tabs,
            "group": state.group,
            "costs": state.costs,
            "prevalence": state.prevalence,
            "recalibrated": None if state.prevalence is None else state.recalibrated,
        }
        return settings | {name: value for name, value in further.items() if value is not None}

    def to_code(self) -> str:
        """Return the Python that rebuilds the present view.

        It names your own variables where they still name what was passed, and calls the loader of a dataset; what it
        cannot name has a comment that says what to put there.

        Examples
        --------
        >>> from brierwidgets import Explorer
        >>> explorer = Explorer([0, 1], {"a": [0.2, 0.7]}, interval=("10%", "50%"), sample_weight=[1, 2])
        >>> print(explorer.to_code())
        import brierwidgets as bw
        <BLANKLINE>
        explorer = bw.Explorer(
            y_true,  # put the outcomes here
            models,  # put the scores of each model here
            sample_weight=sample_weight,  # put the weights here
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
        return self._recipe.write(self.settings(), self._source)

    def __repr__(self) -> str:
        low, high = map(percent, self.state.interval)
        return f"Explorer({self.comparison!r}, interval {low} to {high}, tab {self.tab!r})"
