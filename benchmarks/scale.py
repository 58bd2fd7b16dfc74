"""Fifty million rows of Parquet through Comparison.from_frame: speed, and memory of the process (bar: 1 GB).

Each engine runs in a fresh process, whose peak memory is what a notebook would need. Times are processor time.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import duckdb
import polars as pl

from brierwidgets import Comparison

MODELS = ["calibrated", "high", "noisy"]

CASES = """
    SELECT (random() < 1 / (1 + exp(-z)))::TINYINT AS y,
           1 / (1 + exp(-z)) AS calibrated,
           1 / (1 + exp(-z - 0.7)) AS high,
           1 / (1 + exp(-z - random() + random())) AS noisy
    FROM (SELECT -5 + 4 * (random() + random() + random() - 1.5) AS z FROM range(?))
"""


def connect(folder: Path) -> duckdb.DuckDBPyConnection:
    settings = {"memory_limit": "512MB", "temp_directory": str(folder)}
    connection = duckdb.connect(config=settings)
    connection.execute("SET enable_progress_bar = false")
    return connection


def write_cases(path: Path, rows: int) -> None:
    with connect(path.parent) as connection:
        connection.sql(CASES, params=[rows]).write_parquet(str(path))


def measure(engine: str, path: Path) -> None:
    """Print one line of the table, in a process that has done nothing else."""
    if engine == "duckdb":
        frame = connect(path.parent).read_parquet(str(path))
        scan = frame.aggregate("count(*), " + ", ".join(f"sum({model})" for model in MODELS)).fetchall
    else:
        frame = pl.scan_parquet(path)
        totals = frame.select(pl.len(), *(pl.col(model).sum() for model in MODELS))
        scan = partial(totals.collect, engine="streaming")
    start = time.process_time()
    scan()
    scanned = time.process_time() - start
    before = peak_memory()
    start = time.process_time()
    comparison = Comparison.from_frame(frame, label="y", models=MODELS, progress=False)
    counted = time.process_time() - start
    most = max(forecast.binning_error("brier", ("1.66%", "3%")) for _, forecast in comparison.items())
    print(
        f"| {engine} | {comparison.total:,.0f} | {counted:.1f} s | {comparison.total / counted / 1e6:.1f} million "
        f"| {counted / scanned:.0f} scans | {before:.0f} MB | {peak_memory():.0f} MB | {most:.0e} |",
        flush=True,
    )


def peak_memory() -> float:
    """Return the peak memory of this process in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform == "linux" else 1024**2)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=50_000_000)
    rows = parser.parse_args().rows
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "cases.parquet"
        run_alone(write_cases, path, rows)
        print(f"{path.stat().st_size / 1e6:,.0f} MB of Parquet; a scan is the count and the sums of all scores")
        print("| engine | rows | from_frame | rows a second | in scans | before | peak memory | Brier error <= |")
        print("|---|---|---|---|---|---|---|---|", flush=True)
        for engine in ("duckdb", "polars"):
            run_alone(measure, engine, path)


def run_alone(step: Callable[..., None], *arguments: object) -> None:
    process = multiprocessing.get_context("spawn").Process(target=step, args=arguments)
    process.start()
    process.join()
    if process.exitcode:
        sys.exit(process.exitcode)


if __name__ == "__main__":
    main()
