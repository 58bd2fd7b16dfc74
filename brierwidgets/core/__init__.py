"""All the numbers, with numpy and scipy alone: no pandas, no widgets."""

from brierwidgets.core.differences import Difference
from brierwidgets.core.forecast import Counts, Forecast
from brierwidgets.core.intervals import Interval, check_interval, parse_cost
from brierwidgets.core.scores import Estimate

__all__ = ["Counts", "Difference", "Estimate", "Forecast", "Interval", "check_interval", "parse_cost"]
