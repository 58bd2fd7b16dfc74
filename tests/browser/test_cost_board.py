"""Chips on a grid of odds in a saved page, without Python: what it writes is what Python writes."""

import pytest
from playwright.sync_api import expect

import brierwidgets as bw
from tests.browser.faults import faults_in_both
from tests.browser.hands import HOSTILE

SAME = """([words, table]) => {
    const parsed = (html) => new DOMParser().parseFromString(html, 'text/html').body.innerHTML;
    return document.querySelector('.bw-verdict')?.outerHTML === parsed(words)
        && (document.querySelector('.bw-board-scores')?.outerHTML ?? '<div></div>') === parsed(table);
}"""

#: Whether no two of the odds below the grid overlap.
APART = """() => {
    const boxes = [...document.querySelectorAll('.bw-odds span')].map((mark) => mark.getBoundingClientRect())
        .filter((box) => box.width > 0);
    return boxes.length > 3 && boxes.every((box, i) => i === 0 || box.left > boxes[i - 1].right);
}"""


@pytest.mark.slow
def test_by_tap_drag_and_key(offline, python, tmp_path):
    cases = python.comparison
    with_board = bw.CostBoard(cases.with_model("__proto__", cases.rows.scores["good"]))  # as good as the other
    opened = offline(with_board.save_html(tmp_path / "board.html"), ready=".bw-cell")
    page = opened.page
    cells = page.locator(".bw-cell")
    expect(cells).to_have_count(12)

    def laid():
        return [cells.nth(place).locator(".bw-chip").count() for place in range(12)]

    def agree(chips):
        with_board.chips = chips
        page.wait_for_function(SAME, arg=[with_board._words.value, with_board._table.value])
        assert laid() == chips

    agree([0] * 12)
    for place, count in ((3, 3), (4, 2), (9, 1)):
        for _ in range(count):
            cells.nth(place).click(position={"x": 2, "y": 3})
    agree([0, 0, 0, 3, 2, 0, 0, 0, 0, 1, 0, 0])
    assert faults_in_both(opened, ".bw-root") == []
    fitted = with_board.costs.fit_beta()
    expect(page.locator(".bw-fitted")).to_contain_text(f"Beta({fitted.p:.3g}, {fitted.q:.3g})")

    cells.nth(3).locator(".bw-chip").first.click()  # takes it back
    agree([0, 0, 0, 2, 2, 0, 0, 0, 0, 1, 0, 0])
    start, end = cells.nth(4).locator(".bw-chip").first.bounding_box(), cells.nth(7).bounding_box()
    page.mouse.move(start["x"] + 6, start["y"] + 6)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + 20, steps=5)
    page.mouse.up()
    agree([0, 0, 0, 2, 1, 0, 0, 1, 0, 1, 0, 0])

    cells.nth(7).focus()
    for key in ("ArrowUp", "ArrowRight", "Enter", "ArrowDown", "Shift+ArrowLeft", "ArrowLeft", " "):
        page.keyboard.press(key)
    agree([0, 0, 0, 2, 1, 0, 1, 2, 0, 1, 0, 0])
    cells.nth(0).focus()
    for _ in range(30):
        page.keyboard.press("ArrowUp")
    agree([13, 0, 0, 2, 1, 0, 1, 2, 0, 1, 0, 0])
    expect(page.locator(".bw-tray")).to_contain_text("0 left")

    page.get_by_role("button", name="Clear").click()
    agree([0] * 12)
    cells.nth(5).click(position={"x": 2, "y": 3})
    expect(page.locator(".bw-fitted")).to_contain_text("All chips are in one cell")
    page.set_viewport_size({"width": 300, "height": 900})
    page.wait_for_function(APART)
    assert page.locator("img[src='x']").count() == 0
    expect(page.locator(".bw-board-scores")).to_contain_text(HOSTILE)
    assert opened.errors() == []
    with_board.close()
