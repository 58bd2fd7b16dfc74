"""The page follows the hand: in JupyterLab, in Voila and in a saved page with the network off."""

import re

import numpy as np
import pytest
from playwright.sync_api import expect

from brierwidgets.explorer import TABS
from brierwidgets.words.groups import describe_size
from tests.browser.hands import BAND, CHART, HOSTILE, INTERVAL, MEANS, PLACES, SITE, open_tab

UPPER, LOWER, GRIP = ".bw-handle-upper", ".bw-handle-lower", ".bw-slider-grip"
GRAB = 16  # pixels


@pytest.mark.parametrize("place", PLACES)
def test_by_mouse_finger_key_typing_and_choice(opened, place):
    hands = opened(place)
    page = hands.page
    hands.wait_band()
    means = hands.widget_page.path(MEANS)

    hands.pull(UPPER, 80)
    low, high = hands.wait_moved(INTERVAL)
    assert low == INTERVAL[0]
    assert high > 0.25
    hands.widget_page.wait_path_change(MEANS, means)
    hands.wait_band()
    hands.agree()

    page.get_by_role("slider", name="lower end").first.focus()
    before = hands.interval()
    page.keyboard.press("ArrowRight")
    low, high = hands.wait_moved(before)
    assert (low, high) == (0.051, before[1])
    hands.agree()

    box = page.locator(".bw-slider input[type=text]").first
    box.fill("1:9")
    box.press("Enter")
    hands.wait_interval(0.1, high)
    hands.agree()
    page.locator(".bw-slider select").first.select_option("Tamoxifen debate")
    hands.wait_interval(0.0166, 0.03)
    hands.agree()
    hands.wait_band()

    page.get_by_role("button", name="odds", exact=True).first.click()
    expect(box).to_have_value(re.compile("1 : 59"))
    expect(page.get_by_role("slider", name="lower end").first).to_have_attribute("aria-valuetext", "1 : 59.2")
    hands.agree(unit="odds")
    page.get_by_role("button", name="their log-odds").first.click()
    hands.agree(spacing="log-odds")

    # A finger, on the slider and on the band in the chart.
    hands.pull(UPPER, 60, touch=True)
    before = hands.wait_moved((0.0166, 0.03))
    assert before[0] == 0.0166
    assert before[1] > 0.05
    hands.agree()
    hands.pull(BAND, 90, touch=True)
    low, high = hands.wait_moved(before)
    assert low > before[0] + 0.02
    assert high > before[1] + 0.02
    hands.wait_band()
    hands.agree()
    assert hands.errors() == []


@pytest.mark.parametrize("place", PLACES)
def test_a_group_zoom_bands_and_the_legend(opened, place):
    hands = opened(place)
    page = hands.page
    groups = page.locator(".bw-group-list select").first
    beside = page.locator(".bw-line .bw-key").first
    for number, group in ((2, "south"), (1, SITE)):
        groups.select_option(index=number)
        hands.agree(group=group)
        expect(beside).to_have_text(describe_size(group, hands.python.state.groups.size(group)))
    hands.pull(UPPER, 40)
    hands.agree()
    groups.select_option(index=0)
    hands.agree(group=None)
    expect(beside).to_have_text("")

    label = page.locator(".bw-label:visible", has_text="good")
    label.click()
    hands.agree(shown=["bold", HOSTILE])
    hands.pull(LOWER, -40)
    hands.agree()
    label.click()
    hands.agree(shown=["good", "bold", HOSTILE])

    page.locator(".bw-scores button", has_text="more").click()
    hands.python.table.more = True
    for column, descending in (("model", False), ("net_benefit", True), ("net_benefit", False)):
        page.locator(f".bw-scores button[data-key={column}]").click()
        hands.python.table.sort_by, hands.python.table.descending = column, descending
        hands.agree()
        hands.pull(UPPER, 10)
        hands.agree()

    page.locator(".bw-slider select").first.select_option("Tamoxifen debate")
    hands.wait_interval(0.0166, 0.03)
    hands.wait_band()
    width = hands.box(BAND)["width"]
    page.get_by_role("button", name="Zoom to interval").locator("visible=true").first.click()
    page.wait_for_function(
        "([css, width]) => document.querySelector(css).getBoundingClientRect().width > 2 * width",
        arg=[BAND.replace(":visible", ""), width],
    )
    page.get_by_role("button", name="Zoom to interval").locator("visible=true").first.click()
    hands.wait_band()
    bands = page.get_by_role("button", name="95% bands").locator("visible=true").first
    bands.click()
    expect(bands).to_have_attribute("aria-pressed", "true")
    page.wait_for_function(
        "() => [...document.querySelectorAll('.bw-chart path.area')]"
        ".some(area => (area.getAttribute('d') || '').length > 500 && area.checkVisibility())"
    )
    # The other tabs have the same band and follow the same hand.
    for tab in ("log-odds", "decision"):
        open_tab(page, tab)
        hands.widget_page.wait_for(BAND)
        before, means = hands.interval(), hands.widget_page.path(MEANS)
        hands.pull(BAND, 30)
        hands.wait_moved(before)
        hands.widget_page.wait_path_change(MEANS, means)
        hands.agree()
    open_tab(page, "regret")
    hands.wait_band()
    assert hands.errors() == []


