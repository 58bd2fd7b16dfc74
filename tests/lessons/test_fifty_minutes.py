"""The lesson of 50 minutes: its answers, worked out anew, and the teacher's page."""

import re
from pathlib import Path

import nbformat
import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.special import expit

from brierwidgets import Comparison
from brierwidgets.datasets import load_breast_cancer, load_vickers17

FOLDER = Path(__file__).resolve().parents[2] / "notebooks"


@pytest.fixture(scope="module")
def lesson():
    notebook = nbformat.read(FOLDER / "lesson-50-minutes.ipynb", as_version=4)
    names = {}
    for cell in notebook.cells:
        if cell.cell_type == "code":
            exec(compile(cell.source, "lesson", "exec"), names)
    yield names["lesson"]
    names["lesson"].close()


@pytest.fixture(scope="module")
def women():
    return load_breast_cancer()


@pytest.fixture(scope="module")
def expected(lesson):
    return {question.name: question.correct for question in lesson.questions}


def test_it_takes_fifty_minutes(lesson):
    assert lesson.minutes == 50


def test_every_step_but_the_last_has_something_to_move(lesson):
    assert [number for number, step in enumerate(lesson.steps) if step.view is None] == [len(lesson.steps) - 1]


def test_it_can_be_gone_through_from_the_first_step_to_the_last(lesson):
    for number, step in enumerate(lesson.steps):
        assert lesson.step == number
        if step.gate is not None:
            assert lesson._next.disabled
            step.gate.answer = step.gate.correct if step.gate.correct is not None else "3"
            step.gate.revealed = True
            assert step.gate.is_correct in (True, None)
        if number < len(lesson.steps) - 1:
            lesson._next.click()
        assert lesson.notice.value == ""
    assert len(lesson.answers) == len(lesson.questions) == 11
    assert "Download your answers" in lesson._export.value
    lesson.reset()
    assert (lesson.step, lesson.answers) == (0, {})


def test_the_first_answers_are_plain_arithmetic(expected):
    assert expected["my threshold"] is None
    assert expected["1 to 19"] == pytest.approx(100 / (1 + 19))
    assert expected["accuracy of a lazy model"] == pytest.approx(100 * (10_732 - 284) / 10_732)


def test_the_answers_about_the_women_are_right(expected, women):
    last, xgboost = women["xgboost (2%)"], women["xgboost"]
    assert women.scores(("1.66%", "3%"))["mean_regret"].idxmin() == "xgboost (2%)"
    assert expected["best from 1.66% to 3%"] == "weighted xgboost"
    assert expected["treated by xgboost"] == sum(xgboost.counts(0.02)[:2])
    crossing = brentq(lambda cost: last.regret(cost) - xgboost.regret(cost), 0.02, 0.035, xtol=1e-6)
    assert 100 * crossing == pytest.approx(expected["the crossing"], abs=0.01)
    end = brentq(lambda c: last.mean_regret((0.0166, c)) - xgboost.mean_regret((0.0166, c)), 0.03, 0.06, xtol=1e-6)
    assert 100 * end == pytest.approx(expected["how far it holds"], abs=0.05)
    share = 100 * last.brier_score(("1.66%", "3%")) / last.brier_score()
    assert share == pytest.approx(expected["share of the Brier score"], abs=0.01)


def test_a_model_is_explained_before_it_appears_and_its_name_tells_nothing(lesson):
    """The study calls it after a threshold, which lies in the range that is asked about."""
    shown = [f"{step.caption} {step.gate.text} {step.gate.expected.choices}" for step in lesson.steps[:-1]]
    explained = next(number for number, text in enumerate(shown) if "weighted xgboost" in text)
    assert "**weighted xgboost**, is xgboost once more" in shown[explained]
    assert not [text for text in shown if "(2%)" in text]
    assert "called xgboost (2%)" in lesson.steps[explained].gate.reveal


def test_the_teacher_is_told_that_no_answer_is_in_doubt(lesson):
    assert lesson.check() == []


