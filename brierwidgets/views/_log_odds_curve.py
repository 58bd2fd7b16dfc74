"""Regret over the log-odds of cost ratios."""

from __future__ import annotations

from typing import Any, Unpack

from brierwidgets.state import ExplorerState
from brierwidgets.views._curve_chart import CurveChart, CurveOptions

__all__ = ["LogOddsCurve"]


class LogOddsCurve(CurveChart):
    """Regret over the log-odds of the cost ratio; the area under the curve is the log loss.

    Small costs get as much room as large ones, so 1% to 3% can be seen. See `CurveChart` for the parameters. By itself
    the chart averages over log-odds, as its thick lines do, unless `spacing` or `costs` say otherwise.

    Examples
    --------
    >>> curve = LogOddsCurve([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8]}, interval=("1%", "3%"))
    >>> curve.interval
    Interval(low=0.01, high=0.03)
    >>> curve.close()
    """

    curve_name = "log-odds"
    x_label = "Cost ratio c, on a log-odds scale"

    def __init__(self, data: Any, models: Any = None, **options: Unpack[CurveOptions]) -> None:
        if not isinstance(data, ExplorerState) and options.get("costs") is None:
            options["spacing"] = options.get("spacing") or "log-odds"
        super().__init__(data, models, **options)
