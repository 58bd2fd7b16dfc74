"""The text on either side of the cost chart's rows."""

from __future__ import annotations

import html
from collections.abc import Mapping

from brierwidgets.formatting import number, percent
from brierwidgets.metric_weights import MetricWeight
from brierwidgets.palette import Look

__all__ = ["name_column", "score_columns"]


def name_column(metrics: Mapping[str, MetricWeight], model: str) -> str:
    """Return the metrics and what each assumes, one a row of the chart; `model` is the one whose scores AUC uses."""
    rows = []
    for metric in metrics.values():
        note = metric.note if metric.costs is not None else f"{metric.note}: {model}"
        rows.append(f"<div><b>{html.escape(metric.label)}</b><small>{html.escape(note)}</small></div>")
    return f'<div class="bw-cost-names" aria-hidden="true">{"".join(rows)}</div>'


def score_columns(
    metrics: Mapping[str, MetricWeight],
    scores: Mapping[str, Mapping[str, float]],
    choices: Mapping[str, list[str]],
    inside: Mapping[str, float],
    looks: Mapping[str, Look],
) -> str:
    """Return the table beside the rows: weight on the interval, and each model's score with a star at the best."""
    heads = "".join(
        f'<th scope="col" title="{html.escape(name)}">{style.swatch}<span>{html.escape(name)}</span></th>'
        for name, style in looks.items()
    )
    rows = []
    for key, metric in metrics.items():
        cells = "".join(
            f"<td{' class=bw-best' if name in choices[key] else ''}>{number(scores[key][name])}"
            f"{' ★' if name in choices[key] else ''}</td>"
            for name in looks
        )
        better = "higher is better" if metric.higher_is_better else "lower is better"
        rows.append(
            f'<tr title="{better}"><th scope="row">{html.escape(metric.label)}</th><td>{percent(inside[key], 2)}</td>'
            f"{cells}</tr>"
        )
    return (
        '<table class="bw-cost-scores"><tr><th></th><th scope="col"><span>weight on interval</span></th>'
        f"{heads}</tr>{''.join(rows)}</table>"
    )
