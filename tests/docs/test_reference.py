"""Every public name has a page in the reference, and every view one in the gallery."""

import importlib
import re
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
BY_HAND = ("metrics", "models")
MODULES = [
    "brierwidgets",
    *(f"brierwidgets.{name}" for name in ("costs", "datasets", "export", "lessons", "metrics", "recommend", "ui")),
    "brierwidgets.metrics.scorers",
]


@pytest.fixture(scope="module")
def listed(tmp_path_factory):
    """The names that the reference lists, in full."""
    folder = tmp_path_factory.mktemp("reference")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(DOCS / "_tools")
        importlib.import_module("reference").make_reference(folder)
    names, module = set(), ""
    for page in [*folder.glob("*.rst"), *((DOCS / "reference" / f"{name}.rst") for name in BY_HAND)]:
        for line in page.read_text().splitlines():
            if started := re.fullmatch(r"\.\. currentmodule:: (\S+)", line):
                module = started[1]
            elif name := re.fullmatch(r"   (\w+)", line):
                names.add(f"{module}.{name[1]}")
    return names


@pytest.mark.parametrize("module", MODULES)
def test_every_public_name_has_a_page(module, listed):
    public = {f"{module}.{name}" for name in importlib.import_module(module).__all__}
    for name in importlib.import_module(module).__all__:
        getattr(importlib.import_module(module), name)
    modules = {name for name in public if name in sys.modules}  # their own names are listed instead
    assert modules <= set(MODULES)
    assert public - modules - listed == set()


def test_every_public_class_and_function_has_an_example():
    public = [
        (f"{module}.{name}", getattr(importlib.import_module(module), name))
        for module in MODULES
        for name in importlib.import_module(module).__all__
    ]
    assert [name for name, thing in public if callable(thing) and ">>> " not in (thing.__doc__ or "")] == []


def test_no_page_is_of_a_name_that_is_gone(listed):
    for name in listed:
        module, _, last = name.rpartition(".")
        assert last in importlib.import_module(module).__all__, name


def test_every_view_is_in_the_gallery(monkeypatch):
    import ipywidgets

    import brierwidgets as bw

    monkeypatch.syspath_prepend(DOCS / "_tools")
    gallery = importlib.import_module("gallery")
    shown = {example.name for example in gallery.EXAMPLES}
    widgets = {name for name in bw.__all__ if isinstance(getattr(bw, name), type)}
    widgets = {name for name in widgets if issubclass(getattr(bw, name), ipywidgets.DOMWidget)}
    assert shown == widgets
    assert {path.stem for path in gallery.PICTURES.glob("*.png")} == widgets  # python docs/_tools/pictures.py


#: What any textbook has, and what is a mean of something else here.
NO_SOURCE = {
    *("accuracy", "precision_at_k", "precision_recall_curve", "recall_at_k"),
    *("roc_curve", "score_difference"),
}


def test_every_metric_names_its_source():
    metrics = importlib.import_module("brierwidgets.metrics")
    functions = {name for name in metrics.__all__ if f"brierwidgets.metrics.{name}" not in MODULES}
    assert {name for name in functions if "doi:10." not in getattr(metrics, name).__doc__} == NO_SOURCE


def test_sources_are_cited_with_their_doi():
    without = []
    for path in (DOCS.parent / "brierwidgets").rglob("*.py"):
        for cited in re.findall(r"References\n +-+\n(.*?)\n\n", path.read_text(), flags=re.DOTALL):
            without += [] if "doi:10." in cited else [f"{path.name}: {cited.strip()}"]
    assert without == []
