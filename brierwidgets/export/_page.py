"""A view as one page that opens from disk, without a kernel and without a network, and follows the hand."""

from __future__ import annotations

import base64
import gzip
import json
import os
import re
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
from ipywidgets import Widget
from ipywidgets.embed import dependency_state

from brierwidgets.export._endings import check_ending
from brierwidgets.export._scripts import inline_scripts, linked_scripts
from brierwidgets.words.html import join
from brierwidgets.words.text import clean

__all__ = ["PageParts", "Savable", "page_html", "save_html"]


class PageParts(NamedTuple):
    """What a page shows: the widget, others that it will need, the engine that moves them, and words about them.

    Examples
    --------
    >>> from brierwidgets import RegretCurve
    >>> view = RegretCurve([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8]})
    >>> parts = view.page_parts()
    >>> parts.root is view, parts.title
    (True, 'Which model, for which costs?')
    >>> view.close()
    """

    root: Widget
    others: list[Widget]
    engine: Widget
    title: str
    about: str
    words: str
    size: str = "screen"  # or "projector": then the page is wider, and its heading larger
    specs: Sequence[Mapping[str, Any]] = ()  # what the page moves besides what its engines say, widgets by id


class Savable(Protocol):
    """A view that can be saved as a page.

    Examples
    --------
    Every view is one: it has a method ``page_parts``.

    >>> from brierwidgets import RegretCurve
    >>> callable(RegretCurve.page_parts)
    True
    """

    def page_parts(self) -> PageParts:
        """Return what the page shows."""


def save_html(view: Savable, path: str | os.PathLike[str], *, title: str | None = None) -> Path:
    """Write a view as one page that opens offline, and in which all that moves in a notebook moves; return its path.

    A file of that name is replaced. `title` is the page's heading.

    Examples
    --------
    >>> import tempfile
    >>> from brierwidgets import RegretCurve
    >>> curve = RegretCurve([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8]})
    >>> save_html(curve, Path(tempfile.mkdtemp()) / "curve.html").name
    'curve.html'
    >>> curve.close()
    """
    written = Path(path)
    check_ending(written, "html", "a page")
    written.write_text(page_html(view, title=title), encoding="utf-8")
    return written


def page_html(view: Savable, *, title: str | None = None, scripts: str | None = None) -> str:
    """Return the page that `save_html` writes.

    Parameters
    ----------
    view
        What to show.
    title
        The page's heading.
    scripts
        The address of a folder that `write_scripts` filled, relative to the page's own: many pages then share the
        five megabytes of scripts, which a page alone carries in itself.

    Examples
    --------
    >>> from brierwidgets import Explorer
    >>> explorer = Explorer([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8]}, interval=("10%", "40%"))
    >>> page = page_html(explorer, title="Ours & theirs")
    >>> "<title>Ours &amp; theirs</title>" in page
    True
    >>> explorer.close()
    """
    if title is not None and not isinstance(title, str):
        raise TypeError(f"title must be text, such as title='Ours and theirs', not {title!r} ({type(title).__name__}).")
    parts = view.page_parts()
    root = parts.root.model_id
    try:
        state = _offline_state(parts)
    finally:
        if parts.root is not view:  # a twin, made for the page
            parts.root.close()
    folder = files("brierwidgets.export")
    texts = {
        "version": version("brierwidgets"),
        "title": _escape(title or parts.title),
        "about": _escape(parts.about),
        "size": parts.size,
        "words": _escape(parts.words),
        "style": folder.joinpath("page.css").read_text(encoding="utf-8"),
        "state": _packed(state),
        "root": root,
        "sources": "" if scripts is None else "'self' file: ",
        "scripts": inline_scripts() if scripts is None else linked_scripts(scripts),
    }
    template = folder.joinpath("page.html").read_text(encoding="utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda place: texts[place[1]], template)


def _escape(text: str) -> str:
    return join([clean(text)])


def _packed(value: Any) -> str:
    """Return JSON, packed: a third smaller, and no text in it can end the element that it stands in."""
    packed = gzip.compress(json.dumps(value, separators=(",", ":")).encode(), mtime=0)
    return base64.b64encode(packed).decode("ascii")


def _halve(entry: dict[str, Any]) -> None:
    """Keep a line's points in half the bytes: a screen cannot tell, and no number is read off a line."""
    for buffer in entry.get("buffers", ()):
        name = buffer["path"][0]
        array = entry["state"].get(name, {})
        if array.get("dtype") == "float64":
            points = np.frombuffer(base64.b64decode(buffer["data"]), dtype=np.float64).astype(np.float32)
            buffer["data"], array["dtype"] = base64.b64encode(points.tobytes()).decode("ascii"), "float32"


def _offline_state(parts: PageParts) -> dict[str, Any]:
    """Return the state of the page's widgets, every engine marked as one without Python behind it."""
    state = dependency_state([parts.root, *parts.others], drop_defaults=False)
    for entry in state.values():
        values = entry["state"]
        if "offline" in values:
            values["offline"] = True
        if "specs" in values:
            values["specs"] = [*values["specs"], *parts.specs]
        if "icon" in values:
            values["icon"] = ""  # icons are a font, and the page has none
        if entry["model_name"].endswith(("LayoutModel", "StyleModel")):
            entry["state"] = {name: value for name, value in values.items() if value is not None}
        if entry["model_name"] == "LinesModel":
            _halve(entry)
    whole: dict[str, Any] = Widget.get_manager_state(widgets=[]) | {"state": state}
    return whole
