"""How an Explorer leaves the notebook: as a page, as pictures, as a table."""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pandas as pd

from brierwidgets.traits import check_choice

__all__ = ["Saving"]


def _export() -> Any:
    """Return the package that does it; it is built on the Explorer, and loaded when something is saved."""
    return import_module("brierwidgets.export")


class Saving:
    """The methods of an Explorer that write files."""

    tab: Any
    charts: Any
    scores: Callable[[], pd.DataFrame]

    def save_html(self, path: str | os.PathLike[str], *, title: str | None = None) -> Path:
        """Write the present view as one page that opens offline, without a kernel; return its path.

        On the page models can be switched on and off and the band moved. The sentence, the thick lines and the table
        stay as they are now, and the page says so.

        Parameters
        ----------
        path
            Where; a file of that name is replaced.
        title
            The page's heading; unless given, it names the interval.

        Examples
        --------
        >>> import tempfile
        >>> from brierwidgets import Explorer
        >>> explorer = Explorer([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8]}, interval=(0.2, 0.4))
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     explorer.save_html(f"{folder}/view.html").name
        'view.html'
        >>> explorer.close()
        """
        return _export().save_html(self, path, title=title)

    def save_png(self, path: str | os.PathLike[str], *, tab: str | None = None, **options: Any) -> Path:
        """Save the chart in front, or that of another tab, as a PNG picture; return its path.

        Needs matplotlib, but no browser. Options are the `size` in inches, `dpi`, and a `title`.
        """
        return self._save(path, "png", tab, options)

    def save_svg(self, path: str | os.PathLike[str], *, tab: str | None = None, **options: Any) -> Path:
        """Save a chart as an SVG picture, as `save_png` does."""
        return self._save(path, "svg", tab, options)

    def save_pdf(self, path: str | os.PathLike[str], *, tab: str | None = None, **options: Any) -> Path:
        """Save a chart as a PDF, as `save_png` does."""
        return self._save(path, "pdf", tab, options)

    def to_csv(self, path: str | os.PathLike[str] | None = None) -> str:
        """Return the table of `scores` as CSV, every digit kept; also write it when a path is given."""
        return _export().to_csv(self.scores(), path)

    def to_latex(self, path: str | os.PathLike[str] | None = None, *, digits: int = 3) -> str:
        """Return the table of `scores` as a LaTeX tabular; also write it when a path is given."""
        return _export().to_latex(self.scores(), path, digits=digits)

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
        return _export().to_markdown(self.scores(), path, digits=digits)

    def _save(self, path: str | os.PathLike[str], kind: str, tab: str | None, options: dict[str, Any]) -> Path:
        name = self.tab if tab is None else tab
        check_choice("tab", name, list(self.charts))
        return _export().save_picture(self.charts[name], path, kind, **options)
