"""From a dataframe of any kind to forecasts: the engine counts where the data is, and only counts come back.

pandas, Polars (eager and lazy), PyArrow, DuckDB, Dask and PySpark are read through narwhals. The engine puts every
score into one of at most `bins` bins, narrow near 0 and 1, and adds up each; scores of exactly 0 and exactly 1 have
bins of their own. The same pass finds the rows that cannot be used.

``Forecast.binning_error`` says how far a score can be off because of the bins. Whatever the data, the default bins
inside the interval change the Brier score by less than 5e-9, and log loss by less than 2e-7 if scores are between 1e-6
and 1 - 1e-6. The two bins that hold the ends of the interval add no more than their share of the cases times the
change of the loss across the bin.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict, TypeVar

from brierwidgets.core import Forecast

__all__ = ["DEFAULT_BINS", "FrameOptions", "forecasts_from_frame"]

DEFAULT_BINS = 65536

F = TypeVar("F", bound=Forecast)


class FrameOptions(TypedDict, total=False):
    """The keywords of `forecasts_from_frame`, which `Comparison.from_frame` explains."""

    label: str | None
    weight: str | None
    pos_label: Any
    time: str | None
    event: str | None
    horizon: Any
    bins: int | None
    progress: bool | None


def forecasts_from_frame(
    kind: type[F],
    frame: Any,
    models: Sequence[str] | Mapping[str, str] | None = None,
    *,
    label: str | None = None,
    weight: str | None = None,
    pos_label: Any = None,
    time: str | None = None,
    event: str | None = None,
    horizon: Any = None,
    bins: int | None = DEFAULT_BINS,
    progress: bool | None = None,
) -> dict[str, F]:
    """Return a forecast, of the kind given, for each column of scores; see `Comparison.from_frame`.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"y": [0, 0, 1, 1], "keen": [0.4, 0.6, 0.7, 0.9]})
    >>> forecasts_from_frame(Forecast, frame, label="y", models=["keen"])
    {'keen': Forecast(4 cases, prevalence 0.5, 4 distinct scores)}
    """
    from brierwidgets.data.frames._forecasts import make_forecasts  # noqa: PLC0415  narwhals, which arrays do not need

    return make_forecasts(
        kind,
        frame,
        models,
        label=label,
        weight=weight,
        pos_label=pos_label,
        time=time,
        event=event,
        horizon=horizon,
        bins=bins,
        progress=progress,
    )
