"""HTML that escapes by default: text from anywhere stays text, and only what is built here is markup.

Nothing else in the package escapes by hand; `brierwidgets.words.html` builds sentences and tables of it.
"""

from __future__ import annotations

import html
from collections.abc import Iterable

__all__ = ["Markup", "join", "tag"]

_VOID = frozenset({"br", "img", "meta"})


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


def _attribute(key: str, value: object) -> str:
    if value is None or value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{html.escape(str(value))}"'


def _escape(part: object) -> str:
    return part if isinstance(part, Markup) else html.escape(str(part))
