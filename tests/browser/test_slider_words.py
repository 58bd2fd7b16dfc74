"""What the interval slider writes and reads: typed ends, units, ticks, what a screen reader hears."""

import itertools

import numpy as np
import pytest
from playwright.sync_api import expect
from scipy.special import expit

import brierwidgets as bw
from brierwidgets.words.numbers import UNITS, cost_text, nice_cost, parse_in_unit
from tests.browser.sliders import (
    LOWER,
    NOTICE,
    SLIDER,
    UPPER,
    wait_shown,
)


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


def test_a_box_with_what_it_held_before_is_no_longer_wrong(offline, saved):
    page = offline(saved).page
    (lower, upper), notice = page.locator(".bw-slider-box").all(), page.locator(".bw-slider-notice")
    for box in (lower, upper):
        held = box.input_value()
        for typed, wrong in (("rubbish", True), (held, False)):
            box.fill(typed)
            box.press("Enter")
            expect(notice).to_be_visible(visible=wrong)
            assert (box.get_attribute("aria-invalid") == "true") == wrong
