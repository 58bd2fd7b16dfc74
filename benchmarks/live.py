"""What a move of the slider costs: in the kernel, on the wire and in the browser.

    python -m benchmarks.live              # everything; the browser part needs Chromium
    python -m benchmarks.live --kernel     # the kernel and the wire alone

All times are ratios within one run: to ``np.sort`` of a million numbers in the kernel, and in the browser to
a notebook without an Explorer whose slider moves one bqplot line through the kernel.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import comm
import numpy as np
from comm.base_comm import BaseComm
from scipy.special import expit, logit

MOVES = 200


class CountingComm(BaseComm):
    """A connection to nowhere that counts what is sent."""

    sent = 0

    def publish_msg(self, msg_type: str, data: Any = None, buffers: Any = None, **_: Any) -> None:  # noqa: ARG002, D102
        CountingComm.sent += len(json.dumps(data, default=str)) + sum(memoryview(each).nbytes for each in buffers or ())


def seconds(call: Callable[[], Any], repeats: int = 9) -> float:
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def kernel_table() -> None:
    comm.create_comm = CountingComm
    import brierwidgets as bw  # noqa: PLC0415  after the connections have been replaced

    rng = np.random.default_rng(0)
    numbers = rng.random(1_000_000)
    print("| rows | one move, in sorts of a million | bytes a move |\n|---:|---:|---:|")
    for rows in (10_000, 1_000_000, 10_000_000):
        z, noise = rng.normal(size=(2, rows))
        y = rng.random(rows) < expit(z - 3)
        models = {"a": expit(z - 3), "b": expit(1.6 * z - 2.7), "c": expit(0.3 * z - 2.9 + 0.3 * noise)}
        explorer = bw.Explorer(y, models, interval=(0.05, 0.2), zoom=False)
        times, sizes = asyncio.run(drag(explorer))
        sort = seconds(lambda: np.sort(numbers))
        print(f"| {rows:,} | {statistics.median(times) / sort:.3f} | {max(sizes):,} |", flush=True)
        explorer.close()


async def drag(explorer: Any) -> tuple[list[float], list[int]]:
    """Move the upper handle as a hand does; in an event loop, so that what is slow waits, as in a notebook."""
    times, sizes = [], []
    for step in range(MOVES):
        state = {"value": [float(logit(0.05)), float(logit(0.2 + (step % 100) / 150))]}
        message = {"content": {"data": {"method": "update", "state": state, "buffer_paths": []}}, "buffers": []}
        CountingComm.sent = 0
        start = time.perf_counter()
        explorer.slider._track._handle_msg(message)
        times.append(time.perf_counter() - start)
        sizes.append(CountingComm.sent)
    return times, sizes


PLAIN = """
import bqplot, ipywidgets, numpy as np
x = np.linspace(0, 1, 500)
scales = {"x": bqplot.LinearScale(min=0, max=1), "y": bqplot.LinearScale(min=0, max=1)}
line = bqplot.Lines(x=x, y=x * 0.5, scales=scales)
slider = ipywidgets.FloatRangeSlider(value=(-1, 0), min=-7, max=7, step=0.02)
slider.observe(lambda change: setattr(line, "y", x * 0.5 + change.new[1] / 50), "value")
ipywidgets.VBox([slider, bqplot.Figure(marks=[line])])
"""
EXPLORER = """
import numpy as np, brierwidgets as bw
from scipy.special import expit
rng = np.random.default_rng(0)
z, noise = rng.normal(size=(2, 1_000_000))
y = rng.random(z.size) < expit(z - 3)
models = {"a": expit(z - 3), "b": expit(1.6 * z - 2.7), "c": expit(0.3 * z - 2.9 + 0.3 * noise)}
bw.Explorer(y, models, interval=(0.05, 0.2), zoom=False)
"""
CLOCK = """async ({handle, path, moves}) => {
    const slider = document.querySelector(handle), times = [];
    slider.focus();
    for (let move = 0; move < moves; move++) {
        const line = document.querySelector(path);
        const start = performance.now();
        const changed = new Promise(done => {
            const watch = new MutationObserver(() => { watch.disconnect(); done(performance.now()); });
            watch.observe(line, {attributes: true, attributeFilter: ['d']});
        });
        slider.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true}));
        times.push(await changed - start);
        await new Promise(done => setTimeout(done, 60));
    }
    return times;
}"""


def browser_table(moves: int = 60) -> None:
    from tests.browser.lab import LabServer, chromium, open_notebook  # noqa: PLC0415  needs Playwright

    medians = {}
    with tempfile.TemporaryDirectory() as folder, LabServer(Path(folder)) as server, chromium() as browser:
        for name, code, path in (
            ("one bqplot line", PLAIN, ".bqplot path.line"),
            ("Explorer, a million rows", EXPLORER, ".bw-chart path.line[style*='stroke-width: 6']"),
        ):
            page = open_notebook(server, browser, [code], ready=path)
            times = page.page.evaluate(CLOCK, {"handle": ".noUi-handle-upper", "path": path, "moves": moves})
            medians[name] = statistics.median(times[5:])
            page.close()
    base = medians["one bqplot line"]
    print("\n| slider event to changed SVG | ratio |\n|---|---:|")
    for name, median in medians.items():
        print(f"| {name} | {median / base:.2f} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kernel", action="store_true", help="leave the browser out")
    options = parser.parse_args()
    kernel_table()
    if not options.kernel:
        browser_table()


if __name__ == "__main__":
    main()
