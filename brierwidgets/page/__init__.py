"""What follows the hand in the browser: scripts that answer a move from the tables of `brierwidgets.core.tables`.

The scripts are plain ES modules beside this file. `script` puts one of them and all that it imports into one module,
which is what `anywidget` and a saved page take.
"""

from __future__ import annotations

import functools
import posixpath
import re
from importlib import resources

from brierwidgets.words.numbers import COUNT_WORDS
from brierwidgets.words.templates import RULE_WORDS, TEMPLATES

__all__ = ["script", "sentences"]

#: Imports and re-exports of a neighbour; in one module its own exports are enough.
_IMPORT = re.compile(r'^(?:import|export) \{[^}]*\} from "(\.\.?/[a-z_/]+)\.js";\n', re.MULTILINE)


@functools.cache
def script(name: str) -> str:
    """Return a script of this room and every script that it imports, as the text of one ES module.

    Examples
    --------
    >>> text = script("move")
    >>> "export function move(" in text, "import " in text
    (True, False)
    """
    found: dict[str, str] = {}
    _collect(f"page/{name}", found)
    return "\n".join(found.values())


def sentences() -> dict[str, dict[str, str] | list[str]]:
    """Return the texts from which the page makes its sentences, as JSON can hold them.

    Examples
    --------
    >>> sentences()["rules"], sentences()["counts"][2]
    ({'treat all': 'treating all', 'treat none': 'treating none'}, 'two')
    """
    return {"templates": TEMPLATES, "rules": RULE_WORDS, "counts": list(COUNT_WORDS)}


def _collect(name: str, found: dict[str, str]) -> None:
    """Add a script after those that it needs."""
    if name in found:
        return
    text = resources.files("brierwidgets").joinpath(f"{name}.js").read_text(encoding="utf-8")
    for needed in _IMPORT.findall(text):
        _collect(posixpath.normpath(posixpath.join(posixpath.dirname(name), needed)), found)
    found[name] = _IMPORT.sub("", text)
