"""The Explorer in a real JupyterLab, moved by a real hand."""

import re

import pytest
from playwright.sync_api import expect

HOSTILE = "<img src=x onerror=alert(1)>"
DATA = f"""
import numpy as np
from scipy.special import expit
import brierwidgets as bw
rng = np.random.default_rng(0)
z, noise = rng.normal(size=(2, 4000))
y = rng.random(4000) < expit(z - 2.7)
models = {{"good": expit(z - 2.7), "bold": expit(1.8 * z - 2.2), {HOSTILE!r}: expit(0.3 * z - 2.6 + 0.3 * noise)}}
"""
SHOW = """
explorer = bw.Explorer(y, models, interval=(0.05, 0.2), zoom=False, presets={"Tamoxifen debate": ("1.66%", "3%")})
explorer
"""
BAND = ".bw-chart rect.selection"
MEANS = ".bw-chart path.line[style*='stroke-width: 6']"


@pytest.fixture
def explorer(notebook):
    return notebook([DATA, SHOW], ready=BAND, height=1200)


def interval(page):
    low, high = page.kernel("print(*explorer.interval)").split()
    return float(low), float(high)


def agree(page):
    """Wait until the words and the table on the screen say what Comparison.scores says of the interval now."""
    for _ in range(100):  # the last moves of a drag may still be on their way
        low, high, best, regret = page.kernel(
            "table = explorer.state.comparison.scores(explorer.interval)\n"
            "from brierwidgets.formatting import number, percent\n"
            "regret = table['mean_regret']\n"
            "print(*map(percent, explorer.interval), regret.idxmin(), number(1000 * regret.min()), sep='|')"
        ).split("|")
        words = f"For costs from {low} to {high}, {best} has the lowest mean regret: {regret} per"
        row = page.page.inner_text(".bw-row.bw-best")
        if words in page.page.inner_text(".bw-verdict") and best in row and f"{regret} ±" in row:
            return
        page.page.wait_for_timeout(100)
    pytest.fail(f"The screen never said {words!r}, but {page.page.inner_text('.bw-verdict')!r} and {row!r}")


def box(page, css):
    return page.page.locator(css).first.bounding_box()


def test_dragging_a_handle_moves_everything(explorer):
    band, means = box(explorer, BAND), explorer.path(MEANS)
    words = explorer.page.inner_text(".bw-verdict")
    explorer.drag(".noUi-handle-upper", 80)
    explorer.wait_path_change(MEANS, means)
    expect(explorer.page.locator(".bw-verdict")).not_to_have_text(words)
    low, high = interval(explorer)
    assert low == 0.05
    assert high > 0.25
    assert box(explorer, BAND)["width"] > band["width"] * 1.2
    agree(explorer)
    assert explorer.errors() == []


def test_dragging_the_band_moves_the_slider(explorer):
    handle = box(explorer, ".noUi-handle-lower")["x"]
    before = interval(explorer)
    explorer.drag(BAND, 60)
    expect(explorer.page.locator(".bw-slider input[type=text]").first).not_to_have_value("5%")
    after = interval(explorer)
    assert after[0] > before[0]
    assert after[1] > before[1]
    assert box(explorer, ".noUi-handle-lower")["x"] > handle
    agree(explorer)
    # The band comes to rest where the slider stands. (3 pixels: half a thick line.)
    for _ in range(100):
        low, high = interval(explorer)
        plot, band = box(explorer, ".bw-chart rect.plotarea_events"), box(explorer, BAND)
        places = [plot["x"] + 3 + end * (plot["width"] - 6) for end in (low, high)]
        if [band["x"], band["x"] + band["width"]] == pytest.approx(places, abs=1):
            break
        explorer.page.wait_for_timeout(100)
    else:
        pytest.fail(f"The band is at {band}, but the interval ({low}, {high}) is at {places}")
    assert explorer.errors() == []


def test_keyboard_typing_presets_and_units(explorer):
    page = explorer.page
    page.locator(".noUi-handle-lower").focus()
    page.keyboard.press("ArrowRight")
    first = page.locator(".bw-slider input[type=text]").first
    expect(first).not_to_have_value("5%")
    assert 0.05 < interval(explorer)[0] < 0.052
    first.fill("1:9")
    first.press("Enter")
    expect(first).to_have_value("10%")
    assert interval(explorer) == (0.1, 0.2)
    agree(explorer)
    first.fill("lots")
    first.press("Enter")
    explorer.wait_text(".bw-slider [role=alert]", "cannot be read")
    expect(first).to_have_value("10%")
    assert interval(explorer) == (0.1, 0.2)
    page.locator(".bw-slider select").select_option("Tamoxifen debate")
    expect(first).to_have_value("1.66%")
    assert interval(explorer) == (0.0166, 0.03)
    agree(explorer)
    page.get_by_role("button", name="odds", exact=True).first.click()
    expect(first).to_have_value(re.compile("1 : 59"))
    assert explorer.errors() == []


