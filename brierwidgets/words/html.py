"""HTML that escapes by default, and the sentences and tables that views build of it."""

from __future__ import annotations

from collections.abc import Iterable

from brierwidgets.data.markup import Markup, join, tag

__all__ = ["ANNOUNCED", "NO_TEX", "Markup", "chart_words", "join", "spoken", "table", "tag"]

#: Classes of an element in which MathJax typesets nothing: a dollar in a model's name is a dollar.
NO_TEX = "tex2jax_ignore mathjax_ignore"

#: Attributes of sentences that are read out when they change, also where no script of ours runs.
ANNOUNCED = {"role": "status", "aria_live": "polite"}


def table(heads: Iterable[object], rows: Iterable[Iterable[object]], **attributes: object) -> Markup:
    """Return a table with one line of headings; the first cell of a row is its heading.

    Examples
    --------
    >>> table(["", "share"], [["a<b", "5%"]])
    '<table><tr><td></td><th scope="col">share</th></tr><tr><th scope="row">a&lt;b</th><td>5%</td></tr></table>'
    """
    head = (tag("th", text, scope="col") if text != "" else tag("td") for text in heads)
    body = (tag("tr", tag("th", first, scope="row"), *(tag("td", cell) for cell in cells)) for first, *cells in rows)
    return tag("table", tag("tr", *head), *body, **attributes)


def spoken(sentences: Iterable[object], class_: str = "bw-words bw-said", **attributes: object) -> Markup:
    """Return sentences that a screen reader reads out when they change.

    They are replaced then, and a reader listens to a node that stays: `page/access.js` makes the node around what has
    the class ``bw-live`` the live region.
    """
    return tag("div", join(sentences, " "), class_=f"{class_} bw-live", **attributes)


def chart_words(chart: str, text: str) -> Markup:
    """Return what a chart shows, for those who do not see it.

    In a view `page/access.js` gives it to the chart that has the class ``bw-chart-of-`` and the same name.

    Examples
    --------
    >>> chart_words("regret", "Regret of a & b.")
    '<span class="bw-alt" hidden data-chart="regret">Regret of a &amp; b.</span>'
    """
    return tag("span", text, class_="bw-alt", hidden=True, data_chart=chart)
