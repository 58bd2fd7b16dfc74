"""The interval slider and what listens to it: a slow kernel, none at all, other scripts, tabs, Voila."""

import re
import secrets

import numpy as np
from playwright.sync_api import expect

from tests.browser.lab import NotebookPage
from tests.browser.sliders import (
    LOWER,
    SLIDER,
    UPPER,
    messages,
    middle,
    shown,
    wait_shown,
    watch_interval,
    watch_messages,
)


def by_hand(page):
    """Return the messages that told Python of a hand."""
    return [sent for sent in messages(page) if "_from_hand" in sent.get("state", {})]


def test_two_sets_in_one_cell_end_at_the_last_and_nothing_comes_back(notebook):
    explorer = "bw.Explorer([0, 0, 1, 1], {'a': [.1, .6, .4, .8], 'b': [.2, .2, .9, .3]}, interval=(.05, .2))"
    page = notebook(["import brierwidgets as bw", f"explorer = {explorer}\nexplorer"], ready=".bw-slider [role=slider]")
    watch_messages(page)
    for number in range(5):
        page.kernel(f"explorer.interval = (.021, .303)\nexplorer.interval = (.111, .517{number})")
        expect(page.page.locator(".bw-slider input").nth(1)).to_have_value(re.compile(f"51.7{number or ''}"))
        for _ in range(5):  # what the page says to the kernel in answer would have arrived by then
            assert page.kernel("print(*explorer.interval)") == f"0.111 {float(f'.517{number}')}"
    assert shown(page) == (0.111, 0.5174)
    assert by_hand(page) == []
    assert page.errors() == []


def drag_upper_end(slider, steps):
    """Drag the upper end in so many steps, each of which shows before the next: a busy browser joins quicker ones."""
    x, y = middle(slider, UPPER)
    slider.page.mouse.move(x, y)
    slider.page.mouse.down()
    for step in range(1, steps + 1):
        slider.page.mouse.move(x + 6 * step, y)
        slider.page.wait_for_function("count => window.shown.length >= count", arg=step, polling=10)
    slider.page.mouse.up()


def test_while_the_kernel_is_busy_the_page_goes_on_and_nothing_goes_back(slider):
    slider.kernel("heard = []\nslider.observe(lambda change: (heard.append(change.new), time.sleep(0.15)), 'value')")
    watch_messages(slider)
    watch_interval(slider)
    drag_upper_end(slider, 60)
    low, high = slider.interval("slider")
    highs = [ends[1] for ends in slider.page.evaluate("window.shown")]
    assert highs[-1] == high
    assert len(highs) == 60  # every move of the pointer showed
    assert np.all(np.diff(highs) > 0)  # and none went back
    steps = np.diff(np.log(np.divide(highs, np.subtract(1, highs))))
    assert steps.max() < 4 * np.median(steps)  # as steadily as the pointer
    assert len(by_hand(slider)) == int(slider.kernel("print(len(heard))"))  # no more than were answered
    assert low == 0.0166
    # What a program sets afterwards is shown.
    slider.kernel("slider.value = (0.25, 0.75)")
    wait_shown(slider, 0.25, 0.75)
    assert slider.errors() == []


def test_a_kernel_that_does_not_answer_gets_one_message_and_then_the_last(slider):
    watch_messages(slider)
    watch_interval(slider)
    with slider.busy_kernel():
        drag_upper_end(slider, 20)
        assert len(by_hand(slider)) == 1
    assert slider.interval("slider") == shown(slider)
    assert [tuple(sent["state"]["_from_hand"][:2]) for sent in by_hand(slider)][1:] == [shown(slider)]
    assert slider.errors() == []


def test_python_can_wait_until_the_hand_rests(slider):
    slider.kernel("slider.continuous_update = False\nseen = []\nslider.observe(lambda c: seen.append(c.new), 'value')")
    slider.drag(UPPER, 200, steps=30)
    _, high = slider.interval("slider")
    assert slider.kernel("print(len(seen))") == "1"
    slider.page.locator(UPPER).evaluate(  # at once: on a busy machine keys may come so late that the hand has rested
        """handle => {
            const key = {key: 'ArrowRight', bubbles: true, cancelable: true};
            for (let i = 0; i < 5; i += 1) handle.dispatchEvent(new KeyboardEvent('keydown', key));
        }"""
    )
    assert slider.interval("slider")[1] > high
    assert slider.kernel("print(len(seen))") == "2"


