"""The interval slider in a real JupyterLab: by mouse, finger, key and typing, with a slow kernel and with none."""

import itertools
import re
import secrets

import numpy as np
import pytest
from playwright.sync_api import expect
from scipy.special import expit

import brierwidgets as bw
from brierwidgets.words.numbers import UNITS, cost_text, nice_cost, parse_in_unit
from tests.browser.lab import NotebookPage

SLIDER = """
import time
import brierwidgets as bw
slider = bw.IntervalSlider(("1.66%", "3%"), presets={"Tamoxifen debate": ("1.66%", "3%"), "<b>wide</b>": (0.1, 0.9)})
slider
"""
LOWER, UPPER, GRIP = ".bw-handle-lower", ".bw-handle-upper", ".bw-slider-grip"
NOTICE = ".bw-slider [role=alert]"


@pytest.fixture
def slider(notebook):
    return notebook([SLIDER, "kept = 1"], ready=LOWER)


def shown(page, css=".bw-slider"):
    """Return the interval that the page shows, to the last digit."""
    return tuple(map(float, page.wait_for(css).get_attribute("data-interval").split(",")))


def wait_shown(page, low, high, css=".bw-slider"):
    expect(page.page.locator(css).first).to_have_attribute("data-interval", f"{low},{high}")


def middle(page, css):
    box = page.page.locator(css).first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def place(page, cost):
    """Return where a cost ratio stands on the screen."""
    rail = page.page.locator(".bw-slider-rail").bounding_box()
    ends = np.log([0.001 / 0.999, 999])
    share = (np.log(cost / (1 - cost)) - ends[0]) / (ends[1] - ends[0])
    return rail["x"] + share * rail["width"], rail["y"] + rail["height"] / 2


def watch_messages(page):
    """Count the messages to the kernel's widgets from now on; read them with `messages`."""
    page.page.evaluate(
        """() => {
            window.sent = [];
            const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
            kernel.anyMessage.connect((_, {msg, direction}) => {
                if (direction === 'send' && msg.header.msg_type === 'comm_msg') window.sent.push(msg.content.data);
            });
        }"""
    )


def messages(page):
    return page.page.evaluate("window.sent")


def watch_interval(page):
    """Note every interval that the page shows from now on."""
    page.page.evaluate(
        """() => {
            window.shown = [];
            const slider = document.querySelector('.bw-slider');
            new MutationObserver(() => window.shown.push(slider.dataset.interval.split(',').map(Number)))
                .observe(slider, {attributes: true, attributeFilter: ['data-interval']});
        }"""
    )


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
    assert [sent for sent in messages(page) if "_from_hand" in sent.get("state", {})] == []
    assert page.errors() == []


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
    touch = page.page.context.new_cdp_session(page.page)
    touch.send("Emulation.setTouchEmulationEnabled", {"enabled": True})

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


def test_no_key_reaches_the_shortcuts_of_jupyterlab(slider):
    page = slider.page
    cells = page.locator(".jp-CodeCell")
    expect(cells).to_have_count(2)
    for css in (LOWER, UPPER, GRIP, ".bw-slider input", ".bw-slider button", ".bw-slider select"):
        slider.drag(LOWER, 10)  # the notebook is in command mode, as after any click on an output
        page.locator(css).first.focus()
        for key in ("d", "d", "a", "b", "x"):
            page.keyboard.press(key)
        page.keyboard.press("Escape")
        expect(cells).to_have_count(2)
    assert slider.errors() == []


def test_what_is_typed(slider):
    low, high = (slider.page.locator(".bw-slider input").nth(end) for end in (0, 1))

    def type_in(box, text):
        box.fill(text)
        box.press("Enter")

    # Beyond the other end: said in the person's words, and it stays to be mended.
    type_in(low, "1:9")
    slider.wait_text(NOTICE, "The lower end 1:9 would lie above the upper end 3%.")
    expect(low).to_have_value("1:9")
    expect(low).to_have_attribute("aria-invalid", "true")
    assert slider.interval("slider") == (0.0166, 0.03)
    type_in(high, "20%")  # now both make sense
    assert slider.interval("slider") == (0.1, 0.2)
    expect(low).to_have_value("10%")
    expect(low).not_to_have_attribute("aria-invalid", "true")
    expect(slider.page.locator(NOTICE)).to_be_hidden()

    for typed, said in (
        ("five", "“five” cannot be read. Write a percentage such as 1.66%"),
        ("120%", "“120%” is not between 0% and 100%."),
        ("5", "“5” is not between 0 and 1. For 5 percent write 5%."),
        ("-0.1", "“-0.1” is not between 0% and 100%."),
        ("0:0", "“0:0” is not a pair of odds."),
        ("0.2", "Both ends would be 20%. Leave some room between them."),
        ("", "This end is empty."),
        ("<img src=x onerror=alert(1)>", "“<img src=x onerror=alert(1)>” cannot be read."),
    ):
        type_in(low, typed)
        slider.wait_text(NOTICE, said)
        expect(low).to_have_value(typed)
    type_in(high, "7%")  # the first mistake is still there
    slider.wait_text(NOTICE, "cannot be read")
    assert slider.interval("slider") == (0.1, 0.2)
    low.press("Escape")
    expect(low).to_have_value("10%")
    expect(high).to_have_value("20%")
    expect(slider.page.locator(NOTICE)).to_be_hidden()
    # A hand on the slider ends the mending, too.
    type_in(low, "five")
    slider.drag(UPPER, 30)
    expect(low).to_have_value("10%")
    expect(slider.page.locator(NOTICE)).to_be_hidden()

    slider.page.get_by_role("button", name="odds", exact=True).click()
    type_in(low, "19")
    assert slider.interval("slider")[0] == 0.05
    slider.page.get_by_role("button", name="log-odds", exact=True).click()
    expect(low).to_have_value("−2.944")
    type_in(low, "−4")
    assert slider.interval("slider")[0] == pytest.approx(expit(-4), rel=1e-15)
    slider.page.locator(".bw-slider select").select_option("<b>wide</b>")
    assert slider.interval("slider") == (0.1, 0.9)
    expect(slider.page.locator(".bw-slider select")).to_have_value("")
    assert slider.kernel("print(slider.unit)") == "log-odds"
    assert slider.errors() == []


