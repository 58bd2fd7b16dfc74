"""What a chart, table or sentence about a state is, and how it leaves the notebook."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypedDict, Unpack

import bqplot
import ipywidgets as widgets

from brierwidgets.core.signatures import takes_keywords_of
from brierwidgets.core.sizes import how_many_cases
from brierwidgets.export import Key, PageParts, Picture, save_html, save_picture
from brierwidgets.page._engine import PageEngine
from brierwidgets.state import as_state
from brierwidgets.ui.following import Following
from brierwidgets.ui.notice import guarded
from brierwidgets.ui.palette import BASELINE, look
from brierwidgets.ui.still import picture_html, said_html, scores_html
from brierwidgets.words.html import Markup
from brierwidgets.words.numbers import percent
from brierwidgets.words.verdict import verdict

__all__ = ["PictureOptions", "View", "ViewOptions"]


class ViewOptions(TypedDict, total=False):
    """What every view takes besides its data: parts of the state that it shows.

    Examples
    --------
    >>> from brierwidgets import RegretCurve
    >>> options = ViewOptions(interval=("10%", "30%"), bands=True)
    >>> view = RegretCurve([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8]}, **options)
    >>> view.interval
    Interval(low=0.1, high=0.3)
    >>> view.close()
    """

    interval: Any
    spacing: str | None
    costs: Any
    shown: Sequence[str] | None
    zoom: bool | None
    bands: bool | None
    groups: Any
    group: str | None
    prevalence: Any
    recalibrated: bool | None


class PictureOptions(TypedDict, total=False):
    """How a picture is drawn: width and height in inches, dots an inch (for PNG), and a line above the chart.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from brierwidgets import RegretCurve
    >>> options = PictureOptions(size=(6, 3.5), title="Regret")
    >>> view = RegretCurve([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8]})
    >>> view.save_svg(Path(tempfile.mkdtemp()) / "regret.svg", **options).name
    'regret.svg'
    >>> view.close()
    """

    size: tuple[float, float]
    dpi: float
    title: str | None


class View(Following):
    """A chart, table or sentence that follows an interval of cost ratios.

    A subclass builds its widgets in ``__init__``, hands them to `show`, and overrides what it needs of

    - ``draw(move)``: follow a move of the interval, also while a hand drags it;
    - ``refit()``: redo what does not depend on the interval, when other cases or models are shown;
    - ``rested()``: do what is too slow for a drag, once the interval has come to rest.

    While nobody sees the view (`active` is False) none of them is called; they catch up when it is seen again.

    Parameters
    ----------
    data
        Outcomes (then `models` holds the scores), a `Comparison`, or an `ExplorerState` to share.
    models
        Scores by model, when `data` are outcomes.
    interval
        The cost ratios that matter; numbers, percentages or odds. From 5% to 50% unless given, or all that `costs`
        put weight on.
    spacing
        Whether mean regret averages over cost ratios (``"cost"``), their ``"log-odds"``, or as an ``"opinion"`` weighs
        them, which is so when `costs` are given.
    costs
        An opinion about costs: a distribution of ``brierwidgets.costs``, or a list of intervals, one a person. Mean
        regret is then the expected regret under it, cut to the interval.
    shown
        Names of the models shown; all unless given.
    zoom, bands
        Whether charts show the interval only, and whether curves have 95% confidence bands.
    groups, group
        One label a case, by which the cases can be cut, and the group to start with; everyone unless given.
    prevalence
        The base rate to weigh the cases to: where positives are rarer or commoner. That of the cases unless given.
    recalibrated
        Whether scores move along with the base rate, by the same shift of log-odds.

    Attributes
    ----------
    interval
        The cost ratios that matter; observe it, set it, link it to any other interval.
    prevalence
        The base rate that the cases are weighted to; None for their own. Observe it, set it, link it.
    state
        All that the view shows, to share with other views.

    Examples
    --------
    >>> class Best(View):
    ...     def __init__(self, data, models=None, **options):
    ...         super().__init__(data, models, **options)
    ...         self.line = widgets.Label()
    ...         self.show(self.line)
    ...
    ...     def draw(self, move):
    ...         self.line.value = f"best: {move.best}"
    >>> view = Best([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8], "b": [0.2, 0.2, 0.9, 0.3]}, interval=(0.1, 0.3))
    >>> view.interval = ("60%", "90%")
    >>> view.line.value
    'best: b'
    >>> view.close()
    """

    #: Whether a picture of the figures says all; a view that is half table is better saved as a page.
    is_one_chart = True
    #: Whether a page follows the hand by itself and tells at rest; then Python need not answer every step.
    page_answers = False
    #: Lines in the chart that are no model's, with bqplot's line style, for legends.
    baselines: tuple[tuple[str, str], ...] = ()

    @takes_keywords_of(ViewOptions)
    def __init__(self, data: Any, models: Any = None, **options: Unpack[ViewOptions]) -> None:
        state = as_state(data, models, **options)
        super().__init__(state, owned=state is not data)

    # --- for subclasses ---------------------------------------------------------------------

    def show(self, *children: widgets.Widget) -> None:
        """Lay the parts out, and draw them for the first time."""
        if not self._adopted:
            self.engine = PageEngine(self._state, self._all_specs, self._hear)
            self.add_class("bw-root").add_class(f"bw-{self._state.size}")
            children = (*children, self.engine)
            self.at_close(self.engine.close)
        super().show(*children)
        self.redraw()
        if not self._adopted:
            self.engine.describe()

    def page_spec(self) -> dict[str, Any] | None:
        """Return what the page moves by itself, for the script of this kind of view; None if Python alone draws it.

        ``kind`` names the script's function (`brierwidgets/page/parts.js`), and the rest are the widgets it sets.
        With the ``view`` itself go the names of its traits that a hand may set in the page (``hears``) and of others
        that the page must know (``mirrors``). ``tables_of`` names groups whose tables it needs besides those shown.
        """

    def page_specs(self) -> list[dict[str, Any]]:
        """Return what the page moves in this view and in its parts.

        A chart that Python alone draws says so where there is no Python.
        """
        spec = self.page_spec()
        if spec is None and type(self).draw is not Following.draw:
            spec = {"kind": "python", "notice": self.notice}
        return [] if spec is None else [spec]

    def _all_specs(self) -> list[dict[str, Any]]:
        return [{"kind": "root", "engine": self.engine, "notice": self.notice}, *self.page_specs()]

    @guarded
    def _hear(self, news: Mapping[str, Any]) -> None:
        """Follow what a hand did in the page: an interval at rest, or the cost ratio that the pointer rests on."""
        if "interval" in news:
            self._state.interval = tuple(news["interval"])
        if "cost" in news:
            self._state.cost = news["cost"]

    # --- leaving the notebook ---------------------------------------------------------------

    def picture(self) -> Picture:
        """Return what a picture shows: the figures among the parts, from top to bottom, and the key to their lines."""
        was_active, self.active = self.active, True  # a hidden tab catches up
        try:
            figures = list(_figures(self)) if self.is_one_chart else []
        finally:
            self.active = was_active
        names = self._state.comparison.names
        keys = [Key(name, *look(index), 2.0) for index, name in enumerate(names) if name in self._state.shown]
        keys += [Key(name, BASELINE, style, 1.5) for name, style in self.baselines]
        return Picture(figures, keys)

    @takes_keywords_of(save_picture)
    def save_png(self, path: str | os.PathLike[str], **options: Unpack[PictureOptions]) -> Path:
        r"""Save the chart as a PNG picture and return its path; needs matplotlib, but no browser.

        Options are the `size` in inches, `dpi`, and a `title`.

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
        return save_picture(self, path, "png", **options)

    @takes_keywords_of(save_picture)
    def save_svg(self, path: str | os.PathLike[str], **options: Unpack[PictureOptions]) -> Path:
        """Save the chart as an SVG picture, as `save_png` does."""
        return save_picture(self, path, "svg", **options)

    @takes_keywords_of(save_picture)
    def save_pdf(self, path: str | os.PathLike[str], **options: Unpack[PictureOptions]) -> Path:
        """Save the chart as a PDF, as `save_png` does."""
        return save_picture(self, path, "pdf", **options)

    def save_html(self, path: str | os.PathLike[str], *, title: str | None = None) -> Path:
        """Write the view as one page that opens offline, without Python; return its path.

        What follows the hand in a notebook does so in the page, at any interval.

        Parameters
        ----------
        path
            Where; a file of that name is replaced.
        title
            The page's heading.

        Examples
        --------
        >>> from brierwidgets import ScoreTable
        >>> table = ScoreTable([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8]}, interval=(0.2, 0.4))
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     table.save_html(f"{folder}/view.html").name
        'view.html'
        >>> table.close()
        """
        return save_html(self, path, title=title)

    def still(self) -> list[Markup]:
        """Return the view as HTML that needs no Python and no script: verdict, chart and scores on the interval."""
        self._state.settle()
        state = self._state
        answer = verdict(state.comparison, state.move, state.lead, unit=state.unit)
        return [said_html(answer.sentences), *picture_html(self.picture(), repr(self)), scores_html(state.move)]

    def page_parts(self) -> PageParts:
        """Return what a saved page shows."""
        self._state.settle()
        self.complete_page()
        self.engine.fill()
        return PageParts(self, [], self.engine, self._page_title(), self._page_about(), "")

    def complete_page(self) -> None:
        """Draw what a hand may ask of a saved page and only Python can work out."""

    def _page_title(self) -> str:
        return "Which model, for which costs?"

    def _page_about(self) -> str:
        cases = self._state.sampled.of(self._state.group)
        kind = getattr(self._state.groups, "kind", "group").capitalize()
        group = "" if self._state.group is None else f"{kind} {self._state.group}: "
        text = f"{group}{how_many_cases(cases.total)}, {percent(cases.prevalence)} of them positive."
        return text[:1].upper() + text[1:]

    def __repr__(self) -> str:
        low, high = map(percent, self._state.interval)
        return f"{type(self).__name__}({', '.join(self._state.comparison.names)}: interval {low} to {high})"


def _figures(widget: widgets.Widget) -> Iterator[bqplot.Figure]:
    for child in getattr(widget, "children", ()):
        if isinstance(child, bqplot.Figure):
            yield child
        else:
            yield from _figures(child)
