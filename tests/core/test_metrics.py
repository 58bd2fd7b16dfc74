"""The scores of the contract: values by hand, defaults, weights, labels and ways to write costs."""

import inspect
import math

import numpy as np
import pytest

from brierwidgets import Forecast, metrics
from brierwidgets.core import Difference
from brierwidgets.costs import Beta, Uniform

Y, S = [0, 0, 1, 1], [0.1, 0.6, 0.4, 0.8]
OTHER = [0.5, 0.5, 0.5, 0.5]


def test_values_by_hand():
    assert metrics.regret(Y, S, 0.5) == 0.25
    assert metrics.regret(Y, S, 0.2, threshold=0.5) == pytest.approx(0.25, rel=1e-15)
    assert metrics.net_benefit(Y, S, 0.2) == pytest.approx(0.4375, rel=1e-15)
    assert metrics.interventions_avoided(Y, S, 0.2) == 0.25
    assert metrics.accuracy(Y, S) == 0.5
    assert metrics.accuracy(Y, S, threshold=0.4) == 0.75
    assert metrics.expected_regret(Y, S, Uniform(0.2, 0.4)) == pytest.approx(0.075, rel=1e-14)
    assert metrics.mean_regret(Y, S, interval=(0.2, 0.4)) == pytest.approx(0.075, rel=1e-14)
    assert metrics.brier_score(Y, S) == pytest.approx(0.1925, rel=1e-14)
    assert metrics.brier_score(Y, S, interval=(0.2, 0.4)) == pytest.approx(0.03, rel=1e-14)
    assert metrics.brier_score(Y, S, interval=(0.2, 0.4), normalize=True) == pytest.approx(0.15, rel=1e-14)
    assert metrics.log_loss(Y, S) == pytest.approx(-math.log(0.9 * 0.4 * 0.4 * 0.8) / 4, rel=1e-14)
    assert metrics.log_loss(Y, S, interval=(0.2, 0.4)) == pytest.approx(math.log(4 / 3) / 4, rel=1e-14)
    width = math.log(4) - math.log(1.5)
    assert metrics.log_loss(Y, S, interval=(0.2, 0.4), normalize=True) == pytest.approx(
        math.log(4 / 3) / 4 / width, rel=1e-13
    )
    assert metrics.mean_net_benefit(Y, S, interval=(0.2, 0.4)) == pytest.approx(
        0.5 - (math.log(4 / 3) / 0.2 - 1) / 4, rel=1e-13
    )
    assert metrics.brier_skill_score(Y, S) == pytest.approx(0.23, rel=1e-13)
    assert metrics.shifted_brier_score(Y, S, center=0.5) == pytest.approx(0.1925, rel=1e-14)


def test_score_difference_by_hand():
    found = metrics.score_difference(Y, S, OTHER)
    gaps = np.array([0.01, 0.36, 0.36, 0.04]) - 0.25
    assert isinstance(found, Difference)
    assert found.estimate == pytest.approx(gaps.mean(), rel=1e-13)
    assert found.standard_error == pytest.approx(gaps.std() / 2, rel=1e-13)
    assert metrics.score_difference(Y, OTHER, S).estimate == pytest.approx(-found.estimate, rel=1e-13)
    same = metrics.score_difference(Y, S, S)
    assert same[:2] == (0.0, 0.0)
    assert same.low == -same.high < 0.0, "four cases on which two models agree do not show that they always do"


