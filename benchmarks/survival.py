"""What outcomes in time and other base rates cost, in sorts: ``python benchmarks/survival.py``.

The yardstick is ``np.sort`` of as many scores ("one sort"). Times are medians of processor time.
"""

from __future__ import annotations

import argparse

import numpy as np
from core import median, median_of, new_intervals, table

from brierwidgets import Comparison, ExplorerState, Forecast, SurvivalComparison
from brierwidgets.core.survival import Endings, incidence

HORIZON = 3.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("size", nargs="?", type=float, default=1e6, help="number of rows")
    size = int(parser.parse_args().size)
    rng = np.random.default_rng(0)
    risk = rng.beta(1, 3, size)
    onset, lost = rng.exponential(1 / (0.5 * risk)), rng.exponential(6, size)
    time, event = np.minimum(onset, lost), (onset <= lost).astype(int)
    scores = 1 - np.exp(-0.5 * risk * HORIZON)

    def built() -> Forecast:
        forecast = Forecast.from_survival(time, event, scores, horizon=HORIZON)
        forecast.brier_score()
        forecast.log_loss()
        return forecast

    sort = median(lambda: np.sort(scores), 15)
    forecast, endings = built(), Endings(time, event)
    intervals = new_intervals(200, rng)
    forecast.summary(intervals[0])
    move = median_of(forecast.summary, intervals)
    rates = rng.uniform(0.01, 0.6, 200).tolist()
    elsewhere = median_of(lambda rate: forecast.at_prevalence(rate).summary((0.05, 0.2)), rates)
    moved = median_of(lambda rate: forecast.at_prevalence(rate, move_scores=True).summary((0.05, 0.2)), rates[:5])
    several = SurvivalComparison(time, event, {"m": lambda by: 1 - np.exp(-0.5 * risk * by)}, horizons=[1, HORIZON])
    seen = [several.at(horizon) for horizon in (1, HORIZON)]
    for models in seen:
        models["m"].summary((0.05, 0.2))
    by_horizon = median_of(lambda horizon: several.at(horizon)["m"].summary((0.05, 0.2)), [1, HORIZON] * 50)
    outcomes, noise = rng.random(size) < risk, rng.normal(0, 0.3, size)
    models = {"a": risk, "b": 1 / (1 + (1 / risk - 1) * np.exp(noise)), "c": np.sqrt(risk)}
    state = ExplorerState(Comparison(outcomes, models), interval=(0.1, 0.3))
    with_lead = median_of(lambda low: setattr(state, "interval", (low, 0.3)), np.linspace(0.1, 0.15, 7))
    lead_elsewhere = median_of(lambda rate: setattr(state, "prevalence", rate), np.linspace(0.2, 0.3, 7))
    prevalence = incidence(time, event, HORIZON).value
    rows = [
        ("one sort: `np.sort` of the scores", f"{1e3 * sort:.3g} ms", ""),
        ("`Forecast.from_survival` with its sums", f"{median(built, 5) / sort:.1f} sorts", "≤ 40"),
        ("… weights at another horizon, times sorted", f"{median(lambda: endings.at(2.0), 5) / sort:.1f} sorts", ""),
        ("… sum of the weights, off by", f"{abs(endings.at(HORIZON).weights.sum() / size - 1):.0e}", "≤ 1e-12"),
        ("… prevalence, off 1 - Kaplan-Meier by", f"{abs(forecast.prevalence - prevalence):.0e}", "≤ 1e-12"),
        ("all scores of a model, new interval", f"{1e6 * move:.0f} µs", ""),
        ("all scores of a model, new prevalence", f"{1e6 * elsewhere:.0f} µs = {elsewhere / move:.1f} ×", "≤ 2 ×"),
        (
            "all scores of a model, horizon seen before",
            f"{1e6 * by_horizon:.0f} µs = {by_horizon / move:.1f} ×",
            "≤ 2 ×",
        ),
        ("a view of 3 models with the lead at rest, new interval", f"{1e3 * with_lead:.0f} ms", ""),
        (
            "a view of 3 models with the lead at rest, new prevalence",
            f"{1e3 * lead_elsewhere:.0f} ms = {lead_elsewhere / with_lead:.1f} ×",
            "≤ 2 ×",
        ),
        ("all scores of a model, scores moved along", f"{moved / sort:.1f} sorts", ""),
    ]
    print(table(["", f"{size:,} rows", "bar at a million"], [list(row) for row in rows]))


if __name__ == "__main__":
    main()
