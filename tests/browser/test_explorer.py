"""The Explorer in a real JupyterLab, moved by a real hand."""

import pytest
from playwright.sync_api import expect

from tests.browser.hands import open_tab

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
BAND = ".bw-chart:visible path.area[style*='rgb(25, 118, 210)']"
ROWS = ".bw-row:not(.bw-rule)"


@pytest.fixture
def explorer(notebook):
    opened = notebook([DATA, SHOW], ready=BAND, height=1200)
    opened.wait_for(".bw-root[data-live]")
    return opened


def box(page, css):
    return page.page.locator(css).first.bounding_box()


def test_the_pointer_reads_values_inside_and_outside_the_band(explorer):
    for share in (0.125, 0.705):
        plot = box(explorer, ".bw-chart rect.plotarea_events")
        explorer.page.mouse.move(plot["x"] + 3 + share * (plot["width"] - 6), plot["y"] + plot["height"] / 2)
        reading = explorer.page.locator(".bw-reading").first
        expect(reading).not_to_contain_text("the middle of the band")
        expect(reading).to_contain_text(f"At {100 * share:.0f}.")
        # Python hears of it when the pointer rests.
        explorer.wait_kernel(f"print(abs((explorer.state.cost or 0) - {share}) < 0.002)", "True")
    explorer.wait_text(".bw-readout", "treat all")


def test_legend_table_and_tabs(explorer):
    page = explorer.page
    label = page.locator(".bw-label:visible", has_text="bold")
    label.click()
    expect(page.locator(ROWS)).to_have_count(2)
    assert "bold" not in explorer.kernel("print(explorer.state.shown)")
    expect(label).to_have_attribute("aria-pressed", "false")
    label.click()
    expect(page.locator(ROWS)).to_have_count(3)
    page.locator(".bw-scores button", has_text="Model").click()
    expect(page.locator(ROWS).first).to_contain_text("<img")
    explorer.wait_kernel("print(explorer.table.sort_by)", "model")
    open_tab(page, "decision")
    explorer.wait_text(".widget-tab", "Net benefit")
    explorer.wait_for(BAND)
    explorer.drag(".bw-handle-upper", 40)
    open_tab(page, "log-odds")
    explorer.interval("explorer")  # Python has heard of the hand
    numbers = explorer.kernel(
        "from scipy.special import logit\n"
        "x = explorer.charts['log-odds']._x\n"
        "print(x.min, x.max, *logit(np.array(explorer.interval)))"
    )
    page.wait_for_function(
        """([first, last, ...ends]) => {
            const front = [...document.querySelectorAll('.bw-chart')].filter(chart => chart.checkVisibility());
            const band = front.at(0)?.querySelector("path.area[style*='rgb(25, 118, 210)']")?.getBoundingClientRect();
            const plot = front.at(0)?.querySelector('rect.plotarea_events').getBoundingClientRect();
            if (front.length !== 1 || !band) return false;
            const places = ends.map(end => plot.x + 3 + (end - first) / (last - first) * (plot.width - 6));
            return Math.abs(band.left - places[0]) < 1 && Math.abs(band.right - places[1]) < 1;
        }""",
        arg=[float(number) for number in numbers.split()],
    )
    assert explorer.errors() == []


def test_an_error_in_a_callback_is_seen(explorer):
    explorer.kernel("explorer.table.draw = lambda move: 1 / 0")
    explorer.drag(".bw-handle-upper", 40)
    explorer.wait_text(".bw-explorer", "ZeroDivisionError")


def test_models_that_come_and_go_live_follow_the_hand(explorer):
    rows, row = explorer.page.locator(ROWS), explorer.page.locator(ROWS, has_text="new")
    explorer.kernel("explorer.add_model('new', expit(z - 2.5)); explorer.drop_model('bold')")
    expect(rows).to_have_count(3)
    expect(explorer.page.locator(ROWS, has_text="bold")).to_have_count(0)
    expect(row).to_be_visible()
    explorer.wait_for(BAND)
    # From here Python's table and chart draw no more, so that the page alone answers.
    explorer.kernel("explorer.table.draw = explorer.charts['regret'].draw = lambda move: None")
    words, width = row.inner_text(), box(explorer, BAND)["width"]
    explorer.drag(".bw-handle-upper", 80)
    expect(row).not_to_have_text(words)
    explorer.page.wait_for_function(
        "([band, width]) => [...document.querySelectorAll(band)].some(b => b.getBoundingClientRect().width > width)",
        arg=[BAND.replace(":visible", ""), 1.2 * width],
    )
    explorer.wait_text(".bw-verdict", explorer.kernel("print(explorer.verdict.text)").strip()[:40])
    assert explorer.errors() == []


def test_axes_and_captions_follow_the_unit_in_the_page(explorer):
    explorer.kernel("explorer.slider.unit = 'odds'")
    explorer.wait_text(".bw-words:visible", "Shaded: costs from 1:19 to 1:4")
    # The page writes them while the hand moves, and Python no more.
    explorer.kernel("explorer.charts['regret']._write_words = explorer.charts['regret']._write_readout = lambda: None")
    explorer.drag(".bw-handle-upper", 80)
    explorer.wait_text(".bw-reading:visible", "At 1 : ")
    expect(explorer.page.locator(".bw-words:visible").first).not_to_contain_text("1:19 to 1:4")
    expect(explorer.page.locator(".bw-words:visible").first).to_contain_text("Shaded: costs from 1:19 to 1:")
    assert explorer.errors() == []
