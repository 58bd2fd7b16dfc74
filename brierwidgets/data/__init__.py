"""From what users have (arrays, frames, estimators, engines) to forecasts and comparisons."""

from brierwidgets.data.comparison import Comparison
from brierwidgets.data.forecast import Forecast
from brierwidgets.data.groups import Groups
from brierwidgets.data.recalibrate import recalibrate
from brierwidgets.data.several_classes import one_vs_rest
from brierwidgets.data.survival import SurvivalComparison

__all__ = ["Comparison", "Forecast", "Groups", "SurvivalComparison", "one_vs_rest", "recalibrate"]
