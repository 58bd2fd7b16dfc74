"""What is left of a live view where nothing runs: on GitHub, in nbviewer, in a notebook turned into a page.

JupyterLab shows it, too, once Python is gone: ``page/labextension`` recognises it by how its HTML begins.
"""

from __future__ import annotations

import base64
import logging
from collections.abc import Callable, Sequence
from typing import Any

from brierwidgets.core.move import Move
from brierwidgets.export import Picture, still_svg
from brierwidgets.words.html import NO_TEX, Markup, table, tag
from brierwidgets.words.numbers import ends_text, number, per_thousand
from brierwidgets.words.text import clean

__all__ = ["STILL_BYTES", "picture_html", "said_html", "scores_html", "with_sentence", "with_still"]

logger = logging.getLogger("brierwidgets")

#: How large a still view may be; a picture that would make it larger is left out.
STILL_BYTES = 150_000


def with_still(bundle: dict[str, Any], parts: Callable[[], list[Markup]]) -> dict[str, Any]:
    """Return what a notebook keeps of a widget, with HTML for readers that show no widgets.

    Parameters
    ----------
    bundle
        The representations that there are, by MIME type.
    parts
        Returns the paragraphs, tables and pictures. When it fails the widget is shown all the same.
    """
    try:
        found = parts()
    except Exception:
        logger.exception("No still view could be made.")
        return bundle
    hint = tag("p", tag("small", "A still view. Run the cell to make it live."))
    html = clean(tag("div", *found, hint, class_=f"bw-still {NO_TEX}"))
    return bundle | {"text/html": html}


def with_sentence(shown: Any, sentence: str) -> Any:
    """Return what a control of anywidget shows, its bundle and metadata, with a sentence where there are no widgets."""
    return None if shown is None else (with_still(shown[0], lambda: [tag("p", sentence)]), shown[1])


def said_html(sentences: Sequence[object]) -> Markup:
    """Return sentences as a paragraph, the first of them bold."""
    first, *rest = sentences
    return tag("p", tag("strong", first), *(item for sentence in rest for item in (" ", sentence)))


def picture_html(picture: Picture, words: str) -> list[Markup]:
    """Return a chart as an image for `with_still`, or nothing where it has no figure or would be too large."""
    if not picture.figures:
        return []
    try:
        drawn = still_svg(picture)
    except (TypeError, ValueError) as refusal:  # a mark of a user's own that cannot be drawn
        logger.info("No still picture: %s", refusal)
        return []
    address = f"data:image/svg+xml;base64,{base64.b64encode(drawn.encode()).decode()}"
    if len(address) > 0.9 * STILL_BYTES:
        return []
    return [tag("p", tag("img", src=address, alt=words))]


def scores_html(move: Move) -> Markup:
    """Return the scores on the interval as a table, the lowest mean regret first.

    Rules without a model stand among the models, in italics. The columns come in the order of the live table, so that a
    phone, which cuts off the last ones, shows regret and rank.
    """
    rows: list[list[object]] = []
    for name in sorted([*move.summaries, *move.rules], key=move.regret):
        if name in move.rules:
            rows.append([tag("i", name), tag("i", per_thousand(move.rules[name])), "", "", ""])
        else:
            regret, skill = move.summaries[name].mean_regret, move.summaries[name].skill
            ends = ends_text(regret.low, regret.high, per_thousand)
            place = "–" if move.best is None else move.ranks[name]
            rows.append([name, per_thousand(regret.value), place, ends, number(skill.value)])
    return table(["Model", "Mean regret per 1,000", "Rank here", "95% interval", "Skill"], rows)
