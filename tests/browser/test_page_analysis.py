"""The analysis views follow the hand in the page: while the kernel is busy, and in a saved page without one."""

import html
import re

import bqplot
import numpy as np
import pytest
from playwright.sync_api import expect
from scipy.special import expit

import brierwidgets as bw
from tests.browser.hands import open_tab

# A number as a name: objects of JavaScript put such keys first, whatever the order they were given in.
MODELS = """
import numpy as np
from scipy.special import expit
import brierwidgets as bw
rng = np.random.default_rng(3)
z, noise = rng.normal(size=(2, 600))
y = rng.random(600) < expit(1.5 * z - 2)
models = {"good": expit(1.5 * z - 2), "<b>bold</b>": expit(2 * z)}
models["10"] = expit(z + noise - 1.5).round(2).clip(0.01, 0.99)
"""
TABS = ("paper", "ranking", "calibration", "decomposition", "sensitivity")
#: Where every mark of the charts on the screen is.
MARKS = """() => [...document.querySelectorAll('.bw-chart svg path, .bw-chart svg .element')]
    .filter(mark => mark.closest('.bw-chart').offsetParent)
    .map(mark => ['d', 'transform'].map(name => mark.getAttribute(name)).join(' ')
        + mark.parentElement.getAttribute('transform'))"""
SAID = ".bw-root .bw-said:visible"


def marks(page):
    """Return for each mark its numbers: where it is, in pixels."""
    return [
        [float(number) for number in re.findall(r"-?\d+\.?\d*(?:e-?\d+)?", place)] for place in page.evaluate(MARKS)
    ]


def alike(some, others):
    """Whether marks are at the same places but for a hundredth of a pixel: Python sends half the digits."""
    return [len(mark) for mark in some] == [len(mark) for mark in others] and all(
        np.allclose(one, other, rtol=0, atol=0.01) for one, other in zip(some, others, strict=True)
    )


def said(page):
    return " ".join(text for text in page.locator(SAID).all_inner_texts() if text)


@pytest.fixture(scope="module")
def cases():
    rng = np.random.default_rng(3)
    z, noise = rng.normal(size=(2, 600))
    models = {
        "good": expit(1.5 * z - 2),
        "<b>bold</b>": expit(2 * z),
        "10": expit(z + noise - 1.5).round(2).clip(0.01, 0.99),
    }
    return bw.Comparison(rng.random(600) < expit(1.5 * z - 2), models)


def test_every_view_follows_the_hand_while_the_kernel_is_busy(notebook):
    code = [MODELS, 'explorer = bw.Explorer(y, models, interval=("5%", "30%"), tab="paper")', "explorer"]
    opened = notebook(code, ready=".bw-panel path.line", height=1300)
    page = opened.page
    for number, tab in enumerate(TABS):
        open_tab(page, tab)
        opened.wait_kernel("print(explorer.tab)", tab)
        before = opened.at_rest(lambda: marks(page))
        with opened.busy_kernel():
            opened.drag(".bw-handle-upper", 30 if number % 2 else -25)
            busy, words = opened.at_rest(lambda: (marks(page), said(page)), 0.8)  # words come when the hand rests
            assert not alike(busy, before), f"{tab} did not move"
            shown = tuple(map(float, page.locator(".bw-root").get_attribute("data-interval").split(",")))
        opened.wait_kernel("print(*explorer.interval)", "{!r} {!r}".format(*shown))
        opened.wait_kernel(f"print(explorer.charts[{tab!r}].text in {words!r})", "True")
        # What Python drew is there now.
        assert alike(opened.at_rest(lambda: marks(page)), busy), f"{tab} moved again when Python answered"
    assert not opened.errors()


def test_the_map_is_read_and_clicked_while_the_kernel_is_busy(notebook):
    code = [MODELS, 'chart = bw.SensitivityMap(y, models, interval=("5%", "30%"))', "chart"]
    opened = notebook(code, ready=".bw-map image")
    page = opened.page
    opened.at_rest(lambda: marks(page))
    with opened.busy_kernel():
        picture = page.locator(".bw-map image").bounding_box()
        # A quarter and three quarters of the way along axes that run from 0.1% to 99.9% in log-odds.
        x, y = picture["x"] + 0.25 * picture["width"], picture["y"] + 0.25 * picture["height"]
        page.mouse.move(x, y)
        expect(page.locator(".bw-hover")).to_contain_text(re.compile(r"From 2\.\d+% to 9\d\.\d+%: .* ahead of "))
        page.mouse.click(x, y)
        expect(page.locator(".bw-side .bw-said").first).to_contain_text("From 3% to 97%")
        ring = page.locator(".bw-map .element").last.bounding_box()
        assert ring["x"] + ring["width"] / 2 == pytest.approx(x, abs=2)
        assert ring["y"] + ring["height"] / 2 == pytest.approx(y, abs=2)
        page.mouse.move(picture["x"] + 0.9 * picture["width"], picture["y"] + 0.9 * picture["height"])
        expect(page.locator(".bw-hover")).to_have_text("")  # below the triangle there is no interval
    low, high = map(float, page.locator(".bw-root").get_attribute("data-interval").split(","))
    opened.wait_kernel("print(*chart.interval)", f"{low!r} {high!r}")
    assert not opened.errors()


