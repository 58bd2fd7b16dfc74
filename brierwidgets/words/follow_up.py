"""How far the cases were followed, and at what prevalence a comparison holds."""

from __future__ import annotations

from brierwidgets.core.survival import FollowUp
from brierwidgets.words.numbers import percent

__all__ = ["describe_follow_up"]


def describe_follow_up(follow_up: FollowUp) -> str:
    """Say the horizon, how many were censored before it, and the prevalence with the name of its estimator.

    Examples
    --------
    >>> print(describe_follow_up(FollowUp(1.5, 750, 91, 0, 536, 0.2201)))
    The event counts if it came by 1.5. Of 750 cases 91 had it by then, and 536 were censored before their outcome was
    known; others stand in for them. The prevalence is 22% (Kaplan-Meier).
    >>> print(describe_follow_up(FollowUp(5, 90, 9, 4, 0, 0.1)))
    The event counts if it came by 5. Of 90 cases 9 had it by then, 4 had a competing event, and none were censored
    before. The prevalence is 10% (Aalen-Johansen).
    """
    parts = [f"Of {follow_up.cases:,} cases {follow_up.events:,} had it by then"]
    if follow_up.competing:
        parts.append(f", {follow_up.competing:,} had a competing event")
    if follow_up.censored:
        was = "was" if follow_up.censored == 1 else "were"
        parts.append(
            f", and {follow_up.censored:,} {was} censored before their outcome was known; others stand in for them"
        )
    else:
        parts.append(", and none were censored before")
    return (
        f"The event counts if it came by {follow_up.horizon:g}. {''.join(parts)}. "
        f"The prevalence is {percent(follow_up.prevalence)} ({follow_up.estimator})."
    )
