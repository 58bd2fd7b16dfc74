"""Reference pages of modules whose names need no order of their own, and of views in the order of the gallery."""

from importlib import import_module
from pathlib import Path

from gallery import EXAMPLES

#: The title of each module's page, and a sentence about it.
SHELVES = {
    "costs": ("Distributions of the cost ratio", "What may be believed of the cost ratio."),
    "datasets": ("Data sets", "Those of the notebooks, the gallery and the lesson."),
    "recommend": ("Which metric?", "The table behind `brierwidgets.MetricChooser`."),
    "lessons": ("Lessons", "Predict, commit, reveal."),
    "export": (
        "Pages, pictures and tables",
        "What leaves the notebook. Most people call the methods of a view instead.",
    ),
    "ui": ("A chart of your own", "What every widget stands on."),
}


_VIEWS = """\
Every view takes a ``Comparison``, a state of another view, or ``y_true`` and a mapping of models, and has a trait \
``interval`` to observe and link. The :doc:`gallery <../gallery/index>` shows each of them live. What all of them can \
do (``save_html``, ``save_png``, ``close``) is said once, at :class:`brierwidgets.ui.View`."""


def make_reference(target: Path) -> None:
    """Write a page for every shelf that lists all of its public names, and one that lists the views."""
    for shelf, (title, about) in SHELVES.items():
        module = f"brierwidgets.{shelf}"
        opening = f"``{module}``: {about[0].lower()}{about[1:]}"
        _write_page(target / f"{shelf}.rst", title, opening, module, import_module(module).__all__)
    views = [*(example.name for example in EXAMPLES), "ExplorerState"]
    _write_page(target / "views.rst", "Views", _VIEWS, "brierwidgets", views)


def _write_page(path: Path, title: str, opening: str, module: str, names: list[str]) -> None:
    listed = "".join(f"   {name}\n" for name in names)
    text = (
        f"{title}\n{'=' * len(title)}\n\n{opening}\n\n"
        f".. currentmodule:: {module}\n\n.. autosummary::\n   :toctree: made\n   :nosignatures:\n\n{listed}"
    )
    path.write_text(text, encoding="utf-8")
