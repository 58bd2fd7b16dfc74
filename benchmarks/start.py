"""From a new process to an Explorer that can be shown: ``python benchmarks/start.py``.

Seconds of the wall clock, the median of several processes, beside what importing its foundations takes alone.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

RUNS = 7
FOUNDATIONS = "import numpy, pandas, ipywidgets, bqplot, anywidget"
EXPLORER = """
import brierwidgets as bw
explorer = bw.Explorer([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8], "b": [0.2, 0.3, 0.5, 0.9]})
explorer._repr_mimebundle_()
"""


def seconds(code: str) -> float:
    """Return how long a new process takes to run some code, the median of several."""
    taken = []
    for _ in range(RUNS):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)  # noqa: S603
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)


def main() -> None:
    """Print the table."""
    bare, foundations, shown = seconds("pass"), seconds(FOUNDATIONS), seconds(EXPLORER)
    print("| a new process | seconds | of its foundations |\n|---|---:|---:|")
    for what, took in (("bare Python", bare), (f"`{FOUNDATIONS}`", foundations), ("an Explorer, shown", shown)):
        print(f"| {what} | {took:.2f} | {took / foundations:.2f} |")


if __name__ == "__main__":
    main()
