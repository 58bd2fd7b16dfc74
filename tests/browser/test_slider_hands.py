"""The interval slider in a real JupyterLab, moved by mouse, finger and key."""

import re

import numpy as np
import pytest
from playwright.sync_api import expect

from brierwidgets.words.numbers import nice_cost
from tests.browser.lab import NotebookServer, open_notebook
from tests.browser.sliders import (
    GRIP,
    LOWER,
    SLIDER,
    UPPER,
    middle,
    place,
    shown,
    wait_shown,
)


def test_a_mouse_moves_either_end_both_and_clicks(slider):
    slider.kernel("slider.value = (0.016612345678901234, 0.1 + 0.2)")
    wait_shown(slider, 0.016612345678901234, 0.30000000000000004)
    slider.drag(UPPER, 60)
    low, high = slider.interval("slider")
    assert low == 0.016612345678901234  # the end that did not move stays exact
    assert high > 0.3
    assert high == nice_cost(high)
    slider.drag(LOWER, 30)
    assert 0.0166 < slider.interval("slider")[0] < 0.1
    assert slider.interval("slider")[1] == high

    before = np.log(np.divide(slider.interval("slider"), np.subtract(1, slider.interval("slider"))))
    slider.drag(GRIP, -40)
    low, high = slider.interval("slider")
    after = np.log(np.divide((low, high), np.subtract(1, (low, high))))
    assert np.all(after < before - 0.3)
    assert np.diff(after) == pytest.approx(np.diff(before), abs=0.04)  # both ends are round

    slider.page.mouse.click(*place(slider, 0.9))
    assert slider.interval("slider") == (low, 0.9)
    slider.page.mouse.click(*place(slider, 0.002))
    assert slider.interval("slider") == (0.002, 0.9)
    slider.page.mouse.click(*place(slider, 0.01))  # between the two, the nearer one
    assert slider.interval("slider") == (0.01, 0.9)
    # A press without a move changes nothing, wherever it holds the handle.
    slider.kernel("slider.value = (0.0123456789, 0.9)")
    wait_shown(slider, 0.0123456789, 0.9)
    x, y = middle(slider, LOWER)
    slider.page.mouse.click(x - 6, y + 2)
    assert slider.interval("slider") == (0.0123456789, 0.9)
    assert slider.errors() == []


def test_handles_do_not_cross_and_close_ones_can_be_told_apart(slider):
    slider.drag(LOWER, 900)
    low, high = slider.interval("slider")
    assert high == 0.03
    assert 0.029 < low < 0.03
    slider.drag(UPPER, -900)
    assert slider.interval("slider") == (low, high)
    # One takes the upper half of the interval upwards, the lower half downwards, and the strip above them moves both.
    slider.drag(UPPER, 200)
    assert slider.interval("slider")[0] == low
    slider.kernel("slider.value = (0.0296, 0.03)")
    wait_shown(slider, 0.0296, 0.03)
    slider.drag(LOWER, -200)
    assert slider.interval("slider")[1] == 0.03
    slider.kernel("slider.value = (0.0296, 0.03)")
    wait_shown(slider, 0.0296, 0.03)
    x, _ = middle(slider, GRIP)
    top = slider.page.locator(GRIP).bounding_box()["y"] + 4
    slider.page.mouse.move(x, top)
    slider.page.mouse.down()
    slider.page.mouse.move(x + 100, top, steps=5)
    slider.page.mouse.up()
    low, high = slider.interval("slider")
    assert low > 0.05
    assert high - low < 0.005


