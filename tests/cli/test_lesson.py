"""``brierwidgets lesson``: the lesson of a notebook as one page."""

import json
import sys

import pytest

from brierwidgets.cli import main

CELL = """
from brierwidgets.lessons import Lesson, Question, Step
question = Question("Which?", choices=["a", "b"], correct="a", doubt="It could be b.")
lesson = Lesson(None, [Step("Think.", gate=question)])
lesson
"""


@pytest.fixture
def write(tmp_path):
    def write(*cells):
        written = [{"cell_type": "markdown", "source": "Hello\n# Ours & theirs\nWords", "metadata": {}}]
        written += [{"cell_type": "code", "source": cell.splitlines(keepends=True), "metadata": {}} for cell in cells]
        notebook = tmp_path / "mine.ipynb"
        notebook.write_text(json.dumps({"cells": written, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
        return notebook

    return write


def test_it_runs_the_notebook_in_its_folder_and_writes_the_page(write, tmp_path, capsys):
    tmp_path.joinpath("data.txt").write_text("1")
    notebook = write("from pathlib import Path\n%time Path('data.txt').read_text()", CELL)
    assert main(["lesson", str(notebook), "-o", str(tmp_path / "out.html")]) == 0
    printed = capsys.readouterr().out
    assert "Note: Step 1, Which?: It could be b." in printed
    assert f"Wrote {tmp_path / 'out.html'}" in printed
    page = (tmp_path / "out.html").read_text(encoding="utf-8")
    assert "<title>Ours &amp; theirs</title>" in page
    assert main(["lesson", str(notebook), "--title", "Another"]) == 0
    assert "<title>Another</title>" in (tmp_path / "mine.html").read_text(encoding="utf-8")
    assert main(["lesson", str(notebook), "--hold", "otter"]) == 0
    assert main(["lesson", str(notebook), "--hold", "otter,bread"]) == 1
    assert "hold has 2 words" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        (["x = 1"], "mine.ipynb makes no lesson"),
        (["x = 1", "undefined"], "Code cell 2 of mine.ipynb failed. NameError"),
        (["x ="], "Code cell 1 of mine.ipynb failed. SyntaxError"),
    ],
)
def test_what_goes_wrong_is_said_in_a_line(write, capsys, cells, message):
    notebook = write(*cells)
    assert main(["lesson", str(notebook)]) == 1
    assert message in capsys.readouterr().err
    assert not notebook.with_suffix(".html").exists()


@pytest.mark.parametrize("cell", [CELL, "undefined"])
def test_the_variables_of_the_caller_stay_those_of_main(write, cell):
    before = sys.modules["__main__"]
    main(["lesson", str(write(cell))])
    assert sys.modules["__main__"] is before


def test_a_notebook_or_a_folder_that_is_not_there(write, tmp_path, capsys):
    assert main(["lesson", str(tmp_path / "no.ipynb")]) == 1
    assert "There is no notebook" in capsys.readouterr().err
    assert main(["lesson", str(write(CELL)), "-o", str(tmp_path / "no" / "out.html")]) == 1
    assert "There is no folder" in capsys.readouterr().err
    tmp_path.joinpath("no.ipynb").write_text("{}")
    assert main(["lesson", str(tmp_path / "no.ipynb")]) == 1
    assert "cannot be read as a notebook" in capsys.readouterr().err


def test_the_page_never_replaces_its_notebook(write, capsys):
    notebook = write(CELL)
    before = notebook.read_bytes()
    assert main(["lesson", str(notebook), "-o", str(notebook)]) == 1
    assert "would replace" in capsys.readouterr().err
    assert notebook.read_bytes() == before
