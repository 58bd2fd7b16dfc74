"""A class on one server: how long until every student has a working lesson, and what it costs.

    python -m benchmarks.classroom --students 30

It starts ``brierwidgets class --local`` (127.0.0.1 only), opens the lesson in so many private browser contexts within
ten seconds, lets all answer six questions and drag their sliders at once, closes all, and stops by itself. At most 40
students and 15 minutes. The browsers run on the same machine, and take more of it than the server does: students have
a computer each. So the drag is measured twice: with every browser drawing on these processors, and with as many
browsers as there are processors, while all others drag, too, with nothing painted. A page sends its Python one message
when the hand lets go, so these let go once a second, which asks more of the server than a hand that keeps dragging.
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
from playwright.sync_api import Browser, Error, Page

from tests.browser.lab import chromium
from tests.browser.servers import free_port, private_environment

ROOT = Path(__file__).resolve().parents[1]
LESSON = ROOT / "notebooks" / "lesson-50-minutes.ipynb"
#: Answers to the questions before the Explorer with its verdict; None: the first choice.
ANSWERS = ["3%", "1:19", "97", None, "0", "2.7"]
OPENING = 10.0  # seconds within which all open
LIMIT = 900.0  # seconds after which the benchmark gives up
MOVES, PAUSE = 30, 200  # moves of a slider that is dragged, and milliseconds between two
RESTS, WAIT = 6, 1000  # moves of a slider that is let go after each, and milliseconds between two
#: In every page from the start: notes when the first question is there, and counts what is sent to Python.
READY = """() => {
  const { send } = WebSocket.prototype;
  window.sent = 0;
  WebSocket.prototype.send = function (data) {
    if (this.url.includes("/channels")) window.sent += 1;
    return send.call(this, data);
  };
  const look = () => {
    const buttons = [...document.querySelectorAll(".bw-question button")];
    if (buttons.some((button) => button.checkVisibility())) window.ready_at = Date.now();
    else setTimeout(look, 50);
  };
  look();
}"""
#: What a student does; it makes `window.go` and `window.drag`.
STUDENT = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")


def main() -> None:
    """Measure, and print what came out beside the bars."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--students", type=int, default=30, choices=range(1, 41), metavar="N")
    students = parser.parse_args().students
    deadline = time.monotonic() + LIMIT
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("Stopped."))  # and the server with it
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
        pages = open_all(browser, url, students)
        blank = wait_for_all(pages, deadline)
        print(f"memory with all here    {memory(server) / 1000:6.2f} GB (bar: under 6)")
        everybody_works(server, [page for page, _ in pages if page not in blank])
        for page, _ in pages:
            page.close(run_before_unload=True)  # as a hand closes a tab
        closed = time.monotonic()
        while memory(server) > at_start and time.monotonic() < min(closed + 120, deadline):
            time.sleep(1)
        waited, left = time.monotonic() - closed, memory(server) / 1000
        print(f"memory {waited:5.1f} s later    {left:6.2f} GB (bar: that of the start)")
    came = len(re.findall(r"student \d+ came", log.read_text(errors="replace")))
    print(f"lines of students       {came:6d}")
    print(f"load of the machine     {os.getloadavg()[0]:6.1f} (the last minute; the browsers run on it, too)")


def open_all(browser: Browser, url: str, students: int) -> list[tuple[Page, float]]:
    """Open the lesson for everybody within ten seconds; return the pages and when each was asked for."""
    pages = []
    doors = []
    for _ in range(students):
        page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
        page.add_init_script(f"({READY})()")
        page.goto(f"{url}login?next=%2F")
        page.fill("#word", "bench mark")
        doors.append(page)
    first = time.monotonic()
    for number, page in enumerate(doors):
        pages.append((page, time.time()))
        page.evaluate(
            "() => { setTimeout(() => document.querySelector('button').click()); }"
        )  # do not wait for the lesson
        time.sleep(max(0.0, first + (number + 1) * OPENING / students - time.monotonic()))
    print(f"all opened within       {time.monotonic() - first:6.1f} s (meant: {OPENING:g})")
    return pages


