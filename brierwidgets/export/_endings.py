"""A file is what the ending of its name says."""

from __future__ import annotations

from pathlib import Path

__all__ = ["PICTURES", "check_ending"]

PICTURES = ("png", "svg", "pdf")
_OTHERS = ("html", "jpg", "jpeg", "gif", "webp", "bmp", "tif", "tiff", "eps", "ps")


def check_ending(path: Path, kind: str, what: str) -> None:
    """Refuse a name whose ending says that the file is of another kind.

    Parameters
    ----------
    path
        The file to be written. An ending that is not known says nothing.
    kind
        What it will be: one of `PICTURES`, or ``"html"``.
    what
        What it will hold, in words.

    Examples
    --------
    >>> check_ending(Path("x.pdf"), "html", "a page")
    Traceback (most recent call last):
    ValueError: x.pdf would hold a page, which its ending denies. Call it x.html, or use save_pdf.
    """
    ending = path.suffix[1:].lower()
    if ending == kind or ending not in (*PICTURES, *_OTHERS):
        return
    other = f", or use save_{ending}" if ending in PICTURES else ""
    raise ValueError(
        f"{path.name} would hold {what}, which its ending denies. Call it {path.with_suffix(f'.{kind}').name}{other}."
    )
