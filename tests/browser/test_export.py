"""A saved page, opened from disk without a network and without a kernel; and a file, opened as an app."""

import importlib
import re
from pathlib import Path

import bqplot
import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import expect

import brierwidgets as bw
from brierwidgets.explorer import TABS
from brierwidgets.export import page_html
from brierwidgets.ui import View, make_figure
from tests.browser.hands import BAND, CHART, HOSTILE, INTERVAL, MEANS, SITE, Hands, open_tab
from tests.browser.lab import WidgetPage
from tests.cli.serving import ServingCommand

UPPER = ".bw-handle-upper"


def test_every_tab_works_and_asks_for_nothing(offline, saved, python):
    page = offline(saved)
    hands, asked = Hands(page, python), []
    page.page.on("request", lambda request: asked.append(request.url))
    for tab in TABS:
        open_tab(hands.page, tab)
        expect(
            hands.page.locator(".widget-tab-contents .bw-chart:visible, .widget-tab-contents table:visible").first
        ).to_be_visible()
        before = hands.interval()
        hands.pull(UPPER, 6)
        hands.wait_moved(before)
    # A blob is the page's own memory: scripts of widgets come from there.
    assert [url for url in asked if not url.startswith("blob:")] == []
    assert hands.errors() == []


#: How far the widest chart reaches beyond its place on paper, in pixels, each time that a page is printed.
CUT_OFF = """() => {
    window.cutOff = [];
    matchMedia('print').addEventListener('change', ({matches}) => {
        if (!matches) return;
        const charts = [...document.querySelectorAll('.bw-chart')].filter(chart => chart.checkVisibility());
        const right = element => element.getBoundingClientRect().right;
        window.cutOff.push(Math.max(-1, ...charts.map(
            chart => right(chart.querySelector('rect.plotarea_events')) - right(chart))));
    });
}"""
PORTRAIT = (("A4", False), ("Letter", False))
LANDSCAPE = (("A4", True), ("Letter", True))
CONTROLS = "[role=slider]:visible, [role=tab]:visible, input[type=text]:visible, select:visible"


def print_every_tab(opened, papers):
    """Print every tab, whole and on one sheet: the sentence, the chart and the table are there, and no control."""
    page = opened.page
    page.evaluate(CUT_OFF)
    for tab in TABS:
        open_tab(page, tab)
        opened.at_rest(lambda: page.evaluate("document.querySelectorAll('.bw-chart svg *').length"))
        for paper, landscape in papers:
            sheets = page.pdf(format=paper, landscape=landscape)
            assert re.findall(rb"/Count (\d+)", sheets) == [b"1"], (tab, paper, landscape)
        assert max(page.evaluate("window.cutOff.splice(0)")) < 0, tab
        page.emulate_media(media="print")
        parts = [".bw-verdict", ".bw-scores table", *([] if tab == "chooser" else [CHART])]
        for part in parts:
            expect(page.locator(part).first).to_be_visible()
        assert page.locator(CONTROLS).count() == 0, tab
        page.emulate_media(media="null")
        page.evaluate("window.cutOff = []")  # that was a screen


def test_every_tab_is_printed_whole_on_one_sheet(offline, saved):
    opened = offline(saved)
    page = opened.page
    print_every_tab(opened, PORTRAIT + LANDSCAPE)
    expect(page.locator(".bw-group > button").first).to_have_text(SITE)
    assert page.locator(".bw-chart > svg[viewBox]").count() == 0


def test_a_page_for_a_projector_is_printed_on_one_sheet_too(offline, saved_large):
    print_every_tab(offline(saved_large), PORTRAIT + LANDSCAPE)


def test_twelve_models_are_printed_on_one_sheet_too(offline, python, tmp_path):
    cases = twelve_models(python.comparison)
    groups = np.where(np.arange(4000) % 3 == 0, "north", "south")
    explorer = bw.Explorer(cases, interval=INTERVAL, groups=groups)
    opened = offline(explorer.save_html(tmp_path / "twelve.html"))
    explorer.close()
    print_every_tab(opened, PORTRAIT)


def twelve_models(cases):
    good = cases.rows.scores["good"]
    models = {f"Gradient boosting on all features, version {i}": good ** (0.7 + 0.05 * i) for i in range(1, 13)}
    return bw.Comparison(cases.rows.labels, models)


TALL = ["ThresholdExplorer", "SensitivityMap", "CostChart", "DecompositionChart", "PrecisionRecallCurve"]


