"""What is said below the verdict, and horizons and classes, in saved pages: to the letter what Python writes."""

import numpy as np
import pytest
from playwright.sync_api import expect

import brierwidgets as bw
from brierwidgets.views._decision_curve import AXES
from brierwidgets.words.numbers import percent
from tests.browser.hands import DATA, Hands, open_tab

SAME = """([css, html]) => {
    const wanted = new DOMParser().parseFromString(html, 'text/html').body.firstElementChild?.textContent;
    return [...document.querySelectorAll(css)].some((element) => element.textContent === wanted);
}"""
#: The outline of the density under the curves.
AREA = """() => [...document.querySelectorAll('.bw-chart')].find(chart => chart.checkVisibility())
    ?.querySelector('path.area')?.getAttribute('d')"""
#: Whether the bars behind the slider's track have these heights.
BARS = """(heights) => {
    const bars = [...document.querySelectorAll('.bw-slider-bars i')].map(bar => parseFloat(bar.style.height) / 100);
    return bars.length === heights.length && bars.every((bar, place) => Math.abs(bar - heights[place]) < 0.0011);
}"""
WORDS, VERDICT, TABLE = ".bw-explorer .bw-words", ".bw-explorer .bw-verdict", ".bw-scores table"


def shows(page, css, html):
    page.wait_for_function(SAME, arg=[css, html])


@pytest.mark.slow
def test_opinions_and_mended_models_follow(offline, python, tmp_path):
    cases = python.comparison
    explorer = bw.Explorer(cases, costs=[("1%", "3%"), ("2%", "30%"), ("10%", "20%")])
    explorer.add_recalibrated("bold")
    explorer.add_recalibrated("good", called="IPY_MODEL_0")  # what the page calls its widgets
    explorer.add_recalibrated("IPY_MODEL_0", called="2")  # what JavaScript would put first
    opened = offline(explorer.save_html(tmp_path / "said.html"))
    page = opened.page
    root = page.locator(".bw-explorer.bw-root").first
    opened.wait_for(".bw-root[data-live]")  # before any hand

    def agree():
        explorer.interval = tuple(map(float, root.get_attribute("data-interval").split(",")))
        explorer.state.settle()
        shows(page, VERDICT, explorer.verdict._html.value)
        shows(page, WORDS, explorer._opinion_note._text.value)
        shows(page, WORDS, explorer._mending_note._text.value)

    agree()
    before = root.get_attribute("data-interval")
    page.locator(".bw-handle-upper").first.focus()
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("(before) => document.querySelector('.bw-root').dataset.interval !== before", arg=before)
    agree()
    assert "of their weight)" in explorer.verdict.text
    shows(page, TABLE, explorer.table._body.value)
    for box, end in ((1, "98%"), (0, "90%")):  # where nobody has an opinion
        page.locator(".bw-slider input").nth(box).fill(end)
        page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('.bw-root').dataset.interval === '0.9,0.98'")
    agree()
    shows(page, TABLE, explorer.table._body.value)
    assert "put no weight" in explorer.verdict.text
    page.click(".bw-base-open")
    page.fill(".bw-base-box", "3%")
    page.keyboard.press("Enter")
    explorer.prevalence = 0.03
    agree()
    page.get_by_role("button", name="cost ratios").click()
    explorer.state.spacing = "cost"
    agree()
    assert "or costs from" in explorer.verdict.text

    # On the decision curve, axis and density follow the choice.
    open_tab(page, "decision")
    label = page.locator(".bw-chart:visible .axislabel", has_text="Threshold c")
    for axis in ("quadratic", "logarithmic", "plain"):
        before = page.evaluate(AREA)
        page.locator(".bw-named-axis select:visible").select_option(index=list(AXES).index(axis))
        expect(label).to_have_text(AXES[axis])
        page.wait_for_function(f"(before) => ({AREA})() !== before", arg=before)
        shows(page, VERDICT, explorer.verdict._html.value)
    assert opened.errors() == []
    explorer.close()


