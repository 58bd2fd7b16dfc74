"""How an Explorer leaves the notebook: as a page, as pictures, as a table."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Unpack

from brierwidgets.core.signatures import takes_keywords_of
from brierwidgets.explorer._reproducible import Reproducible
from brierwidgets.export import page_html, save_picture, to_csv, to_latex, to_markdown
from brierwidgets.export._pictures import picture_bytes
from brierwidgets.state.arguments import check_choice
from brierwidgets.ui.view import PictureOptions

__all__ = ["Saving"]


class Saving(Reproducible):
    """The methods of an Explorer that write files."""

    @takes_keywords_of(save_picture)
    def save_png(
        self, path: str | os.PathLike[str], *, tab: str | None = None, **options: Unpack[PictureOptions]
    ) -> Path:
        """Save the chart in front, or that of another tab, as a PNG picture; return its path.

        Needs matplotlib, but no browser. Options are the `size` in inches, `dpi`, and a `title`.
        """
        return self._save(path, "png", tab, options)

    @takes_keywords_of(save_picture)
    def save_svg(
        self, path: str | os.PathLike[str], *, tab: str | None = None, **options: Unpack[PictureOptions]
    ) -> Path:
        """Save a chart as an SVG picture, as `save_png` does."""
        return self._save(path, "svg", tab, options)

    @takes_keywords_of(save_picture)
    def save_pdf(
        self, path: str | os.PathLike[str], *, tab: str | None = None, **options: Unpack[PictureOptions]
    ) -> Path:
        """Save a chart as a PDF, as `save_png` does."""
        return self._save(path, "pdf", tab, options)

    def to_csv(self, path: str | os.PathLike[str] | None = None) -> str:
        """Return the table of `scores` as CSV, every digit kept; also write it when a path is given."""
        return to_csv(self.scores(), path)

    def to_latex(self, path: str | os.PathLike[str] | None = None, *, digits: int = 3) -> str:
        """Return the table of `scores` as a LaTeX tabular; also write it when a path is given."""
        return to_latex(self.scores(), path, digits=digits)

    def to_markdown(self, path: str | os.PathLike[str] | None = None, *, digits: int = 3) -> str:
        """Return the table of `scores` as Markdown; also write it when a path is given.

        Examples
        --------
        >>> from brierwidgets import Explorer
        >>> explorer = Explorer([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8]}, interval=(0.2, 0.4))
        >>> print(explorer.to_markdown(digits=2)[:40])
        | Model | Mean regret | Bounded Brier |
        >>> explorer.close()
        """
        return to_markdown(self.scores(), path, digits=digits)

    def _downloads(self) -> dict[str, tuple[str, str, Callable[[], bytes]]]:
        """Return what the page can save: the name of the file, its type, and who makes it."""
        return {
            "Save page": ("explorer.html", "text/html", lambda: page_html(self).encode()),
            "Save picture": ("explorer.png", "image/png", lambda: picture_bytes(self.charts[self.tab], "png")),
        }

    def _save(self, path: str | os.PathLike[str], kind: str, tab: str | None, options: PictureOptions) -> Path:
        name = self.tab if tab is None else tab
        check_choice("tab", name, list(self.charts))
        return save_picture(self.charts[name], path, kind, **options)
