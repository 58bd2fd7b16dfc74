"""Outcomes that take time: who had the event by a horizon, when some cases were not followed that long.

A case ends at a time X in one of these ways: 0 censored (nobody knows what came later), 1 the event, 2, 3, ... a
competing event, after which the event can no longer come. Who was censored by the horizon has an unknown outcome and
weighs nothing; the others stand in for them, weighted by the inverse probability of not being censored (IPCW). With G
the Kaplan-Meier curve of the censoring, in which events at a time come before censorings at the same time,

    y = 1 if X <= horizon and the end was the event, else 0
    w = 1 / G(X-) if X <= horizon and some event, 1 / G(horizon) if X > horizon, 0 if censored by the horizon.

The weights add up to the number of cases. The weighted share of positives is one minus the Kaplan-Meier curve of the
event or, with competing events, the Aalen-Johansen incidence. It is assumed that censoring has nothing to do with the
scores or the outcome. Standard errors hold the weights fixed, which makes them slightly too large.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from brierwidgets.core.survival_inputs import check_events, check_horizon, check_times
from brierwidgets.core.validation import check_same_rows, check_weights
from brierwidgets.core.written import exact

__all__ = ["Endings", "FollowUp", "Incidence", "OutcomesAt", "incidence", "pool_follow_ups"]


@dataclass(frozen=True)
class FollowUp:
    """How far the cases were followed.

    Attributes
    ----------
    horizon
        The time by which the event counts.
    cases, events, competing, censored
        How many cases there are, and how many of them had the event, had a competing event, or were censored by the
        horizon.
    prevalence
        Share of cases with the event by the horizon, censoring allowed for.
    estimator
        What that share is called: ``"Kaplan-Meier"``, or ``"Aalen-Johansen"`` with competing events.
    """

    horizon: float
    cases: int
    events: int
    competing: int
    censored: int
    prevalence: float

    @property
    def estimator(self) -> str:
        """Name of the estimator of the prevalence."""
        return "Aalen-Johansen" if self.competing else "Kaplan-Meier"


class OutcomesAt(NamedTuple):
    """What a horizon makes of every case: the outcome, its weight, and how far the cases were followed."""

    labels: np.ndarray
    weights: np.ndarray
    follow_up: FollowUp


class Endings:
    """When and how each case ended: checked and sorted once, then asked for any horizon.

    Parameters
    ----------
    time
        When each case ended, at least 0, in any unit.
    event
        How: 0 censored, 1 the event, 2, 3, ... competing events; or booleans, True for the event.
    sample_weight
        Importance of each case, at least 0.

    Examples
    --------
    >>> endings = Endings([1, 2, 3, 4], [1, 0, 1, 0])
    >>> labels, weights, follow_up = endings.at(3.5)
    >>> labels, weights.round(3)
    (array([ True, False,  True, False]), array([1. , 0. , 1.5, 1.5]))
    >>> follow_up.censored, follow_up.prevalence, follow_up.estimator
    (1, 0.625, 'Kaplan-Meier')
    """

    def __init__(self, time: Any, event: Any, sample_weight: Any = None) -> None:
        self.time = check_times(time)
        self.event = check_events(event)
        check_same_rows(time, event, "time", "event")
        self.sample_weight = check_weights(sample_weight, time, "time")
        self._order = np.argsort(self.time)
        self._sorted = self.time[self._order]
        #: Where the censored stand in the order of time.
        self._lost = np.flatnonzero(self.event[self._order] == 0)
        self._lost_times = self._sorted[self._lost]
        self._weigh()

    def _weigh(self) -> None:
        #: Weight of the cases from each place on in the order of time; adding from the last loses no digits there.
        if self.sample_weight is None:
            self._weight_from = np.arange(self.time.size, -1.0, -1.0)
            self._lost_weights = np.ones(self._lost.size)
        else:
            weights = self.sample_weight[self._order]
            self._weight_from = np.append(np.cumsum(weights[::-1])[::-1], 0.0)
            self._lost_weights = weights[self._lost]

    def with_weights(self, weights: np.ndarray) -> Endings:
        """Return the same cases with other weights, which are taken as they are; nothing is sorted again."""
        other = copy.copy(self)
        other.sample_weight = weights
        other._weigh()
        return other

    def at(self, horizon: Any) -> OutcomesAt:
        """Return outcomes and weights at a horizon, which must not lie beyond the time anyone was followed."""
        end = check_horizon(horizon)
        ended, remaining = self._remaining(end)
        early, censored = (int(np.searchsorted(times, end, "right")) for times in (self._sorted, self._lost_times))
        # In the order of time all cases up to the next censoring have the same share before them: no search a case.
        inverse = np.repeat(1 / remaining, np.diff(ended, prepend=0, append=early))
        inverse[self._lost[:censored]] = 0.0
        weights = np.full(self.time.size, 1 / remaining[-1])
        weights[self._order[:early]] = inverse
        labels = (self.event == 1) & (self.time <= end)
        if self.sample_weight is not None:
            weights *= self.sample_weight
        positives = np.flatnonzero(labels)
        prevalence = float(weights[positives].sum() / weights.sum())
        counts = positives.size, early - positives.size - censored, censored
        return OutcomesAt(labels, weights, FollowUp(end, labels.size, *counts, prevalence))

    def _remaining(self, horizon: float) -> tuple[np.ndarray, np.ndarray]:
        """Return how many cases ended by each time of censoring, and the share not censored, 1 at first."""
        last = float(self._sorted[-1])
        if horizon > last:
            raise ValueError(
                f"Nobody was followed to the horizon {exact(horizon)}: the last case ended at {exact(last)}. "
                "Choose an earlier horizon, in the unit of time."
            )
        lost = self._lost_times[: np.searchsorted(self._lost_times, horizon, "right")]
        starts = np.flatnonzero(np.diff(lost, prepend=-1.0)) if lost.size else np.zeros(0, dtype=np.intp)
        times = lost[starts]
        censored = np.add.reduceat(self._lost_weights[: lost.size], starts) if lost.size else np.zeros(0)
        ended = self._lost[np.append(starts[1:], lost.size)[: starts.size] - 1] + 1
        tied = np.flatnonzero(self._sorted.take(ended, mode="clip") == times)  # with other ends at the same time
        ended[tied] = np.searchsorted(self._sorted, times[tied], "right")
        after = self._weight_from[ended]
        with np.errstate(invalid="ignore"):  # cases without weight leave 0 of 0
            kept = np.where(censored > 0.0, after / (after + censored), 1.0)
        remaining = np.append(1.0, np.cumprod(kept))
        if remaining[-1] == 0.0:
            raise ValueError(
                f"Nobody was followed to the horizon {exact(horizon)}: the last cases were censored at "
                f"{exact(times[-1])}. Choose a horizon before {exact(times[-1])}."
            )
        return ended, remaining


class Incidence(NamedTuple):
    """Share of cases with the event by the horizon, and its standard error."""

    value: float
    standard_error: float


def incidence(time: np.ndarray, event: np.ndarray, horizon: float) -> Incidence:
    """Return the Aalen-Johansen incidence of event 1 by the horizon; without competing events, 1 - Kaplan-Meier.

    NaN where the last case was censored before the horizon. The error is Greenwood's, extended to competing events.

    Examples
    --------
    >>> found = incidence(np.array([1.0, 2.0, 3.0, 4.0]), np.array([1, 0, 1, 0]), 3.5)
    >>> round(found.value, 12), round(found.standard_error, 4)
    (0.625, 0.2864)
    """
    order = np.argsort(time, kind="stable")
    time, event = time[order], event[order]
    happened = (event > 0) & (time <= horizon)
    starts = np.flatnonzero(np.diff(time[happened], prepend=-1.0))
    times = time[happened][starts]
    if times.size == 0:
        return Incidence(0.0, 0.0) if time.size and time[-1] >= horizon else Incidence(math.nan, math.nan)
    kinds = event[happened]
    every, wanted = (np.add.reduceat(chosen.astype(float), starts) for chosen in (kinds > 0, kinds == 1))
    at_risk = time.size - np.searchsorted(time, times).astype(float)
    kept = np.cumprod(1 - every / at_risk)
    before = np.append(1.0, kept[:-1])
    reached = np.cumsum(before * wanted / at_risk)
    if time[-1] < horizon and kept[-1] > 0.0:
        return Incidence(math.nan, math.nan)
    later = reached[-1] - reached
    with np.errstate(divide="ignore", invalid="ignore"):
        of_survival = np.where(later > 0.0, later**2 * every / (at_risk * (at_risk - every)), 0.0)
    variance = np.sum(
        of_survival + before**2 * wanted * (at_risk - wanted) / at_risk**3 - 2 * later * before * wanted / at_risk**2
    )
    return Incidence(float(reached[-1]), math.sqrt(max(0.0, float(variance))))


def pool_follow_ups(parts: Iterable[FollowUp | None], prevalence: float) -> FollowUp | None:
    """Return how far all cases were followed when several samples become one; the horizons must agree."""
    found = list(parts)
    known = [follow_up for follow_up in found if follow_up is not None]
    if not known:
        return None
    if len(known) < len(found) or len({follow_up.horizon for follow_up in known}) > 1:
        horizons = ", ".join("none" if follow_up is None else exact(follow_up.horizon) for follow_up in found)
        raise ValueError(
            f"These outcomes are not the same: their horizons are {horizons}. Build all from survival at one horizon."
        )
    return FollowUp(
        known[0].horizon,
        cases=sum(follow_up.cases for follow_up in known),
        events=sum(follow_up.events for follow_up in known),
        competing=sum(follow_up.competing for follow_up in known),
        censored=sum(follow_up.censored for follow_up in known),
        prevalence=prevalence,
    )
