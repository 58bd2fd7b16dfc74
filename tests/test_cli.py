"""The command ``brierwidgets``, run as a user runs it."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
import zipfile
from pathlib import Path

import nbformat
import pytest

import brierwidgets
from brierwidgets.cli import main
from brierwidgets.commands.notebooks import original_notebooks, update_copy
from tests.browser.servers import free_port, private_environment

ROOT = Path(__file__).resolve().parents[1]
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
    def test_a_missing_server_says_which_command_installs_it(self, option, module, tmp_path):
        # A bare interpreter: of the environment it sees only the package itself.
        code = "import sys; from brierwidgets.cli import main; sys.exit(main())"
        bare = [sys.executable, "-S", "-c", code, "demo", *option, f"--folder={tmp_path}"]
        ended = subprocess.run(
            bare, env={"PYTHONPATH": str(ROOT)}, cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert ended.returncode == 1
        assert f"pip install {module}" in ended.stderr
        assert "Traceback" not in ended.stderr

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
        (told,) = update_copy(originals, mine, fresh=True)
        (kept,) = mine.glob("set-aside-*/01-a.ipynb")
        assert str(kept.parent) in told
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
        asked = "from brierwidgets.commands.notebooks import original_notebooks; print(original_notebooks())"
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


class Demo:
    """``brierwidgets demo --no-browser`` in a home of its own, until it prints where it is."""

    def __init__(self, home, *options):
        self.port = free_port()
        self.log = home / "log.txt"
        command = [sys.executable, "-m", "brierwidgets", "demo", "--no-browser", f"--port={self.port}", *options]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                command,
                env={**private_environment(home / "jupyter"), "HOME": str(home)},
                cwd=home,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def url(self):
        return self._until(lambda: re.search(rf"http://localhost:{self.port}/\S*", self.log.read_text())).group()

    def get(self, url):
        return self._until(lambda: self._get(url))

    def interrupt(self):
        self.process.send_signal(signal.SIGINT)  # what Ctrl-C sends
        return self.process.wait(60)

    def end(self):
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    @staticmethod
    def _get(url):
        try:
            with urllib.request.urlopen(url, timeout=60) as answer:
                return answer.read().decode()
        except urllib.error.HTTPError:
            raise
        except OSError:
            return None

    def _until(self, ask):
        deadline = time.monotonic() + 90
        while time.monotonic() < deadline:
            if answer := ask():
                return answer
            assert self.process.poll() is None, self.log.read_text()
            time.sleep(0.1)
        raise TimeoutError(self.log.read_text())


@pytest.fixture
def demo(tmp_path):
    started = []

    def start(*options):
        started.append(Demo(tmp_path, *options))
        return started[-1]

    yield start
    for one in started:
        one.end()


class TestDemo:
    def test_it_opens_jupyterlab_on_a_copy_of_the_first_notebook(self, demo, tmp_path):
        running = demo()
        url = running.url()
        assert f"/lab/tree/{FIRST}?token=" in url
        assert "<title>JupyterLab</title>" in running.get(url)
        served = nbformat.reads(running.get(url.replace("/lab/tree/", "/files/")), as_version=4)
        assert served == nbformat.read(ROOT / "notebooks" / FIRST, as_version=4)
        assert (tmp_path / "brierwidgets-notebooks" / FIRST).exists()
        assert running.interrupt() == 0

    def test_with_voila_it_serves_an_app_without_code(self, demo):
        running = demo("--voila")
        page = running.get(running.url())
        assert "Four models estimate" in page
        assert "xgboost (2%)" in page
        assert "load_breast_cancer" not in page
        assert running.interrupt() == 0