def wait_for_all(pages: list[tuple[Page, float]], deadline: float) -> list[Page]:
    """Wait until every page asks its first question; return those that never do."""
    waits, blank = [], []
    for page, opened in pages:
        try:
            left = max(1.0, 1000 * (deadline - time.monotonic()))
            page.wait_for_selector(".bw-question button:visible", timeout=left)
            waits.append(page.evaluate("() => window.ready_at") / 1000 - opened)
        except Error:  # a page that stays blank is what is counted
            blank.append(page)
    print(f"a working lesson after  {describe(waits)} s (bar: p95 under 90)")
    print(f"blank pages             {len(blank):6d} (bar: 0)")
    return blank


def everybody_works(server: subprocess.Popen[bytes], pages: list[Page]) -> None:
    """Let all answer the first questions at once, then drag their sliders at once."""
    for page in pages:
        page.evaluate(STUDENT, [ANSWERS])
        page.evaluate("() => { window.gone = window.go(); }")
    begun = time.monotonic()
    for page in pages:
        page.evaluate("() => window.gone")
    print(f"six questions answered  {time.monotonic() - begun:6.1f} s, all at once")
    for dragging in sorted({len(pages), min(os.cpu_count() or 1, len(pages))}, reverse=True):
        before, begun = processor_time(server), time.monotonic()
        took, sent = drag(pages, dragging)
        share = (processor_time(server) - before) / (time.monotonic() - begun)
        shown = [wait for wait in took if wait is not None]
        others = len(pages) - dragging
        print(f"slider to verdict, {dragging} drawn and dragging at {1000 / PAUSE:g} moves a second:")
        if others:
            print(f"  and {others} more, not painted, that let go {1000 / WAIT:g} times a second")
        print(f"                        {describe(shown)} ms (bar: p95 under 100)")
        print(f"  moves that showed     {len(shown):6d} of {len(took)}")
        drawn, rest = (statistics.mean(part) if part else 0.0 for part in (sent[:dragging], sent[dragging:]))
        seconds = MOVES * PAUSE / 1000
        print(f"  messages to Python    {drawn:6.1f} of each that is drawn in {seconds:g} s, {rest:.1f} of each other")
        print(f"  server and Pythons    {share:6.0%} of a processor")


def drag(pages: list[Page], dragging: int) -> tuple[list[float | None], list[int]]:
    """Have the first so many drag, and all others let go after each move.

    Return what the moves of the first took, and how many messages each page has sent.
    """
    begin = 1000 * (time.time() + 2 + 0.1 * len(pages))
    for number, page in enumerate(pages):
        lets_go = number >= dragging
        moves, pause = (RESTS, WAIT) if lets_go else (MOVES, PAUSE)
        apart = pause * number / len(pages)  # thirty hands do not move in step
        hand = {"begin": begin + apart, "moves": moves, "pause": pause, "lets_go": lets_go}
        page.evaluate("(hand) => { window.dragged = window.drag(hand); }", hand)
    found = [page.evaluate("() => window.dragged") for page in pages]
    return [wait for page in found[:dragging] for wait in page["took"]], [page["sent"] for page in found]


def tree(server: subprocess.Popen[bytes]) -> list[psutil.Process]:
    """Return the server and its Pythons."""
    process = psutil.Process(server.pid)
    return [process, *process.children(recursive=True)]


def processor_time(server: subprocess.Popen[bytes]) -> float:
    """Return the seconds of processor time that the server and its Pythons have taken."""
    return sum(sum(process.cpu_times()[:2]) for process in tree(server) if process.is_running())


def memory(server: subprocess.Popen[bytes]) -> float:
    """Return what the server and its kernels hold, in MB; what several share counts once, where the system tells."""
    total = 0
    for process in tree(server):
        try:
            memory = process.memory_full_info()
            total += getattr(memory, "pss", memory.rss)
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
