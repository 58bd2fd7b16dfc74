"""Binder's files make an environment in which the notebooks run, from nothing but what they name."""

import os
import re
import subprocess
import sys
import tomllib
import venv
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import nbformat
import pytest

ROOT = Path(__file__).resolve().parents[1]
FIRST = ROOT / "notebooks" / "01-start-here.ipynb"


def run(*command, **options):
    """Run a command to its end and return what it said; fail with all of it."""
    options["env"] = {**os.environ, "PYTHONPATH": "", **options.get("env", {})}
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def binder(tmp_path_factory):
    """The commands of a fresh environment, built as Binder builds it: requirements.txt, from the top folder."""
    folder = tmp_path_factory.mktemp("binder")
    venv.create(folder)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    # Binder uses pip; uv reads the same file and is done in a fraction of the time.
    run(
        sys.executable,
        "-m",
        "uv",
        "pip",
        "install",
        "-q",
        "-p",
        programs / "python",
        "-r",
        "binder/requirements.txt",
        cwd=ROOT,
    )
    return programs


def test_the_python_it_asks_for_is_new_enough():
    """Without runtime.txt Binder takes an older Python than the package allows."""
    version = (ROOT / "binder" / "runtime.txt").read_text().strip().removeprefix("python-")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    least = project["requires-python"].removeprefix(">=")
    assert [int(part) for part in version.split(".")] >= [int(part) for part in least.split(".")]


@pytest.mark.slow
def test_the_first_notebook_gives_the_numbers_saved_in_it(binder, tmp_path):
    run(
        *(binder / "jupyter", "nbconvert", "--to", "notebook", "--execute", FIRST),
        *("--output-dir", tmp_path, "--ExecutePreprocessor.kernel_name=python3"),
        cwd=tmp_path,
        env={"JUPYTER_PREFER_ENV_PATH": "1", "JUPYTER_PATH": ""},
    )
    saved, made = (nbformat.read(path, as_version=4) for path in (FIRST, tmp_path / FIRST.name))
    compared = 0
    for before, after in zip(saved.cells, made.cells, strict=True):
        if before.cell_type == "code" and "nbval-ignore-output" not in before.metadata.get("tags", []):
            texts = [
                [o.get("data", o).get("text/plain", o.get("text")) for o in cell.outputs] for cell in (before, after)
            ]
            assert texts[0] == texts[1]
            compared += 1
    assert compared >= 2


@pytest.mark.slow
def test_the_package_is_installed_and_not_read_from_the_checkout(binder, tmp_path):
    where = run(binder / "python", "-c", "import brierwidgets; print(brierwidgets.__file__)", cwd=tmp_path)
    assert Path(where.strip()).is_relative_to(binder.parent)


@pytest.mark.slow
def test_voila_serves_beside_jupyterlab(binder, tmp_path):
    listed = run(
        *(binder / "jupyter", "server", "extension", "list"),
        cwd=tmp_path,
        env={"JUPYTER_CONFIG_DIR": str(tmp_path)},
    )
    for extension in ("jupyterlab", "voila"):
        assert re.search(rf"{extension}\S* (\x1b\S*)?enabled", listed), listed


def test_the_badges_open_the_first_notebook_and_the_lesson():
    badges = re.findall(r"\(https://mybinder\.org/(v2/gh/\S+)\)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert len({urlsplit(badge).path for badge in badges}) == 1  # one repository, to be changed in one go
    opened = [parse_qs(urlsplit(badge).query)["urlpath"][0] for badge in badges]
    assert opened == ["lab/tree/notebooks/01-start-here.ipynb", "voila/render/notebooks/lesson-50-minutes.ipynb"]
    for path in opened:
        assert (ROOT / path[path.index("notebooks") :]).exists()
