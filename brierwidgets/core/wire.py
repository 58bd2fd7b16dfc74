"""Arrays on their way to the page: as bytes, one after the other, each in the smallest type that holds it."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["Columns", "Wire", "send", "size_of", "smallest_type"]

#: Arrays by name, each with its type on the wire.
Columns = dict[str, tuple[np.ndarray, str]]


class Wire:
    """Arrays on their way into one bytes object, each at a multiple of 8."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._size = 0

    def add(self, values: Any, kind: str) -> list[Any]:
        """Append an array and return where it lies."""
        array = np.asarray(values).astype(f"<{kind}")
        return [kind, self.append(array.tobytes() + bytes(-array.nbytes % 8)), int(array.size)]

    def append(self, data: bytes) -> int:
        """Append bytes, a multiple of 8 of them, and return where they start."""
        start, self._size = self._size, self._size + len(data)
        self._parts.append(data)
        return start

    def join(self) -> bytes:
        """Return all arrays as one bytes object."""
        return b"".join(self._parts)


def smallest_type(largest: float) -> str:
    """Return the smallest type that holds whole numbers up to the largest.

    Examples
    --------
    >>> smallest_type(255), smallest_type(256)
    ('u1', 'u2')
    """
    return next((kind for kind in ("u1", "u2", "u4") if largest < 2.0 ** (8 * int(kind[1]))), "f8")


def size_of(classes: list[Columns]) -> int:
    """Return how many bytes columns take; those that two classes share count once."""
    arrays = {id(values): values.size * int(kind[1]) for columns in classes for values, kind in columns.values()}
    return sum(arrays.values())


def send(wire: Wire, classes: list[Columns]) -> list[dict[str, Any]]:
    """Put columns on the wire, those that two classes share once."""
    places: dict[int, list[Any]] = {}
    for columns in classes:
        for values, kind in columns.values():
            if id(values) not in places:
                places[id(values)] = wire.add(values, kind)
    return [{name: places[id(values)] for name, (values, _) in columns.items()} for columns in classes]
