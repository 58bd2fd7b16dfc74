"""Which cost ratios a metric cares about: the distribution of costs behind each, and the score it gives."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np

from brierwidgets.core import Forecast
from brierwidgets.core.costs import CostDistribution, LogOddsUniform, Point, Uniform
from brierwidgets.core.curves import CURVES, Curve
from brierwidgets.core.histograms import score_histogram
from brierwidgets.core.intervals import Interval
from brierwidgets.core.mixtures import MixedCosts
from brierwidgets.core.peaked_costs import Beta, Shifted
from brierwidgets.core.ranking import roc_auc

__all__ = [
    "SEEN",
    "MetricWeight",
    "axis_density",
    "best_models",
    "finite_part",
    "metric_weights",
    "score_density",
    "weight_inside",
]

#: Log loss cares about costs without end on either side; it is shown and weighed on these.
SEEN = CURVES["log-odds"].limits


class MetricWeight(NamedTuple):
    """A metric as regret averaged over a distribution of cost ratios.

    Attributes
    ----------
    key, label, note
        A short name, the usual name, and what it assumes about costs.
    costs
        The distribution. For log loss, which spreads over all log-odds, it has no finite mass; for AUC it is None,
        because it is the distribution of the model's own scores.
    score
        The metric itself.
    higher_is_better
        Whether the largest score is the best.
    """

    key: str
    label: str
    note: str
    costs: CostDistribution | None
    score: Callable[[Forecast], float]
    higher_is_better: bool = False


def metric_weights(
    interval: Interval,
    *,
    p: float = 2,
    q: float = 8,
    center: float = 0.1,
    spacing: str = "cost",
    opinion: MixedCosts | None = None,
) -> list[MetricWeight]:
    """Return the metrics that average regret, from one cost ratio to all, and to the interval.

    Parameters
    ----------
    interval
        The cost ratios of the bounded metric.
    p, q
        Parameters of the Beta distribution that can be chosen.
    center
        Median of the shifted distribution.
    spacing
        Whether the bounded metric averages over cost ratios (``"cost"``) or ``"log-odds"``.
    opinion
        A distribution of costs that somebody gave, which comes before the interval; none unless given.

    Examples
    --------
    >>> [metric.key for metric in metric_weights(Interval(0.05, 0.2))]
    ['accuracy', 'brier', 'log-loss', 'beta-2-2', 'beta', 'shifted', 'bounded', 'auc']
    """
    beta, shifted = Beta(p, q), Shifted(center)
    given = []
    if opinion is not None:
        given.append(_average("opinion", "opinion", f"the costs given, around {opinion.mean:.2g}", opinion))
    return [
        MetricWeight("accuracy", "accuracy", "one cost ratio: 1/2", Point(0.5), lambda f: float(f.accuracy()), True),
        MetricWeight("brier", "Brier score", "every cost ratio alike", Uniform(), Forecast.brier_score),
        MetricWeight("log-loss", "log loss", "every log-odds alike", LogOddsUniform(), Forecast.log_loss),
        _average("beta-2-2", "Beta(2, 2)", "around 1/2, as the H-measure", Beta(2, 2)),
        _average("beta", f"Beta({beta.p:g}, {beta.q:g})", f"around {beta.p / (beta.p + beta.q):.2g}", beta),
        MetricWeight(
            "shifted",
            "shifted Brier score",
            f"half below {shifted.center:.3g}, half above",
            shifted,
            lambda f: f.shifted_brier_score(shifted.center),
        ),
        *given,
        MetricWeight(
            "bounded",
            "mean regret",
            "the interval alone",
            (Uniform if spacing == "cost" else LogOddsUniform)(*interval),
            lambda f: f.mean_regret(interval, spacing=spacing),
        ),
        MetricWeight(
            "auc",
            "AUC-ROC",
            "the model’s own scores",
            None,
            lambda f: roc_auc(f) if 0.0 < f.prevalence < 1.0 else math.nan,
            True,
        ),
    ]


def _average(key: str, label: str, note: str, costs: CostDistribution) -> MetricWeight:
    """Return the metric that is the regret averaged over a distribution, with no factor."""
    return MetricWeight(key, label, note, costs, lambda forecast: forecast.expected_regret(costs))


def finite_part(costs: CostDistribution) -> CostDistribution:
    """Return a distribution as it is, or one of infinite mass on the costs `SEEN`."""
    return costs if math.isfinite(costs.mass) else costs.truncated(*SEEN)


def axis_density(costs: CostDistribution, at: np.ndarray, curve: Curve) -> np.ndarray:
    """Return the density of a distribution along an axis of costs; that of log loss on the costs `SEEN`.

    On the log-odds axis, for one, the density per unit of log-odds is c (1 - c) times that per unit of c.

    Examples
    --------
    >>> axis_density(Uniform(), np.array([0.1, 0.5]), CURVES["log-odds"])
    array([0.09, 0.25])
    """
    return np.asarray(finite_part(costs).density(at) * curve.to_scale(at))


def score_density(forecast: Forecast, edges: np.ndarray, curve: Curve) -> np.ndarray:
    """Return the density of a model's scores between edges, along an axis of costs."""
    histogram = score_histogram(forecast, edges)
    widths = np.diff(np.asarray(curve.to_axis(edges), dtype=float))
    return np.asarray((histogram.negatives + histogram.positives) / forecast.total / widths)


def weight_inside(metric: MetricWeight, interval: Interval, forecast: Forecast) -> float:
    """Return the share of a metric's weight that lies on the interval (for log loss, of that on the costs `SEEN`).

    Examples
    --------
    >>> brier = metric_weights(Interval(0.05, 0.2))[1]
    >>> round(weight_inside(brier, Interval(0.05, 0.2), Forecast([0, 1], [0.1, 0.6])), 3)
    0.15
    """
    low, high = interval
    if metric.costs is None:
        ends = np.array([low, np.nextafter(high, 2.0)])  # a score on either end lies on the interval
        tables = (forecast.negatives, forecast.positives)
        return sum(float(np.diff(table.below(ends))[0]) for table in tables) / forecast.total
    if isinstance(metric.costs, Point):
        return float(low <= metric.costs.cost <= high)
    if isinstance(metric.costs, MixedCosts):
        return metric.costs.share(low, high)
    whole = finite_part(metric.costs)
    shared = max(low, whole.low), min(high, whole.high)
    return whole.truncated(*shared).mass / whole.mass if shared[0] < shared[1] else 0.0


def best_models(scores: dict[str, float], names: Iterable[str], *, higher_is_better: bool) -> list[str]:
    """Return the models with the best score; several when they tie, none where no score is defined.

    Examples
    --------
    >>> best_models({"a": 0.2, "b": 0.1, "c": 0.1}, ["a", "b", "c"], higher_is_better=False)
    ['b', 'c']
    """
    known = {name: scores[name] for name in names if not math.isnan(scores[name])}
    if not known:
        return []
    best = (max if higher_is_better else min)(known.values())
    return [name for name, score in known.items() if score == best or math.isclose(score, best, rel_tol=1e-12)]
