"""The sentence in words."""

from __future__ import annotations

import html
from typing import Any

import ipywidgets as widgets

from brierwidgets.state import as_state
from brierwidgets.traits import refuse_unknown
from brierwidgets.views._base import View, guarded
from brierwidgets.words import verdict

__all__ = ["VerdictText"]


class VerdictText(View):
    """Which model is best on this interval, by how much, how sure, and what the Brier score would say.

    Parameters
    ----------
    data, models, interval
        An `ExplorerState`, a `Comparison`, or outcomes and scores by model; the cost ratios that matter.

    Examples
    --------
    >>> words = VerdictText([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8]}, interval=(0.2, 0.4))
    >>> words.text
    'For costs from 20% to 40%, a has a mean regret of 75.0 per 1,000 people.'
    >>> words.close()
    """

    def __init__(self, data: Any, models: Any = None, *, interval: Any = None, **unknown: Any) -> None:
        refuse_unknown(type(self), unknown)
        state = as_state(data, models, interval=interval)
        super().__init__(state, owns_state=state is not data)
        self._html = widgets.HTML()
        state.observe(self._on_lead, "lead")
        self._show([self._html])

    @property
    def text(self) -> str:
        """The words as plain text."""
        return str(self._verdict)

    def _draw(self) -> None:
        state = self._state
        self._verdict = verdict(
            state.comparison, state.move, state.lead, resting=state.comparison.rows is None or state.lead is not None
        )
        first, *rest = map(html.escape, self._verdict.sentences)
        self._html.value = (
            f'<div class="bw-verdict" role="status" aria-live="polite"><strong>{first}</strong> {" ".join(rest)}</div>'
        )

    @guarded
    def _on_lead(self, change: Any) -> None:
        if change.new is not None and self.active:
            self._draw()

    def _detach(self) -> None:
        self._state.unobserve(self._on_lead, "lead")