@pytest.mark.parametrize("name", TALL)
def test_a_tall_view_saved_alone_is_printed_on_one_sheet(name, offline, python, tmp_path):
    view = getattr(bw, name)(twelve_models(python.comparison), interval=INTERVAL)
    opened = offline(view.save_html(tmp_path / "view.html"), ready=".bw-root[data-live] .bw-chart svg path")
    view.close()
    page = opened.page
    opened.at_rest(lambda: page.evaluate("document.querySelectorAll('.bw-chart svg *').length"))
    page.evaluate(CUT_OFF)
    for paper, landscape in PORTRAIT + LANDSCAPE:
        sheets = page.pdf(format=paper, landscape=landscape)
        assert re.findall(rb"/Count (\d+)", sheets) == [b"1"], (paper, landscape)
    assert max(page.evaluate("window.cutOff")) < 0


def test_long_names_at_the_ends_of_lines_are_whole_on_paper(offline, python, tmp_path):
    view = bw.RegretCurve(twelve_models(python.comparison), interval=INTERVAL)
    page = offline(view.save_html(tmp_path / "view.html")).page
    view.close()
    cut = """() => [...document.querySelectorAll('.bw-label > :last-child')]
        .filter(name => name.scrollWidth > name.clientWidth + 1 || name.scrollHeight > name.clientHeight + 1).length"""
    assert page.evaluate(cut) > 0  # on a screen one points at it
    page.set_viewport_size({"width": 703, "height": 1000})  # an upright A4 sheet
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate(cut) == 0


class OwnChart(View):
    """A reader's own chart, which Python alone can draw."""

    def __init__(self, data, models=None, **options):
        super().__init__(data, models, **options)
        self.bars = bqplot.Bars(scales={"x": bqplot.OrdinalScale(), "y": bqplot.LinearScale()})
        margin = {"top": 10, "bottom": 10, "left": 10, "right": 10}
        self.show(make_figure([self.bars], [], margin, height="200px"))

    def draw(self, move):
        self.bars.x, self.bars.y = list(move.summaries), [score.mean_regret.value for score in move.summaries.values()]


def test_a_chart_that_only_python_draws_says_so(offline, python, tmp_path):
    explorer = bw.Explorer(python.comparison, interval=INTERVAL, tabs=["regret", {"mine": OwnChart}], tab="mine")
    page = offline(explorer.save_html(tmp_path / "own.html"), ready=".bargroup rect")
    explorer.close()
    hands, notice = Hands(page, python), page.page.locator(".bw-room:visible .bw-notice")
    expect(notice.locator("visible=true")).to_have_count(0)
    hands.pull(UPPER, 30)
    hands.wait_moved(INTERVAL)
    expect(notice.locator("visible=true")).to_have_text(
        "Only Python draws this chart: it still shows costs from 5% to 20%."
    )
    page.page.locator(".bw-corner").get_by_role("button", name="undo").click()
    hands.wait_interval(*INTERVAL)
    expect(notice.locator("visible=true")).to_have_count(0)
    assert hands.errors() == []


@pytest.mark.parametrize("name", ["RegretCurve", "LogOddsCurve", "DecisionCurve"])
def test_one_view_is_a_page_of_its_own(name, offline, python, tmp_path):
    view = getattr(bw, name)(python.comparison, interval=INTERVAL, zoom=False)
    page = offline(view.save_html(tmp_path / "view.html", title=HOSTILE))
    view.close()
    hands = Hands(page, python, ".bw-root")
    assert page.page.title() == HOSTILE
    hands.wait_interval(*INTERVAL)
    for at, moved in ((0.5, (0, 1)), (1.0, (1,)), (0.0, (0,))):
        before, means = hands.interval(), page.path(MEANS)
        hands.pull(BAND, 30, at=at)
        after = hands.wait_moved(before)
        assert [end for end in (0, 1) if after[end] != before[end]] == list(moved)
        page.wait_path_change(MEANS, means)
    plot = hands.box(f"{CHART} rect.plotarea_events")
    page.page.mouse.move(plot["x"] + 0.7 * plot["width"], plot["y"] + 20)
    expect(page.page.locator(".bw-reading").first).not_to_contain_text("the middle of the band")
    assert page.page.locator("img[src='x']").count() == 0
    assert page.errors() == []


#: What a view says, in words and numbers.
SAID = """() => [...document.querySelectorAll('.bw-root .widget-html')]
    .filter(text => text.checkVisibility()).map(text => text.innerText)"""
CHARTS = ["RegretCurve", "CalibrationCurve", "RocCurve", "DecompositionChart", "ThreePanels"]


