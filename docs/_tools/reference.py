"""Reference pages of modules whose names need no order of their own."""

from importlib import import_module
from pathlib import Path

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


def make_reference(target: Path) -> None:
    """Write a page for every shelf that lists all of its public names."""
    for shelf, (title, about) in SHELVES.items():
        module = f"brierwidgets.{shelf}"
        names = "".join(f"   {name}\n" for name in import_module(module).__all__)
        text = (
            f"{title}\n{'=' * len(title)}\n\n``{module}``: {about[0].lower()}{about[1:]}\n\n"
            f".. currentmodule:: {module}\n\n.. autosummary::\n   :toctree: made\n   :nosignatures:\n\n{names}"
        )
        (target / f"{shelf}.rst").write_text(text, encoding="utf-8")