@pytest.mark.parametrize("name", ["RocCurve", "PrecisionRecallCurve", "CalibrationCurve", "DecompositionChart"])
def test_a_saved_chart_says_what_python_says_of_the_models_ticked(browser, cases, tmp_path, name):
    view = getattr(bw, name)(cases, interval=(0.05, 0.3))
    page = saved(browser, view, tmp_path)
    for shown in (["<b>bold</b>", "10"], ["10"], []):
        untick(page, view, shown)
        expect(page.locator(SAID)).to_have_text(view.text)
    assert not page.errors
    view.close()


def test_a_saved_map_is_painted_anew(browser, cases, tmp_path):
    view = bw.SensitivityMap(cases, interval=(0.05, 0.3))
    view.state.unit = "odds"
    page = saved(browser, view, tmp_path)

    def agree():
        view.rested()
        here, *whole = view.sentences
        expect(page.locator(".bw-side .bw-said").first).to_have_text(here)
        expect(page.locator(".bw-side .bw-said").last).to_have_text(" ".join(whole))
        rows = [" ".join(re.sub(r"<[^>]*>", " ", row).split()) for row in view._key.value.split("</tr>")[1:-1]]
        wanted = [row.replace("&lt;", "<").replace("&gt;", ">") for row in rows]
        letters = list(view._letters.text) if view._letters.visible else []
        page.wait_for_function(  # a coarse map comes first
            """([rows, letters]) => {
                const plain = (element) => element.innerText.split(/\\s+/).filter(Boolean).join(' ');
                const drawn = [...document.querySelectorAll('.bw-side .bw-readout tr')].slice(1).map(plain);
                const written = [...document.querySelectorAll('.bw-map text.label')].map(text => text.textContent);
                return drawn.join() === rows.join() && written.filter(Boolean).join() === letters.join();
            }""",
            arg=[wanted, letters],
        )

    untick(page, view, ["<b>bold</b>", "10"])
    agree()
    page.locator("button", has_text="probability").click()
    view.axis = "probability"
    agree()
    page.locator("button", has_text="Zoom").click()
    view.state.zoom = True
    agree()
    type_in_odds(page)
    view.interval = ("1:6", 0.3)
    agree()
    assert not page.errors
    view.close()


def test_a_saved_explorer_writes_axes_and_words_in_the_unit(browser, cases, tmp_path):
    tabs = ["calibration", "sensitivity", "threshold", "costs", "groups"]
    view = bw.Explorer(cases, interval=("1:9", "1:3"), groups=["n", "s"] * 300, tabs=tabs, tab="calibration")
    page = saved(browser, view, tmp_path)
    page.wait_for_selector(".bw-root[data-live]")  # the page answers
    page.get_by_role("button", name="odds", exact=True).first.click()
    view.slider.unit = "odds"
    for number, tab in enumerate(tabs):
        page.locator(".lm-TabBar-tab").nth(number).click()
        view.tab = tab
        chart = view.charts[tab]
        words = [part.value for part in parts(chart) if "bw-live" in str(getattr(part, "value", ""))]
        assert any(":" in text for text in words), tab
        for text in filter(None, map(plain, words)):
            expect(page.locator(".bw-root [aria-live]:visible").filter(has_text=text).first, text).to_be_visible()
        ticks = {text for axis in cost_axes(chart) for text in axis.tick_labels.values()}
        assert ticks, tab
        assert all(" : " in text for text in ticks), tab
        for text in ticks:
            expect(page.locator(".bw-chart:visible .axis text").get_by_text(text, exact=True).first).to_be_visible()
    page.locator(".lm-TabBar-tab").nth(tabs.index("threshold")).click()
    at = box_called(page, "act at or above")
    expect(at).to_have_value(view.charts["threshold"]._boxes["threshold"].value)
    at.fill("4")  # to one
    at.press("Enter")
    expect(at).to_have_value("1 : 4")
    assert not page.errors
    view.close()