@pytest.mark.parametrize("place", PLACES)
def test_the_band_in_the_chart_is_the_interval(opened, place):
    hands = opened(place)
    page = hands.page
    hands.wait_band()
    # Its edges can be taken from inside and from outside.
    for at, end in ((1.0, 1), (0.0, 0), (1 + GRAB / 2 - 1, 1), (-(GRAB / 2 - 1), 0)):
        before = hands.interval()
        hands.pull(BAND, 25, at=at)
        after = hands.wait_moved(before)
        assert after[1 - end] == before[1 - end]
        assert after[end] > before[end] + 0.02
        hands.wait_band()
    before = hands.interval()
    hands.pull(BAND, -20)
    after = hands.wait_moved(before)
    assert np.subtract(after, before) == pytest.approx(
        [-20 / (hands.box("rect.plotarea_events")["width"] - 6)] * 2, abs=2e-3
    )
    hands.wait_band()
    hands.agree()

    # A click beside it does not lose it, nor does one on it.
    before, plot = hands.interval(), hands.box(f"{CHART} rect.plotarea_events")
    middle = plot["y"] + plot["height"] / 2
    page.mouse.click(plot["x"] + plot["width"] - 20, middle)
    shade = hands.box(BAND)
    page.mouse.click(shade["x"] + shade["width"] / 2, middle)
    assert hands.interval() == before
    hands.wait_band()

    # A narrow one is as easy to take: middle and edges, together more than 16 pixels.
    box = page.locator(".bw-slider select").first
    for at, moved in ((0.5, (0, 1)), (1 + 10.0, (1,)), (-10.0, (0,))):
        box.select_option("Tamoxifen debate")
        hands.wait_interval(0.0166, 0.03)
        hands.wait_band()
        hands.pull(BAND, 6, at=at)
        after = hands.wait_moved((0.0166, 0.03))
        assert [end for end in (0, 1) if after[end] != (0.0166, 0.03)[end]] == list(moved)
    assert hands.errors() == []


