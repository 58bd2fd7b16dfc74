"""Widgets as live pages that share their scripts: ``live/`` in the site, ``docs/_made/site/live`` until it is built."""

import html
from pathlib import Path

import ipywidgets as widgets

from brierwidgets import IntervalSlider, PrevalenceSlider
from brierwidgets.export import PageParts, page_html, write_scripts
from brierwidgets.lessons import Question
from brierwidgets.lessons._answers import write_answer
from brierwidgets.lessons._text import rich
from brierwidgets.page._engine import by_id

MADE = Path(__file__).parents[1] / "_made"
LIVE = MADE / "site" / "live"
#: Controls that the page links to the views beside them, and what it calls them.
_CONTROLS = {IntervalSlider: "slider", PrevalenceSlider: "base_rate"}


class Together:
    """A slider and the views that were displayed with it, as one view whose parts the page links."""

    def __init__(self, shown: list[widgets.Widget]) -> None:
        self.views = [widget for widget in shown if hasattr(widget, "page_parts")]
        self.shown = shown

    def page_parts(self) -> PageParts:
        """Return all in one box; a slider of its own moves the views as Python's link would."""
        parts = [view.page_parts() for view in self.views]
        specs = [
            by_id({"kind": kind, "model": widget})
            for widget in self.shown
            for control, kind in _CONTROLS.items()
            if isinstance(widget, control)
        ]
        for part in parts:
            part.engine.specs = [*part.engine.specs, *specs]
        others = [other for part in parts for other in part.others]
        return parts[0]._replace(root=widgets.VBox(self.shown), others=others)


def can_live(shown: list[widgets.Widget]) -> bool:
    """Return whether something displayed can move without Python."""
    return any(hasattr(widget, "page_parts") for widget in shown)


def movable(shown: list[widgets.Widget]) -> list[widgets.Widget]:
    """Return the views, and the controls that the page links to them; what Python alone moves would stand still."""
    return [widget for widget in shown if hasattr(widget, "page_parts") or isinstance(widget, tuple(_CONTROLS))]


def write_live(shown: list[widgets.Widget], name: str, title: str) -> str:
    """Write what was displayed as a live page, and return the element that shows it one folder below the site's top."""
    LIVE.mkdir(parents=True, exist_ok=True)
    if not (LIVE / "scripts").exists():
        write_scripts(LIVE / "scripts")
        (LIVE / "scripts" / "height.js").write_text(_HEIGHT, encoding="utf-8")
    view = shown[0] if len(shown) == 1 else Together(shown)
    page = page_html(view, title=title, scripts="scripts")
    page = page.replace("<header>", "<header hidden>")  # the site's page says what it is
    page = page.replace("</body>", '<script src="scripts/height.js"></script>\n</body>')
    (LIVE / f"{name}.html").write_text(page, encoding="utf-8")
    label = html.escape(title, quote=True)
    return (
        f'<iframe class="live" src="../live/{name}.html" title="{label}" loading="lazy"></iframe>\n'
        f'<p class="live-alone"><a href="../live/{name}.html">On a page of its own</a></p>'
    )


#: A live page tells the page around it how high it is.
_HEIGHT = """\
if (window.parent !== window) {
  const tell = () => window.parent.postMessage({ brierwidgetsHeight: document.body.scrollHeight }, "*");
  new ResizeObserver(tell).observe(document.body);
}
"""


def write_question(question: Question, name: str) -> str:
    """Return a question that opens its answer, without Python."""
    choices = "".join(f"<li>{html.escape(choice)}</li>" for choice in question.expected.choices)
    answer = (
        "" if question.correct is None else f"<p><strong>{html.escape(write_answer(question.correct))}</strong></p>"
    )
    reveal = question.reveal
    if isinstance(reveal, str):
        behind = rich(reveal)
    else:
        behind = write_live([reveal], name, question.name) if can_live([reveal]) else ""
    return (
        f'<div class="question">{rich(question.text)}{f"<ul>{choices}</ul>" if choices else ""}'
        f"<details><summary>Decide first, then open</summary>{answer}{behind}</details></div>"
    )
