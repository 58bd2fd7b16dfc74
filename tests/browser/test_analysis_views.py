"""The analysis views in a real JupyterLab: as tabs of the Explorer, and on their own in the dark."""

import pytest
from playwright.sync_api import expect

from tests.browser.hands import open_tab
from tests.browser.test_explorer import DATA, HOSTILE

EXPLORER = ['explorer = bw.Explorer(y, models, interval=("5%", "20%"), zoom=False, tab="paper")', "explorer"]
STAND_ALONE = """
state = bw.ExplorerState(bw.Comparison(y, models), interval=(0.05, 0.2))
for name in ("RocCurve", "PrecisionRecallCurve", "CalibrationCurve", "DecompositionChart", "SensitivityMap"):
    view = getattr(bw, name)(state)
    view.add_class(name)
    display(view)
"""
VIEWS = ("RocCurve", "PrecisionRecallCurve", "CalibrationCurve", "DecompositionChart", "SensitivityMap")
THICK = " path.line[style*='stroke-width: 6']"
NARROW = 800


def interval(page):
    return page.interval("explorer")


def wait_html_change(page, css, before):
    """Wait until what an element holds differs from `before`."""
    page.page.wait_for_function(
        "([css, before]) => document.querySelector(css).outerHTML !== before", arg=[css, before]
    )


def outer(page, css):
    return page.wait_for(css).evaluate("element => element.outerHTML")


def test_tabs_of_the_explorer(notebook):
    page = notebook([DATA, *EXPLORER], ready=".bw-panel" + THICK, height=1300)
    words = ".bw-panels ~ * .bw-said"
    page.wait_text(words, "thresholds from 5% to 20%")
    roc, plane = page.path(".bw-panel" + THICK), ".bw-panel:nth-child(3) .bw-chart"
    before = outer(page, plane)
    page.drag(".bw-handle-upper", 60)
    page.wait_path_change(".bw-panel" + THICK, roc)
    wait_html_change(page, plane, before)
    low, high = interval(page)
    assert low == 0.05
    assert high > 0.2
    page.wait_text(words, f"to {100 * high:g}%")

    # A click on the map sets the interval: a quarter of the way along the axis for the lower end, half for the upper.
    open_tab(page.page, "sensitivity")
    page.wait_for(".bw-map text.label")
    picture = page.page.locator(".bw-map image").bounding_box()
    x, y = picture["x"] + 0.25 * picture["width"], picture["y"] + 0.5 * picture["height"]
    page.page.mouse.click(x, y)
    page.wait_text(".bw-map ~ .bw-side .bw-said", "to 50%")
    low, high = interval(page)
    assert low == pytest.approx(0.0307, abs=0.001)  # a quarter of the way from 0.1% to 99.9% in log-odds
    assert high == pytest.approx(0.5, abs=0.01)
    ring = page.page.locator(".bw-map .element").last.bounding_box()
    assert ring["x"] + ring["width"] / 2 == pytest.approx(x, abs=3)
    assert ring["y"] + ring["height"] / 2 == pytest.approx(y, abs=3)

    open_tab(page.page, "calibration")
    page.wait_for(".bw-charts" + THICK)
    page.page.get_by_role("button", name="95% bands").click()
    page.page.wait_for_function(
        "() => [...document.querySelectorAll('.bw-charts path.area')]"
        ".some(area => (area.getAttribute('d') || '').length > 500)"
    )

    open_tab(page.page, "decomposition")
    bars = outer(page, ".bw-bars .bw-split")
    page.kernel("explorer.interval = (0.02, 0.1)")
    wait_html_change(page, ".bw-bars .bw-split", bars)
    page.wait_text(".bw-bars ~ * .bw-said", "For costs from 2% to 10%")
    expect(page.page.locator(".bw-bars .bw-row", has_text=HOSTILE)).to_have_count(1)

    open_tab(page.page, "ranking")
    expect(page.page.locator(".bw-panel .bw-side tr", has_text=HOSTILE)).to_have_count(2)
    assert page.page.locator("img[src='x']").count() == 0
    assert page.errors() == []
    assert page.output_errors() == []


def test_views_on_their_own_in_the_dark_on_a_narrow_page(notebook):
    page = notebook([DATA, STAND_ALONE], ready=".SensitivityMap .bw-said", theme="dark", width=NARROW, height=1200)
    for name in VIEWS:
        page.wait_text(f".{name} .bw-said", "5% to 20%")
    before = {name: page.path(f".{name}" + THICK) for name in VIEWS[:3]}
    page.kernel("state.interval = (0.1, 0.4)")
    for name, path in before.items():
        page.wait_path_change(f".{name}" + THICK, path)
    for name in VIEWS:
        page.wait_text(f".{name} .bw-said", "10% to 40%")
        assert HOSTILE in page.page.inner_text(f".{name}")
        dark = page.page.eval_on_selector_all(
            f".{name} .bw-said, .{name} .tick text, .{name} .axislabel, .{name} td",
            "all => all.filter(one => Math.max(...(getComputedStyle(one).fill + getComputedStyle(one).color)"
            ".match(/\\d+/g).map(Number)) < 120).length",
        )
        assert dark == 0
        wide = page.page.eval_on_selector_all(
            f".{name}, .{name} .bw-chart, .{name} .bw-side",
            "all => Math.max(...all.map(one => one.getBoundingClientRect().right))",
        )
        assert wide <= NARROW

    # What the mouse does can be typed: the interval on the map, the threshold on a curve.
    page.page.locator(".SensitivityMap input[type=text]").first.fill("2%")
    page.page.keyboard.press("Enter")
    page.wait_text(".SensitivityMap .bw-said", "From 2% to 40%")
    page.page.locator(".RocCurve input[type=text]").first.fill("15%")
    page.page.keyboard.press("Enter")
    page.wait_text(".RocCurve table.bw-readout", "at 15%")
    page.page.locator(".DecompositionChart input[type=checkbox]").first.click()
    expect(page.page.locator(".DecompositionChart .bw-bars .bw-row")).to_have_count(3)
    assert page.page.locator("img[src='x']").count() == 0
    assert page.errors() == []
    assert page.output_errors() == []
