"""When and how cases ended: what users pass, and what is wrong with it."""

from __future__ import annotations

import math
import numbers
from typing import Any

import numpy as np

from brierwidgets.core.validation import _as_array, _as_floats, _first, _one_dimensional

__all__ = ["CODES", "check_events", "check_horizon", "check_times"]

#: What the codes of how a case ended mean.
CODES = "0 (censored), 1 (the event), 2, 3, ... (competing events)"


def check_horizon(horizon: Any) -> float:
    """Return a horizon as a positive, finite number."""
    if isinstance(horizon, bool | np.bool_) or not isinstance(horizon, numbers.Real | np.number):
        raise TypeError(
            f"The horizon must be one number, in the unit of time, such as horizon=5, not {horizon!r} "
            f"({type(horizon).__name__})."
        )
    end = float(horizon)
    if not (math.isfinite(end) and end > 0.0):
        raise ValueError(f"The horizon must be finite and above 0, in the unit of time, but it is {horizon!r}.")
    return end


def check_times(time: Any) -> np.ndarray:
    """Return when each case ended, as a new float array."""
    if fields := getattr(getattr(time, "dtype", None), "names", None):
        raise TypeError(
            f"time is a structured array, as scikit-survival has them, with the fields {', '.join(map(repr, fields))}. "
            "Pass the field of the times as time, and the field that says whether the event came as event."
        )
    array = _one_dimensional(_as_array(time, "time"), "time", "time")
    if array.size == 0:
        raise ValueError("time is empty: there is nothing to score. Pass at least one case.")
    if array.dtype.kind in "mM":
        kind = "durations" if array.dtype.kind == "m" else "dates"
        raise TypeError(
            f"time holds {kind}, but needs numbers, counted from the start of each case. Convert it first, for example "
            "(end - start).dt.days."
        )
    times = np.array(_as_floats(array, "time"), dtype=float)
    unfit = ~np.isfinite(times)
    if unfit.any():
        raise ValueError(
            f"time holds {times[_first(unfit)]} at row {_first(unfit)}. Every case needs a finite time: of a case that "
            "was not seen to end, the time it was last seen, with event 0."
        )
    if (times < 0.0).any():
        row = _first(times < 0.0)
        raise ValueError(
            f"time holds {times[row]:g} at row {row}, but no case can end before it starts. Count the time of "
            "each case from its own start."
        )
    return times


def check_events(event: Any) -> np.ndarray:
    """Return how each case ended, as a new array of whole numbers."""
    array = _one_dimensional(_as_array(event, "event"), "event", "code")
    if array.dtype == bool:
        return array.astype(np.int64)
    if array.dtype.kind in "USO" and any(isinstance(value, str | bytes) for value in array.tolist()):
        shown = sorted({value for value in array.tolist() if isinstance(value, str | bytes)}, key=str)[:3]
        raise TypeError(
            f"event holds text ({', '.join(map(repr, shown))}), but needs codes: {CODES}. Convert it first, for "
            "example event.map({'lost': 0, 'ill': 1, 'died': 2}), with your own words."
        )
    if array.dtype.kind in "iu" and array.min(initial=0) >= 0 and array.max(initial=0) <= np.iinfo(np.int64).max:
        return array.astype(np.int64)
    numbers_ = np.array(_as_floats(array, "event"), dtype=float)
    bad = ~(np.isfinite(numbers_) & (numbers_ >= 0.0) & (numbers_ == np.floor(numbers_)))
    if bad.any():
        row = _first(bad)
        raise ValueError(f"event holds {numbers_[row]:g} at row {row}, but needs codes: {CODES}.")
    return numbers_.astype(np.int64)
