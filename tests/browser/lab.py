"""A notebook in a real browser, as a user sees it.

Used by the tests through the fixtures of ``conftest.py``, and by any script started from the top folder
of the repository (``python -m benchmarks.live``)::

    from tests.browser.lab import LabServer, chromium, open_notebook

    with LabServer(folder) as server, chromium() as browser:
        notebook = open_notebook(server, browser, ["print(1 + 1)"])
        print(notebook.kernel("print(2 + 2)"))
        notebook.close()
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from playwright.sync_api import Browser, ConsoleMessage, Error, Locator, Page, expect, sync_playwright

from tests.browser.servers import LabServer, NotebookServer, VoilaServer

__all__ = [
    "LabServer",
    "NotebookPage",
    "NotebookServer",
    "VoilaServer",
    "WidgetPage",
    "chromium",
    "find_chromium",
    "open_notebook",
    "open_voila",
]

T = TypeVar("T")
TIMEOUT = 60_000  # milliseconds until something expected counts as missing; machines of CI are slow
expect.set_options(timeout=TIMEOUT)  # for expectations written in the tests, too
THEMES = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}
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

    def leave(self) -> None:
        """Stop watching the page, which somebody else will use."""
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


class NotebookPage(WidgetPage):
    """A notebook open in JupyterLab with its kernel."""

    alone = True  # whether nobody may use the page afterwards

    def load(self, url: str) -> None:
        """Go to the address of a notebook and wait until its kernel is there."""
        self.page.goto(url)
        self.wait_until_ready()

    def wait_until_ready(self) -> None:
        """Wait until the notebook is there with its kernel."""
        self.page.wait_for_function("() => window.jupyterapp?.shell?.currentWidget?.sessionContext")
        self._wait_for_kernel()

    def open(self, name: str) -> None:
        """Open another notebook in the JupyterLab that is there: many times faster than to load that anew."""
        self.page.evaluate(
            """async (path) => {
                const opened = await window.jupyterapp.commands.execute('docmanager:open', {path});
                window.jupyterapp.shell.activateById(opened.id);
            }""",
            name,
        )
        self.page.wait_for_function("name => window.jupyterapp.shell.currentWidget?.context?.path === name", arg=name)
        self._wait_for_kernel()

    def _wait_for_kernel(self) -> None:
        self.page.evaluate(
            """async () => {
                const {context, sessionContext} = window.jupyterapp.shell.currentWidget;
                await context.ready;
                await sessionContext.ready;
            }"""
        )

    def set_theme(self, theme: str) -> None:
        """Change to the light or the dark theme, and wait until it shows."""
        self.page.evaluate(
            "theme => window.jupyterapp.commands.execute('apputils:change-theme', {theme})", THEMES[theme]
        )
        self.page.wait_for_function("theme => document.body.dataset.jpThemeName === theme", arg=THEMES[theme])

    def run_all(self, *, allow_errors: bool = False) -> None:
        """Run every cell and wait for the last one to end; raise when one failed or wrote to standard error."""
        self.page.evaluate("() => window.jupyterapp.commands.execute('notebook:run-all-cells')")
        if not allow_errors and (wrong := self.output_errors()):
            raise RuntimeError("A cell of the notebook failed:\n" + "\n".join(wrong))

    def kernel(self, code: str) -> str:
        """Run code in the notebook's kernel, beside its cells; return what it printed."""
        printed, error = self.page.evaluate(
            """async code => {
                const session = window.jupyterapp.shell.currentWidget.sessionContext.session;
                const future = session.kernel.requestExecute({code, store_history: false});
                let printed = '', error = '';
                future.onIOPub = ({header, content}) => {
                    if (header.msg_type === 'stream') printed += content.text;
                    if (header.msg_type === 'error') error = content.ename + ': ' + content.evalue;
                };
                await future.done;
                return [printed, error];
            }""",
            code,
        )
        if error:
            raise RuntimeError(f"The kernel answered {error}")
        return printed.strip()

    @contextlib.contextmanager
    def busy_kernel(self) -> Iterator[None]:
        """Keep the kernel busy until the block ends, and wait then until it has come to an end of it."""
        with tempfile.TemporaryDirectory() as folder:
            started, free = (Path(folder, name) for name in ("started", "free"))
            self.page.evaluate(
                """code => {
                    const session = window.jupyterapp.shell.currentWidget.sessionContext.session;
                    session.kernel.requestExecute({code, store_history: false});
                }""",
                "import pathlib, time\n"
                f"pathlib.Path({str(started)!r}).touch()\n"
                f"while pathlib.Path({folder!r}).exists() and not pathlib.Path({str(free)!r}).exists():\n"
                "    time.sleep(0.02)",
            )
            for _ in range(TIMEOUT // 50):
                if started.exists():
                    break
                self.page.wait_for_timeout(50)
            else:
                raise TimeoutError("The kernel did not start what would keep it busy.")
            try:
                yield
            finally:
                free.touch()
            self.kernel("")

    def wait_kernel(self, code: str, printed: str) -> None:
        """Wait until code prints this in the kernel."""
        for _ in range(300):
            answer = self.kernel(code)
            if answer == printed:
                return
            self.page.wait_for_timeout(100)
        raise TimeoutError(f"{code} never printed {printed!r}, but {answer!r}.")

    def interval(self, name: str, css: str = ".bw-slider") -> tuple[float, float]:
        """Return the interval of a widget once Python has heard what the page shows, which is a little later."""
        for _ in range(100):
            shown = tuple(map(float, (self.wait_for(css).get_attribute("data-interval") or "").split(",")))
            heard = tuple(map(float, self.kernel(f"print(*{name}.interval)").split()))
            if shown == heard:
                return heard
            self.page.wait_for_timeout(100)
        raise TimeoutError(f"The page shows the interval {shown}, but {name}.interval is {heard}.")

    def output(self, cell: int = -1) -> Locator:
        """Return the output area of a code cell; the last one unless said otherwise."""
        return self.page.locator(".jp-CodeCell").nth(cell).locator(".jp-Cell-outputArea")

    def screenshot_output(self, path: str | os.PathLike[str] | None = None, *, cell: int = -1) -> bytes:
        """Take a picture of everything a code cell shows, at its full height."""
        return self.screenshot(path, self.output(cell))

    def leave(self) -> None:
        """Shut the kernel down and close the notebook; JupyterLab stays."""
        self.page.evaluate(
            """async () => {
                const {currentWidget} = window.jupyterapp.shell;
                await currentWidget.sessionContext.shutdown();
                currentWidget.dispose();
            }"""
        )
        super().leave()

    def close(self) -> None:
        """Shut the kernel down and close the page."""
        try:
            self.page.evaluate("() => window.jupyterapp?.shell?.currentWidget?.sessionContext?.shutdown()")
        finally:
            super().close()


def open_notebook(
    server: LabServer,
    browser: Browser,
    notebook: Sequence[str] | str | os.PathLike[str],
    *,
    ready: str | None = None,
    theme: str = "light",
    width: int = 1280,
    height: int = 900,
    sidebar: bool = False,
    allow_errors: bool = False,
    run: bool = True,
    page: Page | None = None,
) -> NotebookPage:
    """Open a notebook file, or a list of code cells, and run all of it.

    Parameters
    ----------
    server, browser
        Where it runs.
    notebook
        The path of a file, which is copied, or the sources of the code cells.
    ready
        Wait until this CSS selector exists.
    theme
        "light" or "dark".
    width, height
        Size of the page in pixels.
    sidebar
        Leave JupyterLab's file browser open; closed, the notebook has the whole width.
    allow_errors
        Do not raise when a cell fails or writes to standard error.
    run
        Whether its cells are run; else it stays as it was saved.
    page
        A page in which JupyterLab runs already; a fresh one otherwise.
    """
    opened = NotebookPage(browser, width=width, height=height, page=page)
    try:
        name = server.add(notebook)
        if page is None:
            opened.load(server.page(name))
        else:
            opened.open(name)
        side = "expandLeft" if sidebar else "collapseLeft"
        opened.page.evaluate("side => window.jupyterapp.shell[side]()", side)
        opened.set_theme(theme)
        if run:
            opened.run_all(allow_errors=allow_errors)
        if ready:
            opened.wait_for(ready)
    except BaseException:
        opened.close()
        raise
    return opened


def open_voila(
    server: VoilaServer,
    browser: Browser,
    notebook: Sequence[str] | str | os.PathLike[str],
    *,
    ready: str | None = None,
    theme: str = "light",
    width: int = 1280,
    height: int = 900,
) -> WidgetPage:
    """Open a notebook file, or a list of code cells, as an application; parameters as for `open_notebook`."""
    opened = WidgetPage(browser, width=width, height=height)
    try:
        opened.page.goto(server.url(f"voila/render/{server.add(notebook)}", theme=theme))
        if ready:
            opened.wait_for(ready)
    except BaseException:
        opened.close()
        raise
    return opened
