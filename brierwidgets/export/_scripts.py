"""The JavaScript that a page carries, so that it needs nothing from anywhere."""

from __future__ import annotations

import os
import sys
from importlib.metadata import PackageNotFoundError, distribution
from importlib.resources import files
from pathlib import Path

from brierwidgets.words.html import tag

__all__ = ["inline_scripts", "linked_scripts", "write_scripts"]

#: Packages whose widgets a page may hold, and the AMD module each brings.
_BROUGHT = ("bqscales", "bqplot", "anywidget")
_FILES = ("require.js", "libembed-amd.js", *(f"{module}.js" for module in _BROUGHT), "page.js")


def inline_scripts() -> str:
    """Return script elements: a module loader, the Jupyter widgets, bqplot, anywidget, and the page's own script."""
    return "\n".join(f"<script>\n{_in_element(part)}\n</script>" for part in _scripts().values())


def linked_scripts(folder: str) -> str:
    """Return the same elements, of files in a folder that `write_scripts` filled."""
    return "\n".join(tag("script", src=f"{folder}/{name}") for name in _FILES)


def write_scripts(folder: str | os.PathLike[str]) -> list[Path]:
    """Write the scripts that several pages share into a folder, made if need be; return their paths.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     [path.name for path in write_scripts(folder)]
    ['require.js', 'libembed-amd.js', 'bqscales.js', 'bqplot.js', 'anywidget.js', 'page.js']
    """
    Path(folder).mkdir(parents=True, exist_ok=True)
    written = []
    for name, script in _scripts().items():
        written.append(Path(folder, name))
        written[-1].write_text(script, encoding="utf-8")
    return written


def _scripts() -> dict[str, str]:
    folder = files("brierwidgets.export")
    kept = [folder.joinpath("assets", name).read_text(encoding="utf-8") for name in ("require.js", "libembed-amd.js")]
    brought = [_named(module, _find_script(module).read_text(encoding="utf-8")) for module in _BROUGHT]
    own = folder.joinpath("page.js").read_text(encoding="utf-8")
    return dict(zip(_FILES, (*kept, *brought, own), strict=True))


def _named(module: str, script: str) -> str:
    """Give an anonymous AMD module a name, which it needs when it does not come in a file of its own."""
    return f"(define => {{\n{script}\n}})((...given) => window.define({module!r}, ...given));"


def _in_element(script: str) -> str:
    """Return a script in which no text can end or hide its element; the backslashes change nothing in JavaScript."""
    return script.replace("</script", "<\\/script").replace("<!--", "<\\!--")


def _find_script(package: str) -> Path:
    """Return the notebook extension of an installed package."""
    ending = f"share/jupyter/nbextensions/{package}/index.js"
    try:
        installed = distribution(package).files or []
    except PackageNotFoundError:
        installed = []
    places = [Path(str(file.locate())) for file in installed if file.as_posix().endswith(ending)]
    for place in (*places, Path(sys.prefix, ending)):
        if place.is_file():
            return place.resolve()
    raise FileNotFoundError(
        f"The JavaScript of {package} is not where its installation should have put it "
        f"({Path(sys.prefix, ending)}). Install it again: python -m pip install --force-reinstall {package}"
    )
