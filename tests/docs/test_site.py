"""The site as it is built: whole, offline, alive and accessible."""

import importlib
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import TimeoutError as TooLong

from tests.browser.hands import BAND
from tests.browser.lab import WidgetPage, chromium
from tests.docs.test_reference import MODULES

ROOT = Path(__file__).resolve().parents[2]
pytestmark = [pytest.mark.slow, pytest.mark.browser]


@pytest.fixture(scope="module")
def site():
    """Build by the command that CONTRIBUTING.md gives; what is built already is built no second time."""
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "docs", "build/site"]
    assert "sphinx-build -q -W docs build/site" in (ROOT / "CONTRIBUTING.md").read_text()
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return ROOT / "build" / "site"


@pytest.fixture(scope="module")
def open_page(site):
    """Open a page of the site from disk, without a network."""
    with chromium() as browser:
        opened = []

        def open_one(name, *, width=1280, theme="light"):
            page = WidgetPage(browser, width=width, height=1000)
            opened.append(page)
            page.asked = []
            page.page.on("request", lambda request: page.asked.append(request.url))
            page.page.emulate_media(color_scheme=theme)
            page.page.context.set_offline(offline=True)
            page.page.goto(f"{site.as_uri()}/{name}")
            return page

        yield open_one
        for page in opened:
            page.close()


class Links(HTMLParser):
    """What a page points to, and the places in it that can be pointed to."""

    def __init__(self, path):
        super().__init__()
        self.targets, self.places = [], set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.targets += [
            given[key] for key in ("href", "src") if given.get(key) and not (tag == "link" and key == "src")
        ]
        self.places |= {given[key] for key in ("id", "name") if given.get(key)}


def test_every_internal_link_leads_somewhere_and_nothing_is_loaded_from_elsewhere(site):
    pages = {path: Links(path) for path in site.rglob("*.html") if not {"live", "_static"} & set(path.parts)}
    assert len(pages) > 130
    broken, loaded = [], []
    for path, links in pages.items():
        loaded += re.findall(r'(?:src|<link[^>]*href)="(?:https?:)?//[^"]*', path.read_text(encoding="utf-8"))
        for target in links.targets:
            parts = urlsplit(target)
            if parts.scheme or parts.netloc:
                continue
            aim = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            aim = aim / "index.html" if aim.is_dir() else aim
            place = unquote(parts.fragment)
            if not aim.is_file() or (place and aim in pages and place not in pages[aim].places):
                broken.append(f"{path.relative_to(site)}: {target}")
    assert broken == []
    assert loaded == []


def test_every_public_name_is_documented_on_its_page(site):
    for module in MODULES:
        for name in importlib.import_module(module).__all__:
            if f"{module}.{name}" not in MODULES:
                page = site / "reference" / "made" / f"{module}.{name}.html"
                assert f'id="{module}.{name}"' in page.read_text(encoding="utf-8")


def test_every_doi_in_the_reference_is_a_link(site):
    linked = 0
    for page in (site / "reference" / "made").glob("*.html"):
        text = page.read_text(encoding="utf-8")
        links = text.count('href="https://doi.org/10.')
        assert links == text.count("doi:10."), page.name
        assert not re.search(r"doi:10[^<]*</a>\n\w", text), page.name  # two sources run together
        linked += links
    assert linked > 20


def test_a_gallery_page_follows_the_hand(open_page):
    page = open_page("gallery/IntervalSlider.html")
    frame = page.page.frame_locator("iframe.live")
    frame.locator(".bw-root[data-interval]").wait_for(state="attached")
    before = frame.locator(".bw-root").get_attribute("data-interval")
    handle = frame.locator("[role=slider]").last
    handle.scroll_into_view_if_needed()
    handle.press("ArrowRight")
    page.page.wait_for_function("document.querySelector('iframe.live').offsetHeight !== 620")  # as high as it needs
    frame.locator(f'.bw-root[data-interval]:not([data-interval="{before}"])').wait_for(state="attached")
    assert not [url for url in page.asked if not url.startswith(("file:", "data:", "blob:"))]
    assert page.errors() == []


