"""The base rate under a hand: in JupyterLab and in a saved page, to the letter what Python writes."""

import json
import re

import numpy as np
import pytest
from playwright.sync_api import expect
from scipy.special import expit

import brierwidgets as bw
from tests.browser.hands import MEANS, SITE, open_tab

OPEN, BOX, RANGE, MOVED, RESET, PROBLEM = (
    f".bw-base-{part}" for part in ("open", "box", "range", "moved", "reset", "problem")
)
#: The places of every line of the chart in front, in pixels.
LINES = """() => [...document.querySelectorAll('.bw-chart')].filter(chart => chart.checkVisibility())
    .flatMap(chart => [...chart.querySelectorAll('path.line')])
    .flatMap(path => (path.getAttribute('d') ?? '').match(/-?[\\d.]+(e-?\\d+)?/g) ?? []).map(Number)"""
#: Whether they are where they were: Python and the page may differ in the last digit.
SAME = f"""(before) => {{
    const now = ({LINES})();
    return now.length === before.length && now.every((place, i) => Math.abs(place - before[i]) < 0.5);
}}"""


@pytest.fixture
def cases():
    rng = np.random.default_rng(5)
    z, noise = rng.normal(size=(2, 500))
    return bw.Comparison(rng.random(500) < expit(z - 1.5), {"good": expit(z - 1.5), "noisy": expit(z + noise - 1)})


def slide(hands):
    """By key, by mouse and by finger: the thumb comes to where it is pressed and follows from there."""
    page, box = hands.page, hands.page.locator(BOX)
    page.focus(RANGE)
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    assert page.locator(OPEN).inner_text() != "Base rate 2%▾"
    hands.agree(prevalence=box.input_value())
    for start, touch in ((0.3, False), (0.6, True)):
        before = box.input_value()
        hands.pull(RANGE, 25, at=start, touch=touch)
        expect(box).not_to_have_value(before)
        hands.agree(prevalence=hands.widget_page.at_rest(box.input_value))


@pytest.mark.slow
@pytest.mark.parametrize("place", ["lab", "saved"])
def test_typed_slid_moved_along_and_reset(opened, place):
    hands = opened(place)
    page = hands.page
    curve = page.evaluate(LINES)
    expect(page.locator(OPEN)).to_contain_text("Base rate")
    page.click(OPEN)
    page.fill(BOX, "1:49")
    page.keyboard.press("Enter")
    hands.agree(prevalence=0.02)
    page.wait_for_function(f"(before) => !({SAME})(before)", arg=curve)
    expect(page.locator(OPEN)).to_have_text("Base rate 2%▾")
    page.click(RESET)
    hands.agree(prevalence=None)
    page.wait_for_function(SAME, arg=curve)
    page.fill(BOX, "2%")
    page.keyboard.press("Enter")
    hands.agree(prevalence=0.02)
    page.check(MOVED)
    hands.agree(recalibrated=True)

    # What cannot be taken is said until something else can, and changes nothing.
    for typed in ("110%", "$&"):
        page.fill(BOX, typed)
        page.keyboard.press("Enter")
        expect(page.locator(PROBLEM)).to_contain_text(f"“{typed}” is not a share between 0 and 1")
    hands.agree()
    page.uncheck(MOVED)
    expect(page.locator(PROBLEM)).to_be_hidden()
    hands.agree(recalibrated=False)

    slide(hands)

    # The interval and the group follow at this base rate.
    page.keyboard.press("Escape")
    expect(page.locator(BOX)).to_be_hidden()
    hands.pull(".bw-handle-upper", 40)
    hands.agree()
    page.locator(".bw-group-list select").first.select_option(index=1)
    hands.agree(group=SITE)
    page.locator(".bw-group-list select").first.select_option(index=0)
    hands.agree(group=None)

    # A tab that was not seen while it moved shows the same base rate.
    open_tab(page, "decision")
    hands.widget_page.wait_for(MEANS)
    page.click(OPEN)
    page.click(RESET)
    hands.agree(prevalence=None)
    expect(page.locator(OPEN)).not_to_have_class(re.compile("bw-changed"))
    page.keyboard.press("Escape")
    expect(page.locator(BOX)).to_be_hidden()
    open_tab(page, "regret")
    hands.widget_page.wait_for(MEANS)
    hands.agree()
    assert hands.errors() == []


@pytest.mark.parametrize("threshold", ["range", "unknown"])
def test_a_saved_chooser_has_the_scores_of_the_base_rate_or_none(offline, cases, tmp_path, threshold):
    explorer = bw.Explorer(cases, interval=(0.05, 0.2), tabs=["chooser"])
    try:
        explorer.charts["chooser"].set_trait("coupling", "top-k")
        explorer.charts["chooser"].set_trait("threshold", threshold)
        page = offline(explorer.save_html(tmp_path / "chooser.html"), ready=".bw-root[data-live] .bw-calls").page
        explorer.prevalence = 0.02
        calls = "table => [...table.rows].map(row => [...row.cells].map(cell => cell.innerText))"
        before = page.locator(".bw-calls").evaluate(calls)
        page.click(OPEN)
        page.fill(BOX, "2%")
        page.keyboard.press("Enter")
        page.wait_for_function(
            "before => JSON.stringify([...document.querySelector('.bw-calls').rows].slice(1)"
            ".map(row => [...row.cells].map(cell => cell.innerText))) !== before",
            arg=json.dumps(before[1:], separators=(",", ":"), ensure_ascii=False),
        )
        rows = page.locator(".bw-calls").evaluate(calls)[1:]
        scores = {call.code: values for call, values, _ in explorer.charts["chooser"].worths}
        for code, *said in rows:
            values = scores[code.splitlines()[0]].values()
            if "Python is needed" in code:
                assert "_at_k" in code
                assert said == ["–"] * len(said)
            else:
                assert [float(text.removesuffix(" ★")) for text in said] == pytest.approx(list(values), abs=5e-4)
    finally:
        explorer.close()