def test_the_pointer_reads_values_inside_and_outside_the_band(explorer):
    for share in (0.125, 0.705):
        plot = box(explorer, ".bw-chart rect.plotarea_events")
        explorer.page.mouse.move(plot["x"] + 3 + share * (plot["width"] - 6), plot["y"] + plot["height"] / 2)
        expect(explorer.page.locator(".bw-reading").first).to_contain_text(f"At {100 * share:.0f}.")
        cost = float(explorer.kernel("print(explorer.state.cost)"))
        assert cost == pytest.approx(share, abs=0.002)
    explorer.wait_text(".bw-readout", "treat all")


def test_legend_table_and_tabs(explorer):
    page = explorer.page
    page.locator(".bw-legend input[type=checkbox]").nth(1).uncheck()
    expect(page.locator(".bw-row")).to_have_count(2)
    assert "bold" not in explorer.kernel("print(explorer.state.shown)")
    page.locator(".bw-legend input[type=checkbox]").nth(1).check()
    expect(page.locator(".bw-row")).to_have_count(3)
    page.locator(".bw-head button", has_text="Model").click()
    expect(page.locator(".bw-row").first).to_contain_text("<img")
    page.get_by_role("tab", name="Decision", exact=True).click()
    explorer.wait_text(".widget-tab", "Net benefit")
    expect(page.locator(".bw-chart:visible rect.selection")).to_have_count(1)
    explorer.drag(".noUi-handle-upper", 40)
    page.get_by_role("tab", name="Log-odds", exact=True).click()
    chart = page.locator(".bw-chart:visible")
    plot, band = chart.locator("rect.plotarea_events").bounding_box(), chart.locator("rect.selection").bounding_box()
    numbers = explorer.kernel(
        "from scipy.special import logit\n"
        "x = explorer.charts['log-odds']._x\n"
        "print(x.min, x.max, *logit(np.array(explorer.interval)))"
    )
    first, last, *places = map(float, numbers.split())
    expected = [plot["x"] + 3 + (p - first) / (last - first) * (plot["width"] - 6) for p in places]
    assert [band["x"], band["x"] + band["width"]] == pytest.approx(expected, abs=1)
    assert explorer.errors() == []


def test_zoom_and_confidence_bands(explorer):
    page = explorer.page
    width = box(explorer, BAND)["width"]
    page.get_by_role("button", name="Zoom to interval").first.click()
    page.wait_for_function(f"w => document.querySelector('{BAND}').getBoundingClientRect().width > 2 * w", arg=width)
    page.get_by_role("button", name="95% bands").first.click()
    page.wait_for_function(
        "() => [...document.querySelectorAll('.bw-chart path.area')]"
        ".some(area => (area.getAttribute('d') || '').length > 500)"
    )
    assert explorer.errors() == []


@pytest.mark.parametrize("width", [800, 1280])
def test_dark_theme_and_hostile_names(notebook, width):
    page = notebook([DATA, SHOW], ready=BAND, theme="dark", width=width)
    agree(page)
    assert page.page.locator("img[src='x']").count() == 0
    assert HOSTILE in page.page.inner_text(".bw-legend")
    assert HOSTILE in page.page.inner_text(".bw-scores")
    for css in (".bw-verdict", ".bw-chart .tick text", ".bw-chart .axislabel", ".bw-row"):
        colours = page.page.locator(css).first.evaluate("e => [getComputedStyle(e).fill, getComputedStyle(e).color]")
        light = max(sum(map(int, re.findall(r"\d+", colour)[:3])) for colour in colours)
        assert light > 450, f"{css} is too dark to read on a dark page: {colours}"
    # Nothing sticks out of the page, and nothing but the table scrolls sideways.
    overflow = page.page.evaluate(
        """() => [...document.querySelectorAll('.bw-explorer *')]
            .filter(e => !e.closest('.bw-scores') && !e.closest('svg'))
            .filter(e => e.getBoundingClientRect().right > innerWidth + 1).map(e => e.className.toString())"""
    )
    assert overflow == []
    assert page.errors() == []


def test_two_explorers_in_one_notebook(notebook):
    page = notebook([DATA, SHOW, SHOW.replace("explorer", "other")], ready=BAND, height=2400)
    expect(page.page.locator(".bw-explorer")).to_have_count(2)
    page.drag(".noUi-handle-upper", 80)
    agree(page)
    assert interval(page) != (0.05, 0.2)
    assert page.kernel("print(*other.interval)") == "0.05 0.2"
    page.kernel("explorer.close()")
    expect(page.page.locator(".bw-explorer .bw-chart:visible")).to_have_count(1)
    assert page.errors() == []


def test_an_error_in_a_callback_is_seen(explorer):
    explorer.kernel("explorer.table._draw = lambda: 1 / 0")
    explorer.drag(".noUi-handle-upper", 40)
    explorer.wait_text(".bw-explorer", "ZeroDivisionError")
