"""Uncertainty of scores of outcomes that take time, by resampling cases and their weights together.

A standard error that holds the weights for censoring fixed is slightly too large. Here every replicate draws the
cases anew (a Poisson number of times each), fits the curve of the censoring to them, and scores them.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Unpack

import numpy as np

from brierwidgets.core.bootstrap import Resampling, check_resampling
from brierwidgets.core.intervals import check_interval
from brierwidgets.core.scoring_rules import check_rule
from brierwidgets.core.signatures import takes_keywords_of
from brierwidgets.core.survival import Endings
from brierwidgets.core.survival_inputs import check_horizon

__all__ = ["SurvivalInterval", "bootstrap_survival"]

#: So many draws in a row without anyone followed to the horizon mean that there are too few such cases.
_PATIENCE = 100


class SurvivalInterval(NamedTuple):
    """A score, or a difference of two, with its bootstrap standard error and percentile interval."""

    estimate: float
    standard_error: float
    low: float
    high: float


@takes_keywords_of(check_resampling)
def bootstrap_survival(
    endings: Endings,
    scores: np.ndarray,
    against: np.ndarray | None = None,
    *,
    horizon: Any,
    rule: str = "brier",
    interval: Any = (0, 1),
    **resampling: Unpack[Resampling],
) -> SurvivalInterval:
    """Return a score at a horizon, less that of `against` if given, with its uncertainty.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> endings = Endings(rng.exponential(1, 200), rng.integers(0, 2, 200))
    >>> found = bootstrap_survival(endings, np.full(200, 0.4), horizon=1.0, replicates=100)
    >>> found.low < found.estimate < found.high
    True
    """
    chosen, bounds, end = check_rule(rule), check_interval(interval), check_horizon(horizon)
    tails, replicates, seed, progress = check_resampling(**resampling)
    labels, weights, _ = endings.at(end)
    losses = chosen.pointwise(labels, scores, bounds)
    if against is not None:
        losses = losses - chosen.pointwise(labels, against, bounds)
    known = weights > 0.0
    if not np.isfinite(losses[known]).all():
        raise ValueError(
            "A score is infinite, so it has no interval: a model is certain and wrong. Choose an interval of costs "
            "inside (0, 1)."
        )
    losses = np.where(known, losses, 0.0)
    generator = np.random.default_rng(seed)
    drawn = np.empty(replicates)
    for place in range(drawn.size):
        again = _draw(endings, end, generator)
        drawn[place] = again @ losses / again.sum()
        if progress is not None:
            progress(place + 1, drawn.size)
    low, high = np.quantile(drawn, tails)
    return SurvivalInterval(float(weights @ losses / weights.sum()), float(drawn.std(ddof=1)), float(low), float(high))


def _draw(endings: Endings, horizon: float, generator: np.random.Generator) -> np.ndarray:
    """Return the weights of one replicate; one in which nobody is followed to the horizon is drawn again."""
    plain = 1.0 if endings.sample_weight is None else endings.sample_weight
    for _ in range(_PATIENCE):
        counts = generator.poisson(1.0, endings.time.size) * plain
        try:
            weights = endings.with_weights(counts).at(horizon).weights
        except ValueError:
            continue
        if weights.sum() > 0.0:
            return weights
    raise ValueError(
        f"Too few cases were followed to the horizon {horizon:g} to resample them. Choose an earlier horizon."
    )
