"""The lesson of 50 minutes as one file, from the first step to the file handed in: by keys alone, by finger alone."""

import csv
from pathlib import Path

import pytest
from playwright.sync_api import expect

from brierwidgets.cli import main

NOTEBOOK = Path(__file__).resolve().parents[2] / "notebooks" / "lesson-50-minutes.ipynb"
#: An answer to each question; a number stands for a place among the choices.
ANSWERS = ["3%", "1:19", "97.4", 3, "0", "2.7", "3.8", "1.4", 2, 1, "Which decision?"]
#: Wrong ones, which have longer replies.
WRONG = ["90%", "1:1", "50", 0, "960", "2", "5", "50", 0, 0, "What is accuracy?"]
#: What a hand can move, where a step has it: by arrow keys, or by a tap.
MOVED = ".bw-stage :is([role=slider], [role=spinbutton], input[type=range], .bw-printed button):visible"

#: Waits until a view has had its height for a while: what is read off it takes its place when the hand rests.
STILL = """() => new Promise((done) => {
  const stage = document.querySelector(".bw-stage");
  let [height, since] = [NaN, 0];
  const look = (now) => {
    if (stage.offsetHeight !== height) [height, since] = [stage.offsetHeight, now];
    if (now - since > 300) done();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})"""


#: Whether a step begins at the top of the screen, or all of it is in sight.
ON_TOP = """() => {
  const { top, bottom } = document.querySelector(".bw-body").getBoundingClientRect();
  return Math.abs(top) < 1 || (scrollY === 0 && bottom <= innerHeight);
}"""
#: What is in sight on a phone when a step is reached, below its words and its question.
ON_A_PHONE = {3: ".bw-icons", 4: "table.bw-printed", 9: ".bw-icons", 11: ".bw-field"}


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    page = tmp_path_factory.mktemp("lesson") / "lesson.html"
    assert main(["lesson", str(NOTEBOOK), "-o", str(page)]) == 0
    return page


def press_until(page, wanted):
    """Press Tab until the focus is on what is wanted; return how many presses were on the stage."""
    inside = "([wanted]) => [document.activeElement.matches(wanted), !!document.activeElement.closest('.bw-stage')]"
    on_stage = 0
    for _ in range(60):
        page.keyboard.press("Tab")
        found, staged = page.evaluate(inside, [wanted])
        if found:
            return on_stage
        on_stage += staged
    raise AssertionError(f"No key leads to {wanted}.")


def answer_by_keys(page, answer):
    """Go through the view to the answer, commit, reveal; the focus goes along."""
    assert press_until(page, ".bw-gate .bw-input :is(input, textarea)") > 0  # below 1000 px the view comes first
    if isinstance(answer, int):
        page.keyboard.press("Space")
        for _ in range(answer):
            page.keyboard.press("ArrowDown")
    else:
        page.keyboard.type(answer)
    press_until(page, ".bw-gate button")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Reveal")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".bw-response")).to_be_focused()


def move_by_keys(page):
    moved = page.locator(MOVED).first
    expect(moved).to_be_visible()
    before = page.locator(".bw-stage").inner_html()
    press_until(
        page, ".bw-stage :is([role=slider], [role=spinbutton], input[type=range], .bw-printed th:nth-child(3) button)"
    )
    page.keyboard.press("Enter" if moved.evaluate("element => element.matches('button')") else "ArrowUp")
    page.wait_for_function("before => document.querySelector('.bw-stage').innerHTML !== before", arg=before)
    page.locator(".bw-caption").focus()


def go_on_by_keys(page):
    press_until(page, ".bw-buttons .mod-primary:not(.bw-gate *)")
    page.keyboard.press("Enter")


def test_by_keys_alone(offline, file):
    shown = offline(file, ready=".bw-question", width=800)
    page = shown.page
    for number, answer in enumerate(ANSWERS, start=1):
        expect(page.locator(".bw-progress")).to_contain_text(f"Step {number} of 12")
        move_by_keys(page)
        answer_by_keys(page, answer)
        go_on_by_keys(page)
    expect(page.locator(".bw-result")).to_have_text("9 of 9 right.")
    with page.expect_download() as started:
        go_on_by_keys(page)
    rows = list(csv.DictReader(started.value.path().read_text(encoding="utf-8-sig").splitlines()))
    assert [row["correct"] for row in rows] == ["", *["True"] * 9, ""]
    assert {row["revealed"] for row in rows} == {"True"}
    assert shown.errors() == []


