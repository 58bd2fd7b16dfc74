"""Charts that can be saved as pictures, without a browser."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import bqplot

__all__ = ["HasPicture"]


class HasPicture:
    """A view whose chart can be saved. Options: `size` in inches, `dpi` for PNG, and a `title`."""

    _figure: bqplot.Figure

    def _figures(self) -> list[bqplot.Figure]:
        """Return what the picture shows, from top to bottom."""
        return [self._figure]

    def save_png(self, path: str | os.PathLike[str], **options: Any) -> Path:
        r"""Save the chart as a PNG picture and return its path; needs matplotlib.

        Examples
        --------
        >>> import tempfile
        >>> from brierwidgets import RegretCurve
        >>> curve = RegretCurve([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8]}, interval=(0.2, 0.4))
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     curve.save_png(f"{folder}/regret.png", size=(4, 3), dpi=50).read_bytes()[:4]
        b'\x89PNG'
        >>> curve.close()
        """
        return self._save(path, "png", options)

    def save_svg(self, path: str | os.PathLike[str], **options: Any) -> Path:
        """Save the chart as an SVG picture and return its path; needs matplotlib."""
        return self._save(path, "svg", options)

    def save_pdf(self, path: str | os.PathLike[str], **options: Any) -> Path:
        """Save the chart as a PDF and return its path; needs matplotlib."""
        return self._save(path, "pdf", options)

    def _save(self, path: str | os.PathLike[str], kind: str, options: dict[str, Any]) -> Path:
        # The renderer is of the floor above, and asks for matplotlib: neither is loaded before a picture is wanted.
        from brierwidgets.export import save_picture  # noqa: PLC0415

        return save_picture(self, path, kind, **options)