SCORES = {
    "regret": ({"cost": 0.3}, lambda f: f.regret(0.3)),
    "net_benefit": ({"threshold": "30%"}, lambda f: f.net_benefit(0.3)),
    "interventions_avoided": ({"threshold": "3:7"}, lambda f: f.interventions_avoided(0.3)),
    "accuracy": ({"threshold": 0.3}, lambda f: f.accuracy(0.3)),
    "expected_regret": ({"costs": Beta(2, 8)}, lambda f: f.expected_regret(Beta(2, 8))),
    "mean_regret": (
        {"interval": ("10%", "1:1"), "spacing": "log-odds"},
        lambda f: f.mean_regret((0.1, 0.5), spacing="log-odds"),
    ),
    "brier_score": (
        {"interval": (0.1, 0.5), "normalize": True},
        lambda f: f.brier_score((0.1, 0.5), normalize=True),
    ),
    "log_loss": ({"interval": (0.1, 0.5), "normalize": True}, lambda f: f.log_loss((0.1, 0.5), normalize=True)),
    "mean_net_benefit": ({"interval": (0.1, 0.5)}, lambda f: f.mean_net_benefit((0.1, 0.5))),
    "brier_skill_score": ({"interval": (0.1, 0.5)}, lambda f: f.brier_skill_score((0.1, 0.5))),
    "log_loss_skill_score": ({"interval": (0.1, 0.5)}, lambda f: f.log_loss_skill_score((0.1, 0.5))),
    "shifted_brier_score": ({"center": "10%"}, lambda f: f.shifted_brier_score(0.1)),
}


@pytest.mark.parametrize("name", SCORES)
def test_each_is_a_question_to_the_forecast(name):
    options, ask = SCORES[name]
    metric = getattr(metrics, name)
    weights = [1.0, 2.0, 0.5, 3.0]
    words = ["well", "well", "ill", "ill"]
    found = metric(words, S, sample_weight=weights, pos_label="ill", **options)
    assert found == ask(Forecast(Y, S, sample_weight=weights))
    assert type(found) is float
    assert metric(Y, S, **options) == ask(Forecast(Y, S))
    assert metric(Y, S, **options) != found
    # The other class is as good a positive one, with its own scores.
    flipped = metric(words, [1 - s for s in S], pos_label="well", **options)
    assert flipped == ask(Forecast([1, 1, 0, 0], [1 - s for s in S]))


def test_scores_of_the_contract():
    """Names, order and defaults of the arguments are a promise to other people's code."""
    promised = {
        "regret": "(y_true, y_prob, cost, *, threshold=None",
        "net_benefit": "(y_true, y_prob, threshold, *",
        "interventions_avoided": "(y_true, y_prob, threshold, *",
        "accuracy": "(y_true, y_prob, *, threshold=0.5",
        "expected_regret": "(y_true, y_prob, costs, *",
        "mean_regret": "(y_true, y_prob, *, interval=(0, 1), spacing='cost'",
        "brier_score": "(y_true, y_prob, *, interval=(0, 1), normalize=False",
        "log_loss": "(y_true, y_prob, *, interval=(0, 1), normalize=False",
        "mean_net_benefit": "(y_true, y_prob, *, interval",
        "brier_skill_score": "(y_true, y_prob, *, interval=(0, 1)",
        "log_loss_skill_score": "(y_true, y_prob, *, interval=(0, 1)",
        "shifted_brier_score": "(y_true, y_prob, *, center",
    }
    for name, start in promised.items():
        signature = inspect.signature(getattr(metrics, name))
        bare = signature.replace(
            parameters=[p.replace(annotation=p.empty) for p in signature.parameters.values()],
            return_annotation=signature.empty,
        )
        assert str(bare) == f"{start}, sample_weight=None, pos_label=None)", name
    difference = inspect.signature(metrics.score_difference).parameters
    assert list(difference)[:5] == ["y_true", "y_prob_a", "y_prob_b", "rule", "interval"]


def test_arrays_of_costs():
    assert metrics.regret(Y, S, [0.2, 0.5]).tolist() == pytest.approx([0.05, 0.25], rel=1e-15)
    assert metrics.net_benefit(Y, S, np.array([0.2, 0.7])).tolist() == pytest.approx([0.4375, 0.25], rel=1e-15)
    assert metrics.accuracy(Y, S, threshold=[0.4, 0.5]).tolist() == [0.75, 0.5]


def test_adjacent_intervals_add_up():
    for score in (metrics.brier_score, metrics.log_loss):
        parts = [score(Y, S, interval=pair) for pair in ((0, "1%"), ("1%", 0.3), (0.3, 1))]
        assert sum(parts) == pytest.approx(score(Y, S), rel=1e-14)
