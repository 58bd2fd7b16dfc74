"""Shares of papers, from the survey or from a tally, in one form that a chart can draw."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import pandas as pd

from brierwidgets.core.written import exact
from brierwidgets.datasets._reviews import ReviewTally, _wilson
from brierwidgets.datasets._survey import load_survey

__all__ = ["Share", "check_shares"]

_NEEDED = ("venue", "metric", "share")
_OPTIONAL = ("upper_bound", "count", "total", "low", "high")


@dataclass(frozen=True)
class Share:
    """How many papers of a venue report a metric.

    Attributes
    ----------
    venue, metric, kind
        Where, what, and whether it is a ``"metric"`` or a ``"visualization"``.
    share
        The share; NaN if it is not known.
    low, high
        Its 95% interval; NaN where the number of papers is not known.
    upper_bound
        What the share lies below, where no more than that is known; else NaN.
    count, total
        The papers that report it and all that count; NaN where not known.
    """

    venue: str
    metric: str
    kind: str
    share: float
    low: float
    high: float
    upper_bound: float
    count: float
    total: float


def check_shares(shares: Any = None) -> list[Share]:
    """Return the rows of a survey: those of `load_survey` unless given, or a result of `tally_reviews`.

    Where there are counts but no interval, it is the 95% Wilson interval.

    Examples
    --------
    >>> [(row.venue, row.share) for row in check_shares() if row.metric == "accuracy"]
    [('ICML', 0.558), ('FAccT', 0.613), ('CHIL', 0.336)]
    """
    frame = load_survey() if shares is None else shares.shares if isinstance(shares, ReviewTally) else shares
    if not isinstance(frame, pd.DataFrame):
        raise TypeError(
            f"shares must be a DataFrame as load_survey and tally_reviews return it, not {type(frame).__name__}."
        )
    missing = [name for name in _NEEDED if name not in frame]
    if missing:
        raise ValueError(
            f"The shares have no column {missing[0]!r}. They need {', '.join(map(repr, _NEEDED))}, and may have "
            f"'kind', {', '.join(map(repr, _OPTIONAL))}."
        )
    if frame.empty:
        raise ValueError("There are no shares to draw. Tally at least one paper.")
    rows = [_read(record) for record in frame.to_dict("records")]
    for number, row in enumerate(rows):
        for name in ("share", "low", "high", "upper_bound"):
            value = getattr(row, name)
            if not (math.isnan(value) or 0.0 <= value <= 1.0):
                raise ValueError(
                    f"{name} must lie between 0 and 1, but it is {exact(value)} for {row.metric!r} at {row.venue!r} "
                    f"(row {number}). Divide percentages by 100."
                )
    return rows


def _read(record: dict[Any, Any]) -> Share:
    kind = record.get("kind", "metric")
    number = {name: float(record.get(name, math.nan)) for name in ("share", *_OPTIONAL)}
    if math.isnan(number["low"]) and number["total"] > 0:
        _, number["low"], number["high"] = _wilson(round(number["count"]), round(number["total"]))
    return Share(str(record["venue"]), str(record["metric"]), str(kind), **number)
