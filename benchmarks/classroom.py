"""A class on one server: how long until every student has a working lesson, and what it costs.

    python -m benchmarks.classroom --students 30

It starts ``brierwidgets class --local`` (127.0.0.1 only), opens the lesson in so many private browser contexts within
ten seconds, drags the slider of each, closes all, and stops by itself. At most 40 students and 15 minutes.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil
from playwright.sync_api import Page

from tests.browser.lab import chromium
from tests.browser.servers import free_port, private_environment

ROOT = Path(__file__).resolve().parents[1]
LESSON = ROOT / "notebooks" / "lesson-50-minutes.ipynb"
ANSWERS = ["3%", "1:19", "97", None]  # None: the first choice
OPENING = 10.0  # seconds within which all open
LIMIT = 900.0  # seconds after which the benchmark gives up
WATCH = """() => {
  // From a move of the pointer to the changed verdict, in ms; the page answers, so no server is in between.
  const verdict = [...document.querySelectorAll(".bw-verdict")].find((each) => each.offsetParent);
  window.took = [];
  let moved = null;
  document.addEventListener("pointermove", () => { moved ??= performance.now(); }, true);
  new MutationObserver(() => {
    if (moved !== null) window.took.push(performance.now() - moved);
    moved = null;
  }).observe(verdict.closest(".bw-root"), { subtree: true, childList: true, characterData: true });
}"""


def main() -> None:
    """Measure, and print what came out beside the bars."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--students", type=int, default=30, choices=range(1, 41), metavar="N")
    students = parser.parse_args().students
    deadline = time.monotonic() + LIMIT
    with tempfile.TemporaryDirectory(prefix="brierwidgets-class-") as folder:
        port = free_port()
        home = Path(folder)
        command = [sys.executable, "-m", "brierwidgets", "class", str(LESSON), "--local", "--no-browser"]
        command += [f"--port={port}", f"--students={students}", "--word=bench-mark"]
        log = home / "log.txt"
        with log.open("wb") as out:
            environment = {**private_environment(home / "jupyter"), "HOME": folder, "PYTHONPATH": str(ROOT)}
            server = subprocess.Popen(  # noqa: S603
                command, cwd=ROOT, env=environment, stdout=out, stderr=subprocess.STDOUT, start_new_session=True
            )
        try:
            measure(server, log, f"http://127.0.0.1:{port}/", students, deadline)
        finally:
            server.send_signal(signal.SIGINT)
            try:
                server.wait(60)
            except subprocess.TimeoutExpired:
                os.killpg(server.pid, signal.SIGKILL)


def measure(server: subprocess.Popen[bytes], log: Path, url: str, students: int, deadline: float) -> None:
    """Open, drag and close the lesson of every student."""
    begun = time.monotonic()
    while "ready. Let the class in" not in log.read_text(errors="replace"):
        if server.poll() is not None or time.monotonic() > deadline:
            raise SystemExit(log.read_text(errors="replace"))
        time.sleep(0.2)
    print(f"{students} students, {os.cpu_count()} processors")
    print(f"pythons ready after     {time.monotonic() - begun:6.1f} s")
    at_start = memory(server)
    print(f"memory at the start     {at_start / 1000:6.2f} GB (bar: under 6)")
    with chromium() as browser:
        pages = []
        first = time.monotonic()
        for number in range(students):
            context = browser.new_context(viewport={"width": 1280, "height": 800})
            page = context.new_page()
            page.goto(f"{url}login?next=%2F")
            page.fill("#word", "bench mark")
            opened = time.monotonic()
            page.evaluate("() => { document.querySelector('button').click(); }")  # do not wait for the lesson
            pages.append((page, opened))
            time.sleep(max(0.0, first + (number + 1) * OPENING / students - time.monotonic()))
        print(f"all opened within       {time.monotonic() - first:6.1f} s (meant: {OPENING:g})")
        waits, blank = [], 0
        for page, opened in pages:
            try:
                page.wait_for_selector(".bw-question", timeout=max(1.0, 1000 * (deadline - time.monotonic())))
                waits.append(time.monotonic() - opened)  # an upper bound: pages are looked at one after another
            except Exception:  # noqa: BLE001  # a page that stays blank is what is counted
                blank += 1
        print(f"a working lesson after  {describe(waits)} s (bar: p95 under 90)")
        print(f"blank pages             {blank:6d} (bar: 0)")
        print(f"memory with all here    {memory(server) / 1000:6.2f} GB (bar: under 6)")
        dragged = [took for page, _ in pages[: len(pages) - blank] for took in drag(page)]
        print(f"slider to verdict       {describe(dragged)} ms (bar: p95 under 100)")
        for page, _ in pages:
            page.close(run_before_unload=True)
        closed = time.monotonic()
        while memory(server) > at_start and time.monotonic() < min(closed + 120, deadline):
            time.sleep(1)
        waited, left = time.monotonic() - closed, memory(server) / 1000
        print(f"memory {waited:5.1f} s later    {left:6.2f} GB (bar: that of the start)")
    came = len(re.findall(r"student \d+ came", log.read_text(errors="replace")))
    print(f"lines of students       {came:6d}")


def drag(page: Page) -> list[float]:
    """Go to the step with the Explorer and drag its slider; return how long each move took to show, in ms."""
    for answer in ANSWERS:
        question = page.locator(".bw-question")
        if answer is None:
            question.locator("input[type=radio]").first.click()
        else:
            question.locator("input").fill(answer)
        page.get_by_role("button", name="Commit my answer").click()
        before = page.locator(".bw-progress").inner_text()
        page.get_by_role("button", name="Next").click()
        page.wait_for_function(
            "before => !document.querySelector('.bw-progress').textContent.startsWith(before)",
            arg=before.split(" ·")[0],
        )
    page.wait_for_selector(".bw-verdict strong")
    page.wait_for_function("() => document.querySelector('.bw-root')?.dataset.interval")
    page.evaluate(WATCH)
    handle = page.locator(".bw-handle-upper:visible").first
    handle.scroll_into_view_if_needed()
    box = handle.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(1, 21):
        page.mouse.move(x + 9 * step, y)
    page.mouse.up()
    return page.evaluate("() => window.took")


def memory(server: subprocess.Popen[bytes]) -> float:
    """Return what the server and its kernels hold, in MB; what several share counts once, where the system tells."""
    process = psutil.Process(server.pid)
    total = 0
    for each in (process, *process.children(recursive=True)):
        try:
            told = each.memory_full_info()
            total += getattr(told, "pss", told.rss)
        except psutil.NoSuchProcess:
            continue
    return total / 1e6


def describe(values: list[float]) -> str:
    """Return median and 95th percentile."""
    if len(values) < 2:
        return f"{values[0] if values else float('nan'):6.1f}"
    return f"{statistics.median(values):6.1f} median, {statistics.quantiles(values, n=20)[-1]:.1f} p95"


if __name__ == "__main__":
    main()
