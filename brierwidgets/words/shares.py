"""How often papers report which measure, in words."""

from __future__ import annotations

import math

from brierwidgets.core.digits import percent
from brierwidgets.datasets._shares import Share

__all__ = ["describe_shares"]


def describe_shares(shares: list[Share]) -> str:
    """Say what is reported most, what was not printed, and what the lines on the bars mean.

    Examples
    --------
    >>> from brierwidgets.datasets._shares import check_shares
    >>> print(describe_shares(check_shares()))
    Reported most: AUC-ROC at CHIL, by 78.8% of papers. Not printed: AUC-ROC at ICML, AUC-ROC at FAccT. How many papers
    there were is not known, so there are no intervals.
    """
    known = [row for row in shares if not math.isnan(row.share)]
    sentences = []
    if known:
        top = max(known, key=lambda row: row.share)
        sentences.append(f"Reported most: {top.metric} at {top.venue}, by {percent(top.share)} of papers.")
    silent = [f"{row.metric} at {row.venue}" for row in shares if math.isnan(row.share) and math.isnan(row.upper_bound)]
    if silent:
        sentences.append(f"Not printed: {', '.join(silent)}.")
    if any(not math.isnan(row.low) for row in known):
        sentences.append("The thin lines are 95% intervals.")
    elif known:
        sentences.append("How many papers there were is not known, so there are no intervals.")
    return " ".join(sentences)
