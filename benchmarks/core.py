"""Ratios of the numeric core's performance bar, measured in one run: ``python benchmarks/core.py``.

The yardstick is ``np.sort`` of as many scores ("one sort"). Times are medians of processor time, so that a busy machine
does not count; new intervals are drawn at random, and bounded scores are checked against the formula they replace.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import sklearn.metrics

from brierwidgets import Comparison, Forecast
from brierwidgets.core.scoring_rules import RULES

MODELS = 3


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sizes", nargs="*", type=float, default=[1e4, 1e6, 1e7], help="numbers of rows")
    sizes = [int(size) for size in parser.parse_args().sizes]
    columns = [measure(size) for size in sizes]
    summaries = [column["summary"] for column in columns]
    rows = [
        ("one sort: `np.sort` of the scores", [f"{1e3 * c['sort']:.3g} ms" for c in columns], ""),
        ("three Forecasts with their sums", [f"{c['build'] / c['sort']:.1f} sorts" for c in columns], "≤ 30"),
        (
            "scikit-learn's log loss of the three, twice",
            [f"{c['their_build'] / c['sort']:.0f} sorts" for c in columns],
            "",
        ),
    ]
    for rule in ("brier", "log-loss"):
        times, formula, theirs = ([c[rule][i] for c in columns] for i in range(3))
        faster = [f"{slow / quick:,.0f} ×" for slow, quick in zip(formula, times, strict=True)]
        than_theirs = [f"{slow / quick:,.0f} ×" for slow, quick in zip(theirs, times, strict=True)]
        rows += [
            (f"{RULES[rule].label}, new interval", [f"{1e6 * seconds:.1f} µs" for seconds in times], ""),
            ("… faster than the O(n) clip formula", faster, "≥ 1,000 ×"),
            ("… faster than scikit-learn, twice", than_theirs, ""),
            ("… largest relative difference", [f"{c[rule][3]:.0e}" for c in columns], "≤ 1e-9"),
        ]
    rows += [
        (
            "all scores of 3 models with errors",
            [f"{1e3 * c['summary']:.2f} ms = {c['summary'] / c['sort']:.3f} sorts" for c in columns],
            "≤ 0.25",
        ),
        ("… against the first column", [f"{seconds / summaries[0]:.2f} ×" for seconds in summaries], "≤ 2 ×"),
        ("`Comparison.scores`, a DataFrame", [f"{1e3 * c['table']:.2f} ms" for c in columns], ""),
        ("bytes a distinct score, Brier and log loss", [f"{c['bytes']:.1f}" for c in columns], "≤ 64"),
        ("bytes a distinct score, all sums and weights", [f"{c['weighted_bytes']:.1f}" for c in columns], "≤ 64"),
    ]
    print(
        table(
            ["", *(f"{size:,} rows" for size in sizes), "bar at a million"],
            [[name, *cells, bar] for name, cells, bar in rows],
        )
    )


def measure(size: int) -> dict[str, Any]:
    """Every time and size of one column."""
    rng = np.random.default_rng(0)
    y, scores = simulate(size, rng)
    repeats = 7 if size <= 1_000_000 else 3
    found: dict[str, Any] = {"sort": median(lambda: np.sort(scores[0]), 3 * repeats)}
    found["build"] = median(lambda: [built(y, s) for s in scores], repeats)
    found["their_build"] = median(
        lambda: [sklearn.metrics.log_loss(y, s) for s in scores for _ in range(2)], 1 + repeats // 7
    )
    forecast = built(y, scores[0])
    found["bytes"] = forecast.nbytes / forecast.distinct_scores.size
    for rule in ("brier", "log-loss"):
        found[rule] = bounded(rule, forecast, y, scores[0], repeats)
    models = Comparison(y, {f"model {k}": s for k, s in enumerate(scores)})
    forecasts = [forecast for _, forecast in models.items()]
    models.scores((0.1, 0.2))
    intervals = new_intervals(200, rng)
    found["summary"] = median_of(lambda interval: [f.summary(interval) for f in forecasts], intervals)
    found["table"] = median_of(models.scores, intervals[:50])
    weighted = Forecast(y, scores[0], sample_weight=rng.random(size) + 0.5)
    for ask in (weighted.summary, weighted.brier_score, weighted.log_loss, weighted.mean_net_benefit):
        ask((0.1, 0.2))
    found["weighted_bytes"] = weighted.nbytes / weighted.distinct_scores.size
    return found


def simulate(size: int, rng: np.random.Generator) -> tuple[np.ndarray, list[np.ndarray]]:
    """Outcomes, as whole numbers, and three models of them that differ in noise."""
    y = (rng.random(size) < 0.2).astype(int)
    marker = rng.normal(size=size) + 0.95 * y
    noise = (0.0, 0.5, 1.0)
    return y, [1 / (1 + np.exp(1.4 - marker - sd * rng.normal(size=size))) for sd in noise]


def built(y: np.ndarray, s: np.ndarray) -> Forecast:
    forecast = Forecast(y, s)
    forecast.brier_score()
    forecast.log_loss()
    return forecast


def bounded(
    rule: str, forecast: Forecast, y: np.ndarray, s: np.ndarray, repeats: int
) -> tuple[float, float, float, float]:
    """Seconds for a new interval: from the forecast, by the O(n) formula, by scikit-learn; and how far they differ."""
    ask = {"brier": forecast.brier_score, "log-loss": forecast.log_loss}[rule]
    ours = {"brier": brier_by_clipping, "log-loss": log_loss_by_clipping}[rule]
    theirs = {"brier": sklearn.metrics.brier_score_loss, "log-loss": sklearn.metrics.log_loss}[rule]
    rng = np.random.default_rng(1)
    quick, slow, peer, gaps = [], [], [], []
    # All three by turns, so that what else the machine does at the moment slows them alike.
    for low, high in new_intervals(2 * repeats + 1, rng):
        slow.append(seconds(lambda ends: ours(y, s, *ends), [(low, high)]))
        many = new_intervals(500, rng)
        quick.append(seconds(ask, many) / len(many))
        if len(peer) < 3:
            peer.append(
                seconds(lambda ends: theirs(y, np.clip(s, *ends)) - theirs(y, np.clip(y, *ends)), [(low, high)])
            )
        gaps.append(abs(ask((low, high)) / ours(y, s, low, high) - 1))
    return statistics.median(quick), statistics.median(slow), statistics.median(peer), max(gaps)


def brier_by_clipping(y: np.ndarray, s: np.ndarray, low: float, high: float) -> float:
    return float(np.mean((y - np.clip(s, low, high)) ** 2) - np.mean((y - np.clip(y, low, high)) ** 2))


def log_loss_by_clipping(y: np.ndarray, s: np.ndarray, low: float, high: float) -> float:
    losses = [-np.log(1 - np.abs(y - np.clip(values, low, high))) for values in (s, y)]
    return float(np.mean(losses[0]) - np.mean(losses[1]))


def new_intervals(count: int, rng: np.random.Generator) -> list[tuple[float, float]]:
    """Intervals inside (0.01, 0.91), from narrow to wide."""
    low, width = rng.uniform(0.01, 0.5, count), rng.uniform(0.01, 0.4, count)
    return list(zip(low.tolist(), (low + width).tolist(), strict=True))


def median(work: Callable[[], Any], repeats: int) -> float:
    """Median processor seconds of some work."""
    return median_of(lambda _: work(), range(repeats))


def median_of(work: Callable[[Any], Any], inputs: Any) -> float:
    """Median processor seconds of some work over its inputs."""
    return statistics.median(seconds(work, [given]) for given in inputs)


def seconds(work: Callable[[Any], Any], inputs: Any) -> float:
    """Processor seconds of some work on all its inputs."""
    start = time.process_time()
    for given in inputs:
        work(given)
    return time.process_time() - start


def table(head: list[str], rows: list[list[str]]) -> str:
    """Return an aligned Markdown table, numbers to the right."""
    widths = [max(len(row[i]) for row in (head, *rows)) for i in range(len(head))]

    def line(cells: list[str]) -> str:
        aligned = [cells[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(cells[1:], widths[1:], strict=True))]
        return f"| {' | '.join(aligned)} |"

    rule = [":" + "-" * (widths[0] - 1), *("-" * (width - 1) + ":" for width in widths[1:])]
    return "\n".join([line(head), f"| {' | '.join(rule)} |", *map(line, rows)])


if __name__ == "__main__":
    main()
