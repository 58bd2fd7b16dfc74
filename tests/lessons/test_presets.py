"""Presets: questions that know their answers, and a tour of any Explorer."""

import re

import pytest

from brierwidgets import Comparison, Explorer
from brierwidgets.core.intervals import check_interval
from brierwidgets.datasets import load_breast_cancer
from brierwidgets.lessons import INTERVALS, ask_best, ask_height, ask_ordinary_choice, tour

BOTH = Comparison([0, 0, 1, 1], {"keen": [0.4, 0.6, 0.7, 0.9], "shy": [0.1, 0.2, 0.3, 0.6]})


def test_the_intervals_are_what_their_names_say():
    for name, interval in INTERVALS.items():
        low, high = check_interval(interval)
        assert f"{100 * low:g}% to {100 * high:g}%" in name
    Explorer(BOTH, interval=(0.2, 0.4), presets=INTERVALS).close()


def test_the_best_model_by_hand():
    question = ask_best(BOTH, (0.2, 0.4))  # mean regrets 0.15 and 0.08125, as in the docstring of Comparison
    assert question.correct == "shy"
    assert question.reveal.startswith("For costs from 20% to 40%, shy has the lowest mean regret: 81.3 per 1,000")


def test_equal_models_are_called_equal():
    twins = Comparison([0, 0, 1, 1], {"one": [0.4, 0.6, 0.7, 0.9], "two": [0.4, 0.6, 0.7, 0.9]})
    question = ask_best(twins, (0.2, 0.4))
    assert question.correct == "there is no difference"
    assert "same mean regret" in question.reveal
    with pytest.raises(ValueError, match="equal"):
        ask_ordinary_choice(twins, (0.2, 0.4))
    with pytest.raises(ValueError, match="at least two"):
        ask_best(Comparison([0, 1], {"one": [0.4, 0.6]}), (0.2, 0.4))


def test_the_height_by_hand():
    question = ask_height(BOTH, "keen", (0.2, 0.4), within=0.1)  # every score is above 0.4: c / 2, on average 0.15
    assert question.correct == pytest.approx(150)
    question.answer = 136
    assert question.is_correct
    question.reset()
    question.answer = 134
    assert not question.is_correct


def test_the_ordinary_choice_by_hand():
    # Brier scores: keen (.16 + .36 + .09 + .01) / 4 = .155, shy (.01 + .04 + .49 + .16) / 4 = .175.
    question = ask_ordinary_choice(BOTH, (0.2, 0.4))
    assert question.correct == "no"
    assert "0.1550 for keen and 0.1750 for shy" in question.reveal
    assert ask_ordinary_choice(BOTH, (0.5, 0.8)).correct == "yes"


def test_the_tour_of_the_breast_cancer_models():
    explorer = Explorer(load_breast_cancer(), interval=("1.66%", "3%"))
    lesson = tour(explorer)
    assert lesson.questions[0].correct == "xgboost (2%)"
    assert "xgboost (2%): Brier 0.0415, AUC 0.591" in lesson.steps[0].caption
    lesson.questions[0].answer = "xgboost"
    for step in range(1, len(lesson.steps)):
        lesson.step = step
        assert lesson.notice.value == ""
    assert explorer.tab == "regret"
    lesson.close()


def test_the_tour_names_the_signs_that_the_table_shows():
    explorer = Explorer(BOTH, interval=(0.2, 0.4))  # here shy is the best, and by the Brier score it is keen
    lesson = tour(explorer)
    caption = lesson.steps[-1].caption
    shown = set(re.findall(r'class="bw-(?:up|down)">(.)', explorer.table._body.value))
    assert shown == {"▲", "▼"} == set(re.findall(r"[^\w\s.,:*]", caption))
    lesson.close()
