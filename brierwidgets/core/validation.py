"""From what users pass to clean arrays, or to an error that says what, where and what to do."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["check_labels", "check_same_rows", "check_scores", "check_weights"]


def check_scores(y_prob: Any, name: str = "y_prob") -> np.ndarray:
    """Return scores as a new one-dimensional float array in [0, 1] (32-bit floats stay 32-bit)."""
    array = _as_array(y_prob, name)
    if array.ndim == 2 and array.shape[1] == 2:
        raise ValueError(
            f"{name} has two columns, as predict_proba returns them. Pass column 1, the probability of "
            f"the positive class: {name}[:, 1]."
        )
    if array.ndim != 1:
        raise ValueError(f"{name} must be one-dimensional, one score a case, but its shape is {array.shape}.")
    scores = _as_floats(array, name)
    # min and max are NaN when anything is, so two passes find every fault.
    if scores.size and not (scores.min() >= 0.0 and scores.max() <= 1.0):
        _explain_bad_scores(scores, name)
    return np.abs(scores)  # a copy, and -0.0 becomes 0.0


def _explain_bad_scores(scores: np.ndarray, name: str) -> None:
    unfit = ~np.isfinite(scores)
    if unfit.any():
        row = int(np.flatnonzero(unfit)[0])
        raise ValueError(
            f"{name} holds {scores[row]} at row {row} ({_count(unfit, 'value is', 'values are')} NaN or infinite). "
            f"Drop those cases from every input, or give them a score."
        )
    outside = (scores < 0.0) | (scores > 1.0)
    row = int(np.flatnonzero(outside)[0])
    if scores.min() >= 0.0 and scores.max() <= 100.0 and np.mean(scores > 1.0) > 0.5:
        advice = f"These look like percentages: pass {name} / 100."
    elif scores.min() < 0.0 and scores.max() > 0.0 and (scores.min() < -0.5 or scores.max() > 1.0):
        advice = f"These look like logits: pass scipy.special.expit({name})."
    else:
        advice = "Scores are read as probabilities; rescale or recalibrate them first."
    raise ValueError(
        f"{name} holds {scores[row]:g} at row {row}, outside [0, 1] "
        f"({_count(outside, 'value is', 'values are')} outside). {advice}"
    )


def check_labels(y_true: Any, pos_label: Any = None, name: str = "y_true") -> np.ndarray:
    """Return outcomes as a new boolean array, True for the positive class."""
    array = _as_array(y_true, name)
    if array.ndim != 1:
        raise ValueError(f"{name} must be one-dimensional, one label a case, but its shape is {array.shape}.")
    if array.size == 0:
        raise ValueError(f"{name} is empty: there is nothing to score. Pass at least one case.")
    if pos_label is None and array.dtype == bool:
        return array.copy()
    if np.issubdtype(array.dtype, np.integer):
        low, high = array.min(), array.max()
        if low >= 0 and high <= 1 and (pos_label is None or _is_one(pos_label)):
            return array.astype(bool)
    _refuse_missing(array, name)
    return _labels_by_value(array, pos_label, name)


def _labels_by_value(array: np.ndarray, pos_label: Any, name: str) -> np.ndarray:
    try:
        found = list(np.unique(array))
    except TypeError:
        found = sorted(set(array.tolist()), key=repr)
        if len({isinstance(value, str) for value in found}) > 1:
            raise ValueError(
                f"{name} mixes text and other labels ({_shown(found)}). Make them all of one kind."
            ) from None
    if len(found) > 2:
        _explain_many_labels(array, found, name)
    zero_one = all(_is_zero_or_one(value) for value in found)
    if pos_label is None:
        if not zero_one:
            raise ValueError(
                f"{name} holds the labels {_shown(found)}, so it is not clear which class is positive. "
                f"Pass pos_label={found[-1]!r} or pos_label={found[0]!r}."
            )
        return array.astype(float).astype(bool)
    if pos_label not in found and not (zero_one and _is_zero_or_one(pos_label)):
        raise ValueError(
            f"pos_label={pos_label!r} does not occur in {name}, which holds {_shown(found)}. "
            f"Check its spelling and type; if there are truly no positive cases, pass {name} == {pos_label!r}."
        )
    return np.asarray(array == pos_label, dtype=bool)


def _explain_many_labels(array: np.ndarray, found: list[Any], name: str) -> None:
    row = int(np.flatnonzero(array == found[2])[0])
    numeric = np.issubdtype(array.dtype, np.number)
    if numeric and min(found) >= 0 and max(found) <= 1:
        advice = "Labels must be 0 or 1; these look like probabilities. Were y_true and y_prob swapped?"
    else:
        advice = f"Reduce it to two classes first, for example {name} == {found[0]!r}."
    raise ValueError(
        f"{name} holds {len(found)} different labels ({_shown(found)}), the third first at row {row}, "
        f"but this is about two classes. {advice}"
    )


def check_weights(sample_weight: Any, size: int, name: str = "sample_weight") -> np.ndarray | None:
    """Return weights as a new float array, or None for equal weights."""
    if sample_weight is None:
        return None
    array = _as_array(sample_weight, name)
    if array.ndim != 1 or array.size != size:
        raise ValueError(f"{name} must hold one weight a case: expected shape ({size},), not {array.shape}.")
    weights = np.array(_as_floats(array, name), dtype=float)
    bad = ~np.isfinite(weights)
    if bad.any():
        row = int(np.flatnonzero(bad)[0])
        raise ValueError(
            f"{name} holds {weights[row]} at row {row}. Give every case a finite weight (0 leaves it out)."
        )
    if weights.min() < 0.0:
        row = int(np.flatnonzero(weights < 0.0)[0])
        raise ValueError(f"{name} holds {weights[row]:g} at row {row}, but weights cannot be negative.")
    if not weights.any():
        raise ValueError(f"{name} is zero for every case: nothing is left to score.")
    return weights


def check_same_rows(first: Any, second: Any, first_name: str, second_name: str) -> None:
    """Refuse inputs whose lengths differ, or pandas inputs whose indexes disagree."""
    index, other = _index(first), _index(second)
    if index is not None and other is not None and not index.equals(other):
        same = len(index) == len(other) and index.sort_values().equals(other.sort_values())
        advice = (
            f"They hold the same labels in another order: pass {second_name}.loc[{first_name}.index]."
            if same
            else f"Align them first, or pass {first_name}.to_numpy() and {second_name}.to_numpy() if the rows do match."
        )
        raise ValueError(f"{first_name} and {second_name} have different indexes. {advice}")
    sizes = np.shape(first)[:1] or (0,), np.shape(second)[:1] or (0,)
    if sizes[0] != sizes[1]:
        raise ValueError(
            f"{first_name} has {sizes[0][0]} cases but {second_name} has {sizes[1][0]}. "
            "Pass one label and one score for each case, in the same order."
        )


def _index(values: Any) -> Any:
    index = getattr(values, "index", None)
    return index if hasattr(index, "equals") else None


def _as_array(values: Any, name: str) -> np.ndarray:
    if values is None:
        raise TypeError(f"{name} is None. Pass an array, a list or a column with one value a case.")
    if isinstance(values, str | bytes | dict | set) or np.ndim(values) == 0:
        raise TypeError(f"{name} must be an array, a list or a column, not {type(values).__name__}.")
    try:
        array = np.asarray(values)
    except ValueError as error:
        raise ValueError(f"{name} cannot be made an array: its rows have different lengths.") from error
    if np.ma.isMaskedArray(values) and np.ma.getmaskarray(values).any():
        row = int(np.flatnonzero(np.ma.getmaskarray(values))[0])
        raise ValueError(f"{name} is masked at row {row}. Drop the masked cases from every input first.")
    return array


def _as_floats(array: np.ndarray, name: str) -> np.ndarray:
    if array.dtype in (np.float64, np.float32, np.float16):
        return array
    if array.dtype == object:
        _refuse_missing(array, name)
    if array.dtype.kind not in "biufO":
        raise TypeError(f"{name} holds {array.dtype} values, for example {array.flat[0]!r}, but needs numbers.")
    try:
        return array.astype(float)
    except (TypeError, ValueError):
        row = next(i for i, value in enumerate(array) if not _is_number(value))
        raise TypeError(f"{name} holds {array[row]!r} at row {row}, but needs numbers.") from None


def _refuse_missing(array: np.ndarray, name: str) -> None:
    if array.dtype.kind == "f":
        missing = np.isnan(array)
    elif array.dtype == object:
        missing = np.fromiter((_is_missing(value) for value in array), dtype=bool, count=array.size)
    else:
        return
    if missing.any():
        row = int(np.flatnonzero(missing)[0])
        raise ValueError(
            f"{name} is missing at row {row} ({_count(missing, 'value is', 'values are')} missing). "
            "Drop those cases from every input first."
        )


def _is_missing(value: Any) -> bool:
    if value is None:
        return True
    try:
        return bool(value != value)  # noqa: PLR0124  NaN differs from itself
    except TypeError:  # pandas.NA refuses to say
        return True


def _is_number(value: Any) -> bool:
    try:
        float(value)
    except (TypeError, ValueError):
        return False
    return not isinstance(value, str)


def _is_one(value: Any) -> bool:
    return _is_zero_or_one(value) and value == 1


def _is_zero_or_one(value: Any) -> bool:
    return isinstance(value, bool | int | float | np.number | np.bool_) and value in (0, 1)


def _count(mask: np.ndarray, one: str, many: str) -> str:
    number = int(mask.sum())
    return f"{number} {one if number == 1 else many}"


def _shown(found: list[Any]) -> str:
    plain = [value.item() if isinstance(value, np.generic) else value for value in found]
    shown = ", ".join(repr(value) for value in plain[:5])
    return shown + (", ..." if len(plain) > 5 else "")
