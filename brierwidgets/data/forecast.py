"""The `Forecast` that users meet: all that core knows, and a way in from dataframes."""

from __future__ import annotations

from typing import Any, Self, Unpack

import pandas as pd

from brierwidgets.core import forecast
from brierwidgets.core.signatures import takes_keywords_of
from brierwidgets.data.frames import FrameOptions, forecasts_from_frame
from brierwidgets.data.html import summary_html

__all__ = ["Forecast"]


class Forecast(forecast.Forecast):
    """Probabilities from one model for cases whose outcomes are known.

    Parameters
    ----------
    y_true
        Outcomes: 0 and 1, booleans, or any two labels together with `pos_label`.
    y_prob
        Scores in [0, 1], read as the probability of the positive class.
    sample_weight
        Importance of each case, at least 0. (Repeated cases are better given to `from_counts`:
        scores are the same, standard errors are not.)
    pos_label
        The label that counts as positive, when labels are not 0 and 1.
    prevalence
        Share of positives where the model will be used, when cases were sampled by outcome (case-control): the
        classes are weighted to it and standard errors take it as known. The scores are used as they are; see
        `at_prevalence` for moving them along.

    Notes
    -----
    A case is decided positive at threshold t if its score s >= t, and a score that falls short of t
    by rounding alone reaches it (``brierwidgets.core.thresholds``). A forecast never changes.

    Examples
    --------
    >>> forecast = Forecast([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8])
    >>> forecast.regret(0.5)
    0.25
    >>> round(forecast.brier_score(), 4)
    0.1925
    """

    @classmethod
    @takes_keywords_of(forecasts_from_frame)
    def from_frame(cls, frame: Any, *, score: str, **options: Unpack[FrameOptions]) -> Self:
        """Build from a dataframe; its engine counts where the data is, and only the counts come back.

        Parameters
        ----------
        frame
            A frame of pandas, Polars (eager or lazy), PyArrow, DuckDB, Dask or PySpark.
        score, label, weight
            Names of the columns of scores, of outcomes, and of weights, if any.
        time, event, horizon, bins, pos_label, progress
            See `Comparison.from_frame`.

        Examples
        --------
        >>> import pandas as pd
        >>> frame = pd.DataFrame({"y": [0, 0, 1, 1], "p": [0.1, 0.6, 0.4, 0.8]})
        >>> Forecast.from_frame(frame, label="y", score="p")
        Forecast(4 cases, prevalence 0.5, 4 distinct scores)
        """
        return forecasts_from_frame(cls, frame, [score], **options)[str(score)]

    def _repr_html_(self) -> str:
        """Return what a notebook shows: the cases in a line, and the scores over all cost ratios."""
        scores = {
            "distinct scores": f"{self.distinct_scores.size:,}",
            "Brier score": f"{self.brier_score():.4g}",
            "log loss": f"{self.log_loss():.4g}",
        }
        return summary_html("Forecast", self.total, self.prevalence, pd.DataFrame([scores], index=[""]))
