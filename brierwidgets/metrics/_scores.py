"""Scores of decisions taken at many thresholds: over an interval, over a distribution of costs."""

from __future__ import annotations

import warnings
from typing import Any

from brierwidgets.core import Difference, Forecast
from brierwidgets.core.costs import CostDistribution
from brierwidgets.core.differences import paired_difference
from brierwidgets.core.intervals import check_interval
from brierwidgets.core.scoring_rules import check_rule
from brierwidgets.data.inputs import check_rows

__all__ = [
    "brier_score",
    "brier_skill_score",
    "expected_regret",
    "log_loss",
    "log_loss_skill_score",
    "mean_net_benefit",
    "mean_regret",
    "score_difference",
    "shifted_brier_score",
]

#: So few cases may all be 0 or 1 by chance, or by hand.
_SMALL_SAMPLE = 20


def _forecast(y_true: Any, y_prob: Any, sample_weight: Any, pos_label: Any) -> Forecast:
    """Return the forecast, with a warning if its many scores are all exactly 0 or 1: that is the commonest mistake."""
    forecast = Forecast(y_true, y_prob, sample_weight=sample_weight, pos_label=pos_label)
    hard = all(score in (0.0, 1.0) for table in (forecast.negatives, forecast.positives) for score in table.scores[:3])
    if hard and len(y_prob) > _SMALL_SAMPLE:
        warnings.warn(
            "All scores are exactly 0 or 1: these look like decisions, not probabilities. Pass predict_proba(X)[:, 1], "
            "or in scikit-learn make_scorer(..., response_method='predict_proba'), which the scorers in "
            "brierwidgets.metrics.scorers do.",
            UserWarning,
            stacklevel=3,
        )
    return forecast


def expected_regret(
    y_true: Any, y_prob: Any, costs: CostDistribution, *, sample_weight: Any = None, pos_label: Any = None
) -> float:
    """Regret averaged over a distribution of cost ratios from `brierwidgets.costs`, E[R*(c)].

    References
    ----------
    Flores et al. (2025), A consequentialist critique. doi:10.48550/arXiv.2504.04528

    Examples
    --------
    >>> from brierwidgets.costs import Beta
    >>> round(expected_regret([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8], Beta(2, 8)), 4)
    0.0622
    """
    return _forecast(y_true, y_prob, sample_weight, pos_label).expected_regret(costs)


def mean_regret(
    y_true: Any,
    y_prob: Any,
    *,
    interval: Any = (0, 1),
    spacing: str = "cost",
    sample_weight: Any = None,
    pos_label: Any = None,
) -> float:
    """Average height of the regret curve over an interval, a pair of cost ratios.

    ``spacing="cost"`` averages over cost ratios, ``spacing="log-odds"`` over their log-odds.

    References
    ----------
    Flores et al. (2025), A consequentialist critique. doi:10.48550/arXiv.2504.04528

    Examples
    --------
    >>> round(mean_regret([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8], interval=(0.2, 0.4)), 4)
    0.075
    """
    return _forecast(y_true, y_prob, sample_weight, pos_label).mean_regret(interval, spacing=spacing)


def brier_score(
    y_true: Any,
    y_prob: Any,
    *,
    interval: Any = (0, 1),
    normalize: bool = False,
    sample_weight: Any = None,
    pos_label: Any = None,
) -> float:
    """Bounded Brier score: 2 x the integral of R*(c) over the interval.

    The default is the ordinary Brier score; with an interval it is the part that those cost ratios
    contribute, so that adjacent intervals add up; ``normalize=True`` divides by the interval's width.

    References
    ----------
    Brier (1950), Verification of forecasts expressed in terms of probability, Monthly Weather Review 78.
    doi:10.1175/1520-0493(1950)078<0001:VOFEIT>2.0.CO;2
    Flores et al. (2025), A consequentialist critique. doi:10.48550/arXiv.2504.04528

    Examples
    --------
    >>> y, s = [0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8]
    >>> round(brier_score(y, s), 4)
    0.1925
    >>> round(brier_score(y, s, interval=(0, 0.3)) + brier_score(y, s, interval=(0.3, 1)), 4)
    0.1925
    """
    return _forecast(y_true, y_prob, sample_weight, pos_label).brier_score(interval, normalize=normalize)


