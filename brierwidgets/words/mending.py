"""What mending a model gains, in a sentence."""

from __future__ import annotations

import math

from brierwidgets.core.differences import Difference
from brierwidgets.core.guarded import excludes_zero
from brierwidgets.core.intervals import Interval
from brierwidgets.core.scoring_rules import Spacing
from brierwidgets.words.costs import for_costs
from brierwidgets.words.numbers import per_thousand
from brierwidgets.words.templates import fill

__all__ = ["describe_mending"]


def describe_mending(
    names: tuple[str, str],
    regret: float,
    gain: Difference,
    interval: Interval,
    unit: str = "probability",
    *,
    spacing: Spacing = "cost",
) -> str:
    """Say what a mended model gains, whether that could be chance, and that it is cross-fitted.

    `names` are those of the old model and of the mended one.

    Examples
    --------
    >>> gain = Difference(0.004, 0.001, 0.002, 0.006)
    >>> print(describe_mending(("high", "mended"), 0.08, gain, Interval(0.1, 0.3)))
    For costs from 10% to 30%, mended has a mean regret of 80.0 per 1,000 people, 4.00 less than high: more than chance
    would do (95% interval of the gain: 2.00 to 6.00). Each case was mended by a curve fitted to other cases.
    """
    old, new = names
    if math.isnan(regret):
        return ""
    sure = excludes_zero(gain.low, gain.high)
    return fill(
        "mended",
        where=for_costs(interval, unit, spacing),
        new=new,
        old=old,
        regret=per_thousand(regret),
        gap=per_thousand(abs(gain.estimate)),
        which="less" if gain.estimate >= 0.0 else "more",
        chance=fill("mended_sure" if sure else "mended_chance"),
        low=per_thousand(gain.low),
        high=per_thousand(gain.high),
    )
