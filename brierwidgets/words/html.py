"""HTML that escapes by default: text from anywhere stays text, and only what is built here is markup."""

from __future__ import annotations

import html
from collections.abc import Iterable

__all__ = ["ANNOUNCED", "NO_TEX", "Markup", "chart_words", "join", "spoken", "table", "tag"]

_VOID = frozenset({"br", "img", "meta"})

#: Classes of an element in which MathJax typesets nothing: a dollar in a model's name is a dollar.
NO_TEX = "tex2jax_ignore mathjax_ignore"

#: Attributes of sentences that are read out when they change, also where no script of ours runs.
ANNOUNCED = {"role": "status", "aria_live": "polite"}


class Markup(str):
    """Text that is HTML already; nothing else is ever let through unescaped.

    Examples
    --------
    >>> tag("b", "a < b", Markup("<br>"))
    '<b>a &lt; b<br></b>'
    """

    __slots__ = ()


def join(parts: Iterable[object], separator: str = "") -> Markup:
    """Return parts one after another, those that are not markup escaped.

    Examples
    --------
    >>> join(["a & b", tag("br")])
    'a &amp; b<br>'
    """
    return Markup(html.escape(separator).join(_escape(part) for part in parts))


def tag(name: str, *content: object, **attributes: object) -> Markup:
    """Return an element. A trailing underscore in an attribute's name is dropped, others become hyphens.

    An attribute that is None or False is left out; True stands alone.

    Examples
    --------
    >>> tag("td", "R&D", class_="bw-best", aria_hidden="true", title=None)
    '<td class="bw-best" aria-hidden="true">R&amp;D</td>'
    """
    written = "".join(_attribute(key, value) for key, value in attributes.items())
    if name in _VOID:
        return Markup(f"<{name}{written}>")
    return Markup(f"<{name}{written}>{join(content)}</{name}>")


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

    In a view `page/access.js` gives it to the chart that has the class ``bw-told-`` and the same name.

    Examples
    --------
    >>> chart_words("regret", "Regret of a & b.")
    '<span class="bw-alt" hidden data-chart="regret">Regret of a &amp; b.</span>'
    """
    return tag("span", text, class_="bw-alt", hidden=True, data_chart=chart)


def _attribute(key: str, value: object) -> str:
    if value is None or value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{html.escape(str(value))}"'


def _escape(part: object) -> str:
    return part if isinstance(part, Markup) else html.escape(str(part))