def test_what_python_refuses_is_said_and_stays_in_the_box(notebook):
    explorer = "bw.Explorer([0, 0, 1, 1], {'a': [.1, .6, .4, .8]}, interval=(.05, .2), spacing='log-odds')"
    page = notebook(["import brierwidgets as bw", f"explorer = {explorer}\nexplorer"], ready=LOWER)
    low = page.page.locator(".bw-slider input").first
    low.fill("0")
    low.press("Enter")
    page.wait_text(NOTICE, "infinitely wide in log-odds")
    expect(low).to_have_value("0")
    wait_shown(page, 0.05, 0.2)
    low.fill("1%")
    low.press("Enter")
    expect(page.page.locator(NOTICE)).to_be_hidden()
    assert page.interval("explorer") == (0.01, 0.2)


def test_a_screen_reader_hears_the_unit_in_use(slider):
    lower, upper = (slider.page.get_by_role("slider", name=name) for name in ("lower end", "upper end"))
    for unit, texts in (
        ("probability", ("1.66%", "3%")),
        ("odds", ("1 : 59.2", "1 : 32.3")),
        ("log-odds", ("−4.08", "−3.48")),
    ):
        slider.kernel(f"slider.unit = {unit!r}")
        expect(lower).to_have_attribute("aria-valuetext", texts[0])
        expect(upper).to_have_attribute("aria-valuetext", texts[1])
    for handle, numbers in ((lower, ["0", "0.0166", "0.03"]), (upper, ["0.0166", "0.03", "1"])):
        assert [handle.get_attribute(f"aria-value{name}") for name in ("min", "now", "max")] == numbers


def test_while_the_kernel_is_busy_the_page_goes_on_and_nothing_goes_back(slider):
    slider.kernel("slider.observe(lambda change: time.sleep(0.15), 'value')")
    watch_messages(slider)
    watch_interval(slider)
    x, y = middle(slider, UPPER)
    slider.page.mouse.move(x, y)
    slider.page.mouse.down()
    for step in range(1, 61):
        slider.page.mouse.move(x + 6 * step, y)
        slider.page.wait_for_timeout(16)
    slider.page.mouse.up()
    low, high = slider.interval("slider")
    highs = [ends[1] for ends in slider.page.evaluate("window.shown")]
    assert highs[-1] == high
    assert len(highs) >= 55  # nearly every move of the pointer showed
    assert np.all(np.diff(highs) > 0)  # and none went back
    steps = np.diff(np.log(np.divide(highs, np.subtract(1, highs))))
    assert steps.max() < 4 * np.median(steps)  # as steadily as the pointer
    assert len([sent for sent in messages(slider) if "_from_hand" in sent["state"]]) < 30  # no more than were answered
    assert low == 0.0166
    # What a program sets afterwards is shown.
    slider.kernel("slider.value = (0.25, 0.75)")
    wait_shown(slider, 0.25, 0.75)
    assert slider.errors() == []


def test_python_can_wait_until_the_hand_rests(slider):
    slider.kernel("slider.continuous_update = False\nseen = []\nslider.observe(lambda c: seen.append(c.new), 'value')")
    slider.drag(UPPER, 200, steps=30)
    _, high = slider.interval("slider")
    assert slider.kernel("print(len(seen))") == "1"
    slider.page.locator(UPPER).focus()
    for _ in range(5):
        slider.page.keyboard.press("ArrowRight")
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
    page.drag(UPPER, 60)
    heard = page.page.evaluate("window.heard")
    assert len(heard) > 5
    assert tuple(heard[-1]) == shown(page)
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
    slider.page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()")
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