@pytest.mark.slow
def test_a_horizon_is_a_slide_away(offline, tmp_path):
    rng = np.random.default_rng(3)
    rate = np.exp(rng.normal(0, 0.7, 400) - 2)
    came, lost = rng.exponential(1 / rate), rng.exponential(8, 400)
    risks = {"rate": lambda by: 1 - np.exp(-rate * by), "flat": lambda by: np.full(400, by / 20)}
    explorer = bw.Explorer.from_survival(
        np.minimum(came, lost), came <= lost, risks, horizons=[1, 2.5, 5], interval=(0.1, 0.4)
    )
    opened = offline(explorer.save_html(tmp_path / "time.html"))
    page = opened.page
    shows(page, VERDICT, explorer.verdict._html.value)
    handle = page.locator(".bw-by-horizon .noUi-handle").first
    expect(handle).to_have_attribute("aria-label", "horizon")
    for horizon in ("2.5", "5"):
        handle.focus()
        page.keyboard.press("ArrowRight")
        before = list(explorer.slider.histogram)
        explorer.state.group = horizon
        explorer.state.settle()
        shows(page, VERDICT, explorer.verdict._html.value)
        assert explorer.slider.histogram != before
        page.wait_for_function(BARS, arg=explorer.slider.histogram)
        expect(handle).to_have_attribute("aria-valuetext", horizon)
        expect(page.locator(".bw-base-open")).to_contain_text(f"Base rate {percent(explorer.comparison.prevalence)}")
    assert "by 5." in explorer.verdict.text
    assert opened.errors() == []
    explorer.close()


CLASSES = """
labels = ["cold", "<i>flu</i>", "other"]
exponents = np.exp(np.c_[0.5 + 0 * z, z, noise])
proba = exponents / exponents.sum(axis=1, keepdims=True)
drawn = (proba.cumsum(axis=1) < rng.random((4000, 1))).sum(axis=1)
explorer = bw.Explorer.one_vs_rest(
    np.array(labels)[drawn], {"sharp": proba, "even": (proba + 1) / 4}, labels, interval=(0.1, 0.4)
)
"""
HORIZONS = """
rate = np.exp(z - 3)
came, lost = rng.exponential(1 / rate), rng.exponential(8, 4000)
risks = {"rate": lambda by: 1 - np.exp(-rate * by), "flat": lambda by: np.full(4000, by / 20)}
by_time = bw.Explorer.from_survival(
    np.minimum(came, lost), came <= lost, risks, horizons=[1, 2.5, 5], interval=(0.1, 0.4)
)
"""


@pytest.mark.slow
def test_a_class_is_a_choice_away(offline, tmp_path):
    names = {}
    exec(DATA + CLASSES, names)
    explorer, labels = names["explorer"], names["labels"]
    opened = offline(explorer.save_html(tmp_path / "classes.html"))
    page = opened.page
    menu = page.get_by_label("class")
    for number in (1, 2, 0):
        menu.select_option(index=number)
        explorer.state.group = labels[number]
        explorer.state.settle()
        assert f"those of the class {labels[number]};" in explorer.verdict.text
        shows(page, VERDICT, explorer.verdict._html.value)
        shows(page, TABLE, explorer.table._body.value)
        expect(page.locator(".bw-base-open")).to_contain_text(f"Base rate {percent(explorer.comparison.prevalence)}")
    assert page.locator("i", has_text="flu").count() == 0
    assert opened.errors() == []
    explorer.close()


@pytest.mark.slow
def test_classes_and_horizons_in_jupyterlab(notebook):
    opened = notebook([DATA, f"{CLASSES}explorer", f"{HORIZONS}by_time"], ready=".bw-by-horizon")
    page = opened.page
    page.get_by_label("class").select_option(index=1)
    opened.wait_text(".bw-verdict >> nth=0", "those of the class <i>flu</i>;")
    opened.wait_kernel("print(explorer.state.group)", "<i>flu</i>")
    handle = page.locator(".bw-by-horizon .noUi-handle")
    handle.focus()
    page.keyboard.press("ArrowRight")
    opened.wait_text(".bw-verdict >> nth=1", "came by 2.5.")
    opened.wait_kernel("print(by_time.state.group)", "2.5")
    hands = Hands(opened, None)
    hands.pull(".bw-by-horizon .noUi-handle", 500)  # past the end of the track, where the handle stays
    opened.wait_text(".bw-verdict >> nth=1", "came by 5.")
    opened.wait_kernel("print(by_time.state.group)", "5")
    opened.at_rest(handle.bounding_box)
    hands.pull(".bw-by-horizon .noUi-handle", -500, touch=True)
    opened.wait_text(".bw-verdict >> nth=1", "came by 1.")
    opened.wait_kernel("print(by_time.state.group)", "1")
    assert opened.errors() == []
    assert opened.output_errors() == []
