"""From what users pass to clean arrays, or to an error that says what, where and what to do."""

from __future__ import annotations

import math
from datetime import date, timedelta
from typing import Any

import numpy as np

from brierwidgets.core.written import exact

__all__ = ["check_cases", "check_counts", "check_labels", "check_same_rows", "check_scores", "check_weights"]

#: Scores this far outside [0, 1] were probabilities before some arithmetic.
_ROUNDING = 1e-6

#: Squares and sums of weights whose largest is between these stay far from the ends of floating point.
_ORDINARY_WEIGHTS = 2.0**-100, 2.0**100


def check_cases(
    y_true: Any, y_prob: Any, sample_weight: Any, pos_label: Any
) -> tuple[np.ndarray, np.ndarray, np.ndarray | None]:
    """Return labels, scores and weights of the same cases, each checked and all in the same order."""
    labels, scores = check_labels(y_true, pos_label), check_scores(y_prob)
    check_same_rows(y_true, y_prob, "y_true", "y_prob")
    return labels, scores, check_weights(sample_weight, y_true, "y_true")


def check_scores(y_prob: Any, name: str = "y_prob") -> np.ndarray:
    """Return scores as a new one-dimensional float array in [0, 1] (32-bit floats stay 32-bit)."""
    array = _as_array(y_prob, name)
    if array.ndim == 2 and array.shape[1] == 2:
        raise ValueError(
            f"{name} has two columns, as predict_proba returns them. Pass column 1, the probability of the positive "
            "class: predict_proba(X)[:, 1]."
        )
    scores = _as_floats(_one_dimensional(array, name, "score"), name)
    # min and max are NaN when anything is, so two passes find every fault.
    if scores.size and not (scores.min() >= 0.0 and scores.max() <= 1.0):
        _explain_bad_scores(scores, name)
    return np.asarray(np.abs(scores))  # a copy, and -0.0 becomes 0.0


def _explain_bad_scores(scores: np.ndarray, name: str) -> None:
    unfit = ~np.isfinite(scores)
    if unfit.any():
        row = _first(unfit)
        raise ValueError(
            f"{name} holds {scores[row]} at row {row} ({_count(unfit, 'value is', 'values are')} NaN or infinite). "
            "Drop those cases from every input, or give them a score."
        )
    outside = (scores < 0.0) | (scores > 1.0)
    row = _first(outside)
    raise ValueError(
        f"{name} holds {scores[row]} at row {row}, outside [0, 1] "
        f"({_count(outside, 'value is', 'values are')} outside). "
        f"{advice_on_scale(scores.min(), scores.max(), float(np.mean(scores > 1.0)))}"
    )


def advice_on_scale(low: float, high: float, share_above: float) -> str:
    """Guess from the range of the scores, and the share above 1, what they may be instead of probabilities."""
    if low >= -_ROUNDING and high <= 1.0 + _ROUNDING:
        return "Rounding alone seems to have done it: pass numpy.clip(scores, 0, 1)."
    if high <= 0.0:
        return (
            "These look like logits, or like logarithms of probabilities: pass scipy.special.expit(z) or numpy.exp(z)."
        )
    if low < 0.0 and (low < -0.5 or high > 1.0):
        return "These look like logits: pass scipy.special.expit(z)."
    if low >= 0.0 and high <= 100.0 and share_above > 0.5:
        return "These look like percentages: divide them by 100."
    return "Scores are read as probabilities: rescale or recalibrate them first."


def check_labels(y_true: Any, pos_label: Any = None, name: str = "y_true") -> np.ndarray:
    """Return outcomes as a new boolean array, True for the positive class."""
    array = _one_dimensional(_as_array(y_true, name), name, "label")
    if array.size == 0:
        raise ValueError(f"{name} is empty: there is nothing to score. Pass at least one case.")
    if pos_label is None and array.dtype == bool:
        return array.copy()
    if array.dtype.kind in "mM" and not isinstance(array[:1].tolist()[0], date | timedelta):
        array = array.astype(f"{array.dtype.kind}8[us]")  # nanoseconds would become whole numbers on the way to a list
    if array.dtype.kind in "iu":
        low, high = array.min(), array.max()
        if low >= 0 and high <= 1 and (pos_label is None or _is_one(pos_label)):
            return array.astype(bool)
    return _labels_by_value(array, pos_label, name)


def _labels_by_value(array: np.ndarray, pos_label: Any, name: str) -> np.ndarray:
    found = _distinct(array, name)
    if len(found) > 2:
        _explain_many_labels(array, found, name)
    zero_one = all(_is_zero_or_one(value) for value in found)
    if pos_label is None:
        if not zero_one:
            swapped = " Or were y_true and y_prob swapped?" if _like_probabilities(found) else ""
            raise ValueError(
                f"{name} holds {_shown(found)}, so it is not clear which class is positive. "
                f"Pass pos_label={found[-1]!r}{f' or pos_label={found[0]!r}' if len(found) > 1 else ''}.{swapped}"
            )
        return array.astype(float).astype(bool)
    if pos_label not in found and not (zero_one and _is_zero_or_one(pos_label)):
        raise ValueError(
            f"pos_label={pos_label!r} does not occur in {name}, which holds {_shown(found)}. Check its spelling and "
            f"type; if there are truly no positive cases, pass numpy.asarray({name}) == {pos_label!r}."
        )
    return np.asarray(array == pos_label, dtype=bool)


