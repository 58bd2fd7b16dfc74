"""How the best model changes with the interval of cost ratios."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from brierwidgets.core.guarded import z_value
from brierwidgets.core.rules import RULE_NAMES
from brierwidgets.core.scoring_rules import Spacing
from brierwidgets.core.sensitivity import is_below
from brierwidgets.data.name_columns import model_index, name_column

__all__ = ["BestOverIntervals"]


@dataclass(frozen=True, eq=False, repr=False)
class BestOverIntervals:
    """The best model for every interval between two points of a grid.

    Entry (i, j) of each matrix is the interval from ``grid[i]`` to ``grid[j]``. On and below the diagonal there is
    no interval: models are -1 and numbers NaN.

    Attributes
    ----------
    grid
        The cost ratios, increasing.
    names
        The models, in the order of `best`, `runner_up` and `scores`.
    spacing
        What mean regret averages over: ``"cost"``, ``"log-odds"`` or a distribution of costs. On intervals on which
        that has no weight there is no best model.
    scores
        Mean regret, models x g x g.
    best, runner_up
        Number of the model with the lowest mean regret, and of the next; a tie goes to the one listed first.
    margin
        Mean regret of the runner-up minus that of the best; NaN when there is but one model.
    rules
        Mean regret of treating all and of treating none, 2 x g x g.
    standard_error
        Standard error of `margin` on the same cases; None unless asked for.
    low, high
        The guarded 95% interval of `margin` (``brierwidgets.core.guarded``); None unless asked for, and NaN where
        all cases are of one class.
    """

    grid: np.ndarray
    names: tuple[str, ...]
    spacing: Spacing
    scores: np.ndarray
    best: np.ndarray
    runner_up: np.ndarray
    margin: np.ndarray
    rules: np.ndarray
    standard_error: np.ndarray | None = None
    low: np.ndarray | None = None
    high: np.ndarray | None = None

    def __post_init__(self) -> None:
        for value in vars(self).values():
            if isinstance(value, np.ndarray):
                value.setflags(write=False)

    def __repr__(self) -> str:
        wins = np.bincount(self.best[self.best >= 0], minlength=len(self.names))
        wins_of_each = ", ".join(f"{name} best on {count:,}" for name, count in zip(self.names, wins, strict=True))
        return f"BestOverIntervals({wins.sum():,} intervals: {wins_of_each})"

    @property
    def tied(self) -> np.ndarray:
        """Where the best two models are equal, but for rounding."""
        return np.asarray(self.margin == 0.0)

    @property
    def better_rule(self) -> np.ndarray:
        """Number of the rule without a model, in the order of `rules`, that beats every model; -1 where none does."""
        best = np.take_along_axis(self.scores, np.maximum(self.best, 0)[None], axis=0)[0]
        beaten = is_below(self.rules.min(axis=0), best)
        return np.where(beaten, (self.rules[1] < self.rules[0]).astype(int), -1)

    @property
    def beaten_share(self) -> float:
        """On what share of the intervals a rule without a model beats every model."""
        return int(np.count_nonzero(self.better_rule >= 0)) / max(int(np.count_nonzero(self.best >= 0)), 1)

    @property
    def clear(self) -> np.ndarray:
        """Where the interval of the margin excludes 0, its level divided among the rivals as the verdict does.

        The rivals are the other models and the two rules without a model. Nowhere, if standard errors were not
        asked for.
        """
        if self.low is None or self.high is None:
            return np.zeros(self.best.shape, dtype=bool)
        middle, half = (self.low + self.high) / 2, (self.high - self.low) / 2
        rivals = len(self.names) - 1 + len(RULE_NAMES)
        return np.asarray(middle > half * z_value(rivals) / z_value())  # NaN, where there is no interval, is no lead

    def shares(self) -> pd.DataFrame:
        """Return for each model the share of intervals on which it alone is ``best``, and clearly so.

        ``clear`` counts those on which chance does not explain its margin. Ties count for nobody.

        Examples
        --------
        >>> from brierwidgets import Comparison
        >>> both = Comparison([0, 0, 1, 1], {"keen": [0.4, 0.6, 0.7, 0.9], "shy": [0.1, 0.2, 0.3, 0.6]})
        >>> both.best_over_intervals([0.2, 0.4, 0.6, 0.8], standard_errors=True).shares().round(2)
               best  clear
        model
        keen   0.50    0.0
        shy    0.33    0.0
        """
        alone = (self.best >= 0) & ~self.tied
        counts = [np.bincount(self.best[chosen], minlength=len(self.names)) for chosen in (alone, self.clear)]
        shares = np.column_stack(counts) / max(int(np.count_nonzero(self.best >= 0)), 1)
        if self.standard_error is None:
            shares[:, 1] = np.nan
        return pd.DataFrame(shares, columns=["best", "clear"], index=model_index(self.names))

    def to_frame(self) -> pd.DataFrame:
        """Return one row an interval: ``low``, ``high``, ``best``, ``mean_regret``, ``runner_up``, ``margin``.

        ``standard_error``, ``margin_low`` and ``margin_high`` follow when asked for. With one model ``runner_up`` is
        None.

        Examples
        --------
        >>> from brierwidgets import Comparison
        >>> both = Comparison([0, 0, 1, 1], {"keen": [0.4, 0.6, 0.7, 0.9], "shy": [0.1, 0.2, 0.3, 0.6]})
        >>> both.best_over_intervals([0.2, 0.4, 0.8]).to_frame().round(4)
           low  high  best  mean_regret runner_up  margin
        0  0.2   0.4   shy       0.0813      keen  0.0688
        1  0.2   0.8  keen       0.1021       shy  0.0167
        2  0.4   0.8  keen       0.0781       shy  0.0594
        """
        i, j = np.nonzero(self.best >= 0)
        names = np.array([*self.names, None], dtype=object)  # runner-up -1 is the last entry
        best = self.best[i, j]
        frame = pd.DataFrame(
            {
                "low": self.grid[i],
                "high": self.grid[j],
                "best": name_column(names[best]),
                "mean_regret": self.scores[best, i, j],
                "runner_up": name_column(names[self.runner_up[i, j]]),
                "margin": self.margin[i, j],
            }
        )
        if self.standard_error is not None:
            frame["standard_error"] = self.standard_error[i, j]
        if self.low is not None and self.high is not None:
            frame["margin_low"], frame["margin_high"] = self.low[i, j], self.high[i, j]
        return frame