@pytest.mark.parametrize("width", [390, 1280])
def test_a_finger_moves_it_and_the_page_still_scrolls(notebook, width):
    page = notebook([SLIDER], ready=LOWER, width=width)
    touch = page.fingers()

    def drag(css, dx):
        x, y = middle(page, css)
        for kind, points in [
            ("touchStart", [(x, y)]),
            *[("touchMove", [(x + dx * step / 8, y + step)]) for step in range(1, 9)],
            ("touchEnd", []),
        ]:
            touch.send(
                "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": px, "y": py} for px, py in points]}
            )

    drag(UPPER, 60)
    low, high = page.interval("slider")
    assert low == 0.0166
    assert high > 0.05
    drag(GRIP, 40)
    assert page.interval("slider")[0] > 0.02
    assert page.interval("slider")[1] > high
    x, y = place(page, 0.004)
    for kind, points in [("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])]:
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    expect(page.page.locator(".bw-slider input").first).to_have_value(re.compile(r"^0\.4"))
    actions = page.page.evaluate(
        "['.bw-handle-lower', '.bw-handle-upper', '.bw-slider-grip', '.bw-slider-track', '.bw-slider']"
        ".map(css => getComputedStyle(document.querySelector(css)).touchAction)"
    )
    assert actions == ["none", "none", "pan-y", "auto", "auto"]
    assert page.errors() == []


def test_keys(slider):
    page = slider.page
    upper = page.get_by_role("slider", name="upper end")
    upper.focus()
    seen = [shown(slider)[1]]
    for _ in range(40):
        page.keyboard.press("ArrowRight")
        seen.append(shown(slider)[1])
    assert np.all(np.diff(seen) > 0)  # round numbers swallow no step
    steps = np.diff(np.log(np.divide(seen, np.subtract(1, seen))))
    assert steps.mean() == pytest.approx(0.02, abs=0.003)
    assert all(end == nice_cost(end) for end in seen)
    assert slider.interval("slider") == (0.0166, seen[-1])
    ten = {"PageUp": 1, "PageDown": -1}
    for key, forward in ten.items():
        before = shown(slider)[1]
        page.keyboard.press(key)
        after = shown(slider)[1]
        moved = np.log(after / (1 - after)) - np.log(before / (1 - before))
        assert moved == pytest.approx(forward * 0.2, abs=0.03)
    page.keyboard.press("End")
    assert shown(slider) == (0.0166, 0.999)
    page.keyboard.press("Home")
    assert 0.0166 < shown(slider)[1] < 0.0172
    page.keyboard.press("End")
    page.get_by_role("slider", name="lower end").focus()
    page.keyboard.press("Home")
    assert shown(slider) == (0.001, 0.999)
    page.get_by_role("slider", name="whole interval").focus()
    page.keyboard.press("ArrowUp")
    assert slider.interval("slider") == (0.001, 0.999)  # there is no room
    slider.kernel("slider.value = (0.1, 0.2)")
    wait_shown(slider, 0.1, 0.2)
    page.keyboard.press("ArrowDown")
    assert slider.interval("slider") == (0.098, 0.196)
    assert slider.errors() == []


CONTROLS = (LOWER, UPPER, GRIP, ".bw-slider input", ".bw-slider button", ".bw-slider select")
EXPLORER = """
import brierwidgets as bw
bw.Explorer([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8], "b": [0.2, 0.2, 0.9, 0.3]}, presets={"low": (0.1, 0.2)})
"""


def press_letters(opened, *controls):
    """Press keys that would delete, add or cut cells, on each of these controls."""
    page = opened.page
    cells = page.locator(".jp-CodeCell")
    expect(cells).to_have_count(2)
    for css in controls:
        opened.drag(LOWER, 10)  # the notebook is in command mode, as after any click on an output
        page.locator(css).locator("visible=true").first.focus()
        for key in ("d", "d", "a", "b", "x"):
            page.keyboard.press(key)
        page.keyboard.press("Escape")
        expect(cells, css).to_have_count(2)
    assert opened.errors() == []


def test_no_key_reaches_the_shortcuts_of_jupyterlab(slider):
    press_letters(slider, *CONTROLS)


def test_nor_those_of_notebook_7(browser, tmp_path):
    with NotebookServer(tmp_path / "server") as server:
        for code, controls in (
            (SLIDER, CONTROLS),
            (EXPLORER, (*CONTROLS, ".bw-label", ".bw-scores button", ".bw-switch button", ".bw-corner button")),
        ):
            opened = open_notebook(server, browser, [code, "kept = 1"], ready=LOWER)
            if code == EXPLORER:
                opened.wait_for(".bw-root[data-live]")
            try:
                press_letters(opened, *controls)
            finally:
                opened.close()