CONTRAST = """
() => {
    const pen = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
    const paint = colours => {
        pen.clearRect(0, 0, 1, 1);
        for (const colour of colours) { pen.fillStyle = colour; pen.fillRect(0, 0, 1, 1); }
        const light = [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3).map(v => v / 255)
            .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
        return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2];
    };
    const texts = '.bw-slider label, .bw-slider input, .bw-slider button, .bw-slider select, .bw-slider-ticks span';
    return [...document.querySelectorAll(texts + ', .bw-slider-notice')].map(element => {
        const behind = [];
        for (let at = element; at; at = at.parentElement) behind.unshift(getComputedStyle(at).backgroundColor);
        const [a, b] = [paint(behind), paint([...behind, getComputedStyle(element).color])];
        return [element.textContent || element.tagName, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)];
    });
}
"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_is_readable_at_every_width(notebook, theme):
    page = notebook([SLIDER], ready=LOWER, theme=theme, width=1280)
    page.kernel("slider.histogram = [1.0, 3, 2] * 30")
    expect(page.page.locator(".bw-slider-bars i")).to_have_count(90)
    page.page.locator(".bw-slider input").first.fill("5%")
    page.page.locator(".bw-slider input").first.press("Enter")
    page.wait_text(NOTICE, "above the upper end")
    for text, contrast in page.page.evaluate(CONTRAST):
        assert contrast >= 4.5, text
    for unit in UNITS:
        page.kernel(f"slider.unit = {unit!r}")
        for width, least in ((320, 4), (390, 4), (800, 8), (1100, 11)):
            page.page.evaluate(f"() => document.querySelector('.bw-slider').style.width = '{width}px'")
            page.page.wait_for_function(
                f"() => Math.abs(document.querySelector('.bw-slider-inner').clientWidth - {width} + 40) < 2"
            )
            page.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
            boxes = page.page.locator(".bw-slider-ticks span").evaluate_all(
                "spans => spans.map(span => span.getBoundingClientRect()).map(box => [box.left, box.right])"
            )
            boxes.sort()
            assert len(boxes) >= least, (unit, width)
            gaps = [second[0] - first[1] for first, second in itertools.pairwise(boxes)]
            assert min(gaps) >= 8, (unit, width)
            sticking_out = page.page.evaluate(
                """() => { const slider = document.querySelector('.bw-slider').getBoundingClientRect();
                    return [...document.querySelectorAll('.bw-slider *:not(option, [hidden])')].filter(element => {
                        const box = element.getBoundingClientRect();
                        return box.left < slider.left - 1 || box.right > slider.right + 1;
                    }).map(element => element.className || element.tagName) }"""
            )
            assert sticking_out == [], (unit, width)
    halo = page.page.locator(LOWER)
    before = halo.evaluate("element => getComputedStyle(element).boxShadow")
    halo.focus()
    assert halo.evaluate("element => getComputedStyle(element).boxShadow") != before
    assert halo.evaluate("element => element.offsetWidth") == 18
    assert page.errors() == []


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


def test_numbers_are_written_and_read_as_python_does(browser):
    rng = np.random.default_rng(0)
    costs = expit(rng.uniform(-12, 12, 4000)).tolist()
    costs += [float(f"{cost:.{digits}g}") for cost, digits in zip(costs[:1000], rng.integers(1, 6, 1000), strict=True)]
    costs += [2.0**-power for power in range(1, 16)] + [1 - 2.0**-power for power in range(2, 16)]
    costs += [0.0, 1.0, 0.001, 0.01, 0.1, 0.9, 0.99, 0.999, 1 / 3, 1e-9, 1 - 1e-9]
    typed = [
        "5% ",
        " 5 % ",
        "1:19",
        "1 : 19",
        "0.05",
        ".05",
        "5e-2",
        "19",
        "-4",
        "−4",
        "0",
        "1",
        "+0.5",
        "12.5%",
        "3:1",
    ]
    typed += ["five", "", "5%%", "1:", "1:2:3", "-1", "2", "-5%", "120%"]
    typed += ["0:0", "-1:2", "nan", "inf", "1,5%", "1e3"]
    script = bw.IntervalSlider._esm.split("// The track of the slider")[0]
    page = browser.new_page()
    try:
        found = page.evaluate(
            """async ({script, costs, typed, units, digits}) => {
                const js = await import(URL.createObjectURL(new Blob([script], {type: 'text/javascript'})));
                return {
                    nice: costs.map(js.niceCost),
                    texts: units.map(unit => digits.map(many => costs.map(cost => js.costText(cost, unit, many)))),
                    reads: units.map(unit => typed.map(text => js.parseInUnit(text, unit).cost ?? null)),
                };
            }""",
            {"script": script, "costs": costs, "typed": typed, "units": UNITS, "digits": [3, 4, 6]},
        )
    finally:
        page.close()
    assert found["nice"] == [nice_cost(cost) for cost in costs]
    for unit, texts, reads in zip(UNITS, found["texts"], found["reads"], strict=True):
        for digits, written in zip((3, 4, 6), texts, strict=True):
            expected = [cost_text(cost, unit, digits) for cost in costs]
            assert [pair for pair in zip(costs, written, expected, strict=True) if pair[1] != pair[2]] == []
        for text, read in zip(typed, reads, strict=True):
            try:
                expected = parse_in_unit(text, unit)
            except ValueError:
                expected = None
            assert (read is None) == (expected is None), (text, unit)
            assert read is None or read == pytest.approx(expected, rel=1e-15), (text, unit)
