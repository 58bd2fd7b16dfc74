"""Who would choose which model: one choice for each opinion about costs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd

from brierwidgets.core.costs import CostDistribution
from brierwidgets.core.mixtures import MixedCosts
from brierwidgets.core.opinions import from_intervals
from brierwidgets.data.forecast import Forecast
from brierwidgets.data.name_columns import name_column

__all__ = ["choose"]


def choose(forecasts: Mapping[str, Forecast], opinions: Any) -> pd.DataFrame:
    """Return the model with the lowest expected regret for each opinion; see `Comparison.choices`."""
    mixed = opinions if isinstance(opinions, CostDistribution) else from_intervals(opinions)
    parts = mixed.parts_inside() if isinstance(mixed, MixedCosts) else ((1.0, mixed),)
    records = []
    for weight, part in parts:
        regrets = {name: forecast.expected_regret(part) for name, forecast in forecasts.items()}
        ranked = sorted(regrets, key=regrets.__getitem__)
        margin = regrets[ranked[1]] - regrets[ranked[0]] if len(ranked) > 1 else float("nan")
        records.append((weight, part.low, part.high, ranked[0], regrets[ranked[0]], margin))
    names = ("weight", "low", "high", "choice", "expected_regret", "margin")
    columns: dict[str, Any] = dict(zip(names, zip(*records, strict=True), strict=True))
    columns["choice"] = name_column(columns["choice"])
    return pd.DataFrame(columns, index=pd.RangeIndex(len(records), name="opinion"))
