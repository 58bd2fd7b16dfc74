"""For those who listen, and for those who use keys alone: on every tab, in both themes, with Python and without."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from brierwidgets.cli import main
from brierwidgets.explorer import TABS
from tests.browser.faults import COLOURS, faint, faults, faults_in_both
from tests.browser.hands import open_tab

pytestmark = pytest.mark.slow
NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
ROOT = ".bw-explorer.bw-root"
#: Everything that a hand can use; of tabs and of choices that exclude each other the keyboard reaches one, then arrows.
CONTROLS = "button, input, select, textarea, [role=slider], .bw-map"
LESSON = """
from brierwidgets import Explorer
from brierwidgets.lessons import Lesson, Question, Step

view = Explorer([0, 0, 1, 1, 0], {"a": [0.1, 0.6, 0.4, 0.8, 0.3], "b": [0.2, 0.2, 0.9, 0.3, 0.1]}, interval=(0.2, 0.4))
choice = Question("Which?", choices=["a", "b"], correct="a", reveal="So.")
number = Question("From which risk?", correct=5, unit="%", reveal="So.", hints=["1 of 20"])
steps = [Step("One.", gate=choice), Step("Two.", gate=number), Step("Three.", gate=Question("Why?", name="why"))]
lesson = Lesson(view, steps, title="A lesson")
lesson
"""


def set_theme(shown: Any, place: str, theme: Any) -> None:
    if place == "saved":
        shown.page.emulate_media(color_scheme=theme)
    else:
        shown.set_theme(theme)


def show_tab(page: Page, name: str) -> None:
    open_tab(page, name)
    expect(page.locator(".bw-room:visible .bw-chart, .bw-room:visible .bw-asked").first).to_be_visible()


@pytest.mark.parametrize("place", ["lab", "voila", "saved"])
def test_no_tab_has_a_serious_fault(opened, place):
    hands = opened(place, **({"theme": "dark"} if place == "voila" else {}))
    page, found = hands.page, {}
    for name in TABS:
        show_tab(page, name)
        found[name] = faults(page, ROOT) + faint(page, ROOT)
        for chart in page.locator(".bw-chart:visible").all():
            expect(chart).to_have_attribute("role", "application" if name == "sensitivity" else "img")
        if name == "threshold":  # each of the two charts has words of its own
            charts = page.locator(".bw-chart:visible").all()
            for chart, said in zip(charts, ("Scores of good", "Regret at"), strict=True):
                expect(chart).to_have_attribute("aria-label", re.compile(rf"^Chart of .*\. {said}.*\."))
    if place != "voila":
        set_theme(hands.widget_page, place, "dark")
        for name in TABS:
            show_tab(page, name)
            found[name, "dark"] = faults(page, ROOT, **COLOURS) + faint(page, ROOT)
    assert {where: wrong for where, wrong in found.items() if wrong} == {}
    assert hands.errors() == []


def test_no_step_of_a_lesson_has_a_serious_fault(notebook):
    shown = notebook([LESSON], ready=".bw-lesson .bw-explorer path.line")
    lesson, found = shown.page.locator(".bw-lesson"), {}
    for step, typed in enumerate([None, "5%", "Because."]):
        found[step] = faults(shown.page, ".bw-lesson")
        shown.set_theme("dark")
        found[step, "dark"] = faults(shown.page, ".bw-lesson", **COLOURS)
        shown.set_theme("light")
        if typed is None:
            lesson.locator(".bw-question").get_by_text("b", exact=True).click()
        else:
            lesson.locator(".bw-question").locator("input, textarea").fill(typed)
        lesson.get_by_role("button", name="Commit my answer").click()
        lesson.get_by_role("button", name="Reveal").click()
        expect(lesson.locator(".bw-question [role=status] .bw-response")).to_be_visible()
        found[step, "told"] = faults(shown.page, ".bw-lesson")
        if step < 2:
            lesson.get_by_role("button", name="Next").click()
            shown.wait_text(".bw-lesson .bw-progress", f"Step {step + 2} of")
    assert {where: wrong for where, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize("name", ["lesson-50-minutes", "lesson-your-metric-is-an-opinion"])
def test_no_step_of_a_saved_lesson_has_a_serious_fault(offline, tmp_path, name):
    file = tmp_path / "lesson.html"
    assert main(["lesson", str(NOTEBOOKS / f"{name}.ipynb"), "-o", str(file)]) == 0
    shown = offline(file, ready=".bw-question")
    page, found = shown.page, {}
    progress = page.locator(".bw-progress")
    steps = int(progress.inner_text().split()[3])
    for step in range(1, steps + 1):
        expect(progress).to_contain_text(f"Step {step} of {steps}")
        found[step] = faults(page, "body")
        if step == steps:
            break
        choices, answer = page.locator(".bw-choices label:visible"), page.locator(".bw-gate :is(input, textarea)").first
        if choices.count():
            choices.first.click()
        else:
            answer.fill("5")
        page.get_by_role("button", name="Commit my answer").click()
        page.get_by_role("button", name="Reveal").click()
        expect(page.locator(".bw-response")).to_be_visible()
        found[step, "told"] = faults_in_both(page, "body") + faint(page, "body")
        page.get_by_role("button", name="Next", exact=True).click()
    assert {where: wrong for where, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize("place", ["lab", "saved"])
def test_everything_can_be_done_with_keys_alone(opened, place):
    hands = opened(place)
    page, keys = hands.page, hands.page.keyboard
    # The live region stays, and its text is new.
    page.locator(f"{ROOT} .bw-handle-upper").focus()
    region = page.locator("[role=status]").filter(has=page.locator(".bw-verdict")).first
    region.evaluate("node => { node.same = true; }")
    said = region.inner_text()
    before = hands.interval()
    keys.press("ArrowRight")
    hands.wait_moved(before)
    expect(region).not_to_have_text(said, use_inner_text=True)
    assert region.evaluate("node => node.same")
    # A name at the end of a line hides it, and keeps the keyboard.
    label = page.locator(".bw-label[data-models='1']:visible")
    label.focus()
    for pressed in ("false", "true"):
        keys.press("Space")
        expect(label).to_have_attribute("aria-pressed", pressed)
        expect(label).to_be_focused()
    # A tab that is opened for the first time keeps the keyboard, which is seen there.
    tabs = page.locator(ROOT).get_by_role("tab")
    tabs.nth(0).focus()
    for number in (1, 2):
        keys.press("ArrowRight")
        keys.press("Enter")
        expect(tabs.nth(number)).to_have_attribute("aria-selected", "true")
        expect(page.locator(".bw-room:visible .bw-chart").first).to_be_visible()
        expect(tabs.nth(number)).to_be_focused()
        width = tabs.nth(number).evaluate("tab => parseFloat(getComputedStyle(tab).outlineWidth)")
        assert width >= 2
    # On the map arrows move the interval.
    chart = page.locator(".bw-map:visible")
    expect(chart).to_have_attribute("tabindex", "0")  # described soon after it is shown
    chart.focus()
    expect(chart).to_be_focused()
    before = hands.interval()
    keys.press("ArrowUp")
    low, high = hands.wait_moved(before)
    assert low == before[0]
    assert high > before[1]
    keys.press("Shift+ArrowLeft")
    assert hands.wait_moved((low, high))[0] < low
    expect(chart).to_be_focused()
    hands.agree()
    # The tabulator reaches every control of every tab, and there and back nothing holds it.
    for number in range(tabs.count()):
        tabs.nth(number).click()
        expect(page.locator(".bw-room:visible").first).to_be_visible()
        assert unreached(page) == []
    assert hands.errors() == []


@pytest.mark.parametrize("place", ["lab", "saved"])
def test_boxes_and_lists_have_a_ring_when_keys_come_to_them(opened, place):
    page = opened(place).page
    show_tab(page, "regret")
    page.locator(f"{ROOT} .bw-handle-upper").focus()
    for css in (".bw-group-list select", ".bw-reading input[type=text]"):
        target = page.locator(f"{ROOT} {css}:visible")
        target.focus()
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("Tab")
        expect(target).to_be_focused()
        expect(target).to_have_css("outline-style", "solid")
        expect(target).to_have_css("outline-width", "3px")


def test_what_is_chosen_stands_out_where_the_system_chooses_the_colours(opened):
    page = opened("saved").page
    page.emulate_media(forced_colors="active")
    drawn = """e => [getComputedStyle(e).backgroundColor, getComputedStyle(e).borderBottomColor]"""
    chosen, other = (page.locator(f".bw-switch button[aria-pressed={on}]").first for on in ("true", "false"))
    assert chosen.evaluate(drawn)[0] != other.evaluate(drawn)[0]
    tab, others = (page.get_by_role("tab", selected=on).first for on in (True, False))
    assert tab.evaluate(drawn)[1] != others.evaluate(drawn)[1]
    bar = page.locator(".bw-scores .bw-bar").first
    assert bar.evaluate(drawn)[0] != page.locator("body").evaluate(drawn)[0]


def unreached(page: Page) -> list[str]:
    """Return the controls that can be seen and used, and that the tabulator does not reach."""
    wanted = page.evaluate(
        """([root, css]) => {
            const usable = element => element.checkVisibility({visibilityProperty: true}) && !element.disabled
                && !element.matches('.lm-TabBar *') && !element.closest('[aria-hidden=true]');
            const all = [...document.querySelectorAll(root + ' :is(' + css + ')')].filter(usable);
            window.reached = new Set();
            document.querySelector(root).addEventListener('focusin', event => window.reached.add(event.target));
            window.wanted = all;
            all[0].focus();
            return all.length;
        }""",
        [ROOT, CONTROLS],
    )
    for _ in range(wanted + 20):
        page.keyboard.press("Tab")
    return page.evaluate(
        "() => window.wanted.filter(element => !window.reached.has(element)).map(element => element.outerHTML)"
    )
