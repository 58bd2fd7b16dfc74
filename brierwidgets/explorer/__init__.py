"""The Explorer: slider, charts, words and table about one comparison, in step."""

from brierwidgets.explorer._explorer import Explorer, ExplorerOptions
from brierwidgets.explorer._tabs import TABS

__all__ = ["TABS", "Explorer", "ExplorerOptions"]
