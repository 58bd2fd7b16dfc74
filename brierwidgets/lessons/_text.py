"""Text of a lesson, which cannot harm whatever it holds."""

from __future__ import annotations

import base64
import functools
import html
import re
from pathlib import Path
from xml.etree.ElementTree import Element

from latex2mathml.converter import convert_to_element

from brierwidgets.words.html import Markup, join, tag

__all__ = ["plain", "rich"]

#: What may stand in a paragraph; anything else shows as written. A backslash takes its meaning from a sign.
_INLINE = re.compile(
    r"\\(?P<sign>[\\*\[\]$!])"
    r"|\*\*(?P<bold>\S(?:.*?\S)?)\*\*"
    r"|!\[(?P<alt>[^\]\n]*)\]\((?P<picture>[^()\s]+)\)"
    r"|\[(?P<label>[^\]\n]+)\]\((?P<address>[^()\s]+)\)"
    r"|\$(?P<formula>[^\s$](?:[^$\n]*[^\s$\\])?)\$(?!\d)",
    re.DOTALL,
)
_ADDRESS = re.compile(r"(?:https?://|mailto:|(?![\w+.-]*:)(?!//))\S+", re.IGNORECASE)
_PICTURE_DATA = re.compile(r"data:image/(?:png|jpeg|gif|webp|svg\+xml);base64,[A-Za-z0-9+/=]+")
_PICTURE_KINDS = {
    ".png": "png",
    ".jpg": "jpeg",
    ".jpeg": "jpeg",
    ".gif": "gif",
    ".webp": "webp",
    ".svg": "svg+xml",
}
#: Attributes of MathML that change how a formula looks, and nothing else.
_FORMULA_LOOKS = frozenset(
    {"display", "mathvariant", "stretchy", "fence", "form", "accent", "linethickness", "columnalign"}
)


def rich(text: str) -> Markup:
    r"""Return text as HTML, escaped but for five things.

    A blank line starts a paragraph, ``**so**`` is bold, ``$\frac{1}{1 + 19}$`` is a formula, ``[words](https://...)`` a
    link and ``![what it shows](picture.png)`` a picture, which is taken into the text so that it is there offline.

    Examples
    --------
    >>> rich("Drag **both** ends <now>.")
    '<p>Drag <strong>both</strong> ends &lt;now&gt;.</p>'
    """
    paragraphs = re.split(r"\n\s*\n", text.strip())
    return join(tag("p", _inline(paragraph)) for paragraph in paragraphs if paragraph)


def plain(text: str) -> str:
    r"""Return text that `rich` shows as it is: for names, which are strangers' words.

    Examples
    --------
    >>> plain("a **b** [c](d)")
    'a \\*\\*b\\*\\* \\[c\\](d)'
    """
    return re.sub(r"([\\*\[\]$!])", r"\\\1", text)


def _inline(text: str) -> Markup:
    parts: list[object] = []
    end = 0
    for found in _INLINE.finditer(text):
        parts += [text[end : found.start()], _mark_up(found)]
        end = found.end()
    return join([*parts, text[end:]])


def _mark_up(found: re.Match[str]) -> object:
    if found["sign"]:
        return found["sign"]
    if found["bold"]:
        return tag("strong", _inline(found["bold"]))
    if found["formula"]:
        return _formula(found["formula"])
    if found["picture"]:
        return tag("img", class_="bw-picture", src=_picture(found["picture"]), alt=found["alt"])
    if not _ADDRESS.fullmatch(found["address"]):
        return found[0]
    return tag("a", found["label"], href=found["address"], target="_blank", rel="noopener noreferrer")


@functools.lru_cache(maxsize=64)
def _picture(source: str) -> str:
    """Return a picture as an address that holds it."""
    if _PICTURE_DATA.fullmatch(source):
        return source
    file = Path(source)
    kind = _PICTURE_KINDS.get(file.suffix.lower())
    if kind is None or "://" in source:
        raise ValueError(
            f"The picture {source!r} cannot be used. Give a file on this machine that ends in "
            f"{', '.join(_PICTURE_KINDS)}; it becomes a part of the lesson."
        )
    if not file.is_file():
        raise ValueError(f"There is no picture {source!r} in {Path.cwd()}. Give its path from there.")
    return f"data:image/{kind};base64,{base64.b64encode(file.read_bytes()).decode('ascii')}"


@functools.lru_cache(maxsize=256)
def _formula(source: str) -> Markup:
    """Return LaTeX as MathML, which browsers draw by themselves."""
    try:
        return _math(convert_to_element(source))
    except Exception as error:
        raise ValueError(
            f"The formula ${source}$ cannot be read ({type(error).__name__}). For a dollar sign write \\$."
        ) from error


def _math(element: Element) -> Markup:
    looks = {key: value for key, value in element.attrib.items() if key in _FORMULA_LOOKS}
    if not re.fullmatch(r"m[a-z]+", element.tag):
        raise ValueError(f"{element.tag} is no part of a formula")
    return tag(element.tag, html.unescape(element.text or ""), *map(_math, element), **looks)