@pytest.mark.parametrize("steps", [1, 12])
def test_the_band_stops_at_the_rim_and_at_its_other_end(opened, steps):
    """However quick the hand is: one move may go from the band to beyond the chart."""
    hands = opened("saved")
    page = hands.page
    boxes = page.locator(".bw-slider input[type=text]")
    width = INTERVAL[1] - INTERVAL[0]
    for at, dx, ends in (
        (0.5, 3000, (1 - width, 1.0)),
        (0.5, -1500, (0.0, width)),
        (0.0, 3000, (0.196, 0.2)),
        (1.0, -1500, (0.05, 0.051)),
        (1.0, 3000, (0.05, 1.0)),
        (0.0, -1500, (0.0, 0.2)),
    ):
        hands.pull(BAND, dx, at=at, steps=steps)
        assert hands.wait_moved(INTERVAL) == pytest.approx(ends, rel=1e-12)
        hands.wait_band()
        hands.agree()
        page.locator(".bw-corner").get_by_role("button", name="undo").click()
        hands.wait_interval(*INTERVAL)
        hands.wait_band()
    hands.agree()

    # An average over log-odds has no end at 0 and 1: a hand does not get there, and the page complains of typed ones.
    page.get_by_role("button", name="their log-odds").first.click()
    hands.agree(spacing="log-odds")
    hands.pull(BAND, 3000, at=1.0, steps=steps)
    hands.wait_interval(0.05, 0.999)
    hands.agree()
    notice = page.locator(".bw-root [role=alert]:visible", has_text="infinitely wide in log-odds")
    boxes.last.fill("100%")
    boxes.last.press("Enter")
    expect(notice).to_have_count(1)
    hands.pull(UPPER, -100)
    expect(notice).to_have_count(0)
    hands.agree()
    assert hands.errors() == []


FINGERS = """([x, y, moves]) => {
    for (const [kind, pointerId, dx] of moves) {
        const at = {clientX: x + dx, clientY: y, pointerId, pointerType: 'touch', bubbles: true, cancelable: true};
        document.elementFromPoint(x, y).dispatchEvent(new PointerEvent(kind, at));
    }
}"""


def test_a_second_finger_does_not_take_the_band_from_the_first(opened):
    hands = opened("saved")
    hands.wait_band()
    box, plot = hands.box(BAND), hands.box("rect.plotarea_events")
    moves = [
        ("pointerdown", 1, 0),
        ("pointermove", 1, 20),
        ("pointerdown", 2, 30),  # on the band, too
        ("pointermove", 2, -30),
        ("pointerup", 2, -30),
        ("pointermove", 1, 60),
        ("pointerup", 1, 60),
    ]
    hands.page.evaluate(FINGERS, [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, moves])
    after = hands.wait_moved(INTERVAL)
    assert np.subtract(after, INTERVAL) == pytest.approx([60 / (plot["width"] - 6)] * 2, abs=2e-3)
    hands.wait_band()
    hands.agree()
    assert hands.errors() == []


def test_a_mouse_that_was_let_go_out_of_sight_drags_no_more(opened):
    hands = opened("saved")
    hands.wait_band()
    box, page = hands.box(BAND), hands.page
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y, steps=3)
    page.evaluate(
        "addEventListener('pointerup', (event) => event.stopImmediatePropagation(), {capture: true, once: true})"
    )
    page.mouse.up()  # as over the menu of a second button
    page.mouse.move(x + 90, y, steps=3)
    low, _ = hands.wait_moved(INTERVAL)
    assert low - INTERVAL[0] == pytest.approx(30 / (hands.box("rect.plotarea_events")["width"] - 6), abs=2e-3)
    hands.agree()
    assert hands.errors() == []


@pytest.mark.parametrize("place", PLACES)
def test_the_band_moves_as_steadily_as_the_pointer(opened, place):
    hands = opened(place)
    hands.page.evaluate(
        """css => {
            const chart = [...document.querySelectorAll('.bw-chart')].find(element => element.checkVisibility());
            const shade = chart.querySelector("path.area[style*='rgb(25, 118, 210)']");
            window.places = [];
            new MutationObserver(() => window.places.push(shade.getBoundingClientRect().right))
                .observe(shade, {attributes: true, attributeFilter: ['d']});
        }""",
        BAND,
    )
    steps = 60
    box = hands.box(UPPER)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    hands.page.mouse.move(x, y)
    hands.page.mouse.down()
    for step in range(1, steps + 1):
        hands.page.mouse.move(x + 3 * step, y)
        # A busy browser joins moves that come within a frame: the next one waits until this one has been drawn.
        hands.page.wait_for_function("count => new Set(window.places).size >= count", arg=step, polling=10)
    hands.page.mouse.up()
    hands.agree()  # also what Python answers has come
    hands.wait_band()
    places = np.array(hands.page.evaluate("window.places"))
    assert np.all(np.diff(places) >= 0)  # never a step back
    assert np.unique(places).size >= steps
    assert hands.errors() == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("place", PLACES)
