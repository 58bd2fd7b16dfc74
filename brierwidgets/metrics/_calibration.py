"""What a score owes to calibration and what to telling cases apart."""

from __future__ import annotations

from typing import Any

from brierwidgets.core import Forecast, bootstrap, calibration
from brierwidgets.core.bootstrap import DecompositionIntervals
from brierwidgets.core.calibration import Decomposition
from brierwidgets.data.progress import Progress

__all__ = ["decompose", "decomposition_intervals", "h_measure"]


def decompose(
    y_true: Any,
    y_prob: Any,
    *,
    rule: str = "brier",
    interval: Any = (0, 1),
    sample_weight: Any = None,
    pos_label: Any = None,
) -> Decomposition:
    """Split a bounded score: score = miscalibration - discrimination + uncertainty.

    Scores are recalibrated by isotonic regression. Miscalibration is what that would take off the score,
    discrimination what the recalibrated scores take off that of always forecasting the prevalence, which is
    the uncertainty. None is negative, on any interval. Where log loss is infinite so is miscalibration, and
    ``in_words()`` says why.

    Parameters
    ----------
    y_true, y_prob, sample_weight, pos_label
        As in `brierwidgets.Forecast`.
    rule
        ``"brier"`` or ``"log-loss"`` (or ``"mean-regret"``, ``"mean-regret-log-odds"``).
    interval
        A pair of cost ratios.

    References
    ----------
    Dimitriadis, Gneiting and Jordan (2021), see `calibration_curve`, doi:10.1073/pnas.2016191118

    Examples
    --------
    >>> parts = decompose([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8])
    >>> round(parts.miscalibration, 4), round(parts.discrimination, 4), round(parts.uncertainty, 4)
    (0.0675, 0.125, 0.25)
    """
    return calibration.decompose(
        Forecast(y_true, y_prob, sample_weight=sample_weight, pos_label=pos_label), rule=rule, interval=interval
    )


def decomposition_intervals(
    y_true: Any,
    y_prob: Any,
    *,
    rule: str = "brier",
    interval: Any = (0, 1),
    replicates: int = 1000,
    level: float = 0.95,
    seed: Any = 0,
    sample_weight: Any = None,
    pos_label: Any = None,
) -> DecompositionIntervals:
    """Bootstrap intervals for a score and its parts.

    A bar on standard error shows how far it has come if that takes longer than two seconds.

    Parameters
    ----------
    y_true, y_prob, rule, interval
        As in `decompose`.
    replicates, level
        How many times to resample, and the coverage wanted.
    seed
        Seed; the same seed gives the same intervals.
    sample_weight, pos_label
        See `brierwidgets.metrics`.

    Notes
    -----
    The excess of miscalibration and discrimination that comes from fitting noise is taken off, so an
    interval may lie below its estimate: see ``brierwidgets.core.bootstrap``.

    References
    ----------
    Dimitriadis, Gneiting and Jordan (2021), see `calibration_curve`, doi:10.1073/pnas.2016191118

    Examples
    --------
    >>> parts = decomposition_intervals([0, 0, 1, 1] * 50, [0.1, 0.6, 0.4, 0.8] * 50, replicates=100)
    >>> parts.discrimination.low < 0.125 < parts.discrimination.high
    True
    """
    forecast = Forecast(y_true, y_prob, sample_weight=sample_weight, pos_label=pos_label)
    with Progress("Resampling") as progress:
        return bootstrap.bootstrap_parts(
            forecast, rule=rule, interval=interval, replicates=replicates, level=level, seed=seed, progress=progress
        )


def h_measure(
    y_true: Any, y_prob: Any, *, alpha: float = 2, beta: float = 2, sample_weight: Any = None, pos_label: Any = None
) -> float:
    """H-measure: 1 - L / L_max for cost ratios drawn from Beta(alpha, beta).

    L is the expected regret with the best threshold for each cost and L_max that without a model. The
    ``hmeasure`` packages draw costs around the prevalence unless told otherwise: for their default pass
    ``alpha=2, beta=1 + n0 / n1`` with n0 negatives and n1 positives.

    References
    ----------
    Hand (2009), Measuring classifier performance, Machine Learning 77. Hand and Anagnostopoulos (2014), A better
    Beta for the H measure, Pattern Recognition Letters 40.
    doi:10.1007/s10994-009-5119-5, doi:10.48550/arXiv.1202.2564

    Examples
    --------
    >>> round(h_measure([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8]), 4)
    0.5
    """
    return calibration.h_measure(
        Forecast(y_true, y_prob, sample_weight=sample_weight, pos_label=pos_label), alpha=alpha, beta=beta
    )
