"""A bar of text for calculations that may take long; nothing is shown for those that do not."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Self, TextIO

__all__ = ["TextProgress"]

_WIDTH = 30
_PAUSE = 0.1


class TextProgress:
    """Progress on standard error, for ``progress=`` of the functions in ``brierwidgets.core.bootstrap``.

    Parameters
    ----------
    label
        What is going on.
    delay
        Seconds before anything is shown.
    stream
        Where to write; standard error unless given.

    Examples
    --------
    >>> with TextProgress("Resampling", delay=0, stream=sys.stdout) as progress:
    ...     progress(2, 2)
    Resampling [##############################] 2/2
    """

    def __init__(self, label: str, *, delay: float = 2.0, stream: TextIO | None = None) -> None:
        self._label, self._stream = label, stream
        self._next = time.monotonic() + delay
        self._shown = False

    def __call__(self, done: int, total: int) -> None:
        """Show `done` of `total`, ten times a second at most; the last is always shown if any was."""
        now = time.monotonic()
        if now < self._next and not (self._shown and done == total):
            return
        self._next, self._shown = now + _PAUSE, True
        filled = _WIDTH * done // total
        bar = "#" * filled + "." * (_WIDTH - filled)
        self._write(f"\r{self._label} [{bar}] {done:,}/{total:,}")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._shown:
            self._write("\n")

    def _write(self, text: str) -> None:
        stream = self._stream or sys.stderr
        stream.write(text)
        stream.flush()
