"""Which model an opinion about costs chooses."""

from __future__ import annotations

from typing import Any, Unpack

import ipywidgets as widgets

from brierwidgets.core.opinions import MixedCosts, check_opinion, even_pieces
from brierwidgets.core.rules import TREAT_ALL, TREAT_NONE
from brierwidgets.data.opinions import choose
from brierwidgets.ui.view import View, ViewOptions
from brierwidgets.words.html import spoken
from brierwidgets.words.opinions import describe_choices, describe_opinion

__all__ = ["OpinionNote"]


class OpinionNote(View):
    """The model with the lowest expected regret under a distribution of costs, and who would choose whom.

    Takes what every `brierwidgets.ui.View` takes, and what follows.

    Parameters
    ----------
    costs
        A distribution of ``brierwidgets.costs``, or a list of intervals, one a person.

    Examples
    --------
    >>> models = {"keen": [0.4, 0.6, 0.7, 0.9], "shy": [0.1, 0.2, 0.3, 0.6]}
    >>> note = OpinionNote([0, 0, 1, 1], models, costs=[(0.1, 0.2), (0.4, 0.6), (0.6, 0.9)])
    >>> print(note.text)
    Under all of the costs given (mean 46.7%), keen has the lowest expected regret: 77.8 per 1,000 people, 18.1 less
    than shy. Of 3 opinions, 66.7% would choose keen and 33.3% shy.
    >>> note.close()
    """

    refits_on = ("comparison", "shown")

    def __init__(
        self, data: Any, models: Any = None, *, costs: Any = ((0.05, 0.5),), **options: Unpack[ViewOptions]
    ) -> None:
        self._costs = check_opinion(costs)
        super().__init__(data, models, **options)
        self._text = widgets.HTML()
        self.show(self._text)

    @property
    def costs(self) -> MixedCosts:
        """The distribution of costs."""
        return self._costs

    @property
    def regrets(self) -> dict[str, float]:
        """Expected regret of the models shown and of both rules."""
        comparison, mean = self.state.comparison, self._costs.mean
        rate = comparison.prevalence
        models = {name: comparison[name].expected_regret(self._costs) for name in self.state.shown}
        return models | {TREAT_ALL: (1 - rate) * mean, TREAT_NONE: rate * (1 - mean)}

    @property
    def text(self) -> str:
        """The words as plain text."""
        shown = {name: self.state.comparison[name] for name in self.state.shown}
        if not shown:
            return ""
        return f"{describe_opinion(self._costs.mean, self.regrets)} {describe_choices(choose(shown, self._costs))}"

    def page_spec(self) -> dict[str, Any] | None:
        """Return the text, which the page writes for other cases; None if the costs are not even in pieces."""
        pieces = even_pieces(self._costs)
        if pieces is None:
            return None
        return {"kind": "opinion", "text": self._text, "mean": self._costs.mean, "pieces": pieces}

    def refit(self) -> None:
        """Score the models under the costs given."""
        self._text.value = spoken([self.text])
