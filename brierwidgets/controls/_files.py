"""Texts that are shipped beside the controls."""

from __future__ import annotations

from importlib.resources import files

__all__ = ["text_of"]


def text_of(name: str) -> str:
    """Return the text of a file of this room."""
    return files("brierwidgets.controls").joinpath(name).read_text(encoding="utf-8")
