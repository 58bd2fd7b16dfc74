"""Which package answers which question, and whether the answers agree: ``python docs/_tools/peers.py`` writes the page.

Every cell is an answer that was asked for on the same data. Needs the extra ``test``; rtichoke, which does not run beside
the rest, was asked by ``ask_rtichoke.py``.
"""

import json
import warnings
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import dcurves
import numpy as np
import pandas as pd
from briertools.scorers import BrierScorer, LogLossScorer
from cases import cases
from hmeasure import h_score
from model_diagnostics.calibration import compute_bias
from model_diagnostics.scoring import LogLoss, SquaredError, decompose
from sklearn import metrics as sklearn_metrics

from brierwidgets import Comparison, metrics

PAGE = Path(__file__).parents[1] / "understand" / "peers.md"
PEERS = ("briertools", "dcurves", "rtichoke", "hmeasure", "model-diagnostics", "scikit-learn")
RTICHOKE = json.loads(Path(__file__).with_name("rtichoke.json").read_text(encoding="utf-8"))
LOW, HIGH = 0.05, 0.2


def by_dcurves(y: np.ndarray, s: np.ndarray, what: str = "net_benefit", **options: Any) -> float:
    """Return net benefit, or another of its columns, at 10%."""
    frame = pd.DataFrame({"y": y, "model": s})
    table = dcurves.dca(data=frame, outcome="y", modelnames=["model"], thresholds=[0.1], **options)
    return float(table.loc[table["model"] == "model", what].iloc[0])


def questions() -> dict[str, tuple[Callable[[], Any], dict[str, Callable[[], Any]]]]:
    """Return each question with our answer and those of the packages that have one."""
    y, s, weight = cases()
    brier, log_loss = BrierScorer(), LogLossScorer()
    parts = decompose(y, s, scoring_function=SquaredError())
    log_parts = decompose(y, s, scoring_function=LogLoss())
    return {
        "Brier score": (
            lambda: metrics.brier_score(y, s),
            {
                "briertools": lambda: brier.score(y, s, (0, 1)),
                "model-diagnostics": lambda: parts["score"].item(),
                "scikit-learn": lambda: sklearn_metrics.brier_score_loss(y, s),
            },
        ),
        "Brier score from 5% to 20%": (
            lambda: metrics.brier_score(y, s, interval=(LOW, HIGH)),
            {"briertools": lambda: brier.score(y, s, (LOW, HIGH))},
        ),
        "log loss": (
            lambda: metrics.log_loss(y, s),
            {
                "briertools": lambda: log_loss.score(y, s, (0, 1)),
                "model-diagnostics": lambda: log_parts["score"].item(),
                "scikit-learn": lambda: sklearn_metrics.log_loss(y, s),
            },
        ),
        "log loss from 5% to 20%": (
            lambda: metrics.log_loss(y, s, interval=(LOW, HIGH)),
            {"briertools": lambda: log_loss.score(y, s, (LOW, HIGH))},
        ),
        "net benefit at 10%": (lambda: metrics.net_benefit(y, s, 0.1), {"dcurves": lambda: by_dcurves(y, s)}),
        "net benefit at 10%, prevalence 2%": (
            lambda: Comparison(y, {"m": s}).at_prevalence(0.02)["m"].net_benefit(0.1),
            {"dcurves": lambda: by_dcurves(y, s, prevalence=0.02)},
        ),
        "interventions avoided at 10%": (
            lambda: metrics.interventions_avoided(y, s, 0.1),
            {"dcurves": lambda: by_dcurves(y, s, "net_intervention_avoided")},
        ),
        "sensitivity at 10%": (
            lambda: metrics.recall_at_k(y, s, int((s >= 0.1).sum())),
            {"scikit-learn": lambda: sklearn_metrics.recall_score(y, s >= 0.1)},
        ),
        "miscalibration": (
            lambda: metrics.decompose(y, s).miscalibration,
            {"model-diagnostics": lambda: parts["miscalibration"].item()},
        ),
        "AUC": (
            lambda: metrics.roc_auc(y, s),
            {"scikit-learn": lambda: sklearn_metrics.roc_auc_score(y, s)},
        ),
        "average precision": (
            lambda: metrics.average_precision(y, s),
            {"scikit-learn": lambda: sklearn_metrics.average_precision_score(y, s)},
        ),
        "H-measure": (
            lambda: metrics.h_measure(y, s),
            {"hmeasure": lambda: h_score(y, s, severity_ratio=1.0)},
        ),
        "Brier score with weights": (
            lambda: metrics.brier_score(y, s, sample_weight=weight),
            {
                "model-diagnostics": lambda: decompose(y, s, weights=weight, scoring_function=SquaredError())[
                    "score"
                ].item(),
                "scikit-learn": lambda: sklearn_metrics.brier_score_loss(y, s, sample_weight=weight),
            },
        ),
        "mean regret from 5% to 20%": (lambda: metrics.mean_regret(y, s, interval=(LOW, HIGH)), {}),
        "… with a 95% interval for the difference of two models": (
            lambda: metrics.score_difference(y, s, s**1.1, rule="brier", interval=(LOW, HIGH)).estimate,
            {},
        ),
        "bias of the mean score": (
            lambda: s.mean() - y.mean(),
            {"model-diagnostics": lambda: compute_bias(y, s)["bias_mean"].item()},
        ),
    }


def agreement(theirs: float, ours: float) -> str:
    """Return how far two answers agree."""
    apart = abs(theirs - ours)
    return next((f"to {bound}" for bound in ("1e-12", "1e-9", "1e-6") if apart <= float(bound)), f"{theirs:.6g}")


def page() -> str:
    """Return the page."""
    rows = []
    for question, (ours, others) in questions().items():
        answer = float(ours())
        theirs = {peer: float(ask()) for peer, ask in others.items()}
        if question in RTICHOKE["answers"]:
            theirs["rtichoke"] = RTICHOKE["answers"][question]
        cells = [agreement(theirs[peer], answer) if peer in theirs else "–" for peer in PEERS]
        rows.append([question, f"{answer:.6f}", *cells])
    versions = {peer: RTICHOKE["versions"].get(peer) or version(peer) for peer in PEERS}
    heads = ["question", "brierwidgets", *(f"{peer} {number}" for peer, number in versions.items())]
    table = "\n".join(f"| {' | '.join(row)} |" for row in (heads, ["---"] * len(heads), *rows))
    return f"""\
# Beside other packages

The same 2,000 cases were given to every package. A cell says how far its answer agrees with ours, or gives its answer where the two differ; a dash, that we found no function for it.
`python docs/_tools/peers.py` wrote this page, and a test asks all of them again but rtichoke.

{table}

- **briertools** is by the authors of the paper, and its scores on an interval are the ones implemented here.
- **dcurves** counts anew at every threshold; it has decision curves for censored outcomes, which `method="stratified"` reproduces.
- **hmeasure** and **model-diagnostics** agree where they overlap; model-diagnostics also judges regressions and quantiles.
- **scikit-learn** has the building blocks, and scores over the whole range only.
- **rtichoke** draws decision curves, calibration, gains and lift with plotly. It was asked in an environment of its own (`docs/_tools/ask_rtichoke.py`),
  with polars {RTICHOKE["versions"]["polars"]}: with polars 2, which the tests here run with, it stops at `pl.count()`. Its interventions avoided
  differ from everybody else's: of 100 cases it counts the true negatives, but takes off the false negatives of one case.

None of the others has live views, guarded intervals, or answers a new interval without going through the rows again.
How long each takes is printed by `python -m benchmarks.peers`.
"""


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    PAGE.write_text(page(), encoding="utf-8")
