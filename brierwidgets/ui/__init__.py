"""What every widget stands on: write a chart of your own as a subclass of `View`."""

from brierwidgets.ui.cost_axis import CostAxis
from brierwidgets.ui.figure import make_figure
from brierwidgets.ui.frame import Frame, on_change
from brierwidgets.ui.legend import ModelLegend
from brierwidgets.ui.marks import band_mark
from brierwidgets.ui.notice import guarded
from brierwidgets.ui.palette import look
from brierwidgets.ui.typed import TypedBoxes
from brierwidgets.ui.view import PictureOptions, View, ViewOptions

__all__ = [
    "CostAxis",
    "Frame",
    "ModelLegend",
    "PictureOptions",
    "TypedBoxes",
    "View",
    "ViewOptions",
    "band_mark",
    "guarded",
    "look",
    "make_figure",
    "on_change",
]
