"""The best of three models on 200 x 200 intervals at a million rows, in sorts of a million scores (bar: 5)."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
from scipy.special import expit

from brierwidgets import Comparison

ROWS, GRID, REPEATS = 1_000_000, 200, 7


def fastest(action: Callable[[], object], repeats: int = REPEATS) -> float:
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return min(times)


def main() -> None:
    rng = np.random.default_rng(0)
    y = rng.random(ROWS) < 0.2
    marker = rng.normal(size=ROWS) + y
    models = {f"noise {noise}": expit(marker - 2 + noise * rng.normal(size=ROWS)) for noise in (0.2, 0.5, 0.8)}
    sort = fastest(lambda: np.sort(models["noise 0.2"]))
    comparison = Comparison(y, models)
    grid = np.linspace(0.005, 0.995, GRID)
    print(f"one sort of {ROWS:,} scores: {1000 * sort:.1f} ms")
    for spacing in ("cost", "log-odds"):
        comparison.best_over_intervals(grid, spacing=spacing)  # builds the forecasts' sums once
        spent = fastest(lambda spacing=spacing: comparison.best_over_intervals(grid, spacing=spacing))
        print(f"{spacing}: {GRID} x {GRID} intervals, 3 models: {spent / sort:.2f} sorts")
        spent = fastest(
            lambda spacing=spacing: comparison.best_over_intervals(grid, spacing=spacing, standard_errors=True), 2
        )
        print(f"{spacing}: the same with exact paired standard errors: {spent / sort:.0f} sorts")


if __name__ == "__main__":
    main()
