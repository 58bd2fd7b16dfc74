"""``brierwidgets class``: what it refuses, and a class of one on this machine."""

import html
import http.cookiejar
import io
import re
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

import pytest
import segno

from brierwidgets.cli import class_server, classroom, main

NOTEBOOK = """{"cells": [{"cell_type": "code", "id": "a", "metadata": {}, "execution_count": null, "outputs": [],
"source": "import os; print('hello ' + str('BRIERWIDGETS_CLASS' in os.environ))"}],
"metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
"nbformat": 4, "nbformat_minor": 5}"""


@pytest.fixture
def notebook(tmp_path):
    path = tmp_path / "mine.ipynb"
    path.write_text(NOTEBOOK)
    return path


def test_it_listens_to_nobody_else_without_being_told(notebook, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO())
    monkeypatch.setattr(classroom, "_own_address", lambda: "192.0.2.7")
    assert main(["class", str(notebook), "--students", "1"]) == 1
    printed = capsys.readouterr()
    assert "http://192.0.2.7:" in printed.out
    assert "Pass --yes, or --local" in printed.err


@pytest.mark.parametrize(("said", "starts"), [("", False), ("n", False), ("Y", True)])
def test_it_asks_before_it_listens_to_others(notebook, capsys, monkeypatch, said, starts):
    served, keyboard = [], io.StringIO(f"{said}\n")
    keyboard.isatty = lambda: True
    monkeypatch.setattr("sys.stdin", keyboard)
    monkeypatch.setattr(classroom, "_own_address", lambda: "192.0.2.7")
    monkeypatch.setattr(class_server, "serve_class", lambda *_, **options: served.append(options["host"]))
    assert main(["class", str(notebook), "--students", "1"]) == (0 if starts else 1)
    assert served == ["192.0.2.7"] * starts
    printed = capsys.readouterr()
    assert "Go on? [y/N]" in printed.out
    assert ("Nothing was started." in printed.err) != starts


def test_a_class_that_would_not_fit_is_refused(notebook, capsys, monkeypatch):
    class Little:
        available = 1.5e9

    monkeypatch.setattr("psutil.virtual_memory", Little)
    assert main(["class", str(notebook), "--local"]) == 1
    printed = capsys.readouterr().err
    assert "30 students need about 5.9 GB of memory, and 1.5 GB are free. Expect fewer (--students 5)" in printed
    assert "brierwidgets lesson" in printed


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [(["--students", "0"], 2, "not a number of students"), (["--word", "abc"], 1, "too short")],
)
def test_bad_options_are_refused(notebook, capsys, arguments, code, message):
    try:
        found = main(["class", str(notebook), "--local", *arguments])
    except SystemExit as ended:
        found = ended.code
    assert found == code
    assert message in capsys.readouterr().err


def test_the_code_to_scan_holds_the_address():
    address = "http://192.0.2.7:8866/"
    drawn = [line for line in classroom._invitation(address, "blue-moon").splitlines() if line.startswith("█")][2:-1]
    halves = {"█": (0, 0), "▀": (0, 1), "▄": (1, 0), " ": (1, 1)}  # upper and lower; ink is light on a dark terminal
    rows = [[halves[sign][half] for sign in line[4:-4]] for line in drawn for half in (0, 1)]
    assert rows[:25] == [list(row) for row in segno.make(address, micro=False).matrix]


def test_without_the_package_for_codes_it_says_how_to_get_one(monkeypatch):
    monkeypatch.setitem(sys.modules, "segno", None)
    assert 'pip install "brierwidgets[class]"' in classroom._invitation("http://192.0.2.7:8866/", "blue-moon")


def make_visitor():
    return urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))


def enter(visitor, address, word):
    """Say a code word at the door; return the page behind it, or the refusal."""
    form = visitor.open(address).read().decode()
    assert "hello" not in form
    fields = {
        "_xsrf": re.search(r'name="_xsrf" value="([^"]+)"', form)[1],
        "password": word,
    }
    action = re.search(r'action="([^"]+)"', form)[1].replace("&amp;", "&")
    target = urllib.parse.urljoin(address, action)
    try:
        return visitor.open(target, urllib.parse.urlencode(fields).encode()).read().decode()
    except urllib.error.HTTPError as error:
        return error.read().decode()


