"""Many cases: while a hand moves, the lead is told from a sample of them; at rest, from all of them."""

import pytest
from playwright.sync_api import expect

import brierwidgets as bw
from tests.browser.hands import Hands, open_tab
from tests.browser.lab import WidgetPage

INTERVAL = (0.02, 0.1)
#: More cases than the page keeps; the same in a notebook's cell and in this process.
DATA = """
import numpy as np
from scipy.special import expit
import brierwidgets as bw
rng = np.random.default_rng(1)
z, noise = rng.normal(size=(2, {size}))
y = rng.random({size}) < expit(z - 3.5)
models = {{"good": expit(z - 3.5), "noisy": expit(0.9 * z + 0.4 * noise - 3.5), "bold": expit(1.6 * z - 3.2)}}
"""
SHOW = "explorer = bw.Explorer(y, models, interval=(0.02, 0.1))\nexplorer"


def in_python(size):
    """Return the Explorer of `DATA` in this process."""
    names = {}
    exec(DATA.format(size=size), names)
    return bw.Explorer(names["y"], names["models"], interval=INTERVAL)


def says_how_sure(hands: Hands) -> str:
    return hands.page.locator(".bw-explorer .bw-verdict").inner_text()


@pytest.mark.slow
@pytest.mark.parametrize("size", [12_000, 30_000])  # at once in Python, and when the hand rests
def test_at_rest_a_notebook_tells_the_lead_of_all_cases(notebook, size):
    explorer = in_python(size)
    try:
        page: WidgetPage = notebook([DATA.format(size=size), SHOW], ready=".bw-root[data-live]", height=1400)
        hands = Hands(page, explorer)
        hands.agree()
        for tab in ("Why", "Curves"):  # both are drawn by the page
            page.page.get_by_role("tab", name=tab).click()
            hands.agree()
        hands.pull(".bw-handle-upper", 40)
        hands.wait_moved(INTERVAL)
        hands.agree()
        page.page.locator(".bw-label:visible", has_text="noisy").click()
        hands.agree(shown=["good", "bold"])
        assert hands.errors() == []
    finally:
        explorer.close()


def test_a_saved_page_opens_with_the_lead_of_all_cases(offline, tmp_path):
    explorer = in_python(30_000)
    try:
        hands = Hands(offline(explorer.save_html(tmp_path / "many.html"), ready=".bw-root[data-live]"), explorer)
        hands.agree()
        told = says_how_sure(hands)
        hands.page.locator(".bw-handle-upper").first.press("ArrowRight")
        hands.wait_moved(INTERVAL)
        hands.page.locator(".bw-handle-upper").first.press("ArrowLeft")
        hands.agree()
        assert says_how_sure(hands) == told
        open_tab(hands.page, "sensitivity")
        expect(hands.page.get_by_text(explorer.charts["sensitivity"].sentences[0]).first).to_be_visible()
        assert hands.errors() == []
    finally:
        explorer.close()
