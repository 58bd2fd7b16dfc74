"""One quiet screen: what is in sight, what a phone shows, undo, and the buttons in the corner."""

import pytest
from playwright.sync_api import expect

from brierwidgets.explorer import TABS
from tests.browser.hands import BAND, DATA, INTERVAL, SHOW, Hands, open_tab

UPPER = ".bw-handle-upper"
#: Texts that are seen and smaller than 18 pixels.
SMALL = """() => [...document.querySelectorAll('.bw-root *')]
    .filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()))
    .filter(e => e.checkVisibility({visibilityProperty: true}) && !e.closest('style, .bw-unseen, [hidden], option'))
    .filter(e => e.getBoundingClientRect().width > 1 && parseFloat(getComputedStyle(e).fontSize) < 18)
    .map(e => e.outerHTML.slice(0, 160))"""
#: Words and numbers of axes that stick out of their chart.
CLIPPED = """() => [...document.querySelectorAll('.bw-chart')].filter(e => e.checkVisibility()).flatMap(chart => {
    const {left, right, top, bottom} = chart.getBoundingClientRect();
    return [...chart.querySelectorAll('.axis text')].filter(e => e.textContent.trim()).filter(e => {
        const box = e.getBoundingClientRect();
        return box.left < left - 1 || box.right > right + 1 || box.top < top - 1 || box.bottom > bottom + 1;
    }).map(e => e.textContent);
})"""
#: Lines in the colour of a model that are seen and thinner than 4 pixels; edges of areas are no lines.
THIN = """() => [...document.querySelectorAll('.bw-chart path.line')].filter(line => {
    const {stroke, strokeWidth, opacity} = getComputedStyle(line);
    const colours = ['rgb(0, 114, 178)', 'rgb(213, 94, 0)', 'rgb(0, 158, 115)'];
    const edge = line.parentElement.querySelector('path.area')?.checkVisibility();
    return line.checkVisibility() && colours.includes(stroke) && opacity > 0 && !edge && parseFloat(strokeWidth) < 4;
}).map(line => line.outerHTML.slice(0, 160))"""
#: What is seen and sticks out of the Explorer, or the Explorer out of the window, sideways.
OUTSIDE = """() => {
    const root = document.querySelector('.bw-root'), {left, right} = root.getBoundingClientRect();
    const out = box => box.right > Math.min(right, innerWidth) + 1 || box.left < Math.max(left, 0) - 1;
    return [root, ...root.querySelectorAll('*')]
        .filter(e => e.checkVisibility() && !e.closest('svg') && e.getBoundingClientRect().width > 0)
        .filter(e => out(e.getBoundingClientRect())).map(e => e.outerHTML.slice(0, 160));
}"""
#: Cells of tables that are narrower than what is in them, and numbers of a level axis that touch the next.
CRAMPED = """() => {
    const seen = css => [...document.querySelectorAll('.bw-root ' + css)]
        .filter(e => e.checkVisibility({visibilityProperty: true}) && e.getBoundingClientRect().width > 1);
    const cells = seen(':is(td, th)').filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.outerHTML.slice(0, 99));
    const touching = seen('.bw-chart .axis').flatMap(axis => {
        const texts = seen('.bw-chart .tick text').filter(e => axis.contains(e) && e.textContent);
        const boxes = texts.map(e => e.getBoundingClientRect()).sort((one, other) => one.left - other.left);
        return boxes.slice(1).filter((box, i) => box.left < boxes[i].right + 2 && Math.abs(box.top - boxes[i].top) < 2);
    });
    return [...cells, ...touching];
}"""


def nothing_sticks_out(page):
    """Open every tab and wait until all in it is within the Explorer, and no cell or axis is too small for its text."""
    for name in TABS:
        open_tab(page, name)
        page.locator(".widget-tab-contents").first.locator(".bw-chart:visible, table:visible").first.wait_for()
        page.wait_for_function(f"() => ({OUTSIDE})().length === 0")
        page.wait_for_function(f"() => ({CRAMPED})().length === 0")


def test_one_screen_undo_and_the_corner_in_a_notebook(notebook, tmp_path):
    opened = notebook([DATA, SHOW], ready=BAND, width=1280, height=800)
    hands, page = Hands(opened, None), opened.page
    assert page.locator(".bw-explorer").get_by_role("tab").count() == 6
    controls = [page.locator(f".bw-line {css}").bounding_box() for css in (".bw-slider-row", ".bw-corner")]
    assert abs(controls[0]["y"] - controls[1]["y"]) < 4  # one line, with presets, groups and a base rate in it
    top = page.locator(".bw-explorer").first.bounding_box()["y"]
    chart = page.locator(".bw-chart:visible").first.bounding_box()
    assert chart["y"] + chart["height"] - top <= 700

    undo = page.locator(".bw-corner").get_by_role("button", name="undo")
    expect(undo).to_be_disabled()
    hands.pull(UPPER, 60)
    first = hands.wait_moved(INTERVAL)
    expect(undo).to_be_enabled()
    opened.wait_kernel("print(*explorer.interval)", f"{first[0]!r} {first[1]!r}")
    hands.pull(UPPER, -30)
    hands.wait_moved(first)
    page.keyboard.press("Control+z")  # the handle that was pulled has the focus
    hands.wait_interval(*first)
    undo.click()
    hands.wait_interval(*INTERVAL)
    expect(undo).to_be_disabled()
    opened.wait_kernel("print(*explorer.interval)", f"{INTERVAL[0]!r} {INTERVAL[1]!r}")

    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy code").click()
    expect(page.locator(".bw-corner-said")).to_have_text("Copied")
    copied = page.evaluate("() => navigator.clipboard.readText()")
    assert copied.strip() == opened.kernel("print(explorer.to_code())").strip()
    for name, begins in (("Save picture", b"\x89PNG"), ("Save page", b"<!doctype html>")):
        page.get_by_role("button", name="Save ▾").click()
        with page.expect_download() as waiting:
            page.get_by_role("button", name=name).click()
        path = tmp_path / waiting.value.suggested_filename
        waiting.value.save_as(path)
        assert path.read_bytes()[:15].lower().startswith(begins.lower())

    page.set_viewport_size({"width": 390, "height": 900})  # JupyterLab leaves 274 pixels of a phone
    nothing_sticks_out(page)
    assert opened.errors() == []


@pytest.mark.slow
def test_a_projector_has_large_text_and_thick_lines_on_every_tab(offline, saved_large):
    page = offline(saved_large).page
    for name in TABS:
        open_tab(page, name)
        page.locator(".widget-tab-contents").first.locator(".bw-chart:visible, table:visible").first.wait_for()
        page.wait_for_function(f"() => ({SMALL})().length === 0")
        page.wait_for_function(f"() => ({CLIPPED})().length === 0")
        page.wait_for_function(f"() => ({THIN})().length === 0")
    nothing_sticks_out(page)


@pytest.mark.parametrize("width", [390, 800])
def test_nothing_sticks_out_and_undo_needs_no_python(offline, saved, python, width):
    opened = offline(saved)
    hands, page = Hands(opened, python), opened.page
    page.set_viewport_size({"width": width, "height": 1400})
    nothing_sticks_out(page)
    before = hands.interval()
    hands.pull(UPPER, 15)
    hands.wait_moved(before)
    page.locator(".bw-corner").get_by_role("button", name="undo").click()
    hands.wait_interval(*before)
    for name in ("Copy code", "Save ▾", "Save page", "Save picture"):
        assert page.get_by_role("button", name=name).count() == 0
    assert hands.errors() == []
