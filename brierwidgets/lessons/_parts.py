"""Which parts of a view a step shows: only what it needs, so that words and chart fit one screen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from brierwidgets.lessons._small import PrintedScores
from brierwidgets.state.arguments import check_choice

__all__ = ["PARTS", "body_classes", "check_step_parts", "part_classes"]

#: What can be left out; the chart and what moves it always show. `ui/lessons.css` knows the classes.
PARTS = ("verdict", "reading", "table", "tabs", "tools", "units", "presets", "base rate", "people", "regret", "costs")


def check_step_parts(parts: Iterable[str] | None) -> tuple[str, ...] | None:
    """Return the parts that a step names, None where it shows all.

    Examples
    --------
    >>> check_step_parts(["verdict", "table"])
    ('verdict', 'table')
    >>> check_step_parts(["words"])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    ValueError: part must be one of 'verdict', ...
    """
    if parts is None:
        return None
    if isinstance(parts, str) or not isinstance(parts, Iterable):
        raise TypeError(f"parts must be a list such as ['verdict', 'table'], not {parts!r}.")
    named = tuple(parts)
    for part in named:
        check_choice("part", part, PARTS)
    return named


def part_classes(parts: Sequence[str] | None) -> list[str]:
    """Return the CSS classes by which a stage hides what is not named.

    Examples
    --------
    >>> part_classes(("base rate", *PARTS[:7])), part_classes(None)
    (['bw-no-people', 'bw-no-regret', 'bw-no-costs', 'bw-plain'], [])
    """
    if parts is None:
        return []
    return [*(f"bw-no-{part.replace(' ', '-')}" for part in PARTS if part not in parts), "bw-plain"]


def body_classes(view: Any) -> list[str]:
    """Return the CSS classes by which words and a view, if there is one, share the room of a step.

    Examples
    --------
    >>> body_classes(None), body_classes("a chart")
    ([], ['bw-with-view'])
    """
    # Said here, not found by :has(): with that a browser styles the whole step anew for every mark that a chart draws.
    beside = ["bw-with-table"] if isinstance(view, PrintedScores) else []
    return [] if view is None else ["bw-with-view", *beside]
