"""Who would choose which model: one choice for each opinion about costs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd

from brierwidgets.core.costs import CostDistribution
from brierwidgets.core.mixtures import MixedCosts
from brierwidgets.core.opinions import from_intervals
from brierwidgets.data.forecast import Forecast

__all__ = ["choose"]


def choose(forecasts: Mapping[str, Forecast], opinions: Any) -> pd.DataFrame:
    """Return the model with the lowest expected regret for each opinion; see `Comparison.choices`."""
    mixed = opinions if isinstance(opinions, CostDistribution) else from_intervals(opinions)
    parts = mixed.parts_inside() if isinstance(mixed, MixedCosts) else ((1.0, mixed),)
    records = []
    for weight, part in parts:
        regrets = {name: forecast.expected_regret(part) for name, forecast in forecasts.items()}
        ranked = sorted(regrets, key=regrets.__getitem__)
        record = {"weight": weight, "low": part.low, "high": part.high, "choice": ranked[0]}
        record["expected_regret"] = regrets[ranked[0]]
        record["margin"] = regrets[ranked[1]] - regrets[ranked[0]] if len(ranked) > 1 else float("nan")
        records.append(record)
    return pd.DataFrame(records, index=pd.RangeIndex(len(records), name="opinion"))
