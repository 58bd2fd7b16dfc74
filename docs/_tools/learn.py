"""The notebooks as pages: saved outputs stay, and what is displayed as a widget becomes a live page."""

import ast
import contextlib
import io
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ipywidgets as widgets
import nbformat
from live import can_live, movable, write_live, write_question

from brierwidgets.lessons import Question

_NO_PYTHON = "<p><em>This widget needs Python: run the notebook to use it.</em></p>"
_PARTLY = "<p><em>What else this cell shows needs Python: run the notebook to use it.</em></p>"


def run_cell(source: str, names: dict[str, Any]) -> list[Any]:
    """Run code as a notebook does, and return what it displayed."""
    shown: list[Any] = []
    names["display"] = lambda *things, **_options: shown.extend(things)
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(tree, "<cell>", "exec"), names)
        if last is not None:
            shown.append(eval(compile(ast.Expression(last.value), "<cell>", "eval"), names))  # noqa: S307
    return [thing for thing in shown if isinstance(thing, widgets.Widget)]


def as_html(shown: list[Any], name: str, title: str) -> str:
    """Return what a cell displayed as HTML."""
    if can_live(shown):
        moving = movable(shown)
        return write_live(moving, name, title) + ("" if moving == shown else _PARTLY)
    if all(isinstance(widget, Question) for widget in shown):
        return "".join(write_question(widget, f"{name}-{number}") for number, widget in enumerate(shown))
    return _NO_PYTHON


def make_notebooks(source: Path, target: Path, say: Callable[[str], None]) -> None:
    """Write every notebook of a folder into another, its widgets alive, and the list of what each says."""
    ideas = []
    for path in sorted(source.glob("*.ipynb")):
        say(f"notebook {path.stem}")
        notebook = nbformat.read(path, as_version=4)
        title = notebook.cells[0].source.splitlines()[0].lstrip("# ")
        if path.stem[:2].isdigit():
            ideas.append(f"{int(path.stem[:2])}. **{{doc}}`{title} <{path.stem}>`** — {_idea(notebook)}\n")
        names: dict[str, Any] = {"__name__": "__main__"}
        for number, cell in enumerate(notebook.cells):
            if cell.cell_type != "code":
                continue
            shown = run_cell(cell.source, names)
            if shown:
                made = as_html(shown, f"{path.stem}-{number}", f"{title}: live view {number}")
                if path.stem.startswith("lesson"):
                    cell.metadata["tags"] = ["hide-input"]  # a lesson is for people who read no code
                cell.outputs = [output for output in cell.outputs if output.output_type == "stream"]  # no still picture
                cell.outputs.append(nbformat.v4.new_output("display_data", data={"text/html": made}))
        widgets.Widget.close_all()
        nbformat.write(notebook, target / path.name)
    (target / "ideas.md").write_text("".join(ideas), encoding="utf-8")
    for page in source.glob("teachers-*.md"):
        shutil.copy(page, target)


def _idea(notebook: nbformat.NotebookNode) -> str:
    """Return the one idea that a notebook states at its start, as a sentence."""
    opening = notebook.cells[0].source
    stated = re.search(r"\*\*One idea:\*\*\s*(.+?)(?=\n\n|\Z)", opening, flags=re.DOTALL)
    idea = stated[1] if stated else opening.split("\n\n")[1]
    idea = " ".join(idea.split())
    return idea[:1].upper() + idea[1:]