def test_what_a_saved_page_cannot_take_stays_typed_until_a_number_moves(browser, cases, tmp_path):
    view = bw.Explorer(cases, interval=(0.05, 0.3), tabs=["regret", "threshold"])
    page = saved(browser, view, tmp_path)
    page.get_by_role("tab", name="One threshold").click()
    at = box_called(page, "act at or above")
    before = at.input_value()
    at.fill("a few")
    at.press("Enter")
    refusal = page.locator(".bw-root [role=alert]:visible").filter(has_text="'a few' cannot be read")
    expect(refusal).to_be_visible()
    page.locator(".bw-scores button[data-key=model]").click()  # draws anew: there is a chart in a hidden tab
    page.wait_for_timeout(400)
    expect(at).to_have_value("a few")
    expect(refusal).to_be_visible()
    chart = page.locator(".bw-drag:visible").first.bounding_box()
    page.mouse.click(chart["x"] + 0.7 * chart["width"], chart["y"] + 0.5 * chart["height"])
    expect(at).to_have_value(re.compile(r"^\d+(\.\d+)?%$"))
    assert at.input_value() != before
    expect(refusal).to_have_count(0)
    handle = page.get_by_role("slider", name="threshold")
    handle.focus()
    page.keyboard.press("ArrowLeft")
    expect(handle).to_have_attribute("aria-valuetext", re.compile(r"^\d+(\.\d+)?%$"))
    page.get_by_role("button", name="odds", exact=True).first.click()
    expect(handle).to_have_attribute("aria-valuetext", re.compile(r"\d : \d"))
    assert handle.get_attribute("aria-valuetext") == at.input_value()
    page.get_by_role("button", name="probability", exact=True).first.click()
    loss = box_called(page, "L")
    for typed in ("", "0x20", "1e400", "nan"):
        loss.fill(typed)
        loss.press("Enter")
        expect(page.locator(".bw-root [role=alert]:visible")).to_have_text(
            f"L must be an amount such as 10, not '{typed}'."
        )
    page.get_by_role("tab").first.click()
    read_at = box_called(page, "Point at the chart, or read at")
    for typed, count in (("a few", 1), ("", 0), ("a few", 1), ("3%", 0)):
        read_at.fill(typed)
        read_at.press("Enter")
        expect(page.locator(".bw-root [role=alert]:visible").filter(has_text="“a few”")).to_have_count(count)
    assert not page.errors
    view.close()


def type_in_odds(page):
    """On the map: an end beyond the other is refused and stays; a bare number is so many to one."""
    low = box_called(page, "from")
    low.fill("2:1")
    low.press("Enter")
    refusal = "The lower end 2 : 1 would not be on its side of the upper end "
    expect(page.locator(".bw-root [role=alert]:visible").filter(has_text=refusal)).to_be_visible()
    expect(low).to_have_value("2:1")
    low.fill("6")
    low.press("Enter")
    expect(low).to_have_value("1 : 6")
    expect(page.locator(".bw-root [role=alert]:visible")).to_have_count(0)


def box_called(page, label):
    """Return the box on the screen that has this label."""
    boxes = page.locator(".bw-root .widget-text:visible")
    return boxes.filter(has=page.get_by_text(label, exact=True)).locator("input")


def parts(widget):
    yield widget
    for child in getattr(widget, "children", ()):
        yield from parts(child)


def cost_axes(chart):
    """Return the axes along which cost ratios lie."""
    figures = [part for part in parts(chart) if isinstance(part, bqplot.Figure)]
    upright = isinstance(chart, bw.SensitivityMap)
    sides = ("bottom", "left") if upright else ("bottom",)
    return [axis for figure in figures for axis in figure.axes if axis.side in sides and axis.tick_labels]


def plain(markup):
    seen = re.sub(r'<span class="bw-alt".*?</span>', "", markup)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", seen)).split()).replace(" .", ".")


def saved(browser, view, folder):
    """Open the view in a page from disk that has no kernel."""
    context = browser.new_context(offline=True, viewport={"width": 1200, "height": 900})
    page = context.new_page()
    page.errors = []
    page.on("console", lambda message: page.errors.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    page.goto(view.save_html(folder / "view.html").as_uri())
    page.wait_for_selector(".bw-chart svg path", state="attached")
    page.wait_for_selector(".bw-root[data-live]")
    return page


def untick(page, view, shown):
    """Leave these models on the page, and in the view in Python."""
    boxes = page.locator(".bw-legend input[type=checkbox]")
    for index, name in enumerate(view.state.comparison.names):
        boxes.nth(index).set_checked(name in shown)
    view.state.shown = shown


#: How many parts of bands are seen: two areas a model.
RIBBONS = """() => [...document.querySelectorAll(".bw-charts path.area[style*='opacity: 0.16']")]
    .filter(area => area.getBoundingClientRect().width > 0).length"""


def test_the_bands_of_a_calibration_curve_can_be_switched_on_in_a_saved_page(offline, cases, tmp_path):
    view = bw.Explorer(
        cases, interval=("5%", "30%"), groups=["n", "s"] * 300, tabs=["regret", "ranking", "calibration"]
    )
    opened = offline(view.save_html(tmp_path / "page.html"))
    view.close()
    page = opened.page
    open_tab(page, "calibration")
    assert page.evaluate(RIBBONS) == 0
    page.get_by_role("button", name="95% bands").locator("visible=true").click()
    page.wait_for_function(f"({RIBBONS})() === 6")
    missing = page.locator(".bw-said:visible", has_text="Python is needed for 95% bands of these cases.")
    expect(missing).to_have_count(0)
    # Of a group it was not saved with, there are none, and it says so.
    page.locator(".bw-group-list select").select_option(index=1)
    expect(missing).to_have_count(1)
    page.wait_for_function(f"({RIBBONS})() === 0")
    page.locator(".bw-group-list select").select_option(index=0)
    expect(missing).to_have_count(0)
    page.wait_for_function(f"({RIBBONS})() === 6")
    assert opened.errors() == []
