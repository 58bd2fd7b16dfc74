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
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page

from tests.browser.servers import LabServer, NotebookServer, VoilaServer
from tests.browser.widget_page import TIMEOUT, WidgetPage, chromium, find_chromium

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

UNFINISHED = "Canceled future for create_subshell_request message before replies were done"
THEMES = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}


class NotebookPage(WidgetPage):
    """A notebook open in JupyterLab with its kernel."""

    alone = True  # whether nobody may use the page afterwards
    restarted = False  # whether its kernel was

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

    def restart(self) -> None:
        """Restart the kernel and wait until it is there again."""
        self.restarted = True
        self.page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()")

    def errors(self) -> list[str]:
        """Return what the page complained about, but for JupyterLab's own unfinished request to a restarted kernel."""
        return [error for error in super().errors() if not (self.restarted and UNFINISHED in error)]

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
