"""Who would choose which model, of those whose opinions about costs were asked."""

from __future__ import annotations

from typing import Any, Unpack

import ipywidgets as widgets

from brierwidgets.core.opinions import written_parts
from brierwidgets.data.opinions import choose
from brierwidgets.ui.view import View, ViewOptions
from brierwidgets.words.html import spoken
from brierwidgets.words.opinions import describe_opinions

__all__ = ["OpinionNote"]


class OpinionNote(View):
    """What share of several opinions about costs would choose each model.

    Takes what every `brierwidgets.ui.View` takes. Without `costs`, or with a single opinion, there is nothing to say.

    Examples
    --------
    >>> models = {"keen": [0.4, 0.6, 0.7, 0.9], "shy": [0.1, 0.2, 0.3, 0.6]}
    >>> note = OpinionNote([0, 0, 1, 1], models, costs=[(0.1, 0.2), (0.4, 0.6), (0.6, 0.9)])
    >>> note.text
    'Of 3 opinions, 66.7% would choose keen and 33.3% shy.'
    >>> note.close()
    """

    refits_on = ("comparison", "shown")

    def __init__(self, data: Any, models: Any = None, **options: Unpack[ViewOptions]) -> None:
        super().__init__(data, models, **options)
        self._text = widgets.HTML()
        self.show(self._text)

    @property
    def text(self) -> str:
        """The words as plain text."""
        state = self.state
        shown = {name: state.comparison[name] for name in state.shown}
        if not shown or state.costs is None or len(state.costs.parts_inside()) < 2:
            return ""
        return describe_opinions(choose(shown, state.costs))

    def page_spec(self) -> dict[str, Any] | None:
        """Return the text, which the page writes for other cases, and the opinions."""
        if self.state.costs is None:
            return None
        opinions = [[weight, written_parts(part)] for weight, part in self.state.costs.parts_inside()]
        return {"kind": "opinion", "text": self._text, "opinions": opinions}

    def refit(self) -> None:
        """Ask again, of other cases or other models."""
        text = self.text
        self._text.value = spoken([text])
        self._text.layout.display = "" if text else "none"
