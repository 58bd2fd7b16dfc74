"""The command ``brierwidgets``, run as a user runs it."""

import json
import os
import socket
import subprocess
import sys
import zipfile
from pathlib import Path

import nbformat
import pytest

import brierwidgets
from brierwidgets.cli import main
from brierwidgets.cli.notebooks import original_notebooks, update_copy

ROOT = Path(__file__).resolve().parents[2]
FIRST = "01-start-here.ipynb"


@pytest.fixture
def taken_port():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


@pytest.fixture
def originals(tmp_path):
    folder = tmp_path / "originals"
    (folder / "data").mkdir(parents=True)
    (folder / ".ipynb_checkpoints").mkdir()
    (folder / "01-a.ipynb").write_text("first")
    (folder / "data" / "cases.csv").write_text("y,p")
    (folder / ".ipynb_checkpoints" / "01-a.ipynb").write_text("checkpoint")
    return folder


class TestCommandLine:
    def test_version(self, capsys):
        with pytest.raises(SystemExit) as ended:
            main(["--version"])
        assert ended.value.code == 0
        assert capsys.readouterr().out == f"brierwidgets {brierwidgets.__version__}\n"

    def test_alone_it_shows_the_commands_and_counts_as_wrong_usage(self, capsys):
        assert main([]) == 2
        assert "demo" in capsys.readouterr().out

    def test_help_of_demo_has_examples(self, capsys):
        with pytest.raises(SystemExit) as ended:
            main(["demo", "--help"])
        assert ended.value.code == 0
        assert "brierwidgets demo --voila" in capsys.readouterr().out

    @pytest.mark.parametrize("port", ["0", "65536", "-1", "lab", "8e3"])
    def test_what_is_not_a_port_is_wrong_usage(self, port, capsys):
        with pytest.raises(SystemExit) as ended:
            main(["demo", f"--port={port}"])
        assert ended.value.code == 2
        assert "from 1 to 65535" in capsys.readouterr().err

    @pytest.mark.parametrize("app", [[], ["--voila"]])
    def test_a_taken_port_is_an_error(self, app, taken_port, tmp_path, capsys):
        assert main(["demo", *app, "--no-browser", f"--port={taken_port}", f"--folder={tmp_path}"]) == 1
        assert f"Port {taken_port} is in use" in capsys.readouterr().err

    @pytest.mark.parametrize(("option", "module"), [([], "jupyterlab"), (["--voila"], "voila")])
    def test_a_missing_server_says_which_command_installs_it(self, option, module, tmp_path, monkeypatch, capsys):
        monkeypatch.setitem(sys.modules, module, None)  # as if it were not installed
        assert main(["demo", "--no-browser", *option, f"--folder={tmp_path}"]) == 1
        assert f"pip install {module}" in capsys.readouterr().err

    def test_a_folder_that_cannot_be_written_is_an_error(self, tmp_path, capsys):
        (tmp_path / "file").write_text("in the way")
        assert main(["demo", f"--folder={tmp_path / 'file'}"]) == 1
        assert "--folder" in capsys.readouterr().err


