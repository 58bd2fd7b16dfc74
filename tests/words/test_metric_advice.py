import math

import numpy as np
import pytest

import brierwidgets as bw
from brierwidgets import metrics
from brierwidgets.core.intervals import Interval
from brierwidgets.core.metric_weights import best_models
from brierwidgets.recommend import RECOMMENDATIONS, recommend
from brierwidgets.words.metric_advice import Setting, calls, evaluate, practice

RNG = np.random.default_rng(1)
SCORES = RNG.random(300)
Y = RNG.random(300) < SCORES
SETTING = Setting(cost=0.3, interval=Interval(0.05, 0.2), k=40, k_range=(20, 80))
IDS = [f"{advice.coupling}-{advice.threshold}" for advice in RECOMMENDATIONS]


@pytest.mark.parametrize("advice", RECOMMENDATIONS, ids=IDS)
def test_the_code_shown_gives_the_value_shown(advice):
    comparison = bw.Comparison(Y, {"one": SCORES, "two": 1 - SCORES})
    made = calls(advice, SETTING)
    assert {call.code.split("(")[0] for call in made} == set(advice.functions)
    for call in made:
        worth = evaluate(call, comparison)
        assert worth.reason == ""
        for name, scores in (("one", SCORES), ("two", 1 - SCORES)):
            assert eval(call.code, {"y_true": Y, "y_prob": scores, **vars(metrics)}) == worth.values[name]
        # The first model made the outcomes: every metric must say so, or its sign is wrong.
        assert best_models(worth.values, ["one", "two"], higher_is_better=call.higher_is_better) == ["one"]


def test_a_range_of_places_asks_at_both_ends():
    labels = [call.label for call in calls(recommend("top-k", "range"), SETTING)]
    assert labels == ["AUC-ROC", "AUC-PR", "precision@20", "precision@80"]


def test_what_cannot_be_answered_says_why():
    weighted = bw.Comparison(Y, {"one": SCORES}, sample_weight=RNG.random(300))
    worth = evaluate(calls(recommend("top-k", "fixed"), SETTING)[0], weighted)
    assert math.isnan(worth.values["one"])
    assert "importance weights have no meaning" in worth.reason
    negative = bw.Comparison([0, 0], {"one": [0.1, 0.2]})
    assert "every case is negative" in evaluate(calls(recommend("top-k", "unknown"), SETTING)[0], negative).reason


def test_what_papers_do():
    facts = practice(recommend("top-k", "unknown"))
    assert "61.3% (FAccT)" in facts[0]
    assert facts[1:] == (
        "AUC-ROC: reported by 78.8% (CHIL).",
        "AUC-PR: reported by 8.7% (ICML), 2.9% (FAccT) and 27.7% (CHIL).",
    )
    assert practice(recommend("independent", "unknown"))[-1] == "Brier score and log loss: fewer than 25% report each."
    assert practice(recommend("top-k", "range"))[-1].endswith("fewer than 25% report it.")
