"""A range slider over cost ratios."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import ipywidgets as widgets
import numpy as np
import traitlets

from brierwidgets.core.intervals import Interval, check_interval, expit, logit
from brierwidgets.formatting import UNITS, cost_text, nice_cost, parse_in_unit
from brierwidgets.traits import CostInterval, check_choice, refuse_unknown
from brierwidgets.views._base import Notice, close_all, guarded, stylesheet

__all__ = ["IntervalSlider"]

#: The track runs over log-odds, so that 1% to 3% takes as much room as 30% to 60%.
_ENDS = (float(logit(0.001)), float(logit(0.999)))
_STEP = 0.02
_MARKS = (0.001, 0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 0.8, 0.9, 0.95, 0.98, 0.995, 0.999)


class IntervalSlider(widgets.VBox):
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

    Examples
    --------
    >>> slider = IntervalSlider(("1.66%", "3%"))
    >>> slider.value
    Interval(low=0.0166, high=0.03)
    >>> slider.close()
    """

    value = CostInterval(help="The interval chosen.")
    interval = CostInterval(help="The same, under the name every view has.")
    unit = traitlets.Enum(UNITS, UNITS[0], help="How cost ratios are written.")

    def __init__(
        self,
        value: Any = (0.05, 0.5),
        *,
        unit: str = UNITS[0],
        presets: Mapping[str, Any] | None = None,
        **unknown: Any,
    ) -> None:
        refuse_unknown(type(self), unknown)
        check_choice("unit", unit, UNITS)
        chosen = check_interval(value)
        named = {name: check_interval(ends) for name, ends in (presets or {}).items()}
        super().__init__(value=chosen, interval=chosen, unit=unit)
        for name in ("brierwidgets", "bw-slider"):
            self.add_class(name)
        self.notice = Notice()
        self._moving = False
        self._track = widgets.FloatRangeSlider(
            value=self._places(chosen), min=_ENDS[0], max=_ENDS[1], step=_STEP, readout=False
        )
        self._track.add_class("bw-track")
        self._boxes = [
            widgets.Text(description=label, continuous_update=False, tooltip=hint, layout={"width": "auto"})
            for label, hint in (("from", "Lower end: 1.66%, 0.0166 or 1:59"), ("to", "Upper end: 3%, 0.03 or 1:32"))
        ]
        self._units = widgets.ToggleButtons(options=UNITS, value=unit, tooltips=["1.66%", "1 : 59", "−4.08"])
        self._presets = widgets.Dropdown(
            options=[("Presets…", ""), *named.items()], value="", layout={"display": "" if named else "none"}
        )
        self._scale = widgets.HTML()
        self._sync = traitlets.link((self, "value"), (self, "interval"))
        self._track.observe(self._on_track, "value")
        self._units.observe(self._on_units, "value")
        self._presets.observe(self._on_preset, "value")
        for number, box in enumerate(self._boxes):
            box.observe(lambda change, number=number: self._on_box(number, change.new), "value")
        ends = widgets.HBox([*self._boxes, self._units, self._presets])
        ends.add_class("bw-ends")
        self.children = [stylesheet(), ends, self._track, self._scale, self.notice]
        self._write()

    @staticmethod
    def _places(interval: Interval) -> tuple[float, float]:
        low, high = np.clip(logit(np.array(interval)), *_ENDS)
        return float(low), float(high)

    @guarded
    def _on_track(self, change: Any) -> None:
        if self._moving:
            return
        # Only a handle that moved says something: the other may stand for an exact number that was typed.
        before = self._places(self.value)
        ends = [
            nice_cost(float(expit(place))) if abs(place - old) > _STEP / 2 else exact
            for place, old, exact in zip(change.new, before, self.value, strict=True)
        ]
        if ends[0] < ends[1]:
            self._moving = True
            try:
                self.value = Interval(*ends)
            finally:
                self._moving = False

    @guarded
    def _on_box(self, number: int, text: str) -> None:
        if text == self._text(self.value[number]):
            return
        try:
            ends = list(self.value)
            ends[number] = parse_in_unit(text, self.unit)
            self.value = Interval(*ends)
        finally:
            self._write()

    def _on_units(self, change: Any) -> None:
        self.unit = change.new

    @guarded
    def _on_preset(self, change: Any) -> None:
        if change.new != "":
            self.value = change.new
            self._presets.value = ""

    @traitlets.observe("unit")
    def _on_unit(self, change: Any) -> None:
        if self.children:
            self._units.value = change.new
            self._write()

    @traitlets.observe("value")
    def _on_value(self, _change: Any) -> None:
        if not self.children:
            return
        if not self._moving:
            self._moving = True
            try:
                self._track.value = self._places(self.value)
            finally:
                self._moving = False
        self._write_boxes()

    def _text(self, cost: float) -> str:
        return cost_text(cost, self.unit, digits=6 if self.unit == "probability" else 4)

    def _write_boxes(self) -> None:
        for box, end in zip(self._boxes, self.value, strict=True):
            box.value = self._text(end)

    def _write(self) -> None:
        self._write_boxes()
        first, last = _ENDS
        places = [100 * (float(logit(cost)) - first) / (last - first) for cost in _MARKS]
        marks = "".join(
            f'<span style="left:{place:.2f}%">{cost_text(cost, self.unit)}</span>'
            for place, cost in zip(places, _MARKS, strict=True)
        )
        self._scale.value = f'<div class="bw-scale" aria-hidden="true">{marks}</div>'

    def close(self) -> None:
        """Free the slider and everything in it."""
        if self.__dict__.pop("_sync", None) is not None:  # Python calls close() again when it forgets the widget
            close_all(self)
        super().close()