def test_every_example_of_the_gallery_answers_the_hand(open_page, site):
    """Each moves when it is touched: a handle by key, or else a band, a map or chips by mouse."""
    views = sorted(path.stem for path in (site / "live").glob("[A-Z]*.html"))
    assert len(views) >= 20
    page = open_page(f"live/{views[0]}.html")
    frozen = []
    for name in views:
        page.page.goto((site / "live" / f"{name}.html").as_uri())
        page.wait_for(".brierwidgets")
        page.page.locator(f"{BAND}, .bw-map image, [role=slider], .bw-chip, button").locator(
            "visible=true"
        ).first.wait_for()
        before = page.at_rest(lambda: page.page.evaluate(SEEN), 0.2)
        touch(page)
        try:
            page.page.wait_for_function(f"before => ({SEEN})() !== before", arg=before, timeout=10_000)
        except TooLong:
            frozen.append(name)
    assert frozen == []
    assert page.errors() == []


#: All that can be seen: words and where the marks are.
SEEN = """() => document.body.innerText + [...document.querySelectorAll('path, .element, svg rect')]
    .map(mark => ['d', 'transform', 'class', 'x', 'y'].map(name => mark.getAttribute(name)).join()).join()"""


def touch(page):
    handle = page.page.locator("[role=slider]:visible")
    if handle.count():
        return handle.last.press("ArrowLeft")
    if page.page.locator(BAND).count():
        return page.drag(BAND, 40)
    if page.page.locator(".bw-map image").count():
        return page.page.locator(".bw-map:visible").press("ArrowUp")
    for css in (".bw-board rect", "button:not(.mod-active, [aria-pressed=true])"):
        if (found := page.page.locator(css).locator("visible=true")).count():
            return found.last.click()
    return None


def test_the_survey_changes_its_order_without_python(open_page):
    page = open_page("live/SurveyChart.html")
    page.wait_text(".bw-survey-row", "AUC-ROC")
    page.page.get_by_text("as given").click()
    page.wait_text(".bw-survey-row", "accuracy")
    assert page.errors() == []


def test_what_is_read_is_not_cut(open_page):
    """Signatures and sentences in tables on a telephone; on a screen, tables."""
    edges = "css => [...document.querySelectorAll(css)].map(part => Math.floor(part.getBoundingClientRect().right))"
    page = open_page("reference/made/brierwidgets.metrics.partial_auc.html", width=390)
    assert max(page.page.evaluate(edges, "dt.sig *")) <= 390
    for name in ("howto/front-ends", "understand/slips"):
        page = open_page(f"{name}.html", width=390)
        assert max(page.page.evaluate(edges, "article table *")) <= 390, name
    for name in ("understand/taxonomy", "understand/peers", "understand/slips"):
        page = open_page(f"{name}.html")
        (table,) = page.page.evaluate(edges, "article table")
        (article,) = page.page.evaluate(edges, "article")
        assert table <= article, name


def test_headings_are_smaller_the_deeper_they_are(open_page):
    page = open_page("understand/regret.html", width=390)
    sizes = "parseFloat(getComputedStyle(document.querySelector('article {}')).fontSize)"
    h1, h2, text = (page.page.evaluate(sizes.format(css)) for css in ("h1", "h2", "p"))
    assert h1 > h2 > text


def test_formulas_bring_their_font(open_page):
    page = open_page("understand/scores.html")
    page.page.wait_for_function("document.fonts.size && [...document.fonts].some(font => font.status === 'loaded')")
    assert "STIX Two Math" in page.page.evaluate("getComputedStyle(document.querySelector('math')).fontFamily")
    assert page.errors() == []


def test_search_works_from_disk(open_page):
    page = open_page("index.html")
    page.page.keyboard.press("Control+k")
    page.page.keyboard.type("tamoxifen")
    page.page.keyboard.press("Enter")
    page.wait_for("#search-results ul.search li a[href*='breast-cancer']")
    page.page.locator("#search-results a[href*='breast-cancer']").first.click()
    page.wait_text("h1", "breast cancer")
    assert page.errors() == []


def test_pages_are_accessible(open_page):
    pages = {
        "index.html": "light",
        "gallery/ScoreTable.html": "light",
        "learn/05-decision-curves.html": "dark",
        "howto/scikit-learn.html": "dark",
        "understand/scores.html": "light",
        "understand/taxonomy.html": "dark",
        "reference/made/brierwidgets.Comparison.html": "light",
        "search.html": "light",
    }
    found = {}
    for name, theme in pages.items():
        page = open_page(name, theme=theme)
        # What is in a frame is a saved view, which has tests of its own.
        result = Axe().run(page.page, options={"iframes": False})
        found[name] = [
            (violation["id"], violation["nodes"][0]["html"])
            for violation in result.response["violations"]
            if violation["impact"] in ("serious", "critical")
        ]
    assert {name: faults for name, faults in found.items() if faults} == {}
