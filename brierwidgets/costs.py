"""Distributions of the cost ratio, for ``expected_regret`` and wherever a view asks what costs matter.

`Uniform` is the Brier score's view and `LogOddsUniform` that of log loss; `Beta`, `Shifted` and `Point`
say other things about the costs, and ``.truncated(low, high)`` restricts any of them to an interval.
"""

from brierwidgets.core.costs import (
    Beta,
    CostDistribution,
    LogOddsUniform,
    NetBenefitUniform,
    Point,
    Shifted,
    Uniform,
)

__all__ = ["Beta", "CostDistribution", "LogOddsUniform", "NetBenefitUniform", "Point", "Shifted", "Uniform"]
