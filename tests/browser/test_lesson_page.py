"""A lesson as one file: opened from disk without a network and without Python, by keyboard, mouse and finger."""

import csv

import pytest
from playwright.sync_api import expect

from brierwidgets import Comparison, Explorer
from brierwidgets.lessons import CostScales, Lesson, PrintedScores, Question, Step
from tests.browser.faults import faults_in_both
from tests.browser.test_lessons import view_below_the_question

BAD = "<img src=x onerror='window.harmed = true'>"
Y = [0, 0, 1, 1, 0, 0]
MODELS = {"keen": [0.4, 0.6, 0.7, 0.9, 0.5, 0.3], BAD: [0.1, 0.2, 0.3, 0.6, 0.1, 0.2]}


@pytest.fixture
def make(tmp_path):
    lessons = []

    def make(**options):
        lessons.append(make_lesson())
        return lessons[-1].save_html(tmp_path / "lesson.html", **options)

    yield make
    for lesson in lessons:
        lesson.close()


@pytest.fixture
def file(make):
    return make()


def make_lesson():
    def explorer():
        return Explorer(Y, MODELS, interval=(0.2, 0.4), zoom=False, tabs=["regret", "decision"])

    number = Question(
        "From which risk?", correct=5, tolerance=0.1, unit="%", reveal="So.", name="risk", hints=["1 of 20"]
    )
    choice = Question(BAD, choices=["keen", BAD], correct=BAD, reveal=BAD, name="=which")
    steps = [
        Step("First.", gate=number, title=BAD, view=CostScales),
        Step("Second.", view=explorer, patch={"interval": ("10%", "30%")}, parts=["verdict"]),
        Step("Third.", patch={"interval": ("50%", "70%"), "tab": "decision", "prevalence": "5%"}, gate=choice),
        Step("Last.", view=lambda: PrintedScores(Comparison(Y, MODELS))),
    ]
    return Lesson(None, steps, title="A lesson", names=True)


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def hand_in(page):
    page.get_by_label("Your name or a nickname").fill("Kim")
    with page.expect_download() as started:
        button(page, "Download your answers (CSV)").click()
    page.get_by_text("For teachers").click()
    page.locator(".bw-drop input").set_input_files(started.value.path())
    expect(page.locator(".bw-class h2")).to_have_text("1 student")
    expect(page.locator(".bw-class section").first).to_contain_text("1 of 1 answered · 100% right")
    expect(page.locator(".bw-class section").last).to_contain_text("1 Kim21 of 2")
    return list(csv.reader(started.value.path().read_text(encoding="utf-8-sig").splitlines()))


def weigh(page):
    """Drag and type a threshold onto the scales."""
    threshold = page.get_by_label("Act from this risk upwards")
    threshold.focus()
    page.keyboard.press("End")
    expect(page.locator(".bw-verdict")).to_contain_text("one false alarm is as bad as 9 misses")
    box = page.get_by_label("Act from: 5%")
    box.fill("$&")
    page.keyboard.press("Enter")
    expect(page.get_by_text("“$&” is not a share")).to_be_visible()
    box.fill("1:99")
    page.keyboard.press("Enter")
    expect(page.locator(".bw-verdict")).to_contain_text("one miss is as bad as 99 false alarms")
    expect(page.locator(".bw-pan-alarm i")).to_have_count(99)


def sort_printed(page):
    first = page.locator(".bw-printed tbody tr").first
    expect(first).to_contain_text("keen")
    button(page, "Brier score").click()
    expect(first).to_contain_text(BAD)


def answer_by_keyboard(page, question):
    """What cannot be is refused; four ways to write 5% are one."""
    question.locator("input").focus()
    page.keyboard.type("150%")
    expect(page.locator(".bw-echo")).to_contain_text("150% cannot be")
    page.keyboard.press("Enter")
    expect(page.locator(".bw-notice [role=alert]").first).to_contain_text("between 0% and 100%")
    expect(button(page, "Next")).to_be_disabled()
    question.locator("input").fill("1:19")
    expect(page.locator(".bw-echo")).to_have_text("read as 5%")
    page.keyboard.press("Enter")
    expect(button(page, "Reveal")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".bw-response")).to_contain_text("✓ Right. You said 5%; it is 5%.")


def drag_with_a_hidden_table(page, verdict):
    """The verdict follows the hand; a table that nobody sees follows when the hand has let go."""
    table = page.locator(".bw-scores")
    before = table.text_content()
    handle = page.locator(".bw-handle-upper").bounding_box()
    x, y = handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 80, y, steps=4)
    expect(verdict).not_to_contain_text("to 30%")
    assert table.text_content() == before
    page.mouse.up()
    expect(table).not_to_have_text(before)


def start_over(page):
    page.once("dialog", lambda dialog: dialog.accept())
    button(page, "Start over").click()
    expect(page.locator(".bw-progress")).to_contain_text("Step 1 of 4")
    expect(page.locator(".bw-question input")).to_be_enabled()


