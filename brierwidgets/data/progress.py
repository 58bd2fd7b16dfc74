"""A line that says that work is still going on, and how far it is."""

from __future__ import annotations

import sys
import threading
import time
from typing import Self, TextIO

__all__ = ["Progress", "message_stream"]


class Progress:
    """Show a line with the seconds passed while the body of a ``with`` statement runs.

    Work that is counted calls it as ``progress(done, total)``; the line then says how far it is.

    Parameters
    ----------
    doing
        What is under way.
    shown
        True shows the line from the start, False never, None once the work has taken `patience` seconds.
    stream
        Where to write: the output of the cell in a notebook, standard error elsewhere, unless given.
    patience, pause
        Seconds before the line appears, and between two updates.

    Examples
    --------
    >>> with Progress("Resampling", shown=True, stream=sys.stdout) as progress:
    ...     progress(2, 2)  # doctest: +ELLIPSIS
    Resampling: ...
    """

    def __init__(
        self,
        doing: str,
        *,
        shown: bool | None = None,
        stream: TextIO | None = None,
        patience: float = 2.0,
        pause: float = 1.0,
    ) -> None:
        self._doing = doing
        self._steps_done = ""
        self._shown = shown is not False
        self._patience = 0.0 if shown else patience
        self._pause = pause
        self._stream = stream or message_stream()
        self._finished = threading.Event()
        self._thread = threading.Thread(target=self._keep_writing, daemon=True)

    def __call__(self, done: int, total: int) -> None:
        """Take note that `done` of `total` steps are done."""
        self._steps_done = f" {done:,} of {total:,},"

    def __enter__(self) -> Self:
        self._start = time.monotonic()
        if self._shown:
            self._thread.start()
        return self

    def __exit__(self, *_raised: object) -> None:
        self._finished.set()
        if self._shown:
            self._thread.join()

    def _keep_writing(self) -> None:
        if self._finished.wait(self._patience):
            return
        running = True
        while running:
            self._write("")
            running = not self._finished.wait(self._pause)
        self._write(", done\n")

    def _write(self, end: str) -> None:
        self._stream.write(f"\r{self._doing}:{self._steps_done} {time.monotonic() - self._start:.0f} s{end}")
        self._stream.flush()


def message_stream() -> TextIO:
    """Return where remarks belong: the output of the cell in a notebook, standard error elsewhere."""
    ipython = sys.modules.get("IPython")
    in_notebook = ipython is not None and hasattr(ipython.get_ipython(), "kernel")
    return sys.stdout if in_notebook else sys.stderr
