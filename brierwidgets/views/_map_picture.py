"""What a sensitivity map is painted with: pixels, letters, and the key to both."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from brierwidgets.data.best_over_intervals import BestOverIntervals
from brierwidgets.ui.palette import BASELINE, look
from brierwidgets.words.html import Markup, join, table, tag
from brierwidgets.words.sensitivity import share_of_intervals

__all__ = ["Paint", "key_table", "letter_places", "paints", "pixels", "png"]

_CLEAR, _FAINT = 235, 80
#: Width of a stripe, in cells along either axis, and how the key shows stripes.
_STRIPE = 3
_STRIPES = f"repeating-linear-gradient(135deg, {BASELINE} 0 3px, transparent 3px 6px)"
#: An area narrower than this share of the map has no room for a letter.
_ROOM = 1 / 48


class Paint(NamedTuple):
    """How a model is shown on the map."""

    colour: str
    letter: str


def paints(names: list[str]) -> dict[str, Paint]:
    """Return colour and letter of every model: A, B, C, ... in the order of the comparison.

    Examples
    --------
    >>> paints(["first", "second"])["second"].letter
    'B'
    """
    return {
        name: Paint(look(index).colour, chr(ord("A") + index) if index < 26 else str(index + 1))
        for index, name in enumerate(names)
    }


def pixels(found: BestOverIntervals, look_of: Mapping[str, Paint]) -> np.ndarray:
    """Return the picture, red, green, blue and opacity: a column for each lower end, the highest upper end on top.

    The colour is the best model's, faint where its lead could be chance; grey where models are equal. Grey stripes lie
    where a rule without a model beats them all.
    """
    table = np.array([*(_rgb(look_of[name].colour) for name in found.names), (0, 0, 0)], dtype=np.uint8)
    colours = table[found.best]  # where there is no interval, -1 is the last row
    striped = _stripes(found)
    colours[found.tied | striped] = _rgb(BASELINE)
    opacity = np.full(found.best.shape, _CLEAR, dtype=np.uint8)
    if found.standard_error is not None and len(found.names) > 1:
        opacity[~found.clear] = _FAINT
    opacity[found.tied] = _FAINT
    opacity[striped] = _CLEAR
    opacity[found.best < 0] = 0
    return np.dstack((colours, opacity)).transpose(1, 0, 2)[::-1]


def _stripes(found: BestOverIntervals) -> np.ndarray:
    """Return which cells are striped: every second strip of them where a rule without a model beats every model."""
    diagonal = np.add.outer(np.arange(found.grid.size), np.arange(found.grid.size))
    return np.asarray((found.better_rule >= 0) & (diagonal // _STRIPE % 2 == 0))


def png(pixels: np.ndarray) -> bytes:
    r"""Return an image of shape (height, width, 4), bytes of red, green, blue and opacity, as a PNG file.

    A browser draws it at once, where thousands of SVG squares would take seconds.

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


def letter_places(found: BestOverIntervals) -> dict[str, tuple[int, int]]:
    """Return where on the grid each model's area is widest, for those with room for a letter."""
    from scipy.ndimage import distance_transform_edt  # noqa: PLC0415  slow to load, and not needed for a first view

    places = {}
    for number, name in enumerate(found.names):
        area = np.pad((found.best == number) & ~found.tied, 1)
        depth = distance_transform_edt(area)[1:-1, 1:-1]
        if depth.max() > _ROOM * found.grid.size:
            low, high = np.unravel_index(depth.argmax(), depth.shape)
            places[name] = int(low), int(high)
    return places


def key_table(found: BestOverIntervals | None, look_of: Mapping[str, Paint]) -> Markup:
    """Return the key as an HTML table: colour, letter, name, and on how many intervals the model is best."""
    rows = []
    if found is not None:
        shares = found.shares()
        for name, best, clear in shares.itertuples():
            rows.append([_sample(look_of[name], name), _percent(best), _percent(clear)])
        if found.tied.any():
            equal = Paint(f"{BASELINE}{_FAINT:02x}", "=")
            rows.append([_sample(equal, "models are equal"), _percent(1 - float(shares["best"].sum())), "–"])
        if beaten := found.beaten_share:
            rows.append(
                [_sample(Paint(_STRIPES, "/"), "treating all or none beats every model"), _percent(beaten), "–"]
            )
    key = table(["", "best on", "clearly on"], rows, class_="bw-readout")
    return join([key, tag("div", "Percentages are of the intervals on this map.", class_="bw-words")])


def _percent(share: float) -> str:
    return share_of_intervals(share, "<", ">")


def _sample(paint: Paint, name: str) -> Markup:
    area = tag("i", class_="bw-area", style=f"background:{paint.colour}")
    return join([area, tag("b", paint.letter), " ", name])


def _rgb(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour.removeprefix("#")))
