"""What a move of the hand costs: through the kernel and in the page, side by side in one run.

    python -m benchmarks.live              # 10,000, a million and ten million rows; needs Chromium
    python -m benchmarks.live 10000        # other numbers of rows

The page path is the Explorer as it is. The kernel path is the same Explorer with the page's engine taken out and the
slider telling Python of every move, so that Python draws each one. Both are driven by the same 300 pointer moves,
at most one every sixtieth of a second, on the upper handle. A move counts as shown when the thick line's SVG changed
before the next move; its delay is that from the pointer to the next change, which flatters the kernel path: there the
change may be an earlier move's.
Times of Python are ratios to ``np.sort`` of a million numbers in the same run.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from playwright.sync_api import Browser
from scipy.special import expit

import brierwidgets as bw
from brierwidgets.core.tables import build_tables
from tests.browser.lab import LabServer, chromium, open_notebook

MOVES = 300
ROWS = (10_000, 1_000_000, 10_000_000)
FRAME = 1 / 60
DATA = """
import numpy as np, brierwidgets as bw
from scipy.special import expit
rng = np.random.default_rng(0)
z, noise = rng.normal(size=(2, {rows}))
y = rng.random(z.size) < expit(z - 3)
models = {{"a": expit(z - 3), "b": expit(1.6 * z - 2.7), "c": expit(0.3 * z - 2.9 + 0.3 * noise)}}
"""
PAGE = 'explorer = bw.Explorer(y, models, interval=("5%", "20%"), zoom=False)\nexplorer'
KERNEL = """
explorer = bw.Explorer(y, models, interval=("5%", "20%"), zoom=False)
explorer.children = [child for child in explorer.children if child is not explorer.engine]
explorer.engine.close()
explorer.slider.continuous_update = True
explorer
"""
LINE = ".bw-chart path.line[style*='stroke-width: 6']"
#: Notes when the pointer moves, when the line changes, and what is sent to the kernel's widgets.
WATCH = """line => {
    window.watched = {moves: [], changes: [], messages: 0, bytes: 0};
    const {moves, changes} = window.watched;
    document.addEventListener('pointermove', () => moves.push(performance.now()), true);
    new MutationObserver(() => changes.push(performance.now()))
        .observe(document.querySelector(line), {attributes: true, attributeFilter: ['d']});
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (data) {
        const text = typeof data === 'string' ? data : new TextDecoder().decode(data);
        if (text.includes('"comm_msg"')) {
            window.watched.messages += 1;
            window.watched.bytes += data.byteLength ?? data.length;
        }
        return send.call(this, data);
    };
}"""


class Drag(NamedTuple):
    """What one drag of 300 moves gave."""

    shown: float
    median: float
    p95: float
    messages: int
    sent: int


def seconds(call: Callable[[], Any], repeats: int = 5) -> float:
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def table_build(rows: int) -> tuple[float, int]:
    """Return how long the first tables of the page take, in sorts of a million numbers, and their bytes.

    A first move has been made, as in any view that is shown; tables of a model are kept, so later ones cost nothing.
    """
    rng = np.random.default_rng(0)
    numbers = rng.random(1_000_000)
    z, noise = rng.normal(size=(2, rows))
    y = rng.random(rows) < expit(z - 3)
    models = {"a": expit(z - 3), "b": expit(1.6 * z - 2.7), "c": expit(0.3 * z - 2.9 + 0.3 * noise)}
    times = []
    for _ in range(3):
        cases = bw.Comparison(y, models)
        cases.scores((0.05, 0.2))
        start = time.perf_counter()
        tables = build_tables(dict(cases.items()), cases.rows)
        times.append(time.perf_counter() - start)
    return statistics.median(times) / seconds(lambda: np.sort(numbers)), len(tables.data)


def drag(server: LabServer, browser: Browser, rows: int, show: str) -> Drag:
    """Pull the handle in a notebook of its own."""
    notebook = open_notebook(server, browser, [DATA.format(rows=rows), show], ready=LINE)
    try:
        page = notebook.page
        notebook.kernel("1")  # whatever the cells left to do is done
        handle = page.locator(".bw-handle-upper").bounding_box()
        if handle is None:
            raise RuntimeError("The slider has no upper handle on the screen.")
        x, y = handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 4, y)
        page.wait_for_timeout(1000)
        page.evaluate(WATCH, LINE)
        start = time.monotonic()
        for move in range(1, MOVES + 1):
            page.mouse.move(x + 4 + 2 * (move if 2 * move <= MOVES else MOVES - move), y)
            time.sleep(max(0.0, start + move * FRAME - time.monotonic()))
        page.wait_for_timeout(1000)
        watched = page.evaluate("window.watched")
        page.mouse.up()
    finally:
        notebook.close()
    moves, changes = np.array(watched["moves"]), np.array([*watched["changes"], np.inf])
    first = changes[np.searchsorted(changes, moves)]
    late = np.minimum(first - moves, 1000)
    shown = float(np.mean(first < np.array([*moves[1:], np.inf])))
    return Drag(shown, *np.quantile(late, [0.5, 0.95]), watched["messages"], watched["bytes"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="*", type=int, default=list(ROWS), help="numbers of rows")
    options = parser.parse_args()
    print(
        "| rows | path | moves shown | pointer to SVG, median / p95 | to the kernel | tables, in sorts of a million |"
    )
    print("|---:|---|---:|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as folder, LabServer(Path(folder)) as server, chromium() as browser:
        for rows in options.rows:
            build, size = table_build(rows)
            for path, show in (("kernel", KERNEL), ("page", PAGE)):
                made = drag(server, browser, rows, show)
                tables = f"{build:.1f} ({size / 1000:.0f} kB)" if path == "page" else ""
                print(
                    f"| {rows:,} | {path} | {made.shown:.0%} | {made.median:.1f} / {made.p95:.1f} ms "
                    f"| {made.messages} messages, {made.sent:,} bytes | {tables} |",
                    flush=True,
                )


if __name__ == "__main__":
    main()
