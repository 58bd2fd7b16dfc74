"""How often the intervals of a decomposition's parts cover: ``python benchmarks/coverage_of_parts.py``.

Samples as in `coverage.py`. One model is calibrated, so its true miscalibration is 0; the other is too bold.
Both rise with the marker, so perfect recalibration gives the true risk, and the true parts are means over a million
cases.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from benchmarks.coverage import HIGH, LOW, Setting, draw
from brierwidgets import Forecast
from brierwidgets.core.bootstrap import bootstrap_parts
from brierwidgets.core.calibration import Decomposition
from brierwidgets.core.intervals import Interval, check_interval
from brierwidgets.core.scoring_rules import RULES

#: The settings of `coverage.py` in which few cases decide, and the whole range of costs.
SETTINGS = [
    Setting(prevalence, interval, rows)
    for prevalence in (0.02, 0.3)
    for interval in (LOW, HIGH, (0.0, 1.0))
    for rows in (200, 1_000)
]


class Case(NamedTuple):
    """What is decomposed: the score of a model."""

    setting: Setting
    rule: str
    model: str


def cases() -> Iterator[Case]:
    """Yield every case of the table."""
    for setting in SETTINGS:
        for rule in ("brier", "log-loss"):
            for model in ("calibrated", "bold"):
                yield Case(setting, rule, model)


def true_parts(case: Case, rows: int = 1_000_000) -> Decomposition:
    """Return the parts in the population."""
    _, scores, _ = draw(case.setting, rows, np.random.default_rng(1))
    risk, bounds = scores["calibrated"], check_interval(case.setting.interval)
    score, best, base = (
        _mean_loss(case.rule, risk, forecast, bounds)
        for forecast in (scores[case.model], risk, np.full(risk.size, risk.mean()))
    )
    return Decomposition(score, score - best, base - best, base)


def _mean_loss(rule: str, risk: np.ndarray, forecast: np.ndarray, bounds: Interval) -> float:
    losses = [RULES[rule].pointwise(np.full(risk.size, outcome), forecast, bounds) for outcome in (False, True)]
    return float(np.mean((1 - risk) * losses[0] + risk * losses[1]))


def cover(case: Case, samples: int, replicates: int = 200, seed: int = 0) -> np.ndarray:
    """Return the share of samples in which each part's interval holds the truth; NaN where none is given."""
    rng = np.random.default_rng(seed)
    true, covered, given = true_parts(case), np.zeros(4), np.zeros(4)
    for number in range(samples):
        y, scores, _ = draw(case.setting, case.setting.rows, rng)
        while not 0 < y.sum() < y.size:
            y, scores, _ = draw(case.setting, case.setting.rows, rng)
        parts = bootstrap_parts(
            Forecast(y, scores[case.model]),
            rule=case.rule,
            interval=case.setting.interval,
            replicates=replicates,
            seed=number,
        )
        given += [not np.isnan(part.low) for part in parts]
        covered += [part.low <= truth <= part.high for part, truth in zip(parts, true, strict=True)]
    with np.errstate(invalid="ignore"):
        return covered / given


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=200, help="samples for each line")
    samples = parser.parse_args().samples
    print("| prevalence, costs, rows | rule | model | score | miscalibration | discrimination | uncertainty |")
    print("|---|---|---|---:|---:|---:|---:|")
    for case in cases():
        low, high = case.setting.interval
        where = f"{case.setting.prevalence:g}, {100 * low:g}%–{100 * high:g}%, {case.setting.rows:,}"
        shares = " | ".join("–" if np.isnan(share) else f"{share:.3f}" for share in cover(case, samples))
        print(f"| {where} | {case.rule} | {case.model} | {shares} |", flush=True)


if __name__ == "__main__":
    main()
