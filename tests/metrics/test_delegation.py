"""Each function of the contract is its core twin on the forecast of the same cases, weights and labels included."""

import inspect

import numpy as np
import pytest

from brierwidgets import Forecast, metrics
from brierwidgets.core import bootstrap, calibration, decision_curve, ranking, topk

RNG = np.random.default_rng(0)
Y = RNG.random(60) < 0.4
S = np.round(RNG.beta(1 + Y, 2 - Y), 2)
W = RNG.exponential(size=60)

CASES = {
    "roc_auc": ({}, ranking.roc_auc),
    "auc_skill_score": ({}, ranking.auc_skill_score),
    "average_precision": ({}, ranking.average_precision),
    "partial_auc": ({"interval": (0.2, "60%")}, ranking.partial_auc),
    "concordant_partial_auc": (
        {"interval": (0.2, 0.6)},
        ranking.concordant_partial_auc,
    ),
    "bounded_auc_regret": ({"interval": (0.2, 0.6)}, ranking.bounded_auc_regret),
    "h_measure": ({"alpha": 2, "beta": 5}, calibration.h_measure),
    "decompose": ({"rule": "log-loss", "interval": (0.1, 0.5)}, calibration.decompose),
    "decomposition_intervals": ({"replicates": 20, "seed": 4, "interval": (0.1, 0.5)}, bootstrap.bootstrap_parts),
    "roc_curve": ({}, ranking.roc_curve),
    "precision_recall_curve": ({}, ranking.precision_recall_curve),
    "calibration_curve": ({}, calibration.calibration_curve),
}
AT_K = {
    "precision_at_k": ({"k": 7}, topk.precision_at_k),
    "recall_at_k": ({"k": 7}, topk.recall_at_k),
    "net_benefit_at_k": ({"k": 7, "cost": "1:4"}, topk.net_benefit_at_k),
}


@pytest.mark.parametrize("name", CASES)
def test_weights_and_labels_reach_the_core(name):
    options, twin = CASES[name]
    expected = twin(Forecast(Y, S, sample_weight=W), **options)
    words = np.where(Y, "ill", "well")
    found = getattr(metrics, name)(words, S, sample_weight=W, pos_label="ill", **options)
    assert np.concatenate([np.ravel(value) for value in np.atleast_1d(found)]).tolist() == pytest.approx(
        np.concatenate([np.ravel(value) for value in np.atleast_1d(expected)]).tolist()
    )
    assert type(found) is type(expected)
    unweighted = twin(Forecast(Y, S), **options)
    assert not np.array_equal(np.ravel(np.asarray(unweighted)), np.ravel(np.asarray(expected)))


@pytest.mark.parametrize("name", AT_K)
def test_top_k_takes_labels_and_refuses_weights(name):
    options, twin = AT_K[name]
    words = np.where(Y, "ill", "well")
    assert getattr(metrics, name)(words, S, pos_label="ill", **options) == twin(Forecast(Y, S), **options)
    with pytest.raises(ValueError, match="importance weights have no meaning here"):
        getattr(metrics, name)(Y, S, sample_weight=W, **options)


def test_decision_curve_passes_everything_on():
    found = metrics.decision_curve(Y, S, [0.2, 0.3], prevalence=0.1, harm=0.01, sample_weight=W)
    expected = decision_curve.decision_curve(Forecast(Y, S, sample_weight=W), [0.2, 0.3], prevalence=0.1, harm=0.01)
    for name in ("threshold", "net_benefit", "standard_error", "treat_all", "treat_none"):
        assert getattr(found, name).tolist() == getattr(expected, name).tolist()


def test_every_metric_takes_weights_and_labels_as_keywords():
    for name in set(metrics.__all__) - {"scorers"}:
        parameters = inspect.signature(getattr(metrics, name)).parameters
        assert next(iter(parameters)) == "y_true", name
        for keyword in ("sample_weight", "pos_label"):
            assert parameters[keyword].kind is inspect.Parameter.KEYWORD_ONLY, name
            assert parameters[keyword].default is None, name


def test_every_metric_has_an_example():
    for name in set(metrics.__all__) - {"scorers"}:
        assert ">>> " in getattr(metrics, name).__doc__, name
