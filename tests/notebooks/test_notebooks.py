"""The notebooks as files; that they run and give the outputs they show, nbval checks."""

import re
from pathlib import Path

import nbformat
import pytest

import brierwidgets as bw

FOLDER = Path(__file__).resolve().parents[2] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("**/[!.]*.ipynb"))


@pytest.fixture(params=NOTEBOOKS, ids=lambda path: path.name)
def opened(request):
    notebook = nbformat.read(request.param, as_version=nbformat.NO_CONVERT)
    nbformat.validate(notebook)
    return notebook


def test_the_notebooks_are_numbered_from_one():
    assert [path.parent for path in NOTEBOOKS] == [FOLDER] * len(NOTEBOOKS)
    numbered = [path.name[:3] for path in NOTEBOOKS if not path.name.startswith("lesson-")]
    assert numbered == [f"{number:02d}-" for number in range(1, len(numbered) + 1)]


def test_it_opens_with_a_title_in_prose(opened):
    assert opened.cells[0].cell_type == "markdown"
    assert opened.cells[0].source.startswith("# ")


def test_it_runs_on_any_python_3(opened):
    assert opened.metadata.kernelspec.name == "python3"
    assert set(opened.metadata) <= {"kernelspec", "language_info", "title"}
    assert set(opened.metadata.language_info) == {"name"}


def test_it_was_run_from_top_to_bottom_before_it_was_saved(opened):
    code = [cell for cell in opened.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    outputs = [output for cell in code for output in cell.outputs]
    assert all(output.output_type != "error" and output.get("name") != "stderr" for output in outputs)


def test_it_shows_something_where_a_view_will_be(opened):
    """Who opens it, or reads it where nothing runs, sees a still view: nbval does not compare it."""
    left_out = [cell for cell in opened.cells if "nbval-ignore-output" in cell.metadata.get("tags", [])]
    assert [cell.source for cell in left_out if not cell.outputs] == []


def test_what_it_prints_fits_a_phone(opened):
    """JupyterLab breaks a longer line wherever it ends, in the middle of a word or a number."""
    wide = 34
    for cell in opened.cells:
        if "nbval-ignore-output" not in cell.metadata.get("tags", []):
            for output in cell.get("outputs", []):
                data = output.get("data", {"text/plain": output.get("text", "")})
                if set(data) == {"text/plain"}:
                    assert [line for line in data["text/plain"].splitlines() if len(line) > wide] == []


def test_it_names_no_place_on_the_machine_it_was_written_on(opened):
    assert not re.findall(r"/(?:home|root|tmp|Users|work|opt)/", nbformat.writes(opened))


@pytest.mark.parametrize("number", [15, *range(18, 24)])
def test_a_notebook_to_teach_with_says_in_prose_that_its_people_are_invented(number):
    notebook = nbformat.read(next(FOLDER.glob(f"{number:02d}-*.ipynb")), as_version=4)
    prose = " ".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    assert re.search(r"\b(invented|simulated|synthetic|made up)\b", prose)


def test_no_saved_output_waits_for_a_widget_that_is_gone(opened):
    """JupyterLab would show an error in its place: a saved view is the still one alone."""
    assert "widget-view+json" not in nbformat.writes(opened)


def test_the_first_one_keeps_a_still_view_of_its_explorer_as_it_is_now():
    explorer = bw.Explorer(bw.datasets.load_breast_cancer(), interval=("1.66%", "3%"))
    now = explorer._repr_mimebundle_()["text/html"]
    explorer.close()
    saved = [
        output.data["text/html"]
        for cell in nbformat.read(NOTEBOOKS[0], as_version=4).cells
        for output in cell.get("outputs", [])
        if "bw-still" in output.get("data", {}).get("text/html", "")
    ]
    words, picture = re.compile(r"<img [^>]*>"), re.compile(r"data:image/svg\+xml;base64,[^\"]{1000,}")
    assert [words.sub("", text) for text in saved] == [words.sub("", now)]
    assert picture.search(saved[0])
