"""Distributions of the cost ratio, for ``expected_regret`` and wherever a view asks what costs matter.

`Uniform` is the Brier score's view and `LogOddsUniform` that of log loss; `Beta`, `Shifted` and `Point`
say other things about the costs, and ``.truncated(low, high)`` restricts any of them to an interval. `Mixture`,
`Histogram` and `from_intervals` put the opinions of several people together.
"""

from brierwidgets.core.costs import CostDistribution, LogOddsUniform, NetBenefitUniform, Point, Uniform
from brierwidgets.core.mixtures import Histogram, Mixture
from brierwidgets.core.opinions import from_intervals
from brierwidgets.core.peaked_costs import Beta, Shifted

__all__ = [
    "Beta",
    "CostDistribution",
    "Histogram",
    "LogOddsUniform",
    "Mixture",
    "NetBenefitUniform",
    "Point",
    "Shifted",
    "Uniform",
    "from_intervals",
]