@pytest.mark.slow
def test_a_student_gets_in_with_the_code_word_only(command, notebook):
    soon = "from brierwidgets.cli import class_server; class_server.LOST = 5"
    soon += "\nimport signal; signal.signal(signal.SIGINT, signal.SIG_IGN)"  # as a shell starts what ends with &
    running = command("class", notebook.name, "--local", "--students=3", "--word=Otter bread-42", before=soon)
    log = running.log.read_text
    running.until(lambda: "ready. Let the class in" in log())
    at_start = running.kernel_processes()
    assert f"Address:    http://127.0.0.1:{running.port}/" in log()
    visitor, address = make_visitor(), f"http://127.0.0.1:{running.port}/"
    assert "style-src 'self'" in visitor.open(address).headers["Content-Security-Policy"]  # no server but this one
    assert "That is not the code word" in enter(visitor, address, "otter")
    running.until(lambda: "somebody entered a wrong code word" in log())
    assert "401 POST" not in log()
    opened = enter(visitor, address, "Otter bread 42")
    assert "hello True" in opened
    assert "The lesson is being opened" in opened  # until it is there
    entered = time.monotonic()
    teacher = re.search(r"http://localhost:\S+/class/\?key=\w+", log())[0]
    assert "Hold the reveals" in urllib.request.urlopen(teacher).read().decode()
    for wrong in (f"{address}class/", f"{address}class/answers?key=x", f"{address}class/?key=%C3%A9"):
        with pytest.raises(urllib.error.HTTPError, match="403") as refused:
            visitor.open(wrong)
        assert refused.value.read() == b"Open the teacher's page by the address in the terminal."
    guesses = [enter(make_visitor(), address, "bread") for _ in range(11)]
    assert "That is not the code word" in guesses[0]
    assert guesses[-1] == "Too many wrong code words. Wait a minute."
    assert "Traceback" not in log()
    assert urllib.request.urlopen(teacher.replace("/?", "/answers?")).read() == b'{"rows": [], "held": false}'
    held = urllib.request.urlopen(urllib.request.Request(teacher.replace("/?", "/hold?"), method="POST")).read()
    assert held == b'{"held": true}'
    # A page that has its Python and takes long to connect, as this one does for ever, needs no second one.
    while time.monotonic() < entered + 3:  # the server looks after its Pythons twice a second
        assert running.kernel_processes() == at_start
        time.sleep(0.1)
    running.until(lambda: not at_start <= running.kernel_processes())  # such a page counts as closed in the end
    assert running.interrupt() == 0
    assert list(running.temporary.glob("brierwidgets-*")) == []


@pytest.mark.slow
def test_a_python_that_does_not_answer_is_replaced(command, notebook):
    # The second to run the notebook never comes to an end of it.
    stall = "import pathlib, time\\nfor name in 'ab':\\n    try: pathlib.Path(name).touch(exist_ok=False)\\n"
    stall += "    except FileExistsError: continue\\n    if name == 'b': time.sleep(10_000)\\n    break"
    notebook.write_text(re.sub(r'"source": ".*"', lambda _: f'"source": "{stall}"', NOTEBOOK))
    soon = "from brierwidgets.cli import class_server; class_server.TICK = 0.05; class_server.STALLED = 3.0"
    running = command("class", notebook.name, "--local", "--students=3", "--word=otter-bread", before=soon)
    running.until(lambda: "All 3 are ready. Let the class in." in running.log.read_text())
    assert running.log.read_text().count("a Python does not answer and is replaced") == 1
    running.until(lambda: len(running.kernel_processes()) == 3)
    assert running.interrupt() == 0


@pytest.mark.slow
def test_a_notebook_that_fails_is_never_called_ready(command, notebook):
    notebook.write_text(NOTEBOOK.replace("import os; print(", "1 / 0; print("))
    soon = "from brierwidgets.cli import class_server; class_server.TICK = 0.05"
    running = command("class", notebook.name, "--local", "--students=1", "--word=otter-bread", before=soon)
    log = running.log.read_text
    running.until(lambda: "Mend it, stop this with Ctrl-C and start anew." in log())
    assert "mine.ipynb fails, so the class cannot use it. Cell 1: ZeroDivisionError: division by zero" in log()
    shown = enter(make_visitor(), f"http://127.0.0.1:{running.port}/", "otter-bread")
    assert "There was an error when executing cell [1]. Tell your teacher" in html.unescape(shown), log()
    assert "ZeroDivisionError" not in shown
    running.until(lambda: running.kernels() == 3)  # the student's, and two for those who reload: it looks on, and
    time.sleep(1)  # twenty looks later
    assert "ready" not in log()
    assert "Traceback" not in log()
    assert running.interrupt() == 0
