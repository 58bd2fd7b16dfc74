"""A saved page, opened from disk without a network and without a kernel; and a file, opened as an app."""

import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request

import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import expect
from scipy.special import expit, logit

import brierwidgets as bw
from tests.browser.lab import WidgetPage
from tests.browser.servers import free_port, private_environment

HOSTILE = "</script><img src=x onerror=alert(1)>"
CHART = ".bw-chart:visible"
LINES = "path.line[style*='stroke-width: 2']"
MEANS = "path.line[style*='stroke-width: 6']"
BAND = f"{CHART} rect.selection"
INTERVAL = (0.05, 0.2)


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """Pages of one comparison by the options of the Explorer."""
    rng = np.random.default_rng(0)
    z, noise = rng.normal(size=(2, 2000))
    y = rng.random(2000) < expit(z - 2.7)
    scores = {"good": expit(z - 2.7), "bold": expit(1.8 * z - 2.2), HOSTILE: expit(0.3 * z - 2.6 + 0.3 * noise)}
    comparison = bw.Comparison(y, scores)
    folder = tmp_path_factory.mktemp("pages")

    def save(name, **options):
        explorer = bw.Explorer(comparison, interval=INTERVAL, zoom=False, **options)
        try:
            return explorer.save_html(folder / f"{name}.html"), explorer.verdict.text, explorer.scores()
        finally:
            explorer.close()

    return save


@pytest.fixture
def offline(browser):
    """Open a page from disk: ``offline(path, width=800)``."""
    opened = []

    def open_one(path, *, ready=BAND, width=1280):
        opened.append(WidgetPage(browser, width=width, height=1000))
        context = opened[-1].page.context
        context.set_offline(offline=True)
        opened[-1].asked = []
        opened[-1].page.on("request", lambda request: opened[-1].asked.append(request.url))
        opened[-1].page.goto(path.as_uri())
        opened[-1].wait_for(ready)
        return opened[-1]

    yield open_one
    for page in opened:
        page.close()


def wait_seen(page, css, expected):
    """Wait until just these models' lines can be seen; the edges of bands come first, and are left out."""
    page.page.wait_for_function(
        """([css, expected]) => {
            const chart = [...document.querySelectorAll('.bw-chart')].find(each => each.checkVisibility());
            if (!chart) return false;
            const seen = [...chart.querySelectorAll(css)].slice(-expected.length)
                .map(path => path.getBoundingClientRect().width && getComputedStyle(path).opacity !== '0');
            return seen.map(Boolean).join() === expected.join();
        }""",
        arg=[css, expected],
    )


def wait_band(page, expected):
    """Wait until the band of the chart in front is as high as the chart and ends at these shares of its width."""
    page.page.wait_for_function(
        """expected => {
            const chart = [...document.querySelectorAll('.bw-chart')].find(each => each.checkVisibility());
            if (!chart?.querySelector('rect.selection')) return false;
            const [plot, band] = ['.plotarea_events', '.selection']
                .map(css => chart.querySelector('rect' + css).getBoundingClientRect());
            const share = x => (x - plot.x - 3) / (plot.width - 6);  // 3: half a thick line
            return Math.abs(band.height - plot.height) < 3
                && [band.x, band.right].every((x, i) => Math.abs(share(x) - expected[i]) < 0.005);
        }""",
        arg=[float(end) for end in expected],
    )


def on_log_odds(interval):
    first, last = logit(0.001), logit(0.999)
    return [(logit(end) - first) / (last - first) for end in interval]


def test_charts_table_and_words_are_there_without_a_network(saved, offline):
    path, words, scores = saved("plain")
    page = offline(path)
    page.wait_text(".bw-verdict", words)
    rows = page.page.locator(".bw-row")
    expect(rows).to_have_count(3)
    expect(rows.first).to_contain_text(str(scores["rank"].idxmin()))
    assert page.page.title() == "Which model, for costs from 5% to 20%?"
    assert "those of the interval 5% to 20%" in page.page.inner_text(".frozen")
    wait_seen(page, LINES, [True] * 3)
    wait_band(page, INTERVAL)
    # A hostile name is text, wherever it stands.
    assert page.page.locator("img").count() == 0
    for css in (".bw-legend", ".bw-scores"):
        assert HOSTILE in page.page.locator(css).first.inner_text().replace("\n", "")
    for name, places in (("og-odds", on_log_odds(INTERVAL)), ("^Decision", np.divide(INTERVAL, 0.99))):
        page.page.get_by_role("tab", name=re.compile(name)).click()
        wait_seen(page, LINES, [True] * 3)
        wait_band(page, places)
    assert page.asked == [path.as_uri()]
    assert page.errors() == []


def test_a_model_is_switched_off_and_on_in_every_chart(saved, offline):
    path, words, _ = saved("some", shown=["good", HOSTILE], tab="decision")
    page = offline(path)
    for css in (LINES, MEANS):
        wait_seen(page, css, [True, False, True])
    boxes = page.page.locator(".bw-legend:visible input[type=checkbox]")
    boxes.nth(0).uncheck()
    boxes.nth(1).check()
    page.page.get_by_role("button", name="95% bands").locator("visible=true").click()
    page.page.get_by_role("tab", name=re.compile("^Regret")).first.click()
    expect(boxes.nth(0)).not_to_be_checked()
    expect(boxes.nth(1)).to_be_checked()
    for css in (LINES, MEANS):
        wait_seen(page, css, [False, True, True])
    wait_seen(page, "path.area[style*='opacity']", [False, False, True, True, True, True])  # a band has two edges
    # The axis makes room for a model that was not shown when the page was saved.
    top, curve = (
        page.page.locator(css).bounding_box()["y"]
        for css in (f"{CHART} rect.plotarea_events", f"{CHART} {LINES} >> nth=-2")
    )
    assert curve > top + 5
    page.wait_text(".bw-verdict", words)
    assert page.errors() == []


