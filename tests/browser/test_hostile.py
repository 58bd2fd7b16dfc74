"""The list of hostile names in real pages: nothing runs, nothing is typeset, and the page still follows the hand."""

import pytest

import brierwidgets as bw
from tests.browser.hands import BAND, Hands
from tests.hostile.names import NAMES, groups, make

#: A kernel can send no half of a character pair, and says so: tests/widgets/test_cells.py.
SENT = [name for name in NAMES if "\ud800" not in name]
SHOW = """
import brierwidgets as bw
from tests.hostile.names import groups, make
cases = make({names!r})
explorer = bw.Explorer(cases, interval=(0.1, 0.4), zoom=False, groups=groups(cases))
explorer
"""
HARM = """() => [
    ...document.querySelectorAll(
        '.bw-root img[src="x"], .bw-root script, .bw-root [onload], .bw-root [onerror], .bw-root [onmouseover], '
        + '.bw-root mjx-container, .bw-root .MathJax, .bw-root a[href^="javascript"]'
    )
].map(element => element.outerHTML.slice(0, 100))"""


@pytest.fixture
def python():
    cases = make(SENT)
    made = bw.Explorer(cases, interval=(0.1, 0.4), zoom=False, groups=groups(cases))
    yield made
    made.close()


@pytest.mark.slow
@pytest.mark.parametrize("place", ["lab", "saved"])
def test_names_stay_names(place, notebook, offline, python, tmp_path):
    if place == "lab":
        page = notebook([SHOW.format(names=SENT)], ready=BAND, height=1400)
    else:
        page = offline(python.save_html(tmp_path / "hostile.html", title=NAMES[1]))
    dialogs = []
    page.page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    hands = Hands(page, python)
    hands.agree()
    tabs = page.page.locator(".bw-root [role=tab]:visible")
    for number in range(tabs.count()):
        tabs.nth(number).click()
        page.page.wait_for_function(
            "number => document.querySelectorAll('.bw-root [role=tab]')[number].ariaSelected === 'true'",
            arg=number,
        )
        assert page.page.evaluate(HARM) == []
    tabs.first.click()
    before = hands.interval()
    page.drag(".bw-root .bw-handle-upper", 60)
    hands.wait_moved(before)
    hands.agree()
    assert dialogs == []
    assert page.lost() == []
    assert page.errors() == []


def test_a_view_that_closes_under_the_hand_ends_in_silence(notebook):
    page = notebook([SHOW.format(names=SENT[:2])], ready=BAND, height=1200)
    handle = page.page.locator(".bw-root .bw-handle-upper").bounding_box()
    x, y = handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2
    page.page.mouse.move(x, y)
    page.page.mouse.down()
    page.page.mouse.move(x + 40, y, steps=8)
    page.kernel("explorer.close()")
    page.page.mouse.move(x + 80, y, steps=8)
    page.page.mouse.up()
    page.wait_kernel("import ipywidgets; print(len(ipywidgets.widgets.widget._instances))", "0")
    assert page.errors() == []
