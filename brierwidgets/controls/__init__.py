"""What a hand moves: one control a file."""

from brierwidgets.controls._group_choice import GroupChoice
from brierwidgets.controls._interval_slider import IntervalSlider
from brierwidgets.controls._legend import ModelLegend

__all__ = ["GroupChoice", "IntervalSlider", "ModelLegend"]
