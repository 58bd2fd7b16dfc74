"""A line that says an engine is still at work."""

from __future__ import annotations

import sys
import threading
import time
from types import TracebackType
from typing import Self, TextIO

__all__ = ["Progress"]


class Progress:
    """Show a line with the seconds passed while the body of a ``with`` statement runs.

    Parameters
    ----------
    doing
        What is under way.
    shown
        True shows the line from the start, False never, None once the work has taken `patience` seconds.
    stream
        Where to write: the output of the cell in a notebook, standard error elsewhere, unless given.
    patience, every
        Seconds before the line appears, and between two updates.
    """

    def __init__(
        self,
        doing: str,
        *,
        shown: bool | None = None,
        stream: TextIO | None = None,
        patience: float = 2.0,
        every: float = 1.0,
    ) -> None:
        self._doing = doing
        self._shown = shown is not False
        self._patience = 0.0 if shown else patience
        self._every = every
        self._stream = stream or (sys.stdout if _in_notebook() else sys.stderr)
        self._finished = threading.Event()
        self._thread = threading.Thread(target=self._tell, daemon=True)

    def __enter__(self) -> Self:
        self._start = time.monotonic()
        if self._shown:
            self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._finished.set()
        if self._shown:
            self._thread.join()

    def _tell(self) -> None:
        if self._finished.wait(self._patience):
            return
        running = True
        while running:
            self._write("")
            running = not self._finished.wait(self._every)
        self._write(", done\n")

    def _write(self, end: str) -> None:
        self._stream.write(f"\r{self._doing}: {time.monotonic() - self._start:.0f} s{end}")
        self._stream.flush()


def _in_notebook() -> bool:
    ipython = sys.modules.get("IPython")
    return ipython is not None and hasattr(ipython.get_ipython(), "kernel")
