"""Charts as pictures, without a browser."""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from brierwidgets.export._endings import PICTURES, check_ending
from brierwidgets.export._marks import Picture
from brierwidgets.state.arguments import check_choice

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Drawable", "draw_picture", "picture_bytes", "save_picture"]


class Drawable(Protocol):
    """A view that can be drawn.

    Examples
    --------
    Every view with a chart is one; so is what makes a `Picture` of figures of its own.

    >>> class Charts:
    ...     def __init__(self, *figures):
    ...         self.figures = figures
    ...
    ...     def picture(self):
    ...         return Picture(list(self.figures), keys=[])
    >>> Charts().picture()
    Picture(figures=[], keys=[])
    """

    def picture(self) -> Picture:
        """Return what to draw."""


def save_picture(
    view: Drawable,
    path: str | os.PathLike[str],
    kind: str,
    *,
    size: tuple[float, float] = (8.0, 4.5),
    dpi: float = 200,
    title: str | None = None,
) -> Path:
    """Write the chart of a view as a picture with the same curves, colours and line styles; return its path.

    Parameters
    ----------
    view
        A view with a chart, such as `RegretCurve`.
    path
        Where; a file of that name is replaced.
    kind
        ``"png"``, ``"svg"`` or ``"pdf"``.
    size
        Width and height in inches.
    dpi
        Pixels an inch, for PNG.
    title
        A line above the chart; none unless given.

    Examples
    --------
    >>> from brierwidgets import DecisionCurve
    >>> import tempfile
    >>> curve = DecisionCurve([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8]}, interval=(0.2, 0.4))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     saved = save_picture(curve, f"{folder}/decision.pdf", "pdf")
    >>> saved.name
    'decision.pdf'
    >>> curve.close()
    """
    check_choice("kind", kind, PICTURES)
    written = Path(path)
    check_ending(written, kind, f"a picture of kind {kind.upper()}")
    written.write_bytes(picture_bytes(view, kind, size=size, dpi=dpi, title=title))
    return written


def picture_bytes(
    view: Drawable, kind: str, *, size: tuple[float, float] = (8.0, 4.5), dpi: float = 200, title: str | None = None
) -> bytes:
    """Return the picture that `save_picture` writes."""
    drawn: bytes = _drawing().render(_picture_of(view), kind, size=size, dpi=dpi, title=title)
    return drawn


def draw_picture(view: Drawable, *, size: tuple[float, float] = (8.0, 4.5), title: str | None = None) -> Figure:
    """Return the chart of a view as a figure of matplotlib's; options are as in `save_picture`.

    Examples
    --------
    >>> from brierwidgets import RegretCurve
    >>> curve = RegretCurve([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8]}, interval=(0.2, 0.4))
    >>> draw_picture(curve).axes[0].get_ylabel()
    'Regret per 1,000 people'
    >>> curve.close()
    """
    drawn: Figure = _drawing().draw(_picture_of(view), size=size, title=title)
    return drawn


def _picture_of(view: Drawable) -> Picture:
    picture = view.picture() if hasattr(view, "picture") else Picture([], [])
    if not picture.figures:
        raise TypeError(
            f"{type(view).__name__} is not one chart, so it cannot be saved as a picture. Save one of a chart, such as "
            "RegretCurve, or the whole view of an Explorer with save_html."
        )
    return picture


def _drawing() -> Any:
    try:
        return import_module("brierwidgets.export._drawing")
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "matplotlib":
            raise
        raise ImportError(
            "Pictures are drawn with matplotlib, which is not installed. Install it with:\n"
            "    python -m pip install 'brierwidgets[export]'"
        ) from error
