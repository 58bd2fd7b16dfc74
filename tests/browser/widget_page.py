"""Chromium, and a page in it that shows widgets: how to wait, drag and take pictures there."""

from __future__ import annotations

import contextlib
import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from playwright.sync_api import Browser, CDPSession, ConsoleMessage, Error, Locator, Page, expect, sync_playwright

__all__ = ["IGNORED_ERRORS", "TIMEOUT", "WidgetPage", "chromium", "find_chromium"]

T = TypeVar("T")
TIMEOUT = 60_000  # milliseconds until something expected counts as missing; machines of CI are slow
expect.set_options(timeout=TIMEOUT)  # for expectations written in the tests, too
IGNORED_ERRORS = (
    "A negative value is not valid",  # bqplot measures itself once before the page has laid it out
    "fontawesome-free",  # Voila's page asks the network for icons; everything works without them
    "reading 'schema'",  # Notebook 7 when it starts: jupyter/notebook#7862
    'property "schema"',  # the same in Firefox's words
)
FLAGS = [
    "--no-sandbox",  # containers run as root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
ERROR_OUTPUTS = ", ".join(
    f'.jp-OutputArea-output[data-mime-type="application/vnd.jupyter.{kind}"]' for kind in ("stderr", "error")
)


def find_chromium() -> str:
    """Return the path of Chromium, or of what the variable CHROMIUM names; say how to get it otherwise."""
    wanted = os.environ.get("CHROMIUM")
    names = [wanted] if wanted else ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
    for name in names:
        if found := shutil.which(name):
            return found
    if wanted:
        raise FileNotFoundError(f"The variable CHROMIUM says {wanted!r}, but there is no such program.")
    raise FileNotFoundError(
        "The browser tests need Chromium, and none was found. Install it with\n"
        "    sudo apt-get install chromium\n"
        "or set the variable CHROMIUM to the path of your Chromium or Chrome, "
        "or leave these tests out with\n    pytest --ignore=tests/browser"
    )


@contextlib.contextmanager
def chromium() -> Iterator[Browser]:
    """Run Chromium without a window."""
    path = find_chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


class WidgetPage:
    """A page with live widgets; `page` is Playwright's own object for whatever has no helper here."""

    def __init__(self, browser: Browser, *, width: int, height: int, page: Page | None = None) -> None:
        if page is None:
            context = browser.new_context(viewport={"width": width, "height": height})
            context.set_default_timeout(TIMEOUT)
            page = context.new_page()
        else:  # one that was used before
            page.set_viewport_size({"width": width, "height": height})
            page.mouse.move(0, 0)
        self.page = page
        self._fingers: CDPSession | None = None
        self._errors: list[str] = []
        self._warnings: list[str] = []
        self.page.on("console", self._note_message)
        self.page.on("pageerror", self._note_error)

    def _note_message(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._errors.append(f"{message.text} ({message.location['url']})")
        elif message.type == "warning":
            self._warnings.append(message.text)

    def _note_error(self, error: Error) -> None:
        self._errors.append(str(error))

    def fingers(self) -> CDPSession:
        """Return what sends touches to the page, which takes them until `leave`."""
        if self._fingers is None:
            self._fingers = self.page.context.new_cdp_session(self.page)
            self._fingers.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
        return self._fingers

    def leave(self) -> None:
        """Stop watching the page, which somebody else will use."""
        if self._fingers is not None:
            self._fingers.detach()
        self.page.remove_listener("console", self._note_message)
        self.page.remove_listener("pageerror", self._note_error)

    def close(self) -> None:
        """Close the page."""
        self.page.context.close()

    def errors(self) -> list[str]:
        """Return what the page complained about so far: console errors and uncaught exceptions."""
        return [error for error in self._errors if not any(known in error for known in IGNORED_ERRORS)]

    def lost(self) -> list[str]:
        """Return which views the page has said that it does not follow."""
        return [warning for warning in self._warnings if "does not follow" in warning]

    def output_errors(self) -> list[str]:
        """Return the tracebacks and the lines of standard error that cells show."""
        return self.page.locator(ERROR_OUTPUTS).all_inner_texts()

    def wait_for(self, css: str) -> Locator:
        """Wait until an element exists. (A flat SVG line has no height, so do not wait to *see* one.)"""
        found = self.page.locator(css).first
        found.wait_for(state="attached")
        return found

    def wait_text(self, css: str, text: str) -> None:
        """Wait until the element contains the text."""
        expect(self.page.locator(css).first).to_contain_text(text, timeout=TIMEOUT)

    def path(self, css: str) -> str:
        """Return the ``d`` of an SVG path."""
        return self.wait_for(css).get_attribute("d") or ""

    def wait_path_change(self, css: str, before: str) -> str:
        """Wait until the ``d`` of an SVG path differs from `before`; return the new one."""
        expect(self.page.locator(css).first).not_to_have_attribute("d", before, timeout=TIMEOUT)
        return self.path(css)

    def drag(self, css: str, dx: float, dy: float = 0, *, steps: int = 15) -> None:
        """Drag the middle of an element by so many pixels, in steps as a hand does."""
        target = self.page.locator(css).first
        target.scroll_into_view_if_needed()
        box = target.bounding_box()
        if box is None:
            raise ValueError(f"{css} is not visible, so it cannot be dragged.")
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + dx, y + dy, steps=steps)
        self.page.mouse.up()

    def at_rest(self, read: Callable[[], T], seconds: float = 0.4) -> T:
        """Read something again and again until it has stayed the same for so long; return it."""
        value, since = read(), time.monotonic()
        end = since + TIMEOUT / 1000
        while time.monotonic() - since < seconds:
            if time.monotonic() > end:
                raise TimeoutError("The page never came to rest.")
            self.page.wait_for_timeout(50)
            if (now := read()) != value:
                value, since = now, time.monotonic()
        return value

    def screenshot(self, path: str | os.PathLike[str] | None = None, element: str | Locator | None = None) -> bytes:
        """Take a picture of the page, or of one element at its full height, once it has come to rest.

        It is taken again and again until two in a row agree.
        """
        if element is None:
            return self._settled(self.page, path)
        target = self.page.locator(element).first if isinstance(element, str) else element
        viewport = self.page.viewport_size or {"width": 1280, "height": 900}
        height = target.evaluate("element => Math.ceil(element.getBoundingClientRect().height)")
        # The notebook scrolls inside the page, so a tall element shows whole only in a tall window.
        self.page.set_viewport_size({"width": viewport["width"], "height": viewport["height"] + height})
        try:
            target.scroll_into_view_if_needed()
            return self._settled(target, path)
        finally:
            self.page.set_viewport_size(viewport)

    @staticmethod
    def _settled(target: Page | Locator, path: str | os.PathLike[str] | None) -> bytes:
        before = b""
        for _ in range(50):
            picture = target.screenshot(animations="disabled")
            if picture == before:
                if path is not None:
                    Path(path).write_bytes(picture)
                return picture
            before = picture
        raise TimeoutError("The page never came to rest: fifty pictures, no two in a row alike.")
