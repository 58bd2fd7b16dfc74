"""Charts as pictures, without a browser."""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path
from typing import Any

from brierwidgets.traits import check_choice

__all__ = ["save_picture"]


def save_picture(
    view: Any,
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
    >>> import tempfile
    >>> from brierwidgets import DecisionCurve
    >>> curve = DecisionCurve([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8]}, interval=(0.2, 0.4))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save_picture(curve, f"{folder}/decision.pdf", "pdf").name
    'decision.pdf'
    >>> curve.close()
    """
    check_choice("kind", kind, ("png", "svg", "pdf"))
    if not hasattr(view, "_figures"):
        raise TypeError(
            f"{type(view).__name__} is not one chart, so it cannot be saved as a picture. Save one of a chart, such as "
            "RegretCurve, or the whole view of an Explorer with save_html."
        )
    written = Path(path)
    written.write_bytes(_drawing().render(view, kind, size=size, dpi=dpi, title=title))
    return written


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