def _distinct(array: np.ndarray, name: str) -> list[Any]:
    """Return the distinct labels in order, as plain Python values; none may be missing."""
    try:
        found = list(set(array.tolist())) if array.dtype == object else np.unique(array).tolist()
        found.sort(key=lambda value: (type(value).__name__, value))
    except TypeError:
        _refuse_missing(array, name)  # not every kind of NaN can be an element of a set
        raise TypeError(
            f"{name} holds {array.tolist()[0]!r} at row 0. Pass one label a case: a number, text or boolean."
        ) from None
    if any(_is_missing(value) for value in found):
        _refuse_missing(array, name)
    if len({isinstance(value, str) for value in found}) > 1:
        kinds = np.array([isinstance(value, str) for value in array])
        row = _first(kinds != kinds[0])
        raise ValueError(
            f"{name} mixes text and other labels: {array[0]!r} at row 0 but {array[row]!r} at row {row}. "
            "Make them all of one kind."
        )
    return found


def _explain_many_labels(array: np.ndarray, found: list[Any], name: str) -> None:
    row = _first(array == found[2])
    advice = (
        "Labels must be 0 or 1; these look like probabilities. Were y_true and y_prob swapped?"
        if _like_probabilities(found)
        else f"Reduce it to two classes first, for example numpy.asarray({name}) == {found[0]!r}, or judge every class "
        "against the rest: brierwidgets.one_vs_rest(y_true, proba, classes)."
    )
    raise ValueError(
        f"{name} holds {len(found)} different labels ({_shown(found)}), {found[2]!r} first at row {row}, "
        f"but this is about two classes. {advice}"
    )


def _like_probabilities(found: list[Any]) -> bool:
    return all(isinstance(value, float) and 0.0 <= value <= 1.0 for value in found)


def check_weights(sample_weight: Any, cases: Any, name: str) -> np.ndarray | None:
    """Return the weights of `cases`, an input of that name, as a new float array; None for equal weights.

    Only their ratios matter. Weights so large or so small that their squares would leave floating point are all
    multiplied by the same power of two; others stay as they are.
    """
    if sample_weight is None:
        return None
    given = _check_amounts(sample_weight, len(cases), "sample_weight", "weight")
    check_same_rows(cases, sample_weight, name, "sample_weight")
    if given.size and not given.any():
        raise ValueError("sample_weight is zero for every case: nothing is left to score. Give some case a weight.")
    weights: np.ndarray = np.ldexp(given, power_to_ordinary(given.max(initial=0.0)))
    lightest = weights.min(where=weights > 0.0, initial=np.inf)
    if vanishes(lightest, weights.sum()):
        row = _first(weights == lightest)
        raise ValueError(
            f"sample_weight holds {given[row]:g} at row {row}, so little beside the others that it would vanish in "
            "their sum of 16 digits. Is it a mistake? Pass 0 to leave a case out."
        )
    return weights


def power_to_ordinary(heaviest: float) -> int:
    """Return the power of two that brings the heaviest weight near 1, or 0 if it needs none."""
    low, high = _ORDINARY_WEIGHTS
    return 0 if low <= heaviest <= high else -math.frexp(heaviest)[1]


def vanishes(lightest: float, total: float) -> bool:
    """Return whether adding a weight to the sum of the others would change nothing."""
    return bool(lightest < total * np.finfo(float).eps)


def check_counts(counts: Any, size: int, name: str) -> np.ndarray:
    """Return how many cases there are of each score, as a new float array of whole numbers."""
    checked = _check_amounts(counts, size, name, "count")
    broken = checked != np.floor(checked)
    if broken.any():
        row = _first(broken)
        raise ValueError(
            f"{name} holds {exact(checked[row])} at row {row}, but counts are whole numbers. For importance weights "
            "use Forecast(y_true, y_prob, sample_weight=...)."
        )
    return checked


def _check_amounts(values: Any, size: int, name: str, kind: str) -> np.ndarray:
    array = _one_dimensional(_as_array(values, name), name, kind)
    if array.size != size:
        raise ValueError(f"{name} has length {array.size}, but {size} are needed: one {kind} for each score.")
    amounts = np.array(_as_floats(array, name), dtype=float)
    bad = ~np.isfinite(amounts)
    if bad.any():
        row = _first(bad)
        raise ValueError(f"{name} holds {amounts[row]} at row {row}. Give every {kind} as a finite number, 0 for none.")
    if (amounts < 0.0).any():
        row = _first(amounts < 0.0)
        raise ValueError(f"{name} holds {amounts[row]:g} at row {row}, but no {kind} can be negative. Pass 0 for none.")
    return amounts


