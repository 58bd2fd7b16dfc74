"""Regret over cost ratios."""

from __future__ import annotations

from brierwidgets.views._curve_chart import CurveChart

__all__ = ["RegretCurve"]


class RegretCurve(CurveChart):
    """Regret R*(c) over the cost ratio c. The mean height over an interval is the mean regret there.

    The area under the whole curve is half the Brier score. See `CurveChart` for the parameters.

    Examples
    --------
    >>> curve = RegretCurve([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8]}, interval=(0.2, 0.4))
    >>> curve.interval
    Interval(low=0.2, high=0.4)
    >>> curve.close()
    """