@pytest.mark.parametrize("name", [*CHARTS, "ScoreTable", "VerdictText", "GroupView"])
def test_a_view_saved_alone_shows_any_interval_as_if_it_were_saved_there(name, offline, python, tmp_path):
    more = {"groups": np.arange(4000) % 3} if name == "GroupView" else {}
    view = getattr(bw, name)(python.comparison, interval=INTERVAL, **more)
    ready = ".bw-root[data-live]"
    page = offline(view.save_html(tmp_path / "view.html"), ready=ready)
    hands = Hands(page, python, ".bw-root")
    hands.wait_interval(*INTERVAL)
    before = page.at_rest(lambda: page.page.evaluate(SAID))
    hands.pull(UPPER, 60)
    view.interval = hands.wait_moved(INTERVAL)
    after = page.at_rest(lambda: page.page.evaluate(SAID))
    assert after != before
    there = offline(view.save_html(tmp_path / "there.html"), ready=ready)
    view.close()
    assert there.at_rest(lambda: there.page.evaluate(SAID)) == after
    page.page.get_by_role("button", name="odds", exact=True).click()
    expect(page.page.locator(".bw-slider-box").last).to_have_value(re.compile("1 : "))
    in_odds = page.at_rest(lambda: page.page.evaluate(SAID))
    page.page.locator(UPPER).focus()
    page.page.keyboard.press("Control+z")
    hands.wait_interval(*INTERVAL)
    assert ("1:" in str(in_odds) or "1 : " in str(in_odds)) == (name != "ScoreTable")  # which names no cost
    assert page.errors() == there.errors() == []


def test_a_view_displayed_with_a_slider_follows_it_on_the_site(offline, python, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "docs" / "_tools")
    live = importlib.import_module("live")
    view, slider = bw.VerdictText(python.comparison, interval=INTERVAL), bw.IntervalSlider(INTERVAL)
    path = tmp_path / "page.html"
    path.write_text(page_html(live.Together([slider, view])), encoding="utf-8")
    page = offline(path, ready=".bw-root[data-live]")
    hands = Hands(page, python, ".bw-root")
    hands.pull(UPPER, 60)
    view.interval = hands.wait_moved(INTERVAL)
    view.state.settle()
    page.wait_text(".bw-verdict", view.text.split(". ")[-1])
    assert page.at_rest(page.errors, 0.8) == []  # when the hand rests, too
    view.close()
    slider.close()


def test_where_no_group_can_be_judged_the_sentence_follows(offline, python, tmp_path):
    rows = python.comparison.rows
    groups = np.where(rows.labels == 1, "ill", "well")  # each lacks a class
    explorer = bw.Explorer(python.comparison, interval=INTERVAL, groups=groups, tabs=["groups"])
    page = offline(explorer.save_html(tmp_path / "groups.html"), ready=".bw-root[data-live] .bw-group")
    explorer.close()
    hands, said = Hands(page, python), page.page.locator(".widget-tab-contents .bw-verdict")
    expect(said).to_contain_text("For costs from 5% to 20%, fewer than two groups are large enough")
    page.page.locator(".bw-slider input[type=text]").last.fill("30%")
    page.page.locator(".bw-slider input[type=text]").last.press("Enter")
    expect(said).to_contain_text("For costs from 5% to 30%, fewer than two groups are large enough")
    assert page.lost() == hands.errors() == []


def test_explore_opens_a_file_as_a_live_app(browser, tmp_path):
    rng = np.random.default_rng(3)
    y = rng.integers(0, 2, 300)
    table = pd.DataFrame({"sick": np.where(y, "yes", "no"), "good": 0.3 * y + 0.5 * rng.random(300)})
    table[HOSTILE] = rng.random(300)
    table.to_parquet(tmp_path / "my file.parquet")
    options = ["--label=sick", "--pos-label=yes", "--interval", "1:9", "30%"]
    running = ServingCommand(tmp_path, "explore", "my file.parquet", *options)
    page = WidgetPage(browser, width=1280, height=1000)
    try:
        page.page.goto(running.url())
        page.wait_text(".bw-verdict", "For costs from 10% to 30%, good has the lowest mean regret")
        page.drag(".bw-handle-upper", 60)
        expect(page.page.locator(".bw-verdict")).not_to_contain_text("to 30%")
        assert page.page.locator("img[src='x']").count() == 0
        assert page.page.locator("text=compare_rows").count() == 0
        assert page.errors() == []
        assert running.interrupt() == 0
        assert list(running.temporary.glob("brierwidgets-*")) == []
    finally:
        page.close()
        running.end()
