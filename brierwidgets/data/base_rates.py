"""The same comparison where positive cases are rarer or commoner."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from brierwidgets.core.prevalence import check_prevalence, move_scores
from brierwidgets.core.rows import Rows
from brierwidgets.data.forecast import Forecast

__all__ = ["reweighted"]


def reweighted(
    forecasts: Mapping[str, Forecast], rows: Rows | None, prevalence: Any, *, moved: bool = False
) -> tuple[dict[str, Forecast], Rows | None]:
    """Return the forecasts, and their rows, with the classes weighted to a prevalence; scores moved along if asked."""
    rate = check_prevalence(prevalence)
    weighted = {name: forecast.at_prevalence(rate, move_scores=moved) for name, forecast in forecasts.items()}
    if rows is None:
        return weighted, None
    first, before = next(iter(weighted.values())), next(iter(forecasts.values()))
    pairs = ((first.negatives, before.negatives), (first.positives, before.positives))
    negative, positive = (
        factor * after.total / table.total for factor, (after, table) in zip(rows.factors, pairs, strict=True)
    )
    scores = rows.scores
    if moved:
        scores = {
            name: move_scores(column.astype(float, copy=False), before.prevalence, rate)
            for name, column in scores.items()
        }
    return weighted, Rows(rows.labels, scores, rows.sampled_weights, (negative, positive))
