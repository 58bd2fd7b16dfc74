"""A mended model beside the old one, and what it gains."""

import numpy as np
import pytest

from brierwidgets import Comparison, Explorer, recalibrate

RNG = np.random.default_rng(1)
RISK = RNG.uniform(0.05, 0.5, 2000)
Y = RNG.random(2000) < RISK
HIGH = np.sqrt(RISK)


@pytest.fixture
def explorer():
    shown = Explorer(Y, {"high": HIGH, "right": RISK}, interval=("10%", "30%"))
    yield shown
    shown.close()


def test_the_gain_is_the_paired_difference_of_cross_fitted_scores(explorer):
    made = explorer.add_recalibrated("high")
    wanted = recalibrate(Y, HIGH).scores
    np.testing.assert_array_equal(made.scores, wanted)
    both = Comparison(Y, {"old": HIGH, "new": wanted})
    gap = both.differences((0.1, 0.3), rule="mean-regret", reference="new").loc["old"]
    gain = explorer._mending_note.gains["high (recalibrated)"]
    assert gain.estimate == pytest.approx(gap["estimate"])
    assert (gain.low, gain.high) == pytest.approx((gap["low"], gap["high"]))
    assert gain.low > 0
    text = explorer._mending_note.text
    assert "high (recalibrated) has a mean regret of" in text
    assert "more than chance would do" in text
    assert "Each case was mended by a curve fitted to other cases." in text


def test_every_mended_model_is_spoken_of(explorer):
    explorer.add_recalibrated("high")
    explorer.add_recalibrated("right")
    assert list(explorer._mending_note.gains) == ["high (recalibrated)", "right (recalibrated)"]
    for name in explorer._mending_note.gains:
        assert f"{name} has a mean regret of" in explorer._mending_note._text.value


def test_a_model_that_needs_no_mending_gains_nothing_sure(explorer):
    explorer.add_recalibrated("right", method="beta", cv=4, called="right, mended")
    assert "which could be chance" in explorer._mending_note.text


def test_it_follows_the_interval_and_the_unit(explorer):
    explorer.add_recalibrated("high")
    explorer.interval = ("1:4", "50%")
    explorer.state.settle()
    assert "from 20% to 50%" in explorer._mending_note._text.value
    explorer.state.unit = "odds"
    assert "from 1:4 to 1:1" in explorer._mending_note._text.value


def test_it_goes_with_the_model_and_code_writes_it_down(explorer):
    explorer.add_recalibrated("high", cv=4)
    code = explorer.to_code()
    assert "explorer.add_recalibrated('high', method='logistic', cv=4, seed=0)" in code
    explorer.drop_model("high")
    assert explorer._mending_note is None
    assert explorer._remarks.children == ()
    assert explorer.comparison.names == ["right", "high (recalibrated)"]


def test_another_model_of_the_same_name_is_not_taken_for_mended(explorer):
    explorer.add_recalibrated("high", called="next")
    explorer.drop_model("next")
    explorer.add_model("next", RISK**2)
    assert explorer._mending_note is None
    assert explorer.to_code().splitlines()[-3:-1] == [
        "explorer.drop_model('next')",
        "explorer.add_model('next', y_prob)  # put its scores here",
    ]
    explorer.add_recalibrated("next")
    explorer.drop_model("next")
    explorer.add_model("next", RISK**3)
    assert explorer._mending_note is None


def test_weights_are_kept(explorer):
    weights = RNG.uniform(0.5, 2, 2000)
    weighted = Explorer(Y, {"high": HIGH}, sample_weight=weights, interval=(0.1, 0.3))
    made = weighted.add_recalibrated("high")
    np.testing.assert_array_equal(made.scores, recalibrate(Y, HIGH, sample_weight=weights).scores)
    weighted.close()


@pytest.mark.parametrize(
    ("arguments", "advice"),
    [
        ({"name": "nobody"}, "nobody"),
        ({"name": "high", "method": "magic"}, "method must be one of"),
        ({"name": "high", "cv": 1}, "at least 2 folds"),
        ({"name": "high", "cv": 1.5}, "whole number of folds"),
        ({"name": "high", "cv": np.zeros(2000)}, "one fold"),
        ({"name": "high", "cv": Y}, "cases only"),
        ({"name": "high", "called": "right"}, "There is a model 'right' already"),
    ],
)
def test_what_cannot_be_mended_is_refused_and_nothing_changes(explorer, arguments, advice):
    with pytest.raises((KeyError, ValueError, TypeError), match=advice):
        explorer.add_recalibrated(**arguments)
    assert explorer.comparison.names == ["high", "right"]
    assert explorer._mending_note is None


def test_counts_alone_cannot_be_mended():
    counted = Explorer(Comparison.from_forecasts({"a": Comparison(Y, {"a": HIGH})["a"]}), interval=(0.1, 0.3))
    with pytest.raises(ValueError, match="case by case"):
        counted.add_recalibrated("a")
    counted.close()
