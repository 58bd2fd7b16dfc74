"""A million rows in memory, counted by Comparison.from_frame: ``python benchmarks/frames.py`` (bar: as fast as pandas).

Times are processor time, the best of three, as ratios to the pandas frame of the same run.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa

from brierwidgets import Comparison

MODELS = ["one", "two"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=1_000_000)
    rows = parser.parse_args().rows
    rng = np.random.default_rng(0)
    columns = {"y": rng.integers(0, 2, rows), **{model: rng.random(rows) for model in MODELS}}
    frames = {"pandas": pd.DataFrame(columns), "pyarrow": pa.table(columns), "polars": pl.DataFrame(columns)}
    taken = {engine: best_of_three(frame) for engine, frame in frames.items()}
    print(f"{rows:,} rows, {len(MODELS)} models\n| engine | seconds | of pandas |\n|---|---:|---:|")
    for engine, seconds in taken.items():
        print(f"| {engine} | {seconds:.2f} | {seconds / taken['pandas']:.2f} |")


def best_of_three(frame: object) -> float:
    """Return the least processor time of three counts."""
    seconds = []
    for _ in range(3):
        start = time.process_time()
        Comparison.from_frame(frame, label="y", models=MODELS, progress=False)
        seconds.append(time.process_time() - start)
    return min(seconds)


if __name__ == "__main__":
    main()
