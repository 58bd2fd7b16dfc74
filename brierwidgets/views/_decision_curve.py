"""Net benefit over thresholds."""

from __future__ import annotations

from typing import Any

import ipywidgets as widgets
import traitlets

from brierwidgets.views._base import guarded
from brierwidgets.views._curve_chart import CurveChart

__all__ = ["AXES", "DecisionCurve"]

AXES = {
    "plain": "Threshold c",
    "quadratic": "Threshold c, spaced so that area is the Brier score",
    "logarithmic": "Threshold c, spaced so that area is the log loss",
}


class DecisionCurve(CurveChart):
    """Net benefit of each model, of treating all and of treating none.

    Parameters
    ----------
    data, models, interval, zoom, bands, legend, height
        As in `CurveChart`.
    axis
        How thresholds are laid out. On the ``"plain"`` axis the mean height is the mean net benefit; on the
        ``"quadratic"`` and ``"logarithmic"`` ones the area between the prevalence and the curve is half the
        Brier score and the log loss.

    Examples
    --------
    >>> curve = DecisionCurve([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8]}, interval=(0.2, 0.4), axis="quadratic")
    >>> curve.axis
    'quadratic'
    >>> curve.close()
    """

    axis = traitlets.Enum(list(AXES), "plain", help="How thresholds are laid out.")
    curve_name = "plain"
    x_label = AXES["plain"]
    y_label = "Net benefit"

    def __init__(self, data: Any, models: Any = None, *, axis: str = "plain", **options: Any) -> None:
        super().__init__(data, models, **options)
        self.axis = axis

    def _extra_controls(self) -> list[widgets.Widget]:
        self._axes = widgets.Dropdown(
            options=[
                ("axis: plain", "plain"),
                ("axis: area is Brier", "quadratic"),
                ("axis: area is log loss", "logarithmic"),
            ]
        )
        self._axis_link = traitlets.link((self, "axis"), (self._axes, "value"))
        return [self._axes]

    @traitlets.observe("axis")
    @guarded
    def _on_axis_change(self, change: Any) -> None:
        self.curve_name = change.new
        self._x_axis.label = AXES[change.new]
        self._refit()
        self._draw()

    def _detach(self) -> None:
        self._axis_link.unlink()
        super()._detach()
