"""Shares as whole people, which must add up."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from brierwidgets.core.forecast import Counts

__all__ = ["apportion", "whole_people"]


def apportion(amounts: Any, seats: int) -> np.ndarray:
    """Split `seats` whole people in proportion to `amounts`, by largest remainder; ties go to the first.

    Each share is rounded down, and the people left over go where most was cut off. So the parts add up to
    `seats` and none is further than 1 from its exact share.

    Examples
    --------
    >>> apportion([1, 1, 1], 100)
    array([34, 33, 33])
    """
    parts = np.asarray(amounts, dtype=float)
    places = operator.index(seats)
    if parts.ndim != 1 or not np.isfinite(parts).all() or (parts < 0).any() or not parts.any() or places < 0:
        raise ValueError(f"Cannot split {seats!r} people by {amounts!r}: amounts must be at least 0, and one above 0.")
    exact = np.round(places * (parts / parts.sum()), 9)  # 28.999999999999996 people are 29
    whole = np.floor(exact)
    left_over = places - int(whole.sum())
    order = np.argsort(whole - exact, kind="stable")
    whole[order[:left_over]] += 1
    return np.asarray(whole.astype(int))


def whole_people(counts: Counts, people: int) -> Counts:
    """Return `counts` scaled to so many people, in whole numbers that add up to them.

    People are split by outcome first, then by decision: as the threshold moves, nobody changes outcome.

    Examples
    --------
    >>> whole_people(Counts(tp=20, fp=300, fn=8, tn=745), 100)
    Counts(tp=2, fp=28, fn=1, tn=69)
    """
    tp, fp, fn, tn = counts
    positives, negatives = apportion([tp + fn, fp + tn], people)
    found, missed = apportion([tp, fn], positives) if positives else (0, 0)
    alarms, rest = apportion([fp, tn], negatives) if negatives else (0, 0)
    return Counts(*(int(count) for count in (found, alarms, missed, rest)))
