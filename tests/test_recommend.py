"""The table of metrics names functions that exist, and its examples run."""

import dataclasses

import numpy as np
import pytest

from brierwidgets import metrics
from brierwidgets.recommend import COUPLINGS, RECOMMENDATIONS, THRESHOLDS, recommend

IDS = [f"{advice.coupling}-{advice.threshold}" for advice in RECOMMENDATIONS]


def test_every_cell_is_there_once():
    cells = [(advice.coupling, advice.threshold) for advice in RECOMMENDATIONS]
    assert sorted(cells) == sorted((c, t) for c in COUPLINGS for t in THRESHOLDS)
    assert all(recommend(*cell) is advice for cell, advice in zip(cells, RECOMMENDATIONS, strict=True))


@pytest.mark.parametrize(
    ("coupling", "threshold", "first", "function"),
    [
        ("independent", "fixed", "net benefit", "net_benefit"),
        ("independent", "range", "bounded Brier score", "brier_score"),
        ("independent", "unknown", "Brier score", "brier_score"),
        ("top-k", "fixed", "precision@K", "precision_at_k"),
        ("top-k", "range", "AUC-ROC", "roc_auc"),
        ("top-k", "unknown", "AUC-ROC", "roc_auc"),
    ],
)
def test_the_published_table(coupling, threshold, first, function):
    advice = recommend(coupling, threshold)
    assert advice.metrics[0] == first
    assert advice.functions[0] == function


@pytest.mark.parametrize("advice", RECOMMENDATIONS, ids=IDS)
def test_functions_are_public_metrics(advice):
    for name in advice.functions:
        assert name in metrics.__all__
        assert callable(getattr(metrics, name))
    assert len(advice.functions) == len(advice.metrics)
    assert advice.reason
    assert advice.caution


@pytest.mark.parametrize("advice", RECOMMENDATIONS, ids=IDS)
def test_examples_run_as_printed(advice):
    rng = np.random.default_rng(0)
    y_prob = rng.random(500)
    names = {"y_true": rng.random(500) < y_prob, "y_prob": y_prob, **vars(metrics)}
    assert advice.example.startswith(f"{advice.functions[0]}(")
    assert np.isfinite(eval(advice.example, names))


def test_bad_questions_list_the_answers_there_are():
    with pytest.raises(ValueError, match="coupling must be one of 'independent', 'top-k', not 'topk'"):
        recommend("topk", "fixed")
    with pytest.raises(ValueError, match="threshold must be one of 'fixed', 'range', 'unknown', not 'none'"):
        recommend("independent", "none")


def test_advice_does_not_change():
    with pytest.raises(dataclasses.FrozenInstanceError):
        recommend("top-k", "fixed").reason = "because"