def test_a_lesson_without_python_from_the_first_key_to_the_download(offline, file):
    shown = offline(file, ready=".bw-question")
    page, question = shown.page, shown.page.locator(".bw-question")
    expect(button(page, "Next")).to_be_disabled()
    expect(button(page, "Reveal")).to_be_disabled()
    expect(page.locator(".bw-progress")).to_have_text("Step 1 of 4 · answer the question to go on")
    weigh(page)
    button(page, "Hint").click()
    expect(page.locator(".bw-hints")).to_have_text("1 of 20")
    assert faults_in_both(page, ".bw-lesson") == []
    answer_by_keyboard(page, question)
    # A reload keeps the answer and the place.
    page.reload()
    expect(page.locator(".bw-response")).to_contain_text("✓ Right. You said 5%; it is 5%.")
    button(page, "Next").click()
    verdict = page.locator(".bw-verdict:visible")
    expect(verdict).to_contain_text("For costs from 10% to 30%")
    for left_out in (".bw-scores", ".bw-slider-units"):
        expect(page.locator(left_out)).to_be_hidden()
    # The Explorer follows the hand, a step restores it, and Next changes only what it says.
    drag_with_a_hidden_table(page, verdict)
    button(page, "Show this step again").click()
    expect(verdict).to_contain_text("For costs from 10% to 30%")
    assert faults_in_both(page, ".bw-lesson") == []
    button(page, "Next").click()
    expect(verdict).to_contain_text("For costs from 50% to 70%")
    expect(page.locator(".bw-base-open:visible")).to_contain_text("Base rate 5%")
    expect(page.locator(".bw-scores")).to_be_visible()
    expect(page.locator(".bw-chart .axislabel", has_text="Net benefit").first).to_be_visible()
    question.get_by_text("keen", exact=True).click()
    button(page, "Commit my answer").click()
    button(page, "Reveal").click()
    expect(page.locator(".bw-response")).to_contain_text(f"Not quite. You said: keen. The answer: {BAD}")
    button(page, "Back").click()
    expect(verdict).to_contain_text("For costs from 10% to 30%")
    button(page, "Next").click()
    button(page, "Next").click()
    expect(page.locator(".bw-result")).to_have_text("1 of 2 right.")
    sort_printed(page)
    rows = hand_in(page)
    assert rows[0] == ["question", "kind", "answer", "expected", "correct", "revealed", "seconds", "name"]
    assert rows[1][:6] == ["risk", "number", "5", "5", "True", "True"]
    assert rows[2][:6] == ["'=which", "choice", "keen", BAD, "False", "True"]
    assert rows[2][7] == "Kim"
    start_over(page)
    assert page.evaluate("() => window.harmed") is None
    expect(page.locator("img")).to_have_count(0)
    assert shown.errors() == []


def test_a_handout_and_its_key_have_no_serious_fault(offline, tmp_path):
    lesson = make_lesson()
    try:
        for file in lesson.handout(tmp_path / "sheet.html"):
            assert faults_in_both(offline(file, ready="h1").page, "body") == []
    finally:
        lesson.close()


def test_a_lesson_on_a_phone_by_finger(browser, file):
    context = browser.new_context(viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True, offline=True)
    try:
        page = context.new_page()
        page.goto(file.as_uri())
        page.locator(".bw-question input").fill("0.05")
        button(page, "Commit my answer").tap()
        button(page, "Next").tap()
        expect(page.locator(".bw-verdict:visible")).to_contain_text("For costs from 10% to 30%")
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
        button(page, "Next").tap()
        page.locator(".bw-choices label").first.tap()
        button(page, "Commit my answer").tap()
        before = view_below_the_question(page.locator(".bw-lesson"))
        button(page, "Reveal").tap()
        expect(page.locator(".bw-response")).to_contain_text("You said: keen.")
        assert view_below_the_question(page.locator(".bw-lesson")) == before
        button(page, "Next").tap()
        expect(page.locator(".bw-result")).to_be_visible()
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    finally:
        context.close()


def test_reveals_wait_for_the_word_that_the_teacher_says(offline, make):
    shown = offline(make(hold=["Otter bread", "river"]), ready=".bw-question")
    page = shown.page
    word, reply = page.get_by_label("The word"), page.locator(".bw-response")
    page.locator(".bw-question input").fill("5")
    button(page, "Commit my answer").click()
    button(page, "Reveal").click()
    expect(word).to_be_focused()
    page.keyboard.type("river")
    page.keyboard.press("Enter")
    expect(page.locator(".bw-hold [role=alert]")).to_contain_text("That is not the word")
    expect(reply).to_have_text("Committed: 5%.")
    word.fill(" OTTER-bread")
    button(page, "Open").click()
    expect(reply).to_contain_text("✓ Right. You said 5%; it is 5%.")
    expect(word).to_have_count(0)
    for _ in range(2):
        button(page, "Next").click()
    page.locator(".bw-choices label").first.click()
    button(page, "Commit my answer").click()
    button(page, "Next").click()
    # The last page holds back what is held, too, and a reload changes nothing.
    page.reload()
    expect(page.locator(".bw-result")).to_have_text("1 of 1 right.")
    last = page.locator(".bw-answers tr").last
    expect(last).to_have_text("=whichkeen–")
    word.fill("River")
    button(page, "Open").click()
    expect(page.locator(".bw-result")).to_have_text("1 of 2 right.")
    expect(last).to_contain_text("✗")
    assert shown.errors() == []