def check_same_rows(first: Any, second: Any, first_name: str, second_name: str) -> None:
    """Refuse inputs whose lengths differ, or pandas inputs whose indexes disagree."""
    sizes = len(first), len(second)
    if sizes[0] != sizes[1]:
        raise ValueError(
            f"{first_name} has {sizes[0]} cases but {second_name} has {sizes[1]}. "
            "Pass one label and one score for each case, in the same order."
        )
    index, other = _index(first), _index(second)
    if index is not None and other is not None and not index.equals(other):
        reordered = index.is_unique and other.is_unique and set(index) == set(other)
        advice = (
            f"They hold the same row labels in another order: reorder {second_name} with .loc[{first_name}.index]."
            if reordered
            else "Align them first, or pass both with .to_numpy() if the rows do match in order."
        )
        pairs = list(zip(index.tolist(), other.tolist(), strict=True))
        row = next((row for row, (one, two) in enumerate(pairs) if one is not two and one != two), 0)
        raise ValueError(
            f"{first_name} and {second_name} have different indexes, first at row {row} "
            f"({pairs[row][0]!r} and {pairs[row][1]!r}). {advice}"
        )


def _index(values: Any) -> Any:
    index = getattr(values, "index", None)
    return index if hasattr(index, "equals") else None


def _as_array(values: Any, name: str) -> np.ndarray:
    if values is None:
        raise TypeError(f"{name} is None. Pass an array, a list or a column with one value a case.")
    try:
        array = np.asarray(values)
    except ValueError as error:
        raise ValueError(
            f"{name} cannot be made an array: its rows have different lengths. Pass one value a case."
        ) from error
    if isinstance(values, str | bytes | dict | set) or array.ndim == 0:
        raise TypeError(
            f"{name} must be an array, a list or a column with one value a case, not one {type(values).__name__}."
        )
    if np.ma.isMaskedArray(values) and np.ma.getmaskarray(values).any():
        row = _first(np.ma.getmaskarray(values))
        raise ValueError(f"{name} is masked at row {row}. Drop the masked cases from every input first.")
    if array.dtype.kind in "US" and isinstance(values, list | tuple):
        return np.asarray(values, dtype=object)  # numpy made text of any numbers among them
    return array


def _one_dimensional(array: np.ndarray, name: str, kind: str) -> np.ndarray:
    if array.ndim != 1:
        advice = "Pass its only column: [:, 0]." if array.shape[1:] == (1,) else f"Pass one {kind} a case."
        raise ValueError(f"{name} must be one-dimensional, but its shape is {array.shape}. {advice}")
    return array


def _as_floats(array: np.ndarray, name: str) -> np.ndarray:
    if array.dtype in (np.float64, np.float32, np.float16):
        return array
    if array.dtype.kind in "biuf":
        return array.astype(float)
    times = array.dtype.kind in "mM"  # of which tolist may make whole numbers
    values = list(map(str, array)) if times else array.tolist()
    if array.dtype == object:
        _refuse_missing(array, name)
    row = next((i for i, value in enumerate(values) if not _is_number(value)), None)
    if row is not None:
        raise TypeError(
            f"{name} holds {values[row]!r} at row {row}, but needs numbers. Convert it first, for example with "
            "pandas.to_numeric."
        )
    return np.array([_as_float(value) for value in values])


def _as_float(value: Any) -> float:
    try:
        return float(value)
    except OverflowError:  # a whole number of over 300 digits
        return math.inf if value > 0 else -math.inf


def _refuse_missing(array: np.ndarray, name: str) -> None:
    missing = np.fromiter((_is_missing(value) for value in array), dtype=bool, count=array.size)
    if missing.any():
        raise ValueError(
            f"{name} is missing at row {_first(missing)} ({_count(missing, 'value is', 'values are')} missing). "
            "Drop those cases from every input first."
        )


def _is_missing(value: Any) -> bool:
    if value is None:
        return True
    try:
        return bool(value != value)  # noqa: PLR0124  NaN differs from itself
    except (TypeError, ArithmeticError):  # pandas.NA and the signalling NaN of decimal refuse to say
        return True


def _is_number(value: Any) -> bool:
    try:
        _as_float(value)
    except (TypeError, ValueError):
        return False
    return not isinstance(value, str | bytes)


def _is_one(value: Any) -> bool:
    return _is_zero_or_one(value) and value == 1


def _is_zero_or_one(value: Any) -> bool:
    return isinstance(value, bool | int | float | np.number | np.bool_) and value in (0, 1)


def _first(mask: np.ndarray) -> int:
    return int(np.flatnonzero(mask)[0])


def _count(mask: np.ndarray, one: str, many: str) -> str:
    number = int(mask.sum())
    return f"{number} {one if number == 1 else many}"


def _shown(found: list[Any]) -> str:
    shown = ", ".join(repr(value) for value in found[:5])
    return shown + (", ..." if len(found) > 5 else "")
