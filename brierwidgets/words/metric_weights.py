"""Which model each metric would choose, in plain sentences."""

from __future__ import annotations

from collections.abc import Mapping

from brierwidgets.core.intervals import Interval
from brierwidgets.core.metric_weights import MetricWeight
from brierwidgets.words.costs import costs_from
from brierwidgets.words.lists import list_names

__all__ = ["describe_metrics"]


def describe_metrics(
    metrics: Mapping[str, MetricWeight], choices: Mapping[str, list[str]], interval: Interval, unit: str = "probability"
) -> str:
    """Say which model the interval chooses, which metrics agree, and what the others choose.

    Examples
    --------
    >>> from brierwidgets.core.metric_weights import metric_weights
    >>> metrics = {metric.key: metric for metric in metric_weights(Interval(0.05, 0.2))}
    >>> choices = {key: ["b"] if key in ("brier", "auc") else ["a"] for key in metrics}
    >>> print(describe_metrics(metrics, choices, Interval(0.05, 0.2)))
    On costs from 5% to 20%, mean regret chooses a. So do accuracy, log loss, Beta(2, 2), Beta(2, 8) and shifted Brier
    score. But Brier score and AUC-ROC choose b.
    """
    where = f"On {costs_from(interval, unit)}"
    here = choices["bounded"]
    if not here:
        return f"{where}: no model is shown. Switch one on by its name."
    chosen: dict[tuple[str, ...], list[str]] = {}
    for key, metric in metrics.items():
        if key != "bounded" and choices[key]:
            chosen.setdefault(tuple(choices[key]), []).append(metric.label)
    same = chosen.pop(tuple(here), [])
    sentences = [f"{where}, mean regret chooses {list_names(here)}."]
    if same:
        sentences.append(f"So {'do' if len(same) > 1 else 'does'} {list_names(same)}.")
    others = [
        f"{list_names(metrics_of)} choose{'s' if len(metrics_of) == 1 else ''} {list_names(names)}"
        for names, metrics_of in chosen.items()
    ]
    if others:
        sentences.append(f"But {'; '.join(others)}.")
    return " ".join(sentences)
