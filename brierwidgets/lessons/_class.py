"""The answers of a class, joined from the files that students hand in."""

from __future__ import annotations

import glob
import json
import os
import re
import uuid
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import anywidget
import pandas as pd
import traitlets

from brierwidgets.data.files import read_csv
from brierwidgets.export import PageParts, save_html
from brierwidgets.page import script
from brierwidgets.ui.frame import Frame
from brierwidgets.words.text import as_typed

__all__ = ["ClassAnswers", "ClassFolder", "join", "read_answers"]

_NEEDED = ("question", "kind", "answer", "expected", "correct")
_COLUMNS = ["student", *_NEEDED, "seconds", "named"]


class _ClassScript(anywidget.AnyWidget):
    """Carries the answers of a class into a page, where they are drawn."""

    _esm = script("lesson_joined")
    rows: Any = traitlets.List(help="One answer each.").tag(sync=True)


class ClassAnswers(Frame):
    """What a class answered: bars or a histogram for each question, the share right and the time.

    Parameters
    ----------
    frame
        One row an answer, as `join` makes it.

    Attributes
    ----------
    frame
        The answers: ``student``, ``question``, ``kind``, ``answer``, ``expected``, ``correct``, ``seconds``,
        and ``named``, whether the student is called by a name of their own.

    Examples
    --------
    >>> ada = ("Ada", "which", "choice", "no", "no", True, 12.0, True)
    >>> bo = ("Bo", "which", "choice", "yes", "no", False, 9.0, True)
    >>> names = ["student", "question", "kind", "answer", "expected", "correct", "seconds", "named"]
    >>> answers = ClassAnswers(pd.DataFrame([ada, bo], columns=names))
    >>> answers.summary()["right"]
    question
    which    0.5
    Name: right, dtype: float64
    >>> answers.close()
    """

    def __init__(self, frame: pd.DataFrame) -> None:
        super().__init__("bw-lesson")
        self.frame = frame
        self._script = _ClassScript(rows=as_rows(frame))
        self.show(self._script)

    def summary(self) -> pd.DataFrame:
        """Return, for each question, how many answered, the share right, the median time and the commonest answer."""
        given = self.frame[self.frame["answer"].notna()]
        by = given.groupby("question", sort=False)
        return pd.DataFrame(
            {
                "answered": by.size(),
                "right": by["correct"].apply(lambda marks: marks.dropna().astype(float).mean()),
                "seconds": by["seconds"].median(),
                "commonest": by["answer"].agg(lambda answers: answers.value_counts().index[0]),
            }
        )

    def page_parts(self) -> PageParts:
        """Return what a saved page shows."""
        students = self.frame["student"].nunique()
        return PageParts(self, [], self._script, "What the class answered", f"{students} students.", "")

    def save_html(self, path: str | os.PathLike[str], *, title: str | None = None) -> Path:
        """Write the answers as one page that opens offline; return its path."""
        return save_html(self, path, title=title)

    def __repr__(self) -> str:
        return f"ClassAnswers({self.frame['student'].nunique()} students, {self.frame['question'].nunique()} questions)"


class ClassFolder:
    """Where the lessons of a class on one server put their answers, and learn whether reveals must wait.

    The server (``brierwidgets class``) names the folder in the environment of every student's Python.

    Attributes
    ----------
    student
        The student whose answers this Python keeps: letters and digits that nobody guesses.
    """

    VARIABLE = "BRIERWIDGETS_CLASS"
    HOLD, NAMES = "hold-reveals", "ask-names"

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder)
        self.student = uuid.uuid4().hex

    @classmethod
    def here(cls) -> ClassFolder | None:
        """Return the folder of the class that this Python serves, if any."""
        folder = os.environ.get(cls.VARIABLE)
        return cls(folder) if folder and Path(folder).is_dir() else None

    def holds(self) -> bool:
        """Whether the teacher holds the reveals."""
        return self.folder.joinpath(self.HOLD).exists()

    def hold(self, *, on: bool) -> None:
        """Hold the reveals, or open them."""
        self._mark(self.HOLD, on=on)

    def asks_names(self) -> bool:
        """Whether students are asked for a name."""
        return self.folder.joinpath(self.NAMES).exists()

    def ask_names(self, *, on: bool) -> None:
        """Have students asked for a name or nickname, or not."""
        self._mark(self.NAMES, on=on)

    def _mark(self, name: str, *, on: bool) -> None:
        mark = self.folder / name
        if on:
            mark.touch()
        else:
            mark.unlink(missing_ok=True)

    def keep(self, answers: str, place: dict[str, Any]) -> None:
        """Keep a student's answers as a file to join, and how far the lesson is, should the page be loaded again."""
        self._write("csv", answers)
        self._write("json", json.dumps(place))

    def _write(self, kind: str, text: str) -> None:
        """Write a file all at once, so that nobody reads half of it."""
        half = self.folder / f"{self.student}.half"
        half.write_text(text, encoding="utf-8")
        half.replace(half.with_suffix(f".{kind}"))

    def go_on(self, student: str) -> dict[str, Any] | None:
        """Keep the answers of a student who was here before from now on; return how far the lesson was."""
        if not re.fullmatch(r"[0-9a-f]{32}", student):
            return None
        self.student = student
        place = self.folder / f"{student}.json"
        return json.loads(place.read_text(encoding="utf-8")) if place.exists() else None

    def rows(self) -> list[dict[str, Any]]:
        """Return all answers so far, for a page."""
        files = sorted(self.folder.glob("*.csv"), key=lambda file: file.name)
        return as_rows(_with_own_names([read_answers(file) for file in files])) if files else []


