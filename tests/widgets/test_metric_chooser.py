import re

import pytest
import traitlets

import brierwidgets as bw
from brierwidgets import metrics
from brierwidgets.recommend import RECOMMENDATIONS
from brierwidgets.state import ExplorerState
from tests.widgets.conftest import HOSTILE, live, make_comparison, say


@pytest.fixture
def chooser(comparison, opened):
    return opened(bw.MetricChooser(comparison, interval=(0.05, 0.2)))


def text(chooser):
    return re.sub("<[^>]+>", " ", chooser._result.value)


def lit(chooser):
    return [cell for cell, button in chooser._cells.items() if button.button_style == "primary"]


def test_answers_light_the_cell_and_say_why(chooser):
    for advice in RECOMMENDATIONS:
        say(chooser._answers["coupling"], index=["independent", "top-k"].index(advice.coupling))
        say(chooser._answers["threshold"], index=["fixed", "range", "unknown"].index(advice.threshold))
        assert lit(chooser) == [(advice.coupling, advice.threshold)]
        assert chooser.advice is advice
        assert advice.reason in text(chooser).replace("&#x27;", "'")
        assert advice.functions[0] in text(chooser)


def test_a_click_on_a_cell_answers_both_questions(chooser):
    chooser._cells["top-k", "fixed"].click()
    assert (chooser.coupling, chooser.threshold) == ("top-k", "fixed")
    assert chooser._answers["coupling"].value == "top-k"
    assert chooser._answers["threshold"].value == "fixed"
    assert chooser._second.value == "Is the number of places K known?"


def test_values_are_those_of_the_functions_shown(chooser, comparison):
    rows = comparison.rows
    chooser.interval = (0.1, 0.3)
    names = {"y_true": rows.labels, "y_prob": rows.scores["bold"], **vars(metrics)}
    for worth in chooser.worths:
        assert "interval=(0.1, 0.3)" in worth.call.code
        assert worth.call.code in chooser._result.value
        assert worth.values["bold"] == pytest.approx(eval(worth.call.code, names))
    assert chooser._result.value.count("★") == len(chooser.worths)


@pytest.mark.parametrize(
    ("cell", "boxes"),
    [
        (("independent", "fixed"), {"cost"}),
        (("independent", "range"), {"low", "high"}),
        (("independent", "unknown"), set()),
        (("top-k", "fixed"), {"k", "cost"}),
        (("top-k", "range"), {"k_low", "k_high"}),
        (("top-k", "unknown"), set()),
    ],
)
def test_only_what_matters_is_asked(chooser, cell, boxes):
    chooser._cells[cell].click()
    assert {key for key, box in chooser._boxes.boxes.items() if box.layout.display != "none"} == boxes


def test_numbers_can_be_typed(chooser):
    say(chooser._boxes["high"], value="1:1")
    assert chooser.interval == (0.05, 0.5)
    chooser._cells["independent", "fixed"].click()
    say(chooser._boxes["cost"], value="30%")
    assert "net_benefit(y_true, y_prob, threshold=0.3)" in chooser._result.value
    chooser._cells["top-k", "fixed"].click()
    say(chooser._boxes["k"], value="1,000")
    assert "precision_at_k(y_true, y_prob, k=1000)" in chooser._result.value
    chooser._cells["top-k", "range"].click()
    say(chooser._boxes["k_low"], value="7")
    assert chooser.k_range == (7, 400)
    say(chooser._boxes["k_high"], value="9")
    assert "precision_at_k(y_true, y_prob, k=9)" in chooser._result.value


