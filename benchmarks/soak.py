"""Half an hour of one hand on one Explorer: whether the memory of the page and of Python stays flat.

    python -m benchmarks.soak                # 30 minutes; needs Chromium
    python -m benchmarks.soak --minutes 5 --rows 1000000
    python -m benchmarks.soak --minutes 5 --again    # run the cell again after every round

In a real JupyterLab the mouse pulls the upper handle to and fro, one move every frame, and lets go every ten seconds.
Each round ends with another tab and a click on *Zoom*. Garbage is collected before memory is read.
The first fifth of the rounds warms up; what counts is the largest reading after it, as a ratio to the smallest.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import CDPSession, Page

from benchmarks.live import DATA, LINE, PAGE
from tests.browser.lab import LabServer, NotebookPage, chromium, open_notebook

#: Memory that grows by more than this share after the warm-up is a leak.
ALLOWED = 1.15
COUNT = """
import gc, psutil, ipywidgets
gc.collect()
print(psutil.Process().memory_info().rss / 1e6, len(ipywidgets.widgets.widget._instances))
"""


class Reading(NamedTuple):
    """What is in use after a round: megabytes of the page and of Python, elements, widgets; and moves so far."""

    page: float
    elements: int
    python: float
    widgets: int
    moves: int


def pull(page: Page, seconds: float) -> int:
    """Pull the upper handle to and fro for a while; return the number of moves."""
    handle = page.locator(".bw-handle-upper").first
    handle.scroll_into_view_if_needed()
    box = handle.bounding_box()
    if box is None:
        raise RuntimeError("The slider has no upper handle on the screen.")
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    moves, end = 0, time.monotonic() + seconds
    while time.monotonic() < end:
        moves += 1
        page.mouse.move(x + abs(moves % 200 - 100), y)
    page.mouse.move(x, y)
    page.mouse.up()
    return moves


def read(notebook: NotebookPage, session: CDPSession, moves: int) -> Reading:
    """Collect garbage on both sides, and read what is left."""
    session.send("HeapProfiler.collectGarbage")
    heap = session.send("Runtime.getHeapUsage")["usedSize"] / 1e6
    elements = session.send("Memory.getDOMCounters")["nodes"]
    python, widgets = notebook.kernel(COUNT).split()
    return Reading(heap, elements, float(python), int(widgets), moves)


def soak(minutes: float, rows: int, round_seconds: float, *, again: bool) -> list[Reading]:
    """Open a notebook and do round after round."""
    readings, moves, end = [], 0, time.monotonic() + 60 * minutes
    with tempfile.TemporaryDirectory() as folder, LabServer(Path(folder)) as server, chromium() as browser:
        notebook = open_notebook(server, browser, [DATA.format(rows=rows), PAGE], ready=LINE, height=1200)
        page = notebook.page
        session = page.context.new_cdp_session(page)
        session.send("HeapProfiler.enable")
        tabs = page.locator(".bw-root [role=tab]:visible")
        for number in [*range(tabs.count()), 0]:  # each chart is built when its tab is first opened
            tabs.nth(number).click()
            page.wait_for_timeout(1000)
        print(f"{'round':>5} {'moves':>8} {'page MB':>8} {'nodes':>8} {'Python MB':>9} {'widgets':>7}", flush=True)
        while time.monotonic() < end:
            round_end = time.monotonic() + round_seconds
            while time.monotonic() < round_end:
                moves += pull(page, min(10.0, round_seconds))
            tabs.nth(len(readings) % tabs.count()).click()
            tabs.first.click()
            page.get_by_role("button", name="Zoom to interval").first.click()
            if again:
                notebook.run_all()
                notebook.wait_for(LINE)
            readings.append(read(notebook, session, moves))
            page_mb, elements, python, widgets, _ = readings[-1]
            print(
                f"{len(readings):5} {moves:8,} {page_mb:8.1f} {elements:8,} {python:9.1f} {widgets:7}",
                flush=True,
            )
        notebook.close()
    return readings


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--round", type=float, default=60.0, help="seconds between two readings")
    parser.add_argument("--again", action="store_true", help="run the cell again after every round")
    given = parser.parse_args()
    readings = soak(given.minutes, given.rows, given.round, again=given.again)
    warm = readings[len(readings) // 5 :]
    grown = {
        name: max(getattr(reading, name) for reading in warm) / min(getattr(reading, name) for reading in warm)
        for name in ("page", "elements", "python", "widgets")
    }
    print(", ".join(f"{name} {ratio:.2f}x" for name, ratio in grown.items()))
    leaks = [name for name, ratio in grown.items() if ratio > ALLOWED]
    if leaks:
        raise SystemExit(f"Not flat: {', '.join(leaks)} grew to more than {ALLOWED} times.")


if __name__ == "__main__":
    main()