def join(files: str | os.PathLike[str] | Iterable[str | os.PathLike[str]]) -> ClassAnswers:
    r"""Join the files of answers that students have handed in.

    Parameters
    ----------
    files
        Paths of CSV files, and patterns such as ``"*.csv"``. Students are named as they named themselves, else by
        their files.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> for number, answer in enumerate(["yes", "no", "no"]):
    ...     text = f"question,kind,answer,expected,correct\nwhich,choice,{answer},no,{answer == 'no'}\n"
    ...     _ = folder.joinpath(f"{number}.csv").write_text(text)
    >>> answers = join([folder / "*.csv"])
    >>> answers.summary()[["answered", "right", "commonest"]].round(2)
              answered  right commonest
    question
    which            3   0.67        no
    >>> answers.close()
    """
    wanted = [files] if isinstance(files, str | os.PathLike) else list(files)
    found: list[Path] = []
    for pattern in wanted:
        if Path(pattern).is_dir():
            raise IsADirectoryError(
                f"{os.fspath(pattern)!r} is a folder. Name its files: {str(Path(pattern, '*.csv'))!r}."
            )
        paths = sorted(map(Path, glob.glob(os.fspath(pattern))))  # noqa: PTH207  # it may be absolute
        if not paths:
            raise FileNotFoundError(f"There is no file {os.fspath(pattern)!r}. Give paths or patterns such as '*.csv'.")
        found += [path for path in paths if path not in found]
    if not found:
        raise ValueError("There are no files of answers to join.")
    return ClassAnswers(_with_own_names([read_answers(path) for path in found]))


def _with_own_names(handed_in: list[pd.DataFrame]) -> pd.DataFrame:
    """Return the answers of all students; who has the name of another gets a number."""
    names: Counter[str] = Counter()
    frames = []
    for answers in handed_in:
        for name in answers["student"].head(1):
            names[name] += 1
            frames.append(answers if names[name] == 1 else answers.assign(student=f"{name} ({names[name]})"))
    return pd.concat(frames or handed_in, ignore_index=True)


def read_answers(path: Path) -> pd.DataFrame:
    """Return the answers in one file."""
    separator = _separator(path)
    cells = read_csv(path, as_text=True, separator=separator).fillna("").map(as_typed)
    rows = cells.iloc[1:].set_axis(cells.iloc[0].tolist(), axis=1)
    rows = rows[(rows != "").any(axis=1)].reset_index(drop=True)
    missing = [name for name in _NEEDED if name not in rows]
    if missing:
        raise ValueError(f"{path} is no file of answers: it has no column {missing[0]!r}.")
    if separator == ";":  # where that is usual, a comma is the decimal point
        for column in ("answer", "expected", "seconds"):
            if column in rows:
                numbers = (rows["kind"] == "number") | (column == "seconds")
                rows.loc[numbers, column] = rows.loc[numbers, column].str.replace(",", ".")
    named = rows["name"].iloc[0] if "name" in rows and len(rows) else ""
    answers = rows[list(_NEEDED)].replace("", None)
    answers["correct"] = answers["correct"].str.title().map({"True": True, "False": False}).astype(object)
    answers["seconds"] = pd.to_numeric(rows["seconds"], errors="coerce") if "seconds" in rows else float("nan")
    return answers.assign(student=named or path.stem, named=bool(named))[_COLUMNS]


def _separator(path: Path) -> str:
    """Return what stands between two cells: a spreadsheet may have saved the file with semicolons."""
    with path.open(encoding="utf-8-sig", errors="replace") as file:
        return ";" if file.readline().startswith("question;") else ","


def as_rows(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """Return rows as a page takes them: text, truth values, numbers and nothing."""
    return [
        {str(key): None if value is None or value != value else value for key, value in row.items()}  # noqa: PLR0124
        for row in frame.to_dict("records")
    ]