def test_by_finger_alone(browser, file):
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, offline=True)
    try:
        page = context.new_page()
        page.goto(file.as_uri())
        for number, answer in enumerate(ANSWERS, start=1):
            expect(page.locator(".bw-progress")).to_contain_text(f"Step {number} of 12")
            if number > 1:
                page.wait_for_function(ON_TOP)
                shown = page.locator(f".bw-stage {ON_A_PHONE.get(number, ':is(.bw-pans, .bw-chart)')}:visible")
                expect(shown).to_be_in_viewport(ratio=0.8)
            move_by_finger(page, context, 20 + 5 * number)
            if isinstance(answer, int):
                page.locator(".bw-choices label").nth(answer).tap()
            else:
                page.locator(".bw-gate .bw-input :is(input, textarea)").tap()
                page.keyboard.type(answer)
            page.get_by_role("button", name="Commit my answer").tap()
            before = page.locator(".bw-stage").evaluate("stage => stage.getBoundingClientRect().y + scrollY")
            page.get_by_role("button", name="Reveal").tap()
            expect(page.locator(".bw-response")).to_contain_text("You said" if number in (1, 11) else "✓ Right")
            assert page.locator(".bw-stage").evaluate("stage => stage.getBoundingClientRect().y + scrollY") == before
            assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
            page.get_by_role("button", name="Next").tap()
        expect(page.locator(".bw-result")).to_have_text("9 of 9 right.")
        with page.expect_download():
            page.get_by_role("button", name="Download your answers (CSV)").tap()
    finally:
        context.close()


#: What stands outside the screen, of what a step speaks about and of what leads on.
OUT_OF_SIGHT = """(wanted) => wanted.filter((css) => {
  const places = [...document.querySelectorAll(css)].filter((element) => element.checkVisibility());
  return !places.length || places.some((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top < -1 || bottom > innerHeight + 1;
  });
})"""
PROMPT, NEXT = ".bw-prompt", ".bw-side > .bw-buttons .mod-primary"
#: Charts and tables of the steps, and the ranks by log loss of which the tenth speaks.
SPOKEN_OF = {
    **dict.fromkeys((1, 2), ".bw-pans"),
    **dict.fromkeys((3, 9), ".bw-threshold-tables"),
    4: "table.bw-printed",
    **dict.fromkeys((5, 6), ".bw-reading table"),
    **dict.fromkeys((7, 8), ".bw-chart"),
    10: ".bw-scores tbody tr:nth-child(4)",
    11: ".bw-field",
}


@pytest.mark.parametrize("answers", [ANSWERS, WRONG], ids=["right", "wrong"])
def test_all_that_a_step_speaks_of_is_in_sight_at_1280(offline, file, answers):
    shown = offline(file, ready=".bw-question")
    page = shown.page
    page.set_viewport_size({"width": 1280, "height": 800})
    for number, answer in enumerate(answers, start=1):
        expect(page.locator(".bw-progress")).to_contain_text(f"Step {number} of 12")
        page.wait_for_function(f"(wanted) => !({OUT_OF_SIGHT})(wanted).length", arg=[PROMPT, NEXT, SPOKEN_OF[number]])
        if number == 3:  # no words stand above the people: they begin where the chart beside them does
            parts = (page.locator(f".bw-threshold-{part}").bounding_box() for part in ("charts", "tables"))
            assert len({round(part["y"]) for part in parts}) == 1
        if isinstance(answer, int):
            page.locator(".bw-choices label").nth(answer).click()
        else:
            page.locator(".bw-gate .bw-input :is(input, textarea)").fill(answer)
        page.get_by_role("button", name="Commit my answer").click()
        page.get_by_role("button", name="Reveal").click()
        assert page.evaluate(OUT_OF_SIGHT, [PROMPT, NEXT, SPOKEN_OF[number]]) == [], number
        for left_out in (".bw-averages", ".widget-tab-bar"):  # there is one tab, and nobody asks what is averaged
            expect(page.locator(f".bw-stage {left_out}:visible")).to_have_count(0)
        page.get_by_role("button", name="Next").click()
    assert shown.errors() == []


def move_by_finger(page, context, way):
    """Push a handle along, or tap what has none."""
    moved = page.locator(MOVED).last
    moved.scroll_into_view_if_needed()
    stage = page.locator(".bw-stage")
    before = stage.inner_html()
    if moved.evaluate("element => element.matches('button, [role=spinbutton]')"):
        moved.tap()
    else:
        box, touch = moved.bounding_box(), context.new_cdp_session(page)
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        for kind, along in (("touchStart", 0), ("touchMove", way / 2), ("touchMove", way)):
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x + along, "y": y}]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_function("before => document.querySelector('.bw-stage').innerHTML !== before", arg=before)
    page.evaluate(STILL)
