"""What mending a model gains on the interval, and whether that could be chance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Unpack

import ipywidgets as widgets

from brierwidgets.core.differences import Difference
from brierwidgets.core.scoring_rules import regret_rule
from brierwidgets.ui.view import View, ViewOptions
from brierwidgets.words.html import spoken
from brierwidgets.words.mending import describe_mending

__all__ = ["MendingNote"]


class MendingNote(View):
    """One sentence for each model that was mended: what it gains over the old one where costs matter.

    Takes what every `brierwidgets.ui.View` takes, and `pairs`: the old model by the name of the mended one.

    Examples
    --------
    >>> models = {"a": [0.3, 0.6, 0.4, 0.8], "mended": [0.1, 0.4, 0.4, 0.9]}
    >>> note = MendingNote([0, 0, 1, 1], models, pairs={"mended": "a"}, interval=(0.2, 0.4))
    >>> round(note.gains["mended"].estimate, 4)
    0.0312
    >>> note.close()
    """

    def __init__(
        self, data: Any, models: Any = None, *, pairs: Mapping[str, str] | None = None, **options: Unpack[ViewOptions]
    ) -> None:
        super().__init__(data, models, **options)
        self._pairs = dict(pairs or {})
        for name in (*self._pairs, *self._pairs.values()):
            self.state.comparison[name]  # refuses a name that nobody has
        self._text = widgets.HTML()
        self.watch(["unit", "shown"], self._write)
        self.show(self._text)

    @property
    def gains(self) -> dict[str, Difference]:
        """How much lower the mean regret of each mended model is than that of the old one."""
        state = self.state
        found = {}
        for new, old in self._pairs.items():
            gaps = state.comparison.differences(state.interval, rule=regret_rule(state.averaging), reference=new)
            place = gaps.index.get_loc(old)
            found[new] = Difference(*(float(gaps[part].to_numpy()[place]) for part in Difference._fields))
        return found

    @property
    def text(self) -> str:
        """The sentences as plain text."""
        state, models = self.state, self.state.comparison
        regret = {new: models[new].mean_regret(state.interval, spacing=state.averaging) for new in self._pairs}
        return " ".join(
            describe_mending(
                (self._pairs[new], new), regret[new], gain, state.interval, state.unit, spacing=state.averaging
            )
            for new, gain in self.gains.items()
        )

    def page_spec(self) -> dict[str, Any] | None:
        """Return the text, which the page writes anew at every move."""
        return {"kind": "mending", "text": self._text, "pairs": list(self._pairs.items())}

    def rested(self) -> None:
        """Say what is gained on this interval: models are compared case by case, which is too slow for a drag."""
        self._write()

    def refit(self) -> None:
        """Say what is gained on these cases."""
        self._write()

    def _write(self) -> None:
        self._text.value = spoken([self.text])
