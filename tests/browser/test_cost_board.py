"""Chips on a grid of odds, in a saved page and in JupyterLab: what it writes is what Python writes."""

import pytest
from playwright.sync_api import expect

import brierwidgets as bw
from tests.browser.faults import faults_in_both
from tests.browser.hands import DATA, HOSTILE, Hands

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

IN_HAND = ".bw-in-hand"
RING = "(cell) => getComputedStyle(cell).outlineStyle"
#: Whether every name stands to the right of the sample of its line.
BESIDE = """() => {
    const names = [...document.querySelectorAll('.bw-board-scores th[scope=row]')];
    return names.length > 3 && names.every((name) => {
        const range = document.createRange();
        range.selectNodeContents(name);
        const line = name.querySelector('svg').getBoundingClientRect();
        return [...range.getClientRects()].every((part) => part.width === 0 || part.right >= line.right);
    });
}"""


def a_chip_is_at(page, x, y):
    """The chip in hand has gone along with the pointer."""
    expect(page.locator(IN_HAND)).to_be_visible()
    box = page.locator(IN_HAND).bounding_box()
    assert abs(box["x"] + box["width"] / 2 - x) < 2
    assert abs(box["y"] + box["height"] / 2 - y) < 2


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
    assert faults_in_both(opened.page, ".bw-root") == []
    fitted = with_board.costs.fit_beta()
    expect(page.locator(".bw-fitted")).to_contain_text(f"Beta({fitted.p:.3g}, {fitted.q:.3g})")

    cells.nth(3).locator(".bw-chip").first.click()  # takes it back
    agree([0, 0, 0, 2, 2, 0, 0, 0, 0, 1, 0, 0])
    start, end = cells.nth(4).locator(".bw-chip").first.bounding_box(), cells.nth(7).bounding_box()
    page.mouse.move(start["x"] + 6, start["y"] + 6)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + 20, steps=5)
    a_chip_is_at(page, end["x"] + end["width"] / 2, end["y"] + 20)
    page.mouse.up()
    expect(page.locator(IN_HAND)).to_be_hidden()
    assert cells.nth(4).evaluate(RING) == "none"  # of use to keys alone
    agree([0, 0, 0, 2, 1, 0, 0, 1, 0, 1, 0, 0])

    cells.nth(7).focus()
    for key in ("ArrowUp", "ArrowRight", "Enter", "ArrowDown", "Shift+ArrowLeft", "ArrowLeft", " "):
        page.keyboard.press(key)
    agree([0, 0, 0, 2, 1, 0, 1, 2, 0, 1, 0, 0])
    assert page.evaluate(f"({RING})(document.activeElement)") == "solid"
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
    page.wait_for_function(BESIDE)
    assert page.locator("img[src='x']").count() == 0
    expect(page.locator(".bw-board-scores")).to_contain_text(HOSTILE)
    assert opened.errors() == []
    with_board.close()


@pytest.mark.slow
def test_in_jupyterlab_by_mouse_finger_and_key(notebook):
    opened = notebook([DATA, "board = bw.CostBoard(y, models)\nboard"], ready=".bw-cell")
    hands = Hands(opened, None, root=".bw-root")
    page, cells = opened.page, opened.page.locator(".bw-cell")

    def agree(**laid):
        chips = [laid.get(f"cell_{place}", 0) for place in range(12)]
        opened.wait_kernel("print(board.chips)", str(chips))
        assert [cells.nth(place).locator(".bw-chip").count() for place in range(12)] == chips
        opened.wait_text(".bw-verdict", opened.kernel("print(board._words.value.split('>')[1].split('.')[0])"))

    hands.pull(".bw-cell >> nth=3", 0)
    agree(cell_3=1)
    hands.pull(".bw-cell >> nth=4", 0, touch=True)
    agree(cell_3=1, cell_4=1)
    width = cells.first.bounding_box()["width"]
    hands.pull(".bw-cell >> nth=4 >> .bw-chip", 2 * width, touch=True)
    agree(cell_3=1, cell_6=1)
    hands.pull(".bw-cell >> nth=3 >> .bw-chip", 6 * width)
    agree(cell_6=1, cell_9=1)
    hands.pull(".bw-cell >> nth=9 >> .bw-chip", 0, touch=True)  # takes it back
    agree(cell_6=1)
    cells.nth(6).focus()
    for key in ("ArrowUp", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    agree(cell_6=2, cell_7=1)
    assert opened.errors() == []
    assert opened.output_errors() == []
