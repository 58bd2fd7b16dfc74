"""A range slider over cost ratios."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import traitlets
from scipy.special import expit, logit

from brierwidgets.controls._control import Control, text_of
from brierwidgets.core import Forecast
from brierwidgets.core.histograms import pooled_heights
from brierwidgets.core.intervals import check_interval
from brierwidgets.page import script
from brierwidgets.state.arguments import check_choice
from brierwidgets.state.living import Living
from brierwidgets.state.traits import CostInterval
from brierwidgets.ui.still import with_sentence
from brierwidgets.words.costs import costs_from
from brierwidgets.words.numbers import UNITS
from brierwidgets.words.typed_ends import ANSWERS

__all__ = ["IntervalSlider"]

_BAR_EDGES = expit(np.linspace(logit(0.001), logit(0.999), 91))  # the track


class IntervalSlider(Living, Control):
    """Choose an interval of cost ratios by hand, by keyboard, by typing or from a list.

    Parameters
    ----------
    value
        A pair of cost ratios; numbers, percentages or odds.
    unit
        How they are written: ``"probability"``, ``"odds"`` or ``"log-odds"``.
    presets
        Named intervals to choose from, for example ``{"Tamoxifen debate": (0.0166, 0.03)}``.

    Attributes
    ----------
    value, interval
        The interval chosen, observable and linkable; both names hold the same.
    histogram
        Heights of bars to draw behind the track, evenly spaced in log-odds from 0.1% to 99.9%; none unless given.
    continuous_update
        Whether Python hears of a drag as often as it answers, or only where the hand rests.

    Notes
    -----
    In the page, other scripts read, set and watch the attribute ``interval`` of this widget's model, a pair of
    numbers that follows the hand at once, and ``moving``, which is true until the hand rests.

    Examples
    --------
    >>> slider = IntervalSlider(("1.66%", "3%"))
    >>> slider.value
    Interval(low=0.0166, high=0.03)
    >>> slider.close()
    """

    keep_instead = "Keep its interval: IntervalSlider(interval) shows it again."

    _esm = script("../controls/interval_slider")
    _css = text_of("interval_slider.css")

    value = CostInterval(help="The interval chosen.")
    interval = CostInterval(help="The same, under the name every view has.")
    unit = traitlets.Enum(UNITS, UNITS[0], help="How cost ratios are written.").tag(sync=True)
    histogram = traitlets.List(traitlets.Float(), help="Heights of bars behind the track.").tag(sync=True)
    continuous_update = traitlets.Bool(True, help="Whether Python hears of a drag before it ends.").tag(sync=True)

    _presets: Any = traitlets.List().tag(sync=True)
    _answers = traitlets.Dict(ANSWERS).tag(sync=True)
    _notice = traitlets.Unicode().tag(sync=True)
    #: Low end, high end, the page that moved last, and which of its moves Python has heard. A page takes no notice of
    #: what was said before its latest move was heard, so that nothing goes back under the hand.
    _from_kernel: Any = traitlets.List().tag(sync=True)
    #: The same from a page. Python answers each one through `_from_kernel`, so ipywidgets need not repeat it.
    _from_hand: Any = traitlets.List().tag(sync=True, echo_update=False)
    _heard: tuple[str, int] = ("", 0)

    def __init__(
        self,
        value: Any = (0.05, 0.5),
        *,
        unit: str = UNITS[0],
        presets: Mapping[str, Any] | None = None,
    ) -> None:
        check_choice("unit", unit, UNITS)
        chosen = check_interval(value)
        named = [[name, *check_interval(ends)] for name, ends in (presets or {}).items()]
        super().__init__(value=chosen, unit=unit, _presets=named, _dom_classes=("brierwidgets", "bw-slider"))

    def show_scores(self, forecasts: Iterable[Forecast]) -> None:
        """Draw behind the track where the scores of several forecasts are."""
        self.histogram = [round(height, 3) for height in pooled_heights(forecasts, _BAR_EDGES)]

    def page_spec(self) -> dict[str, Any]:
        """Return the slider for the script of a page that it moves."""
        return {"kind": "slider", "model": self, "bar_edges": _BAR_EDGES.tolist()}

    def __repr__(self) -> str:
        return f"{type(self).__name__}({tuple(self.value)}, unit={self.unit!r})"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        sentence = costs_from(self.value, self.unit)
        return with_sentence(super()._repr_mimebundle_(**kwargs), f"{sentence[0].upper()}{sentence[1:]}.")

    @traitlets.validate("histogram")
    def _check_histogram(self, proposal: Any) -> list[float]:
        for number, height in enumerate(proposal.value):
            if not (math.isfinite(height) and height >= 0.0):
                raise traitlets.TraitError(
                    f"The heights of a histogram must be 0 or more, but number {number} (from 0) is {height:g}."
                )
        return list(proposal.value)

    @traitlets.observe("value", "interval")
    def _on_interval(self, change: Any) -> None:
        self.set_trait("interval" if change.name == "value" else "value", getattr(self, change.name))
        self._notice = ""
        self._tell_page()

    def _tell_page(self) -> None:
        self._from_kernel = [*self.value, *self._heard]

    @traitlets.observe("_from_hand")
    def _on_hand(self, change: Any) -> None:
        *ends, page, count = change.new
        before, self._heard = self.value, (page, count)
        self._notice = ""
        try:
            self.value = ends
        except traitlets.TraitError as refusal:  # not an interval, or one that a linked state cannot show
            with contextlib.suppress(traitlets.TraitError):
                self.value = before
            self._notice = str(refusal)
        except Exception as error:  # noqa: BLE001  an observer failed: the person at the screen must see it
            self._notice = f"{type(error).__name__}: {error}"
        self._tell_page()
