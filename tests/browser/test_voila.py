"""The demo and the lesson as applications: served without code, and driven as a reader does."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

FOLDER = Path(__file__).resolve().parents[2] / "notebooks"
LINE = ".bw-explorer .bqplot.figure path.line"
VERDICT = ".bw-explorer .bw-verdict"
QUESTION = ".bw-lesson .bw-question"


@pytest.fixture
def lesson(voila):
    return voila(FOLDER / "lesson-50-minutes.ipynb", ready=QUESTION)


def button(page, name):
    return page.page.locator(".bw-lesson").get_by_role("button", name=name, exact=True)


def answer(page, value):
    """Answer the question shown: a choice by its text, or what is typed."""
    question = page.page.locator(QUESTION)
    choices = question.locator(".widget-radio-box")
    if choices.count():
        choices.get_by_text(value, exact=True).click()
    else:
        question.locator("input, textarea").fill(value)
    button(page, "Commit my answer").click()
    expect(button(page, "Next")).to_be_enabled()


def go_on(page, number):
    button(page, "Next").click()
    page.wait_text(".bw-lesson .bw-progress", f"Step {number} of")


def test_the_demo_is_served_without_code_and_follows_the_hand(voila):
    page = voila(FOLDER / "01-start-here.ipynb", ready=LINE)
    page.wait_text(VERDICT, "For costs from 1.66% to 3%, xgboost (2%) has the lowest mean regret")
    page.wait_text("table.dataframe", "brier_full")
    assert page.page.locator("text=load_breast_cancer").count() == 0
    page.drag(".bw-explorer .bw-slider .bw-handle-upper", 250)
    expect(page.page.locator(VERDICT)).not_to_contain_text("to 3%,")
    expect(page.page.locator(VERDICT)).not_to_contain_text("xgboost (2%) has the lowest")
    assert page.errors() == []


def test_nothing_is_revealed_before_an_answer_and_next_is_locked(lesson):
    lesson.page.set_viewport_size({"width": 390, "height": 700})
    assert lesson.page.locator("text=from brierwidgets").count() == 0
    expect(button(lesson, "Reveal")).to_be_disabled()
    expect(button(lesson, "Next")).to_be_disabled()
    lesson.page.locator(QUESTION).locator("input").fill("a few")
    button(lesson, "Commit my answer").click()
    lesson.wait_text(f"{QUESTION} [role=alert]", "'a few' is not a number")
    expect(button(lesson, "Next")).to_be_disabled()
    answer(lesson, "2")
    expect(lesson.page.locator(QUESTION)).not_to_contain_text("There is no right answer")
    button(lesson, "Reveal").click()
    lesson.wait_text(f"{QUESTION} .bw-response", "There is no right answer")
    # What was below the edge of a phone comes into sight, and the next step begins at the top.
    expect(lesson.page.locator(f"{QUESTION} .bw-response")).to_be_in_viewport(ratio=0.99)
    go_on(lesson, 2)
    expect(lesson.page.locator(".bw-lesson .bw-caption")).to_be_in_viewport(ratio=0.99)
    assert lesson.errors() == []


def test_the_lesson_by_keyboard(lesson):
    page = lesson.page
    page.locator(QUESTION).locator("input").focus()
    page.keyboard.type("3%")
    page.keyboard.press("Enter")
    expect(button(lesson, "Reveal")).to_be_focused()
    page.keyboard.press("Enter")
    lesson.wait_text(f"{QUESTION} .bw-response", "You said: 3%")
    for _ in range(5):
        page.keyboard.press("Tab")
        if button(lesson, "Next").evaluate("element => element === document.activeElement"):
            break
    page.keyboard.press("Space")
    lesson.wait_text(".bw-lesson .bw-progress", "Step 2 of")
    expect(page.locator(".bw-lesson .bw-caption")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator(QUESTION).locator("input")).to_be_focused()
    assert lesson.errors() == []


def test_the_lesson_from_predicting_to_the_download(lesson):
    answer(lesson, "2")
    go_on(lesson, 2)
    answer(lesson, "5%")
    go_on(lesson, 3)
    answer(lesson, "90")
    go_on(lesson, 4)
    answer(lesson, "xgboost")
    button(lesson, "Reveal").click()
    lesson.wait_text(f"{QUESTION} .bw-response", "Not quite. You said: xgboost. The answer: weighted xgboost.")
    go_on(lesson, 5)
    lesson.wait_for(LINE)
    expect(lesson.page.locator(VERDICT)).to_be_hidden()  # it would answer the question
    answer(lesson, "0")
    go_on(lesson, 6)
    button(lesson, "Back").click()
    lesson.wait_text(f"{QUESTION} .bw-response", "Committed: 0.")
    go_on(lesson, 6)
    answer(lesson, "2.7")
    go_on(lesson, 7)
    lesson.wait_text(VERDICT, "For costs from 1.66% to 3%")
    lesson.drag(".bw-explorer .bw-slider .bw-handle-lower", -60)
    expect(lesson.page.locator(VERDICT)).not_to_contain_text("from 1.66%")
    button(lesson, "Show this step again").click()
    lesson.wait_text(VERDICT, "For costs from 1.66% to 3%")
    for number, given in enumerate(("3.8", "2", "A has both.", "Take the square root.", "Ask about costs."), start=8):
        answer(lesson, given)
        go_on(lesson, number)
    lesson.page.emulate_media(media="print")  # on paper, which is no screen with something to scroll
    assert lesson.page.locator("#rendered_cells").evaluate("cells => getComputedStyle(cells).position") == "static"
    lesson.page.emulate_media(media="screen")
    with lesson.page.expect_download() as started:
        lesson.page.get_by_role("link", name="Download your answers (CSV)").click()
    rows = started.value.path().read_text(encoding="utf-8-sig").splitlines()
    assert rows[0] == "question,kind,answer,expected,correct,revealed,seconds"
    assert rows[4].startswith("best from 1.66% to 3%,choice,xgboost,weighted xgboost,False,True,")
    assert re.match(r"advice to a friend,text,Ask about costs\.,,,False", rows[11])
    assert lesson.errors() == []
