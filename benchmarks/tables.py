"""Tables for the page: size, time to build, error, and time of a move in Chromium: ``python -m benchmarks.tables``.

The yardstick is ``np.sort`` of a million scores ("one sort"), whatever the number of rows. Times in Python are medians
of processor time. "After a first move" the sums are there that a move through the kernel needs anyway; without it they
are built as well. Errors are the largest of 300 random intervals inside [0.1%, 99.9%] against the exact mean regret,
half of them with ends that a hand can reach, every other one of these as narrow as can be.
"""

from __future__ import annotations

import argparse
import base64
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from playwright.sync_api import Page

from brierwidgets import Comparison
from brierwidgets.core.intervals import expit
from brierwidgets.core.round_costs import round_costs
from brierwidgets.core.tables import Tables, build_tables
from brierwidgets.page import script
from tests.browser.lab import chromium

MODELS = 3
INTERVALS = 300

MEASURE = """async ([source, header, text, intervals]) => {
  const page = await import(URL.createObjectURL(new Blob([source], {type: "text/javascript"})));
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const began = performance.now();
  const tables = page.parse_tables(header, bytes);
  const parsed = performance.now() - began;
  const [times, regrets] = [[], []];
  for (const interval of intervals) {
    const start = performance.now();
    const made = page.move(tables, interval, "cost", tables.names);
    times.push(performance.now() - start);
    regrets.push(tables.names.map((name) => made.summaries.get(name).mean_regret.value));
  }
  return {parsed, times, regrets};
}"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sizes", nargs="*", type=float, default=[2e4, 1e6, 1e7], help="numbers of rows")
    sizes = [int(size) for size in parser.parse_args().sizes]
    million = np.random.default_rng(0).random(1_000_000)
    sort = processor_seconds(lambda: np.sort(million))
    with chromium() as browser:
        columns = [measure(size, browser.new_page()) for size in sizes]
    rows = [
        ("size of the tables, 3 models", [f"{c['bytes'] / 1000:.0f} kB" for c in columns], "≤ 400 kB"),
        ("first build, after a first move", [in_sorts(c["first"], sort) for c in columns], "≤ 20 sorts"),
        ("… with the sums that a first move needs, too", [in_sorts(c["cold"], sort) for c in columns], ""),
        ("… when a model came or went", [in_sorts(c["again"], sort) for c in columns], ""),
        ("bound of the error, ends that a hand can reach", [f"{c['stated']:.0e}" for c in columns], "< 1e-6"),
        ("… any ends, 1 wide in log-odds or more", [f"{c['stated_typed']:.0e}" for c in columns], ""),
        ("largest error found, ends that a hand can reach", [f"{c['found']:.0e}" for c in columns], "< 1e-6"),
        ("… any ends, 1 wide in log-odds or more", [f"{c['found_typed']:.0e}" for c in columns], ""),
        ("reading the tables in the page, once", [f"{c['parsed']:.0f} ms" for c in columns], ""),
        ("a move in the page, median", [f"{c['move']:.2f} ms" for c in columns], ""),
    ]
    print(f"One sort: {1e3 * sort:.0f} ms of processor time.\n")
    print(f"| {MODELS} models | " + " | ".join(f"{size:,} rows" for size in sizes) + " | bar |")
    print("|---" * (len(sizes) + 2) + "|")
    for label, cells, bar in rows:
        print(f"| {label} | " + " | ".join(cells) + f" | {bar} |")


def in_sorts(seconds: float, sort: float) -> str:
    return f"{1e3 * seconds:.0f} ms = {seconds / sort:.1f} sorts"


def processor_seconds(work: Callable[[], Any], repeats: int = 5) -> float:
    times = []
    for _ in range(repeats):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return statistics.median(times)


def measure(size: int, page: Page) -> dict[str, float]:
    rng = np.random.default_rng(1)
    labels = rng.random(size) < 0.2
    odds = rng.normal(0.95 * labels, 1.0) - 1.5
    scores = {f"model {k}": 1 / (1 + np.exp(-odds - rng.normal(0.1 * k, 0.3, size))) for k in range(MODELS)}

    def build(*, moved: bool) -> float:
        models = Comparison(labels, scores)
        if moved:
            models.scores((0.1, 0.3))
        return processor_seconds(lambda: tables_of(models), 1)

    repeats = 3 if size < 10_000_000 else 1
    first, cold = (statistics.median(build(moved=moved) for _ in range(repeats)) for moved in (True, False))
    models = Comparison(labels, scores)
    tables = tables_of(models)
    starts = rng.uniform(-6.9, 5.9, INTERVALS // 2)
    typed = expit(np.column_stack([starts, rng.uniform(starts + 1.0, 6.9)])).tolist()
    low = rng.integers(0, round_costs().size - 1, INTERVALS // 2)
    high = np.where(np.arange(low.size) % 2, low + 1, rng.integers(low + 1, round_costs().size))
    intervals = [*typed, *np.column_stack([round_costs()[low], round_costs()[high]]).tolist()]
    answer = page.evaluate(
        MEASURE,
        [
            script("move"),
            tables.header,
            base64.b64encode(tables.data).decode(),
            intervals,
        ],
    )
    wanted = np.array([[models[name].mean_regret(tuple(interval)) for name in models] for interval in intervals])
    rate = models.prevalence
    errors = np.abs(np.array(answer["regrets"]) - wanted) / np.maximum(wanted, 0.1 * rate * (1 - rate))
    return {
        "bytes": len(tables.data),
        "first": first,
        "cold": cold,
        "again": processor_seconds(lambda: tables_of(models), repeats),
        "stated": tables.error,
        "stated_typed": tables.typed_error,
        "found": float(errors[len(typed) :].max()),
        "found_typed": float(errors[: len(typed)].max()),
        "parsed": answer["parsed"],
        "move": statistics.median(answer["times"]),
    }


def tables_of(models: Comparison) -> Tables:
    return build_tables(dict(models.items()), models.rows)


if __name__ == "__main__":
    main()
