"""One Explorer in three places (JupyterLab, Voila, a saved page without a network), and hands to move it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from playwright.sync_api import Locator, Page, expect
from scipy.special import expit

import brierwidgets as bw
from brierwidgets.explorer import TABS
from tests.browser.lab import WidgetPage

__all__ = [
    "BAND",
    "CHART",
    "DATA",
    "HOSTILE",
    "INTERVAL",
    "MEANS",
    "PLACES",
    "SHOW",
    "Hands",
    "make_explorer",
    "open_tab",
]

HOSTILE = "</script><img src=x onerror=alert(1)>"
SITE = "<b>north</b>"
INTERVAL = (0.05, 0.2)
PLACES = ("lab", "voila", "saved")
#: The same in a notebook's cell and in this process.
DATA = f"""
import numpy as np
from scipy.special import expit
import brierwidgets as bw
rng = np.random.default_rng(0)
z, noise = rng.normal(size=(2, 4000))
y = rng.random(4000) < expit(z - 2.7)
models = {{"good": expit(z - 2.7), "bold": expit(1.8 * z - 2.2), {HOSTILE!r}: expit(0.3 * z - 2.6 + 0.3 * noise)}}
options = dict(
    interval={INTERVAL!r},
    zoom=False,
    groups=np.where(np.arange(4000) % 3 == 0, {SITE!r}, "south"),
    presets={{"Tamoxifen debate": ("1.66%", "3%")}},
)
"""
SHOW = "explorer = bw.Explorer(y, models, **options)\nexplorer"
CHART = ".bw-chart:visible"
#: The shaded interval; a line of no width and an area for each of its edges, of which the first area is enough.
BAND = f"{CHART} path.area[style*='rgb(25, 118, 210)']"
MEANS = f"{CHART} path.line[style*='stroke-width: 6']"
TABLE = ".bw-scores table"
VERDICT = ".bw-explorer .bw-verdict"


def open_tab(page: Page, name: str) -> None:
    """Open the tab of a chart and, where it holds several, switch to that one; wait until others are out of sight."""
    tab = TABS[name]
    title = page.get_by_role("tab", name=tab.shared or tab.title, exact=True)
    _choose(page, title, "aria-selected")
    if tab.shared:
        switch = page.locator(".bw-switch:visible")
        _choose(page, switch.get_by_role("button", name=tab.title.lower(), exact=True), "aria-pressed")


def _choose(page: Page, choice: Locator, chosen: str) -> None:
    """Click on one of several unless it is chosen, and wait until what the one before it showed is gone."""
    if choice.get_attribute(chosen) == "true":
        return
    before = page.evaluate_handle(
        "() => [...document.querySelectorAll('.widget-tab-contents .bw-chart')].filter(e => e.checkVisibility())"
    )
    choice.click()
    expect(choice).to_have_attribute(chosen, "true")
    page.wait_for_function("before => !before.some(e => e.checkVisibility())", arg=before)


def make_explorer(**more: Any) -> bw.Explorer:
    """Return the Explorer of `DATA` and `SHOW`, in this process."""
    names: dict[str, Any] = {"np": np, "expit": expit}
    exec(DATA, names)
    explorer: bw.Explorer = bw.Explorer(names["y"], names["models"], **names["options"], **more)
    return explorer


class Hands:
    """A hand on an Explorer somewhere, and what Python says of the same cases."""

    def __init__(self, page: WidgetPage, python: bw.Explorer, root: str = ".bw-explorer.bw-root") -> None:
        self.widget_page, self.page, self.python = page, page.page, python
        self.root: Locator = page.page.locator(root).first

    def interval(self) -> tuple[float, ...]:
        """Return the interval that the page shows, to the last digit."""
        return tuple(map(float, (self.root.get_attribute("data-interval") or "").split(",")))

    def wait_interval(self, low: float, high: float) -> None:
        """Wait until the page shows just this interval."""
        expect(self.root).to_have_attribute("data-interval", f"{low!r},{high!r}")

    def wait_moved(self, before: Sequence[float]) -> tuple[float, ...]:
        """Wait until the page shows another interval, and has come to rest there; return it."""
        expect(self.root).not_to_have_attribute("data-interval", f"{before[0]!r},{before[1]!r}")
        return self.widget_page.at_rest(self.interval, 0.15)

    def agree(self, **state: Any) -> None:
        """Wait until table and words are to the letter what Python writes for the page's interval."""
        for name, value in state.items():
            setattr(self.python.state, name, value)
        self.python.interval = self.interval()
        self.python.state.settle()
        expected = [self.python.table._body.value, self.python.verdict._html.value]
        self.page.wait_for_function(
            """([selectors, expected]) => selectors.every((css, place) => {
                const shown = document.querySelector(css)?.outerHTML;
                return shown === new DOMParser().parseFromString(expected[place], 'text/html').body.innerHTML;
            })""",
            arg=[[TABLE, VERDICT], expected],
        )

    def box(self, css: str) -> dict[str, float]:
        """Return where an element is on the screen, scrolled there if need be."""
        target = self.page.locator(css).first
        target.scroll_into_view_if_needed()
        found = target.bounding_box()
        assert found is not None, f"{css} cannot be seen"
        return dict(found)

    def pull(self, css: str, dx: float, *, at: float = 0.5, touch: bool = False, steps: int = 12) -> None:
        """Take an element at a share of its width (in pixels beyond its edges if outside 0 to 1) and pull it along."""
        if touch:  # first: without scroll bars, which fingers do not need, the page is wider
            self.widget_page.fingers()
            self.widget_page.at_rest(lambda: self.box(css))
        box = self.box(css)
        beyond = at if at < 0 else at - 1 if at > 1 else 0
        x = box["x"] + box["width"] * min(max(at, 0), 1) + beyond
        y = box["y"] + box["height"] / 2
        if touch:
            places = [(x + dx * step / steps, y + step / 4) for step in range(steps + 1)]
            self._send_touch("touchStart", places[:1])
            for place in places[1:]:
                self._send_touch("touchMove", [place])
            self._send_touch("touchEnd", [])
            return
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + dx, y, steps=steps)
        self.page.mouse.up()

    def _send_touch(self, kind: str, places: Sequence[tuple[float, float]]) -> None:
        points = [{"x": x, "y": y} for x, y in places]
        self.widget_page.fingers().send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def wait_band(self) -> None:
        """Wait until the band of the regret chart in front stands where the page's interval is on its axis."""
        self.page.wait_for_function(
            """([css, chart]) => {
                const root = document.querySelector('.bw-root');
                const front = [...document.querySelectorAll('.bw-chart')].find(element => element.checkVisibility());
                const band = front?.querySelector("path.area[style*='rgb(25, 118, 210)']");
                if (!band) return false;
                const [plot, shade] = [front.querySelector('rect.plotarea_events'), band]
                    .map(element => element.getBoundingClientRect());
                const place = cost => plot.x + 3 + cost * (plot.width - 6);  // 3: half a thick line
                const [low, high] = root.dataset.interval.split(',').map(Number);
                return Math.abs(shade.x - place(low)) < 1 && Math.abs(shade.right - place(high)) < 1
                    && Math.abs(shade.height - plot.height) < 4;
            }""",
            arg=[BAND, CHART],
        )

    def errors(self) -> list[str]:
        """Return what the page complained about."""
        return self.widget_page.errors()
