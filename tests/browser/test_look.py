"""One quiet screen: what is in sight, what a phone shows, undo, and the buttons in the corner."""

import pytest
from playwright.sync_api import expect

from brierwidgets.explorer import TABS
from tests.browser.hands import BAND, DATA, INTERVAL, SHOW, Hands, open_tab

UPPER = ".bw-handle-upper"
#: What is seen and sticks out of the window, or out of what it is in, sideways.
OUTSIDE = """() => [...document.querySelectorAll('.bw-root *')]
    .filter(e => e.checkVisibility() && !e.closest('svg') && e.getBoundingClientRect().width > 0)
    .filter(e => e.getBoundingClientRect().right > innerWidth + 1).map(e => e.outerHTML.slice(0, 160))"""


def test_one_screen_undo_and_the_corner_in_a_notebook(notebook, tmp_path):
    opened = notebook([DATA, SHOW], ready=BAND, width=1280, height=800)
    hands, page = Hands(opened, None), opened.page
    assert page.locator(".bw-explorer").get_by_role("tab").count() == 6
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
    assert opened.errors() == []


@pytest.mark.parametrize("width", [390, 800])
def test_nothing_sticks_out_and_undo_needs_no_python(offline, saved, python, width):
    opened = offline(saved)
    hands, page = Hands(opened, python), opened.page
    page.set_viewport_size({"width": width, "height": 1400})
    for name in TABS:
        open_tab(page, name)
        page.locator(".widget-tab-contents").first.locator(".bw-chart:visible, table:visible").first.wait_for()
        page.wait_for_function(f"() => ({OUTSIDE})().length === 0")
    before = hands.interval()
    hands.pull(UPPER, 15)
    hands.wait_moved(before)
    page.locator(".bw-corner").get_by_role("button", name="undo").click()
    hands.wait_interval(*before)
    for name in ("Copy code", "Save ▾", "Save page", "Save picture"):
        assert page.get_by_role("button", name=name).count() == 0
    assert hands.errors() == []
