"""The verdict: which model is best on the interval, in words."""

from __future__ import annotations

from typing import Any, Unpack

from brierwidgets.core.move import Move
from brierwidgets.ui.layout import live_text
from brierwidgets.ui.palette import BASELINE, look
from brierwidgets.ui.view import ViewOptions
from brierwidgets.views._below_slider import BelowSlider
from brierwidgets.words.html import join, tag
from brierwidgets.words.verdict import Verdict, verdict

__all__ = ["VerdictText"]


class VerdictText(BelowSlider):
    """Which model is best on this interval, by how much, how sure, and what the Brier score would say.

    Takes what every `brierwidgets.ui.View` takes.

    Examples
    --------
    >>> words = VerdictText([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8]}, interval=(0.2, 0.4))
    >>> words.text
    'For costs from 20% to 40%, a has a mean regret of 75.0 per 1,000 people, 75.0 less than treating all. It could be
    chance (95% interval of the lead: −213 to 202).'
    >>> words.close()
    """

    def __init__(self, data: Any, models: Any = None, **options: Unpack[ViewOptions]) -> None:
        super().__init__(data, models, **options)
        self.add_class("bw-answer")
        self._html = live_text()
        self._sure = False
        self._colours = {name: look(index).colour for index, name in enumerate(self.state.comparison.names)}
        self.watch("unit", lambda: self.draw(self.state.move))
        self.show(self._html)

    @property
    def verdict(self) -> Verdict:
        """The sentences, and the model they recommend."""
        state = self.state
        resting = state.comparison.rows is None or state.lead is not None
        return verdict(state.comparison, state.move, state.lead, resting=resting, unit=state.unit)

    @property
    def text(self) -> str:
        """The words as plain text."""
        return str(self.verdict)

    def page_spec(self) -> dict[str, Any] | None:
        """Return the text, which the page writes anew at every move."""
        return {"kind": "verdict", "text": self._html, "colours": self._colours, "no_model": BASELINE}

    def draw(self, move: Move) -> None:
        """Write the sentences; how sure they are follows at rest where that takes long."""
        self._sure = self.state.lead is not None
        first, *rest = self.verdict.sentences
        sentences = join([tag("strong", first), tag("span", join(rest, " "))], " ")
        winner = self._colours.get(move.winner or "", BASELINE)
        self._html.value = tag("div", sentences, class_="bw-verdict bw-live", style=f"border-color:{winner}")

    def rested(self) -> None:
        """Say how sure it is, if that was not known before."""
        if not self._sure and self.state.lead is not None:
            self.draw(self.state.move)