@pytest.mark.parametrize(
    ("box", "typed", "advice"),
    [
        ("k", "many", "K must be a whole number such as 100"),
        ("k", "0", "from 1 to the number of cases, 2,000"),
        ("k", "2001", "from 1 to the number of cases, 2,000"),
        ("k_low", "500", "range of K from 500 to 400 is reversed"),
        ("low", "90%", "The lower end 90% would not be on its side of the upper end 20%"),
        ("cost", "x", "cost ratio"),
    ],
)
def test_what_cannot_be_is_said_and_stays_typed(chooser, box, typed, advice):
    before = chooser.k, chooser.k_range, chooser.interval, chooser.cost
    say(chooser._boxes[box], value=typed)
    assert advice in chooser.notice.value
    assert (chooser.k, chooser.k_range, chooser.interval, chooser.cost) == before
    assert chooser._boxes[box].value == typed


def test_a_drag_does_not_rank_the_cases_again(chooser):
    chooser._cells["top-k", "range"].click()
    before = chooser.worths
    chooser.interval = (0.1, 0.4)
    assert chooser.worths is before
    chooser.k_range = (10, 20)
    assert chooser.worths is not before


def test_it_follows_the_cases_and_the_models_shown(comparison, opened):
    state = ExplorerState(comparison, interval=(0.05, 0.2))
    chooser = opened(bw.MetricChooser(state, coupling="top-k", threshold="fixed", k=150))
    other = make_comparison(rows=100, seed=2)
    state.comparison = other  # fewer cases than places
    assert "k must be between 1 and the number of cases" in text(chooser)
    chooser.k = 20
    assert chooser.worths[0].values["good"] == metrics.precision_at_k(other.rows.labels, other.rows.scores["good"], 20)
    state.shown = ["flat"]
    assert "bold" not in chooser._result.value


def test_a_move_sends_little(comparison, wire, opened):
    chooser = opened(bw.MetricChooser(comparison, interval=(0.05, 0.2)))
    wire.clear()
    chooser.interval = (0.1, 0.3)
    assert 0 < wire.nbytes < 8_000


def test_weights_leave_the_top_k_without_an_answer(opened):
    comparison = bw.Comparison([0, 1, 1], {"m": [0.1, 0.7, 0.4]}, sample_weight=[0.2, 0.3, 0.1])
    chooser = opened(bw.MetricChooser(comparison, coupling="top-k", threshold="fixed", k=2))
    assert "importance weights have no meaning" in text(chooser)
    assert not chooser.notice.value


def test_a_hostile_name_stays_text(opened):
    chooser = opened(bw.MetricChooser(make_comparison(rows=300, good=HOSTILE)))
    assert "<img" not in chooser._result.value
    assert "&lt;img" in chooser._result.value


def test_closing_leaves_nothing(comparison):
    before = live()
    chooser = bw.MetricChooser(comparison)
    chooser.close()
    chooser.close()
    assert live() == before


@pytest.mark.parametrize(
    ("wrong", "error", "advice"),
    [
        ({"copling": "top-k"}, TypeError, "Did you mean 'coupling'"),
        ({"coupling": "both"}, ValueError, "coupling must be one of"),
        ({"threshold": 0.2}, ValueError, "threshold must be one of"),
        ({"k": 2.5}, ValueError, "whole number from 1"),
        ({"k": 5000}, ValueError, "whole number from 1"),
        ({"cost": -1}, ValueError, "between 0 and 1"),
    ],
)
def test_a_bad_argument_is_refused_and_leaves_nothing(comparison, wrong, error, advice):
    before = live()
    with pytest.raises(error, match=advice):
        bw.MetricChooser(comparison, **wrong)
    assert live() == before


def test_a_bad_value_is_refused(chooser):
    with pytest.raises(traitlets.TraitError, match="whole number from 1"):
        chooser.k = 0


@pytest.mark.parametrize("interval", [(0, 0.001), (0.0005, 0.0009), (0.9999, 1), (0, 1)])
def test_an_interval_at_the_rim_is_judged(comparison, opened, interval):
    chooser = opened(bw.MetricChooser(comparison, interval=(0.05, 0.2)))
    chooser.interval = interval
    assert not chooser.notice.value
    assert chooser.worths[0].values["good"] == pytest.approx(comparison["good"].brier_score(interval))
