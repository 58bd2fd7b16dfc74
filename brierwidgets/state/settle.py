"""A timer for what may wait until the hand rests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

__all__ = ["Settle"]


class Settle:
    """Call a function once nothing has asked for it for a while; at once where no event loop runs.

    The last request wins: a fast drag asks a hundred times and pays once.
    """

    def __init__(self, callback: Callable[[], None], delay: float = 0.25) -> None:
        self._callback, self._delay = callback, delay
        self._handle: asyncio.TimerHandle | None = None
        self._request = 0  # a timer of another thread's loop may still go off after it was cancelled

    def ask(self) -> None:
        """Ask for a call."""
        self.cancel()
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self._callback()
            return
        self._handle = loop.call_later(self._delay, self._call, self._request)

    def flush(self) -> None:
        """Make a call that is waiting now."""
        if self._handle is not None:
            self.cancel()
            self._callback()

    def cancel(self) -> None:
        """Forget a call that has been asked for."""
        self._request += 1
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def _call(self, request: int) -> None:
        if request == self._request:
            self._handle = None
            self._callback()