def log_loss(
    y_true: Any,
    y_prob: Any,
    *,
    interval: Any = (0, 1),
    normalize: bool = False,
    sample_weight: Any = None,
    pos_label: Any = None,
) -> float:
    """Bounded log loss: the integral of R*(c) / (c (1 - c)) over the interval.

    The default is the ordinary log loss, unclipped: a positive case scored 0 makes it infinite. With
    an interval it is the part that those cost ratios contribute; ``normalize=True`` divides by the
    interval's width in log-odds, which must then be finite.

    References
    ----------
    Flores et al. (2025), A consequentialist critique. doi:10.48550/arXiv.2504.04528

    Examples
    --------
    >>> round(log_loss([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8]), 4)
    0.5403
    >>> log_loss([0, 1], [0.2, 0.0])
    inf
    """
    return _forecast(y_true, y_prob, sample_weight, pos_label).log_loss(interval, normalize=normalize)


def mean_net_benefit(
    y_true: Any, y_prob: Any, *, interval: Any, sample_weight: Any = None, pos_label: Any = None
) -> float:
    """Average height of the decision curve over an interval of thresholds.

    References
    ----------
    Vickers and Elkin (2006), see `decision_curve`, doi:10.1177/0272989X06295361

    Examples
    --------
    >>> round(mean_net_benefit([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8], interval=(0.2, 0.4)), 4)
    0.3904
    """
    return _forecast(y_true, y_prob, sample_weight, pos_label).mean_net_benefit(interval)


def brier_skill_score(
    y_true: Any, y_prob: Any, *, interval: Any = (0, 1), sample_weight: Any = None, pos_label: Any = None
) -> float:
    """Bounded Brier skill: 1 - score / score of always forecasting the prevalence.

    1 is perfect, 0 no better than no model, negative worse.

    References
    ----------
    Gneiting and Raftery (2007), Strictly proper scoring rules, prediction, and estimation, JASA 102.
    doi:10.1198/016214506000001437

    Examples
    --------
    >>> round(brier_skill_score([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8]), 4)
    0.23
    """
    return _forecast(y_true, y_prob, sample_weight, pos_label).brier_skill_score(interval)


def log_loss_skill_score(
    y_true: Any, y_prob: Any, *, interval: Any = (0, 1), sample_weight: Any = None, pos_label: Any = None
) -> float:
    """Bounded log-loss skill: 1 - score / score of always forecasting the prevalence.

    References
    ----------
    Gneiting and Raftery (2007), Strictly proper scoring rules, prediction, and estimation, JASA 102.
    doi:10.1198/016214506000001437

    Examples
    --------
    >>> round(log_loss_skill_score([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8]), 4)
    0.2206
    """
    return _forecast(y_true, y_prob, sample_weight, pos_label).log_loss_skill_score(interval)


def shifted_brier_score(
    y_true: Any, y_prob: Any, *, center: Any, sample_weight: Any = None, pos_label: Any = None
) -> float:
    """Twice the expected regret when costs centre on `center` instead of 1/2.

    References
    ----------
    Flores et al. (2025), A consequentialist critique. doi:10.48550/arXiv.2504.04528

    Examples
    --------
    >>> y, s = [0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8]
    >>> round(shifted_brier_score(y, s, center=0.5), 4) == round(brier_score(y, s), 4)
    True
    """
    return _forecast(y_true, y_prob, sample_weight, pos_label).shifted_brier_score(center)


def score_difference(
    y_true: Any,
    y_prob_a: Any,
    y_prob_b: Any,
    *,
    rule: str = "brier",
    interval: Any = (0, 1),
    sample_weight: Any = None,
    pos_label: Any = None,
) -> Difference:
    """Score of model a minus that of model b on the same cases, with a standard error and guarded 95% interval.

    Parameters
    ----------
    y_true, y_prob_a, y_prob_b
        Outcomes, and the scores of the two models.
    rule
        ``"brier"``, ``"log-loss"``, ``"mean-regret"``, ``"mean-regret-log-odds"`` or ``"net-benefit"``.
    interval
        A pair of cost ratios.
    sample_weight, pos_label
        See `brierwidgets.metrics`.

    Examples
    --------
    >>> difference = score_difference([0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8], [0.5, 0.5, 0.5, 0.5])
    >>> round(difference.estimate, 4)
    -0.0575
    """
    chosen = check_rule(rule)
    bounds = check_interval(interval)
    rows = check_rows(y_true, {"a": y_prob_a, "b": y_prob_b}, sample_weight=sample_weight, pos_label=pos_label)
    a, b = (chosen.pointwise(rows.labels, rows.scores[name], bounds) for name in ("a", "b"))
    return paired_difference(a, b, rows.labels, chosen.largest_losses(bounds), rows.weights)
