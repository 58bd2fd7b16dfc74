"""Regret over the log-odds of cost ratios."""

from __future__ import annotations

from brierwidgets.views._curve_chart import CurveChart

__all__ = ["LogOddsCurve"]


class LogOddsCurve(CurveChart):
    """Regret over the log-odds of the cost ratio; the area under the curve is the log loss.

    Small costs get as much room as large ones, so 1% to 3% can be seen. See `CurveChart` for the parameters.

    Examples
    --------
    >>> curve = LogOddsCurve([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8]}, interval=("1%", "3%"))
    >>> curve.interval
    Interval(low=0.01, high=0.03)
    >>> curve.close()
    """

    curve_name = "log-odds"
    x_label = "Cost ratio c, on a log-odds scale"