def test_band_and_slider_move_together_and_back(saved, offline):
    path, words, _ = saved("plain")
    page = offline(path)
    page.drag(".noUi-handle-upper", 100)
    told = page.page.locator("#moved")
    expect(told).to_contain_text("The band is at 5% to ")
    high = float(re.search(r"to ([\d.]+)%", told.inner_text())[1]) / 100
    assert high > 0.3
    wait_band(page, [0.05, high])
    expect(page.page.locator(".bw-slider input[type=text]").nth(1)).to_have_value(re.compile(r"^\d.*%$"))
    page.drag(BAND, 50)
    expect(told).not_to_contain_text("at 5% to")
    low, high = (float(end) / 100 for end in re.findall(r"([\d.]+)%", told.inner_text()))
    track, upper = (page.page.locator(css).bounding_box() for css in (".noUi-base", ".noUi-handle-upper"))
    place = track["x"] + track["width"] * on_log_odds([high])[0]
    assert upper["x"] + upper["width"] / 2 == pytest.approx(place, abs=3)
    # The other charts follow, and a click beside the band changes nothing.
    page.page.get_by_role("tab", name=re.compile("og-odds")).click()
    wait_band(page, on_log_odds([low, high]))
    plot = page.page.locator(f"{CHART} rect.plotarea_events").bounding_box()
    page.page.mouse.click(plot["x"] + plot["width"] - 8, plot["y"] + 20)
    wait_band(page, on_log_odds([low, high]))
    # Words and table have not moved, and say so; the way back is one click.
    page.wait_text(".bw-verdict", words)
    page.page.get_by_role("button", name="Back to 5% to 20%").click()
    expect(told).to_have_text("")
    expect(page.page.locator(".bw-slider input[type=text]").first).to_have_value("5%")
    expect(page.page.get_by_role("button", name="Back to")).to_be_hidden()
    assert page.errors() == []


@pytest.mark.parametrize("width", [800, 1280])
def test_a_tab_that_needs_a_kernel_is_frozen_and_nothing_sticks_out(saved, offline, width):
    path, _, _ = saved("threshold", tab="threshold")
    page = offline(path, ready=".bw-frozen .bw-chart path", width=width)
    assert "the tab “One threshold”" in page.page.inner_text(".frozen")
    enabled = page.page.locator(".bw-frozen :is(input, button):not([disabled]):visible")
    expect(enabled).to_have_count(0)
    assert page.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert page.errors() == []


@pytest.fixture
def exploring(browser, tmp_path):
    """Run ``brierwidgets explore`` and open its app: ``exploring(file, *options)``."""
    started, opened = [], []
    (tmp_path / "temporary").mkdir()

    def explore(file, *options):
        port = free_port()
        command = [sys.executable, "-m", "brierwidgets", "explore", str(file), *options]
        with (tmp_path / "log.txt").open("wb") as log:
            process = subprocess.Popen(
                [*command, "--no-browser", f"--port={port}"],
                env={**private_environment(tmp_path / "jupyter"), "TMPDIR": str(tmp_path / "temporary")},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        started.append(process)
        deadline = time.monotonic() + 90
        while not answers(port):
            assert process.poll() is None, (tmp_path / "log.txt").read_text()
            assert time.monotonic() < deadline, (tmp_path / "log.txt").read_text()
            time.sleep(0.1)
        opened.append(WidgetPage(browser, width=1280, height=1000))
        opened[-1].page.goto(f"http://localhost:{port}/")
        opened[-1].wait_for(BAND)
        return opened[-1], process

    yield explore
    for page in opened:
        page.close()
    for process in started:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def answers(port):
    try:
        with urllib.request.urlopen(f"http://localhost:{port}/voila/static/voila.js", timeout=5):
            return True
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False


def test_explore_opens_a_file_as_a_live_app(exploring, tmp_path):
    rng = np.random.default_rng(3)
    y = rng.integers(0, 2, 300)
    table = pd.DataFrame({"sick": np.where(y, "yes", "no"), "good": 0.3 * y + 0.5 * rng.random(300)})
    table[HOSTILE] = rng.random(300)
    table.to_parquet(tmp_path / "my file.parquet")
    options = ["--label=sick", "--pos-label=yes", "--interval", "1:9", "30%"]
    page, process = exploring(tmp_path / "my file.parquet", *options)
    page.wait_text(".bw-verdict", "For costs from 10% to 30%, good has the lowest mean regret")
    page.drag(".noUi-handle-upper", 60)
    expect(page.page.locator(".bw-verdict")).not_to_contain_text("to 30%")
    assert page.page.locator("img[src='x']").count() == 0
    assert page.page.locator("text=compare_rows").count() == 0
    assert page.errors() == []
    process.send_signal(signal.SIGINT)  # what Ctrl-C sends
    assert process.wait(60) == 0
    assert list((tmp_path / "temporary").glob("brierwidgets-*")) == []
