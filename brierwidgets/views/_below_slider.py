"""A page of one chart, table or sentence, below a slider that moves it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

import ipywidgets as widgets

from brierwidgets.controls import IntervalSlider
from brierwidgets.export import PageParts, save_html
from brierwidgets.page._engine import by_id
from brierwidgets.ui.view import View

__all__ = ["BelowSlider"]


class BelowSlider(View):
    """A view whose interval somebody else sets in a notebook: in a page of its own, a slider above it.

    Examples
    --------
    >>> from brierwidgets import VerdictText
    >>> issubclass(VerdictText, BelowSlider)
    True
    """

    def save_html(self, path: str | os.PathLike[str], *, title: str | None = None) -> Path:
        """Write the view below a slider as one page that opens offline, without Python; return its path.

        Everything follows the hand, at any interval; the slider also chooses the unit.

        Parameters
        ----------
        path
            Where; a file of that name is replaced.
        title
            The page's heading.
        """
        return save_html(_Alone(self), path, title=title)


class _Alone(NamedTuple):
    """A view as it is saved, with a slider made for the page."""

    view: View

    def page_parts(self) -> PageParts:
        """Return the view below the slider."""
        parts, state = self.view.page_parts(), self.view.state
        slider = IntervalSlider(state.interval, unit=state.unit)
        slider.show_scores(forecast for _, forecast in state.comparison.items())
        slider.add_class(f"bw-{state.size}")
        return parts._replace(root=_Below(slider, self.view), specs=[by_id(slider.page_spec())], size=state.size)


class _Below(widgets.VBox):  # type: ignore[misc]
    """A slider and the view below it, which stays when the page is written."""

    def __init__(self, slider: IntervalSlider, view: View) -> None:
        super().__init__([slider, view], _dom_classes=("bw-alone",))

    def close(self) -> None:
        """Close the slider, and leave the view."""
        self.children[0].close()
        self.layout.close()
        super().close()
