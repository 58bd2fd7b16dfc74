"""Pixels as a PNG file, which a browser draws at once where thousands of SVG squares would take seconds."""

from __future__ import annotations

import struct
import zlib

import numpy as np

__all__ = ["png"]


def png(pixels: np.ndarray) -> bytes:
    r"""Return an image of shape (height, width, 4), bytes of red, green, blue and opacity, as a PNG file.

    Examples
    --------
    >>> png(np.zeros((1, 1, 4), dtype=np.uint8))[:8]
    b'\x89PNG\r\n\x1a\n'
    """
    height, width, _ = pixels.shape
    rows = pixels.astype(np.uint8, copy=False).reshape(height, -1)
    unfiltered = np.hstack((np.zeros((height, 1), dtype=np.uint8), rows))
    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(unfiltered.tobytes(), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
