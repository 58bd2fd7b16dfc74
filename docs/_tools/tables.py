"""Pages that are tables of the package: what each metric assumes, and which metric when."""

from pathlib import Path

from brierwidgets.core.intervals import Interval
from brierwidgets.core.metric_weights import metric_weights
from brierwidgets.recommend import COUPLINGS, RECOMMENDATIONS, THRESHOLDS, Recommendation

_ASSUMPTIONS = """\
# What each metric assumes

Every metric below is average regret; they differ in the cost ratios that they average over.
So choosing a metric is stating an opinion about costs. A cost ratio of 1/10 means that nine false alarms are worth one missed case.

{table}

{{doc}}`../gallery/CostChart` draws these distributions, and shows which model each metric would choose.
"""  # noqa: E501
_TAXONOMY = """\
# Which metric when

Two questions choose a metric: do cases compete for places, and is the threshold known?
{{doc}}`../gallery/MetricChooser` asks them.

{table}

{reasons}
"""


def _table(rows: list[list[str]]) -> str:
    head, *rest = rows
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rest))


def make_tables(target: Path) -> None:
    """Write both pages."""
    weights = metric_weights(Interval(0.05, 0.2))
    rows = [[metric.label, metric.note, "higher" if metric.higher_is_better else "lower"] for metric in weights]
    table = _table([["metric", "averages regret over", "better when"], *rows])
    (target / "assumptions.md").write_text(_ASSUMPTIONS.format(table=table), encoding="utf-8")
    advice = {(found.coupling, found.threshold): found for found in RECOMMENDATIONS}
    rows = [["", *(f"the threshold, or K, is {known}" for known in THRESHOLDS.values())]]
    rows += [
        [f"**{about}**", *(_metrics(advice[coupling, threshold]) for threshold in THRESHOLDS)]
        for coupling, about in COUPLINGS.items()
    ]
    reasons = "\n".join(
        f"## {about[0].upper()}{about[1:]}\n\n" + "\n".join(_reason(advice[coupling, known]) for known in THRESHOLDS)
        for coupling, about in COUPLINGS.items()
    )
    (target / "taxonomy.md").write_text(_TAXONOMY.format(table=_table(rows), reasons=reasons), encoding="utf-8")


def _metrics(advice: Recommendation) -> str:
    """Return the metrics of an advice, each a link to its function."""
    named = zip(advice.metrics, advice.functions, strict=True)
    return ", ".join(f"{{func}}`{metric} <brierwidgets.metrics.{name}>`" for metric, name in named)


def _reason(advice: Recommendation) -> str:
    title = f"{THRESHOLDS[advice.threshold].capitalize()}: {', '.join(advice.metrics)}"
    return f"{title}\n: {advice.reason}\n\n  *Beware:* {advice.caution}\n"