def test_the_answers_about_the_two_tests_are_right(expected):
    tests = load_vickers17(n=200_000)
    a, b, none = (tests[name] for name in ("Highly sensitive", "Highly specific", "All negative"))
    assert a.mean_regret(("5%", "20%")) < b.mean_regret(("5%", "20%")) < none.mean_regret(("5%", "20%"))
    assert [round(test.brier_score(), 2) for test in (a, b, none)] == [0.41, 0.14, 0.20]
    assert expected["two tests"] == "Less regret: A. Better Brier score: B."


def test_the_teachers_page_says_what_the_lesson_says(lesson):
    check_teachers_page("teachers-page.md", lesson)


def check_teachers_page(name, lesson):
    page = (FOLDER / name).read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+)\. (.+?) \| (\d+) \| (.+?) \| (.+?) \| (.*?) ?\|$", page, flags=re.MULTILINE)
    steps = [step for step in lesson.steps if step.gate is not None]
    assert len(rows) == len(steps)
    for number, (row, step) in enumerate(zip(rows, steps, strict=True), start=1):
        place, title, minutes, name, answer, tolerance = row
        question = step.gate
        assert (int(place), title, float(minutes), name) == (number, step.title, step.minutes, question.name)
        if question.kind == "number" and question.correct is not None:
            counted = question.expected.unit != "%"  # people are whole
            correct = round(question.correct) if counted else question.correct
            assert float(answer.rstrip("%")) == pytest.approx(correct, abs=0.006)
            assert float(tolerance) == pytest.approx(question.expected.tolerance, rel=0.002)
        elif question.correct is not None:
            assert answer == question.correct
        else:
            assert answer.startswith("any")


def test_a_teachers_own_data_make_a_lesson_that_asks_what_is_so():
    rng = np.random.default_rng(2)
    known, hidden = rng.normal(size=(2, 4000))
    log_odds = -2 + known + hidden
    outcomes = (rng.random(known.size) < expit(log_odds)).astype(int)
    mine = Comparison(outcomes, {"old": expit(-1.6 + 0.7 * known), "new": expit(1.9 * log_odds + 0.6)})
    source = nbformat.read(FOLDER / "lesson-50-minutes.ipynb", as_version=4).cells[1].source
    for theirs, ours in (
        ('datasets.load_breast_cancer(), ("1.66%", "3%"), "2%"', 'mine, ("5%", "15%"), "10%"'),
        ('"weighted xgboost", "xgboost", "xgboost (2%)"', '"bold", "old", "new"'),
    ):
        assert theirs in source
        source = source.replace(theirs, ours)
    names = {"mine": mine}
    exec(compile(source, "lesson", "exec"), names)
    lesson = names["lesson"]
    assert mine.scores(("5%", "15%"))["mean_regret"].idxmin() == "old"  # other than in the study
    assert lesson.steps[6].gate.text == "Keep the left end at 5%. Up to which right end is old the best?"
    assert mine["old"].regret(0.05) < mine["new"].regret(0.05)
    assert "to the left of the crossing old has less regret," in lesson.steps[5].caption
    lesson.close()


def test_the_second_lesson_can_be_gone_through_and_no_answer_is_in_doubt():
    notebook = nbformat.read(FOLDER / "lesson-your-metric-is-an-opinion.ipynb", as_version=4)
    names = {}
    exec(compile(notebook.cells[1].source, "lesson", "exec"), names)
    second = names["lesson"]
    assert second.minutes == 50
    assert second.check() == []
    check_teachers_page("teachers-page-your-metric.md", second)
    right = {question.name: question.correct for question in second.questions}
    loans = names["loans"]
    assert right["what accuracy thinks"] == 50
    assert right["best for the lender"] == loans.scores(("1%", "5%"))["mean_regret"].idxmin()
    gap = [loans["bold"].regret(cost) - loans["plain"].regret(cost) for cost in (0.048, 0.055)]
    assert gap[0] > 0 > gap[1]
    assert 4.8 < right["the crossing"] < 5.5
    for number, step in enumerate(second.steps):
        second.step = number
        if step.gate is not None:
            step.gate.answer = step.gate.correct if step.gate.correct is not None else "so"
        assert second.notice.value == ""
    assert "9 of 9 right." in second._export.value
    second.close()