def test_it_can_be_read_at_any_width_and_names_are_text(opened, place, theme):
    hands = opened(place, theme=theme)
    page = hands.page
    for css in (".bw-verdict", ".bw-chart .tick text", ".bw-chart .axislabel", ".bw-row", ".bw-slider-ticks span"):
        colours = page.locator(css).first.evaluate("e => [getComputedStyle(e).fill, getComputedStyle(e).color]")
        sums = [sum(map(int, re.findall(r"\d+", colour)[:3])) for colour in colours]
        assert (max(sums) > 450) if theme == "dark" else (min(sums) < 360), f"{css} on a {theme} page: {colours}"
    for css in (".bw-labels", ".bw-scores", ".bw-reading"):
        assert HOSTILE in page.locator(css).first.text_content()
    assert page.locator("img[src='x']").count() == 0
    for width in (1280, 800, 390):
        page.set_viewport_size({"width": width, "height": 1400})
        hands.wait_band()
        before = hands.interval()
        hands.pull(UPPER, 15)
        hands.wait_moved(before)
        hands.agree()
        page.wait_for_function(  # bqplot lays a chart out again after a while
            """() => ![...document.querySelectorAll('.bw-root *')]
                .filter(e => !e.closest('.bw-scores, .bw-reading .widget-html, svg') && e.checkVisibility())
                .some(e => e.getBoundingClientRect().right > innerWidth + 1)"""
        )
    assert hands.errors() == []


def test_a_chart_in_a_hidden_tab_waits_until_the_hand_lets_go(opened):
    hands = opened("saved")
    page = hands.page
    open_tab(page, "log-odds")
    hands.widget_page.wait_for(BAND)
    open_tab(page, "regret")
    hands.wait_band()
    bands = """() => [...document.querySelectorAll("path.area[style*='rgb(25, 118, 210)']")]
        .filter(band => !band.checkVisibility()).map(band => band.getAttribute('d'))"""
    before = hands.widget_page.at_rest(lambda: page.evaluate(bands))
    assert before
    interval, box = hands.interval(), hands.box(UPPER)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y, steps=10)
    hands.wait_moved(interval)
    hands.wait_band()
    assert page.evaluate(bands) == before
    page.mouse.up()
    page.wait_for_function(f"before => ({bands})().every((d, i) => d !== before[i])", arg=before)
    open_tab(page, "log-odds")
    hands.agree()
    assert hands.errors() == []


@pytest.mark.parametrize("place", ["lab", "saved"])
def test_words_speak_of_the_interval_that_is_shown_while_a_hand_holds_it(opened, place):
    hands = opened(place)
    written = "() => [...document.querySelectorAll('.bw-root .widget-html')].filter(e => e.checkVisibility())"
    written += ".map(e => e.innerText.trim()).filter(Boolean)"
    for number, tab in enumerate(tab for tab in TABS if tab not in ("chooser", "groups")):
        open_tab(hands.page, tab)
        before = hands.widget_page.at_rest(lambda: hands.page.evaluate(written), 0.8)
        handle = hands.box(".bw-handle-upper")
        x, y = handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2
        hands.page.mouse.move(x, y)
        hands.page.mouse.down()
        hands.page.mouse.move(x + (30 if number % 2 else -40), y, steps=4)
        held = hands.widget_page.at_rest(lambda: hands.page.evaluate(written))
        hands.page.mouse.up()
        let_go = hands.widget_page.at_rest(lambda: hands.page.evaluate(written), 0.8)
        assert held != before, tab
        assert held == let_go, tab
