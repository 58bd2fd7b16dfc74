import math

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.special import expit, logit

import brierwidgets as bw
from brierwidgets import metrics
from brierwidgets.core.costs import LogOddsUniform, Uniform
from brierwidgets.core.curves import CURVES
from brierwidgets.core.intervals import Interval
from brierwidgets.core.metric_weights import (
    SEEN,
    axis_density,
    best_models,
    metric_weights,
    score_density,
    weight_inside,
)
from brierwidgets.core.peaked_costs import Beta, Shifted
from brierwidgets.words.metric_weights import describe_metrics

RNG = np.random.default_rng(2)
SCORES = RNG.beta(2, 6, 500)
Y = RNG.random(500) < SCORES
FORECAST = bw.Forecast(Y, SCORES)
INTERVAL = Interval(0.05, 0.2)
STRAIGHT, BENT = CURVES["regret"], CURVES["log-odds"]


def by_key(**options):
    return {metric.key: metric for metric in metric_weights(INTERVAL, **options)}


def test_each_score_is_the_metric_of_that_name():
    expected = {
        "accuracy": metrics.accuracy(Y, SCORES),
        "brier": metrics.brier_score(Y, SCORES),
        "log-loss": metrics.log_loss(Y, SCORES),
        "beta-2-2": metrics.expected_regret(Y, SCORES, Beta(2, 2)),
        "beta": metrics.expected_regret(Y, SCORES, Beta(3, 9)),
        "shifted": metrics.shifted_brier_score(Y, SCORES, center=0.2),
        "bounded": metrics.mean_regret(Y, SCORES, interval=INTERVAL),
        "auc": metrics.roc_auc(Y, SCORES),
    }
    made = by_key(p=3, q=9, center=0.2)
    assert {key: metric.score(FORECAST) for key, metric in made.items()} == pytest.approx(expected, rel=1e-12)
    bounded = by_key(spacing="log-odds")["bounded"]
    assert bounded.score(FORECAST) == metrics.mean_regret(Y, SCORES, interval=INTERVAL, spacing="log-odds")
    assert bounded.costs == LogOddsUniform(*INTERVAL)


def test_accuracy_and_auc_are_better_when_higher():
    assert [key for key, metric in by_key().items() if metric.higher_is_better] == ["accuracy", "auc"]


@pytest.mark.parametrize("costs", [Uniform(), LogOddsUniform(), Beta(2, 8), Shifted(0.1), Uniform(0.05, 0.2)])
def test_shapes_have_area_one_on_either_axis(costs):
    low, high = costs.interval if math.isfinite(costs.mass) else SEEN
    area, _ = quad(lambda c: float(axis_density(costs, np.array(c), STRAIGHT)), low, high, limit=200)
    assert area == pytest.approx(1, abs=1e-6)
    ends = [float(logit(min(max(end, 1e-9), 1 - 1e-9))) for end in (low, high)]
    area, _ = quad(lambda x: float(axis_density(costs, expit(np.array(x)), BENT)), *ends, limit=200)
    assert area == pytest.approx(1, abs=1e-6)


def test_log_loss_is_flat_in_log_odds_and_brier_in_cost():
    costs = np.array([0.01, 0.1, 0.5, 0.9])
    flat = axis_density(LogOddsUniform(), costs, BENT)
    assert flat == pytest.approx(np.full(4, 1 / (logit(SEEN.high) - logit(SEEN.low))))
    assert axis_density(Uniform(), costs, STRAIGHT) == pytest.approx(np.ones(4))


@pytest.mark.parametrize("curve", [STRAIGHT, BENT])
def test_the_scores_of_a_model_are_a_density(curve):
    places = np.linspace(float(curve.to_axis(SEEN.low)), float(curve.to_axis(SEEN.high)), 31)
    density = score_density(FORECAST, np.asarray(curve.from_axis(places)), curve)
    assert density @ np.diff(places) == pytest.approx(1)


def test_weight_on_the_interval():
    inside = {key: weight_inside(metric, INTERVAL, FORECAST) for key, metric in by_key().items()}
    beta = np.random.default_rng(0).beta(2, 8, 400_000)
    width = logit(0.2) - logit(0.05)
    assert inside["accuracy"] == 0.0
    assert inside["brier"] == pytest.approx(0.15)
    assert inside["log-loss"] == pytest.approx(width / (2 * logit(0.999)))
    assert inside["beta"] == pytest.approx(np.mean((beta > 0.05) & (beta < 0.2)), abs=0.003)
    assert inside["bounded"] == 1.0
    assert inside["auc"] == np.mean((SCORES >= 0.05) & (SCORES <= 0.2))
    wide = Interval(0.4, 0.6)
    assert weight_inside(by_key()["accuracy"], wide, FORECAST) == 1.0
    assert weight_inside(by_key()["bounded"], wide, FORECAST) == 0.0


def test_scores_on_the_ends_lie_on_the_interval():
    forecast = bw.Forecast([0, 1, 0, 1], [0.05, 0.2, 0.21, 0.04])
    assert weight_inside(by_key()["auc"], INTERVAL, forecast) == 0.5


def test_auc_of_one_class_is_not_defined():
    assert math.isnan(by_key()["auc"].score(bw.Forecast([0, 0], [0.1, 0.2])))


@pytest.mark.parametrize(
    ("scores", "higher", "best"),
    [
        ({"a": 0.1, "b": 0.2}, False, ["a"]),
        ({"a": 0.1, "b": 0.2}, True, ["b"]),
        ({"a": 0.1 + 0.2, "b": 0.3}, True, ["a", "b"]),
        ({"a": math.inf, "b": 0.3}, False, ["b"]),
        ({"a": math.inf, "b": math.inf}, False, ["a", "b"]),
        ({"a": math.nan, "b": math.nan}, True, []),
    ],
)
def test_the_best_models(scores, higher, best):
    assert best_models(scores, ["a", "b"], higher_is_better=higher) == best
    assert best_models(scores, [], higher_is_better=higher) == []


def test_words_on_who_chooses_whom():
    made = by_key()
    choices = {key: ["a"] for key in made}
    description = describe_metrics(made, choices, INTERVAL)
    assert description.startswith("On costs from 5% to 20%, mean regret chooses a. So do accuracy, Brier score")
    assert "But" not in description
    choices |= {"brier": ["b"], "auc": ["a", "b"], "log-loss": []}
    description = describe_metrics(made, choices, INTERVAL)
    assert "But Brier score chooses b; AUC-ROC chooses a and b." in description
    assert "log loss" not in description
    assert "no model is shown" in describe_metrics(made, {key: [] for key in made}, INTERVAL)
