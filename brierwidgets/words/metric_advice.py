"""From a kind of decision to the calls to make, their values, and what papers do instead."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import NamedTuple

from brierwidgets.core import Forecast
from brierwidgets.core.intervals import Interval
from brierwidgets.core.ranking import average_precision, roc_auc
from brierwidgets.core.topk import net_benefit_at_k, precision_at_k, recall_at_k
from brierwidgets.data.comparison import Comparison
from brierwidgets.datasets import load_survey
from brierwidgets.recommend import Recommendation
from brierwidgets.words.lists import list_names
from brierwidgets.words.numbers import percent

__all__ = ["Call", "Setting", "Worth", "calls", "evaluate", "practice"]


class Setting(NamedTuple):
    """What a chooser knows besides the kind of decision: the threshold, its range, the places and their range."""

    cost: float
    interval: Interval
    k: int
    k_range: tuple[int, int]


class Call(NamedTuple):
    """A call of `brierwidgets.metrics`, written out, and the same question asked of a forecast."""

    label: str
    code: str
    ask: Callable[[Forecast], float]
    higher_is_better: bool


class Worth(NamedTuple):
    """The answers of one call by model; where there is none, why not."""

    call: Call
    values: dict[str, float]
    reason: str


def calls(advice: Recommendation, setting: Setting) -> list[Call]:
    """Return the calls that a recommendation means, with the numbers of the setting in them.

    Examples
    --------
    >>> from brierwidgets.recommend import recommend
    >>> setting = Setting(0.1, Interval(0.05, 0.2), 100, (50, 200))
    >>> for call in calls(recommend("independent", "range"), setting):
    ...     print(call.code)
    brier_score(y_true, y_prob, interval=(0.05, 0.2))
    log_loss(y_true, y_prob, interval=(0.05, 0.2))
    mean_regret(y_true, y_prob, interval=(0.05, 0.2))
    """
    made = []
    for label, function in zip(advice.metrics, advice.functions, strict=True):
        if advice.threshold == "range" and function == "precision_at_k":
            made += [_call(f"precision@{k}", function, setting._replace(k=k), bounded=False) for k in setting.k_range]
        else:
            made.append(_call(label, function, setting, bounded=advice.threshold == "range"))
    return made


def _call(label: str, function: str, setting: Setting, *, bounded: bool) -> Call:
    cost, interval, k, _ = setting
    part = interval if bounded else Interval(0.0, 1.0)
    within = f", interval={tuple(interval)!r}" if bounded else ""
    known: dict[str, tuple[str, Callable[[Forecast], float], bool]] = {
        "net_benefit": (f", threshold={cost!r}", lambda f: f.net_benefit(cost), True),
        "regret": (f", cost={cost!r}", lambda f: f.regret(cost), False),
        "brier_score": (within, lambda f: f.brier_score(part), False),
        "log_loss": (within, lambda f: f.log_loss(part), False),
        "mean_regret": (within, lambda f: f.mean_regret(part), False),
        "precision_at_k": (f", k={k}", lambda f: precision_at_k(f, k), True),
        "recall_at_k": (f", k={k}", lambda f: recall_at_k(f, k), True),
        "net_benefit_at_k": (f", k={k}, cost={cost!r}", lambda f: net_benefit_at_k(f, k, cost=cost), True),
        "roc_auc": ("", roc_auc, True),
        "average_precision": ("", average_precision, True),
    }
    arguments, ask, higher = known[function]
    return Call(label, f"{function}(y_true, y_prob{arguments})", ask, higher)


def evaluate(call: Call, comparison: Comparison) -> Worth:
    """Ask a call's question of every model; what cannot be answered is NaN, with the reason.

    Examples
    --------
    >>> models = Comparison([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8]})
    >>> evaluate(Call("AUC-ROC", "roc_auc(y_true, y_prob)", roc_auc, True), models).values
    {'a': 0.75}
    """
    values, reason = {}, ""
    for name, forecast in comparison.items():
        try:
            values[name] = float(call.ask(forecast))
        except ValueError as error:
            values[name], reason = math.nan, str(error)
    return Worth(call, values, reason)


@functools.cache
def practice(advice: Recommendation) -> tuple[str, ...]:
    """Say how many papers report the metrics of a recommendation, and how many report accuracy.

    Examples
    --------
    >>> from brierwidgets.recommend import recommend
    >>> for sentence in practice(recommend("independent", "fixed")):
    ...     print(sentence)
    Of the papers of 2024 about binary classifiers, 55.8% (ICML), 61.3% (FAccT) and 33.6% (CHIL) report accuracy.
    Net benefit and regret: fewer than 25% report each.
    """
    survey = load_survey()
    shares = survey.dropna(subset="share")
    reported = {}
    for metric, rows in shares.groupby("metric", sort=False):
        listed = [f"{percent(share)} ({venue})" for venue, share in zip(rows["venue"], rows["share"], strict=True)]
        reported[metric] = list_names(listed)
    sentences = [f"Of the papers of 2024 about binary classifiers, {reported['accuracy']} report accuracy."]
    rest = []
    for metric in advice.metrics:
        if metric in reported:
            sentences.append(f"{metric}: reported by {reported[metric]}.")
        else:
            rest.append(metric)
    if rest:
        named = list_names(rest)
        bound = percent(float(survey["upper_bound"].max()))
        report = "report each" if len(rest) > 1 else "report it"
        sentences.append(f"{named[0].upper()}{named[1:]}: fewer than {bound} {report}.")
    return tuple(sentences)