class TestCopyOfTheNotebooks:
    def test_all_files_are_copied_but_no_checkpoints(self, originals, tmp_path):
        assert update_copy(originals, tmp_path / "mine") == []
        assert (tmp_path / "mine" / "01-a.ipynb").read_text() == "first"
        assert (tmp_path / "mine" / "data" / "cases.csv").read_text() == "y,p"
        assert not (tmp_path / "mine" / ".ipynb_checkpoints").exists()

    def test_untouched_files_follow_the_originals_and_new_ones_arrive(self, originals, tmp_path):
        mine = tmp_path / "mine"
        update_copy(originals, mine)
        (originals / "01-a.ipynb").write_text("first, corrected")
        (originals / "02-b.ipynb").write_text("second")
        assert update_copy(originals, mine) == []
        assert (mine / "01-a.ipynb").read_text() == "first, corrected"
        assert (mine / "02-b.ipynb").read_text() == "second"

    def test_what_the_user_changed_is_kept_and_told(self, originals, tmp_path):
        mine = tmp_path / "mine"
        update_copy(originals, mine)
        (mine / "01-a.ipynb").write_text("my answer")
        (originals / "01-a.ipynb").write_text("first, corrected")
        for _ in range(2):  # also the second time, when the record is newer than the change
            assert update_copy(originals, mine) == ["Kept 01-a.ipynb as you left it."]
            assert (mine / "01-a.ipynb").read_text() == "my answer"

    def test_opening_and_running_a_notebook_is_no_change(self, originals, tmp_path):
        first = originals / "01-first.ipynb"
        cells = [{"cell_type": "code", "source": ["1 + 1\n", "2"], "outputs": [], "metadata": {}, "execution_count": 1}]
        first.write_text(json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
        copy = tmp_path / "copy"
        update_copy(originals, copy)
        saved = {**cells[0], "source": "1 + 1\n2", "id": "a1", "outputs": [{"output_type": "stream"}]}
        blank = {**cells[0], "source": "", "id": "a2"}  # which Shift-Enter on the last cell adds
        run = {"cells": [saved, blank], "metadata": {"language_info": {"version": "3"}}}
        (copy / first.name).write_text(json.dumps(run))
        first.write_text(first.read_text().replace("1 + 1", "1 + 3"))
        assert update_copy(originals, copy) == []
        assert (copy / first.name).read_bytes() == first.read_bytes()
        saved["source"] = "my own"
        (copy / first.name).write_text(json.dumps({"cells": [saved], "metadata": {}}))
        assert update_copy(originals, copy) == [f"Kept {first.name} as you left it."]

    def test_without_its_record_nothing_is_overwritten(self, originals, tmp_path):
        mine = tmp_path / "mine"
        update_copy(originals, mine)
        (mine / ".brierwidgets.json").write_text("{broken")
        (originals / "01-a.ipynb").write_text("first, corrected")
        assert update_copy(originals, mine) == ["Kept 01-a.ipynb as you left it."]
        assert (mine / "01-a.ipynb").read_text() == "first"

    def test_starting_over_sets_the_changes_aside(self, originals, tmp_path):
        mine = tmp_path / "mine"
        update_copy(originals, mine)
        (mine / "01-a.ipynb").write_text("my answer")
        (message,) = update_copy(originals, mine, fresh=True)
        (kept,) = mine.glob("set-aside-*/01-a.ipynb")
        assert str(kept.parent) in message
        assert kept.read_text() == "my answer"
        assert (mine / "01-a.ipynb").read_text() == "first"
        assert update_copy(originals, mine) == []

    def test_the_originals_themselves_can_be_the_folder(self, originals):
        before = sorted(originals.rglob("*"))
        assert update_copy(originals, originals) == []
        assert sorted(originals.rglob("*")) == before

    def test_a_checkout_uses_its_own_folder(self):
        assert original_notebooks() == ROOT / "notebooks"

    def test_a_wheel_carries_the_notebooks(self, tmp_path):
        build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
        subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
        (wheel,) = tmp_path.glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(tmp_path / "site")
        asked = "from brierwidgets.cli.notebooks import original_notebooks; print(original_notebooks())"
        answer = subprocess.run(
            [sys.executable, "-c", asked],
            env={**os.environ, "PYTHONPATH": str(tmp_path / "site")},
            cwd=tmp_path,
            check=True,
            capture_output=True,
            text=True,
        )
        folder = Path(answer.stdout.strip())
        assert folder == tmp_path / "site" / "brierwidgets" / "_notebooks"
        assert {path.name for path in folder.iterdir()} >= {path.name for path in (ROOT / "notebooks").glob("*.ipynb")}


@pytest.mark.slow
class TestDemo:
    def test_it_opens_jupyterlab_on_a_copy_of_the_first_notebook(self, command, tmp_path):
        running = command("demo")
        url = running.url()
        assert f"/lab/tree/{FIRST}?token=" in url
        assert "<title>JupyterLab</title>" in running.get(url)
        served = nbformat.reads(running.get(url.replace("/lab/tree/", "/files/")), as_version=4)
        assert served == nbformat.read(ROOT / "notebooks" / FIRST, as_version=4)
        assert (tmp_path / "brierwidgets-notebooks" / FIRST).exists()
        assert running.interrupt() == 0

    def test_with_voila_it_serves_an_app_without_code(self, command):
        running = command("demo", "--voila")
        page = running.get(running.url())
        assert "Four models estimate" in page
        assert "xgboost (2%)" in page
        assert "load_breast_cancer" not in page
        assert running.interrupt() == 0
