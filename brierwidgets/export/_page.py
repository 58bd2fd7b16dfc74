"""An Explorer as one page that opens from disk, without a kernel and without a network."""

from __future__ import annotations

import html
import json
import os
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from ipywidgets import VBox, Widget
from ipywidgets.embed import dependency_state

from brierwidgets import __version__
from brierwidgets.controls._interval_slider import _STEP
from brierwidgets.explorer import TABS, Explorer
from brierwidgets.export._scripts import page_scripts
from brierwidgets.formatting import percent
from brierwidgets.views._base import close_all
from brierwidgets.views._curve_chart import CurveChart

__all__ = ["page_html", "save_html"]

#: The tabs whose charts need no kernel to switch models and to move the band. Another one is kept if it is in front.
_ALIVE = ("regret", "log-odds", "decision")


def save_html(explorer: Explorer, path: str | os.PathLike[str], *, title: str | None = None) -> Path:
    """Write an Explorer's present view as one page that opens offline; return its path.

    Parameters
    ----------
    explorer
        What to save.
    path
        Where; a file of that name is replaced.
    title
        The page's heading; unless given, it names the interval.
    """
    written = Path(path)
    written.write_text(page_html(explorer, title=title), encoding="utf-8")
    return written


def page_html(explorer: Explorer, *, title: str | None = None) -> str:
    """Return the page that `save_html` writes.

    Examples
    --------
    >>> explorer = Explorer([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8]}, interval=("10%", "40%"))
    >>> page = page_html(explorer, title="Ours & theirs")
    >>> "<title>Ours &amp; theirs</title>" in page
    True
    >>> explorer.close()
    """
    # A twin is dressed for the page, so that nothing happens to the view that somebody is looking at.
    twin = _twin(explorer)
    try:
        links = _prepare(twin, explorer)
        state = _frozen_state(twin, links)
        words = twin.verdict.text
    finally:
        twin.close()
    low, high = map(percent, explorer.interval)
    interval = f"{low} to {high}"
    frozen_tab = "" if explorer.tab in _ALIVE else f", the tab “{TABS[explorer.tab][0]}”"
    parts = {
        "version": __version__,
        "title": html.escape(title or f"Which model, for costs from {interval}?"),
        "about": html.escape(_about(explorer)),
        "frozen": (
            "This page needs no Python. You can change tabs, tick models on and off, show 95% bands, and move the "
            f"band. <strong>Frozen:</strong> the sentence, the thick lines{frozen_tab} and the table are those of the "
            f"interval {interval} and of the models shown when the page was saved; they do not follow."
        ),
        "back": f"Back to {interval}",
        "words": html.escape(words),
        "style": files("brierwidgets.export").joinpath("page.css").read_text(encoding="utf-8"),
        "state": _json(state),
        "links": _json(links),
        "scripts": page_scripts(),
    }
    template = files("brierwidgets.export").joinpath("page.html").read_text(encoding="utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda place: parts[place[1]], template)


def _json(value: Any) -> str:
    # Model names are data: no text may end the element that the JSON stands in.
    return json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")


def _about(explorer: Explorer) -> str:
    state = explorer.state
    group = "" if state.group is None else f"Group {state.group}: "
    return f"{group}{state.comparison.total:,.15g} cases, {percent(state.comparison.prevalence)} of them positive."


def _twin(explorer: Explorer) -> Explorer:
    state = explorer.state
    cases = state.comparison if state.groups is None else state.groups.everyone
    options = explorer._options()
    # Every model and its band are drawn first, so that the page can show what is switched off now.
    return Explorer(cases, groups=state.groups, group=state.group, **options | {"shown": cases.names, "bands": True})


def _prepare(twin: Explorer, explorer: Explorer) -> dict[str, Any]:
    """Build the charts of the page, and say which widget is which: what ``page.js`` links."""
    names = [name for name in twin.charts if name in _ALIVE or name == twin.tab]
    charts = [twin.charts[name] for name in names]
    curves = [chart for name, chart in zip(names, charts, strict=True) if name in _ALIVE]
    for chart in charts:
        if chart not in curves:
            chart.add_class("bw-frozen")
    means, heights = [np.array(chart._means.y) for chart in curves], [_heights(chart) for chart in curves]
    twin.state.shown, twin.state.bands = explorer.state.shown, explorer.state.bands
    twin.state._settle.flush()
    for chart, means_of_all in zip(curves, means, strict=True):
        chart._means.y = means_of_all
        chart._words.value = (
            '<div class="bw-words">A thick line is a model’s average height from '
            f"{' to '.join(map(percent, twin.interval))}; it is the model’s score.</div>"
        )
    # bqplot loses its bearings in a chart that it draws unseen, so a tab stays empty until it is opened.
    tabs, pages = twin._tabs, [VBox() for _ in names]
    tabs.unobserve_all("selected_index")
    for unused in tabs.children:
        if unused not in charts:
            close_all(unused)
            unused.close()
    tabs.children, tabs.titles = pages, [TABS[name][0] for name in names]
    tabs.selected_index = names.index(twin.tab)
    return {
        "root": twin.model_id,
        "tabs": twin._tabs.model_id,
        "pages": _ids(pages),
        "opened": _ids(charts),
        "interval": list(twin.interval),
        "unit": twin.slider.unit,
        "step": _STEP,
        "track": twin.slider._track.model_id,
        "ends": _ids(twin.slider._boxes),
        "shown": [name in twin.state.shown for name in twin.state.comparison.names],
        "bands": twin.state.bands,
        "charts": [
            {
                "axis": chart.curve_name,
                "limits": list(chart.curve.limits),
                "brush": chart._brush.model_id,
                "x": chart._x.model_id,
                "y": chart._y.model_id,
                "yAxis": chart._y_axis.model_id,
                "heights": {"all": of_all, "shown": _heights(chart)},
                "means": chart._means.model_id,
                "bands": chart._bands.model_id,
                "boxes": _ids(chart._legend._boxes.values()),
                "lines": _ids(chart._lines.values()),
                "ribbons": _ids(chart._ribbons.values()),
            }
            for chart, of_all in zip(curves, heights, strict=True)
        ],
    }


def _heights(chart: CurveChart) -> dict[str, Any]:
    return {"min": chart._y.min, "max": chart._y.max, "ticks": list(chart._y_axis.tick_values)}


def _ids(these: Any) -> list[str]:
    return [widget.model_id for widget in these]


def _frozen_state(twin: Explorer, links: dict[str, Any]) -> dict[str, Any]:
    """Return the state of the page's widgets; what nothing follows is disabled."""
    state = dependency_state([twin, *twin.charts.built.values()], drop_defaults=False)
    alive = {links["track"], *(id_ for chart in links["charts"] for id_ in (chart["bands"], *chart["boxes"]))}
    for id_, entry in state.items():
        values = entry["state"]
        if "disabled" in values and id_ not in alive:
            values["disabled"] = True
        if "icon" in values:
            values["icon"] = ""  # icons are a font, and the page has none
    for chart in links["charts"]:
        state[chart["means"]]["state"]["opacities"] = [float(shown) for shown in links["shown"]]
    return Widget.get_manager_state(widgets=[]) | {"state": state}
