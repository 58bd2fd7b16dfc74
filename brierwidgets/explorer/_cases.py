"""The cases of an Explorer: from a data frame, from times and events, or of several classes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from brierwidgets.data import Comparison, Groups, one_vs_rest
from brierwidgets.data.slices import Slices, by_class, by_horizon
from brierwidgets.data.survival import SurvivalComparison
from brierwidgets.words.classes import describe_class
from brierwidgets.words.follow_up import describe_follow_up

__all__ = ["cases_of_classes", "cases_of_frame", "cases_of_survival"]


def cases_of_frame(
    frame: Any, columns: Mapping[str, Any], timed: Mapping[str, Any], groups: str | None
) -> tuple[Comparison, Groups | None]:
    """Return the models in a frame and, by a column of `groups`, the cases cut.

    Parameters
    ----------
    frame
        A frame of any engine.
    columns
        The arguments `label`, `models`, `weight` and `pos_label` of `Comparison.from_frame`.
    timed
        Its arguments `time`, `event` and `horizon`, which stand for the label where outcomes take time.
    groups
        The column by which cases can be cut, if any.
    """
    if all(value is None for value in timed.values()):
        if columns["label"] is None:
            raise TypeError("label is missing: the column of outcomes, or time=, event= and horizon=.")
        from brierwidgets.data.frame_rows import compare_frame  # noqa: PLC0415  narwhals, which arrays do not need

        return compare_frame(frame, groups=groups, **columns)
    if groups is not None:
        raise ValueError(
            "Groups need the cases one by one, but of times and events only counts come back. Leave groups out, or "
            "pass the columns to Explorer.from_survival."
        )
    return _noted(Comparison.from_frame(frame, **columns, **timed)), None


def cases_of_classes(y_true: Any, proba: Any, classes: Any, *, sample_weight: Any) -> Slices:
    """Return a slice for each class, judged against the rest."""
    return by_class(one_vs_rest(y_true, proba, classes, sample_weight=sample_weight), describe_class)


def cases_of_survival(
    time: Any, event: Any, models: Any, *, horizon: Any, horizons: Sequence[Any] | None, sample_weight: Any
) -> tuple[Comparison, Slices | None]:
    """Return the models judged by a horizon and, where there are several horizons, a slice for each."""
    if horizons is None:
        if horizon is None:
            raise TypeError("horizon is missing: the time by which the event counts, such as horizon=5.")
        if np.ndim(horizon) > 0:
            several = np.asarray(horizon).tolist()
            raise TypeError(f"horizon is one time. For a slider over several, pass horizons={several!r}.")
        plain = Comparison.from_survival(time, event, models, horizon=horizon, sample_weight=sample_weight)
        return _noted(plain), None
    compared = SurvivalComparison(time, event, models, horizons=horizons, sample_weight=sample_weight)
    slices = by_horizon(compared, describe_follow_up)
    return slices.everyone, slices


def _noted(comparison: Comparison) -> Comparison:
    """Return a comparison whose note says how far its cases were followed, if outcomes took time."""
    follow_up = comparison.follow_up
    return comparison if follow_up is None else comparison.with_note(describe_follow_up(follow_up))