WATCHER = """
import anywidget, traitlets

class Watcher(anywidget.AnyWidget):
    _esm = '''
    async function initialize({ model }) {
      const slider = await model.widget_manager.get_model(model.get("other"));
      window.slider = slider;
      window.heard = [];
      slider.on("change:interval", () => window.heard.push(slider.get("interval")));
    }
    export default { initialize };
    '''
    other = traitlets.Unicode().tag(sync=True)

watcher = Watcher(other=slider.model_id)
"""


def test_other_scripts_in_the_page_follow_and_move_it(notebook):
    page = notebook([SLIDER, WATCHER], ready=LOWER)
    page.page.wait_for_function("window.heard !== undefined")
    page.kernel("slider.observe(lambda change: time.sleep(0.5), 'value')")
    x, y = middle(page, UPPER)
    page.page.mouse.move(x, y)
    page.page.mouse.down()
    for step in range(1, 7):
        page.page.mouse.move(x + 6 * step, y)
        page.page.wait_for_function("count => window.heard.length >= count", arg=step)
    page.page.mouse.up()
    assert tuple(page.page.evaluate("window.heard")[-1]) == shown(page)
    page.page.evaluate("void window.slider.set('interval', [0.123456789, 0.5])")
    wait_shown(page, 0.123456789, 0.5)
    assert page.interval("slider") == (0.123456789, 0.5)
    assert page.errors() == []


def test_two_views_of_one_slider_are_in_step(notebook):
    page = notebook([SLIDER, "slider"], ready=".jp-CodeCell:nth-of-type(1) .bw-handle-lower")
    expect(page.page.locator(".bw-slider")).to_have_count(2)
    page.drag(UPPER, 60)
    first, second = (page.page.locator(".bw-slider").nth(n).get_attribute("data-interval") for n in (0, 1))
    assert first == second
    assert page.interval("slider")[1] > 0.03
    page.kernel("slider.close()")
    expect(page.page.locator(".bw-slider")).to_have_count(0)
    assert page.errors() == []


def test_two_tabs_of_one_notebook_are_in_step(slider, browser, lab_server):
    slider.page.evaluate("() => window.jupyterapp.commands.execute('docmanager:save')")
    name = slider.page.evaluate("() => window.jupyterapp.shell.currentWidget.context.path")
    other = NotebookPage(browser, width=1280, height=900)
    try:
        other.load(lab_server.url(f"lab/workspaces/{secrets.token_hex(4)}/tree/{name}", reset=""))
        wait_shown(other, 0.0166, 0.03)
        for mover, follower in ((slider, other), (other, slider), (slider, other)):
            mover.drag(UPPER, 50)
            wait_shown(follower, *shown(mover))
            assert mover.interval("slider") == shown(mover)
        slider.kernel("slider.value = (0.123456, 0.5)")
        wait_shown(slider, 0.123456, 0.5)
        wait_shown(other, 0.123456, 0.5)
        assert slider.errors() == other.errors() == []
    finally:
        other.page.context.close()  # the kernel is the first tab's


def test_after_a_restart_it_still_moves(slider):
    slider.restart()
    slider.drag(UPPER, 60)
    assert shown(slider)[1] > 0.04
    assert slider.kernel("print('slider' in globals())") == "False"
    assert slider.errors() == []


def test_without_a_kernel_it_still_moves(slider):
    slider.page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    slider.drag(UPPER, 100)
    low, high = shown(slider)
    assert low == 0.0166
    assert high > 0.05
    low_box = slider.page.locator(".bw-slider input").first
    low_box.fill("2%")
    low_box.press("Enter")
    assert shown(slider) == (0.02, high)
    slider.page.get_by_role("button", name="odds", exact=True).click()
    expect(low_box).to_have_value("1 : 49")


FOLLOWER = """
import ipywidgets
words = ipywidgets.Label()
slider.observe(lambda change: setattr(words, "value", repr(change.new)), "value")
words
"""


def test_voila(voila):
    page = voila([SLIDER, FOLLOWER], ready=LOWER)
    page.drag(UPPER, 100)
    low, high = shown(page)
    page.wait_text(".widget-label", f"Interval(low={low}, high={high})")
    assert page.errors() == []
