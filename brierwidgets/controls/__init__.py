"""What a hand moves: one control a file."""

from brierwidgets.controls._chip_grid import ChipGrid
from brierwidgets.controls._corner import Corner
from brierwidgets.controls._group_choice import GroupChoice
from brierwidgets.controls._interval_slider import IntervalSlider
from brierwidgets.controls._prevalence_slider import PrevalenceSlider
from brierwidgets.controls._slice_choice import SliceChoice

__all__ = ["ChipGrid", "Corner", "GroupChoice", "IntervalSlider", "PrevalenceSlider", "SliceChoice"]
