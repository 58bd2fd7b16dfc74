"""The text on either side of the cost chart's rows."""

from __future__ import annotations

from collections.abc import Mapping

from brierwidgets.core.metric_weights import MetricWeight
from brierwidgets.ui.palette import Look
from brierwidgets.words.html import Markup, tag
from brierwidgets.words.numbers import MOST_DIGITS, number, percent

__all__ = ["better_is", "metric_column", "model_heads", "score_cells", "score_columns", "script_number"]


def metric_column(metrics: Mapping[str, MetricWeight], model: str) -> Markup:
    """Return the metrics and what each assumes, one a row of the chart; `model` is the one whose scores AUC uses."""
    rows = []
    for metric in metrics.values():
        note = metric.note if metric.costs is not None else f"scores of {model}"
        rows.append(tag("div", tag("b", metric.label), tag("small", note, title=note)))
    return tag("div", *rows, class_="bw-cost-names", aria_hidden="true")


def score_columns(
    metrics: Mapping[str, MetricWeight],
    scores: Mapping[str, Mapping[str, float]],
    choices: Mapping[str, list[str]],
    inside: Mapping[str, float],
    looks: Mapping[str, Look],
) -> Markup:
    """Return the table beside the rows: weight on the interval, and each model's score with a star at the best."""
    rows = (
        tag(
            "tr",
            tag("th", metric.label, scope="row"),
            tag("td", percent(inside[key], 2)),
            *score_cells(looks, scores[key], choices[key]),
            title=better_is(higher=metric.higher_is_better),
        )
        for key, metric in metrics.items()
    )
    weight = tag("th", tag("div", tag("span", "weight on interval")), scope="col")
    return tag("table", tag("tr", tag("th"), weight, *model_heads(looks)), *rows, class_="bw-cost-scores")


def model_heads(looks: Mapping[str, Look]) -> list[Markup]:
    """Return the names of models as heads of columns."""
    return [
        tag("th", tag("div", line.swatch, tag("span", name)), scope="col", title=name) for name, line in looks.items()
    ]


def score_cells(looks: Mapping[str, Look], scores: Mapping[str, float], best: list[str]) -> list[Markup]:
    """Return the scores of models as cells of a table, with a star at the best.

    Where a score that is not the best would read like the best, the row has more digits, if nine can tell them apart.
    Each cell begins with the line of its model, which a phone shows.
    """
    for digits in (*range(3, MOST_DIGITS + 1), 3):
        texts = {name: number(scores[name], digits) for name in looks}
        if {texts[name] for name in best}.isdisjoint(texts[name] for name in looks if name not in best):
            break
    return [_score_cell(line, texts[name], best=name in best) for name, line in looks.items()]


def _score_cell(line: Look, score: str, *, best: bool) -> Markup:
    dash = None if line.dashes == "none" else line.dashes
    mark = tag("i", style=f"color:{line.colour}", data_dash=dash)  # short: it is sent with every move
    return tag("td", mark, score, " ★" if best else "", class_="bw-best" if best else None)


def better_is(*, higher: bool) -> str:
    """Say which way a score is better."""
    return "higher is better" if higher else "lower is better"


def script_number(value: float) -> str:
    """Write a number for JavaScript's `Number`: JSON cannot hold what is infinite or undefined."""
    return f"{value!r}".replace("inf", "Infinity").replace("nan", "NaN")
