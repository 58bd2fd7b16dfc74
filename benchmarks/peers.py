"""How long other packages take for the same answers: one run, one machine, ratios only.

    python -m benchmarks.peers                    # 1e4, 1e5 and 1e6 rows
    python -m benchmarks.peers --rows 10000

Every answer is first compared with ours, so that equal work is timed. Needs the ``test`` extra.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from importlib.metadata import version
from typing import Any

import dcurves
import numpy as np
import pandas as pd
from briertools.scorers import BrierScorer, DCAScorer
from model_diagnostics.scoring import SquaredError
from model_diagnostics.scoring import decompose as model_diagnostics_decompose
from scipy.special import expit
from sklearn.isotonic import IsotonicRegression
from sklearn.metrics import brier_score_loss, roc_curve

from brierwidgets import Forecast
from brierwidgets.core.calibration import decompose
from brierwidgets.core.decision_curve import decision_curve

PEERS = ("briertools", "dcurves", "scikit-learn", "model-diagnostics")
INTERVAL = (0.05, 0.2)
THRESHOLDS = np.linspace(0, 0.99, 1000)
#: dcurves scans the rows anew for each threshold; beyond so many scans its time is drawn out in a straight line.
SCANS = 2e7

Answer = Callable[[], Any]


def seconds(call: Answer, budget: float = 1.0) -> float:
    """Return the least processor time of a few: other work on the machine only ever adds to it."""
    times: list[float] = []
    while len(times) < 3 or (sum(times) < budget and len(times) < 200):
        start = time.process_time()
        call()
        times.append(time.process_time() - start)
        if sum(times) > 4 * budget:
            break
    return min(times)


def cases(rows: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    z = rng.normal(size=rows)
    return (rng.random(rows) < expit(z - 2)).astype(int), expit(1.3 * z - 1.6)


def bounded_score(y: np.ndarray, s: np.ndarray) -> tuple[Answer, Answer, dict[str, Answer]]:
    """Brier score on an interval: from arrays, then on further intervals, then by peers."""
    built = Forecast(y, s)
    scorer = BrierScorer()
    return (
        lambda: Forecast(y, s).brier_score(INTERVAL),
        lambda: built.brier_score(INTERVAL),
        {
            "briertools": lambda: scorer.score(y, s, INTERVAL),
            "scikit-learn": lambda: (
                brier_score_loss(y, np.clip(s, *INTERVAL)) - brier_score_loss(y, np.clip(y.astype(float), *INTERVAL))
            ),
        },
    )


def decisions(y: np.ndarray, s: np.ndarray) -> tuple[Answer, Answer, dict[str, Answer]]:
    """Net benefit at 1000 thresholds."""
    built = Forecast(y, s)
    scorer = DCAScorer()

    def by_roc() -> np.ndarray:
        fpr, tpr, scores = roc_curve(y, s, drop_intermediate=False)
        at = np.searchsorted(-scores, -THRESHOLDS, side="right") - 1
        rate = y.mean()
        return rate * tpr[at] - (1 - rate) * fpr[at] * THRESHOLDS / (1 - THRESHOLDS)

    return (
        lambda: decision_curve(Forecast(y, s), THRESHOLDS).net_benefit,
        lambda: decision_curve(built, THRESHOLDS).net_benefit,
        {
            "briertools": lambda: scorer._make_x_and_y_curves(y, s, (0, 0.99))[1],
            "dcurves": lambda: by_dcurves(y, s, THRESHOLDS),
            "scikit-learn": by_roc,
        },
    )


def by_dcurves(y: np.ndarray, s: np.ndarray, thresholds: Sequence[float] | np.ndarray) -> np.ndarray:
    frame = pd.DataFrame({"y": y, "model": s})
    table = dcurves.dca(data=frame, outcome="y", modelnames=["model"], thresholds=thresholds)
    return table.loc[table["model"] == "model", "net_benefit"].to_numpy()


def decomposition(y: np.ndarray, s: np.ndarray) -> tuple[Answer, Answer, dict[str, Answer]]:
    """Miscalibration of the Brier score by isotonic regression."""
    built = Forecast(y, s)
    scorer = BrierScorer()

    def by_isotonic() -> float:
        r = IsotonicRegression().fit(s, y).predict(s)
        return float(brier_score_loss(y, s) - brier_score_loss(y, r))

    def by_model_diagnostics() -> float:
        return float(model_diagnostics_decompose(y, s, scoring_function=SquaredError())["miscalibration"].item())

    return (
        lambda: decompose(Forecast(y, s)).miscalibration,
        lambda: decompose(built).miscalibration,
        {
            "briertools": lambda: scorer._partition_loss(y, s, scorer.score)[0],
            "scikit-learn": by_isotonic,
            "model-diagnostics": by_model_diagnostics,
        },
    )


TASKS = {"bounded Brier score": bounded_score, "1000-point decision curve": decisions, "decomposition": decomposition}


def timed(name: str, answer: Answer, ours: Any, y: np.ndarray, s: np.ndarray) -> tuple[float, str]:
    """Return the seconds a peer takes and a mark if they were drawn out from fewer thresholds."""
    if name != "dcurves" or y.size * THRESHOLDS.size <= SCANS:
        np.testing.assert_allclose(answer(), ours, rtol=1e-9, atol=1e-9)
        return seconds(answer), ""
    fewest, more = (THRESHOLDS[:: THRESHOLDS.size // count][:count] for count in (5, 20))
    np.testing.assert_allclose(by_dcurves(y, s, fewest), np.asarray(ours)[:: THRESHOLDS.size // 5][:5], atol=1e-9)
    short, longer = (seconds(lambda part=part: by_dcurves(y, s, part)) for part in (fewest, more))
    return short + (longer - short) / 15 * (THRESHOLDS.size - 5), "*"


def ratio(value: float) -> str:
    """Two figures are all that timing can tell."""
    return f"{value:,.0f}" if value >= 10 else f"{value:.1f}" if value >= 0.1 else f"{value:.1g}"


def lines(all_rows: Sequence[int]) -> list[list[str]]:
    table = [["answer", "rows", "one sort", "ours, first", "ours, next", *PEERS]]
    for task, prepare in TASKS.items():
        for rows in all_rows:
            y, s = cases(rows)
            first, again, peers = prepare(y, s)
            ours = first()
            np.testing.assert_array_equal(again(), ours)
            unit = seconds(first)
            found = {name: timed(name, answer, ours, y, s) for name, answer in peers.items()}
            cells = [ratio(found[name][0] / unit) + found[name][1] if name in found else "-" for name in PEERS]
            sort = ratio(seconds(lambda s=s: np.sort(s)) / unit)
            table.append([task, f"{rows:,}", sort, "1", ratio(seconds(again) / unit), *cells])
            print(f"{task}, {rows:,} rows: done", flush=True)
    return table


NOTES = """
Processor time as a multiple of our first answer, which checks, sorts and pools the rows; "next" is one more answer
from the same forecast. A dash: nothing of the kind. scikit-learn has none of the three; it is given its best
building blocks (a clip and two Brier scores; its ROC curve read at the thresholds; isotonic regression and two
Brier scores). The curve and the split of briertools are private methods behind its plots.
* dcurves scans all rows for every threshold: timed at 5 and at 20 thresholds, drawn out to 1000 in a straight line.
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, nargs="+", default=[10_000, 100_000, 1_000_000])
    table = lines(parser.parse_args().rows)
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    print()
    for number, row in enumerate(table):
        first, *rest = (cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        print(f"| {' | '.join([first.strip().ljust(widths[0]), *rest])} |")
        if number == 0:
            print("|".join(["", "-" * (widths[0] + 2), *("-" * (width + 1) + ":" for width in widths[1:]), ""]))
    print(NOTES)
    print(", ".join(f"{name} {version(name)}" for name in ("numpy", *PEERS)))


if __name__ == "__main__":
    main()
