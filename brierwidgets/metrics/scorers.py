"""Scorers for scikit-learn: ``cross_val_score(model, X, y, scoring=bounded_brier_scorer(("1.66%", "3%")))``.

Each asks the classifier for probabilities and is higher for better models, as scikit-learn wants it: losses come with
a minus sign. Where labels are not 0 and 1, pass `pos_label`.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from brierwidgets.core.intervals import check_interval
from brierwidgets.metrics._scores import brier_score, log_loss, mean_net_benefit, mean_regret

__all__ = ["bounded_brier_scorer", "bounded_log_loss_scorer", "mean_regret_scorer", "net_benefit_scorer"]


def bounded_brier_scorer(interval: Any = (0, 1), *, normalize: bool = False, pos_label: Any = None) -> Any:
    """Return a scorer of minus `brierwidgets.metrics.brier_score` on an interval.

    Parameters
    ----------
    interval
        The cost ratios that matter; numbers, percentages or odds.
    normalize, pos_label
        As in `brierwidgets.metrics.brier_score`.

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> X, y = [[0.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1]
    >>> score = bounded_brier_scorer(("20%", "60%"))(LogisticRegression().fit(X, y), X, y)
    >>> round(score, 4)
    -0.0266
    """
    return _scorer(brier_score, interval, better=-1, normalize=normalize, pos_label=pos_label)


def bounded_log_loss_scorer(interval: Any = (0, 1), *, normalize: bool = False, pos_label: Any = None) -> Any:
    """Return a scorer of minus `brierwidgets.metrics.log_loss` on an interval.

    Examples
    --------
    >>> bounded_log_loss_scorer(("1.66%", "3%"))  # doctest: +ELLIPSIS
    make_scorer(log_loss, ...
    """
    return _scorer(log_loss, interval, better=-1, normalize=normalize, pos_label=pos_label)


def mean_regret_scorer(interval: Any = (0, 1), *, spacing: str = "cost", pos_label: Any = None) -> Any:
    """Return a scorer of minus `brierwidgets.metrics.mean_regret` on an interval.

    Examples
    --------
    >>> mean_regret_scorer(("1.66%", "3%"))  # doctest: +ELLIPSIS
    make_scorer(mean_regret, ...
    """
    return _scorer(mean_regret, interval, better=-1, spacing=spacing, pos_label=pos_label)


def net_benefit_scorer(interval: Any, *, pos_label: Any = None) -> Any:
    """Return a scorer of `brierwidgets.metrics.mean_net_benefit` on an interval.

    Examples
    --------
    >>> net_benefit_scorer(("1.66%", "3%"))  # doctest: +ELLIPSIS
    make_scorer(mean_net_benefit, ...
    """
    return _scorer(mean_net_benefit, interval, better=1, pos_label=pos_label)


def _scorer(metric: Callable[..., float], interval: Any, *, better: int, **options: Any) -> Any:
    bounds = tuple(check_interval(interval))  # a bad interval is told here, not in the middle of a search
    if options.get("pos_label") is None:
        del options["pos_label"]  # scikit-learn would take None for a label
    try:
        make_scorer = import_module("sklearn.metrics").make_scorer
    except ModuleNotFoundError as error:
        raise ImportError(
            "Scorers are for scikit-learn, which is not installed. Install it with:\n"
            "    python -m pip install scikit-learn"
        ) from error
    return make_scorer(
        metric, response_method="predict_proba", greater_is_better=better > 0, interval=bounds, **options
    )
