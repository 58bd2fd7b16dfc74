"""Net benefit over thresholds."""

from __future__ import annotations

from typing import Any, Unpack

import ipywidgets as widgets
import traitlets

from brierwidgets.state.arguments import check_choice
from brierwidgets.ui.frame import on_change
from brierwidgets.views._curve_chart import CurveChart, CurveOptions

__all__ = ["AXES", "DecisionCurve"]

AXES = {
    "plain": "Threshold c",
    "quadratic": "Threshold c; area is the Brier score",
    "logarithmic": "Threshold c; area is the log loss",
}


class DecisionCurve(CurveChart):
    """Net benefit of each model, of treating all and of treating none.

    Takes what a `CurveChart` takes, and what follows.

    Parameters
    ----------
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
    y_label = "Net benefit per 1,000 people"

    def __init__(self, data: Any, models: Any = None, *, axis: str = "plain", **options: Unpack[CurveOptions]) -> None:
        check_choice("axis", axis, list(AXES))
        self._first_axis = axis
        super().__init__(data, models, **options)

    @property
    def curve_name(self) -> str:  # type: ignore[override]
        """The curve of the present axis."""
        return str(self.axis)

    @property
    def x_label(self) -> str:  # type: ignore[override]
        """What the present axis is called."""
        return AXES[self.axis]

    def _build_marks(self) -> None:
        self.axis = self._first_axis
        super()._build_marks()

    def _extra_controls(self) -> list[widgets.Widget]:
        self._axis_choice = widgets.Dropdown(
            options=[
                ("axis: plain", "plain"),
                ("axis: area is Brier", "quadratic"),
                ("axis: area is log loss", "logarithmic"),
            ],
            layout={"width": "auto"},
        ).add_class("bw-named-axis")
        self.link((self, "axis"), (self._axis_choice, "value"))
        return [self._axis_choice]

    def _curves_to_choose(self) -> list[str]:
        return list(AXES)

    def _axis_labels(self) -> list[str]:
        return list(AXES.values())

    @on_change("axis")
    def _on_axis_change(self, _change: Any) -> None:
        self._cost_axis.axis.label = self.x_label
        self.redraw()
