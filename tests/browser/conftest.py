"""Fixtures for tests in a real browser; the classes behind them are in ``lab.py``.

They live as long as this folder's tests and no longer: Playwright keeps an event loop running in the main
thread, which code of other tests must not find there.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

import brierwidgets as bw
from tests.browser.hands import BAND, DATA, INTERVAL, SHOW, Hands, make_explorer
from tests.browser.lab import (
    LabServer,
    NotebookPage,
    VoilaServer,
    WidgetPage,
    chromium,
    find_chromium,
    open_notebook,
    open_voila,
)
from tests.browser.sliders import LOWER, SLIDER

#: Whether a test failed.
FAILED = pytest.StashKey[bool]()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium; without it these tests fail and say what to install."""
    missing = ""
    try:
        find_chromium()
    except FileNotFoundError as error:
        missing = str(error)
    if missing:
        pytest.fail(missing, pytrace=False)
    with chromium() as running:
        yield running


@pytest.fixture(scope="package")
def lab_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LabServer]:
    with LabServer(tmp_path_factory.mktemp("lab")) as server:
        yield server


@pytest.fixture(scope="package")
def voila_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[VoilaServer]:
    with VoilaServer(tmp_path_factory.mktemp("voila")) as server:
        yield server


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Remember which tests failed."""
    report = yield
    item.stash[FAILED] = report.failed or item.stash.get(FAILED, False)
    return report


@pytest.fixture(scope="package")
def lab_window() -> Iterator[list[Page]]:
    """The page in which JupyterLab runs, from the first notebook on: to load it takes longer than most tests."""
    window: list[Page] = []
    yield window
    for page in window:
        page.context.close()


@pytest.fixture
def notebook(
    request: pytest.FixtureRequest, browser: Browser, lab_server: LabServer, lab_window: list[Page]
) -> Iterator[Callable[..., NotebookPage]]:
    """Open notebooks: ``notebook([code, ...] or path, ready=css, theme="dark", width=800)``.

    The first one of a test opens in the JupyterLab that the tests before it left, unless it is to be ``alone`` because
    it does something to the page that would stay: further ones have a page each.
    """
    opened: list[NotebookPage] = []

    def open_one(cells: Any, *, alone: bool = False, **options: Any) -> NotebookPage:
        page = lab_window.pop() if lab_window and not alone else None
        opened.append(open_notebook(lab_server, browser, cells, page=page, **options))
        opened[-1].alone = alone
        return opened[-1]

    yield open_one
    for page in opened:
        if page.alone or lab_window or request.node.stash[FAILED]:
            page.close()
        else:
            page.leave()
            lab_window.append(page.page)


@pytest.fixture
def slider(notebook: Callable[..., NotebookPage]) -> NotebookPage:
    """A notebook with an interval slider and one cell more."""
    return notebook([SLIDER, "kept = 1"], ready=LOWER)


@pytest.fixture
def voila(browser: Browser, voila_server: VoilaServer) -> Iterator[Callable[..., WidgetPage]]:
    """Open notebooks as applications: ``voila([code, ...] or path, ready=css, theme="dark")``."""
    opened: list[WidgetPage] = []

    def open_one(cells: Any, **options: Any) -> WidgetPage:
        opened.append(open_voila(voila_server, browser, cells, **options))
        return opened[-1]

    yield open_one
    for page in opened:
        page.close()


@pytest.fixture
def offline(browser: Browser) -> Iterator[Callable[..., WidgetPage]]:
    """Open a page from disk, without a network: ``offline(path, theme="dark", width=800)``."""
    opened: list[WidgetPage] = []

    def open_one(path: Path, *, ready: str = BAND, theme: Any = "light", width: int = 1280) -> WidgetPage:
        page = WidgetPage(browser, width=width, height=1400)
        opened.append(page)
        page.page.emulate_media(color_scheme=theme)
        page.page.context.set_offline(offline=True)
        page.page.goto(path.as_uri())
        page.wait_for(ready)
        return page

    yield open_one
    for page in opened:
        page.close()


@pytest.fixture(scope="package")
def python() -> Iterator[bw.Explorer]:
    """The same Explorer without a page, to ask what Python says."""
    explorer = make_explorer()
    yield explorer
    explorer.close()


@pytest.fixture(scope="package")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same Explorer as a page on disk."""
    explorer = make_explorer()
    try:
        return explorer.save_html(tmp_path_factory.mktemp("pages") / "explorer.html")
    finally:
        explorer.close()


@pytest.fixture(scope="package")
def saved_large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same Explorer for a projector."""
    explorer = make_explorer(size="projector")
    try:
        return explorer.save_html(tmp_path_factory.mktemp("pages") / "projector.html")
    finally:
        explorer.close()


@pytest.fixture
def opened(notebook: Any, voila: Any, saved: Path, offline: Any, python: bw.Explorer) -> Callable[..., Hands]:
    """Open the Explorer in one of the places."""

    def open_in(place: str, **options: Any) -> Hands:
        if place == "saved":
            page = offline(saved, **options)
        else:
            page = {"lab": notebook, "voila": voila}[place]([DATA, SHOW], ready=BAND, **{"height": 1400, **options})
        hands = Hands(page, python)
        for name, value in {
            "group": None,
            "prevalence": None,
            "recalibrated": False,
            "shown": python.comparison.names,
            "spacing": "cost",
            "unit": "probability",
        }.items():
            setattr(python.state, name, value)
        python.table.sort_by, python.table.descending, python.table.more = "rank", False, False
        hands.wait_interval(*INTERVAL)
        hands.agree()
        return hands

    return open_in
