"""Fixtures for tests in a real browser; the classes behind them are in ``lab.py``.

They live as long as this folder's tests and no longer: Playwright keeps an event loop running in the main
thread, which code of other tests must not find there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

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


@pytest.fixture
def notebook(browser: Browser, lab_server: LabServer) -> Iterator[Callable[..., NotebookPage]]:
    """Open notebooks: ``notebook([code, ...] or path, ready=css, theme="dark", width=800)``."""
    opened: list[NotebookPage] = []

    def open_one(cells: Any, **options: Any) -> NotebookPage:
        opened.append(open_notebook(lab_server, browser, cells, **options))
        return opened[-1]

    yield open_one
    for page in opened:
        page.close()


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
