"""``brierwidgets lesson``: write the lesson of a notebook as one page that needs no Python."""

from __future__ import annotations

import argparse
import json
import re
from contextlib import chdir
from pathlib import Path
from typing import Any

from brierwidgets.cli.command import CommandError, Subparsers, add_command

__all__ = ["read_notebook", "register"]

DESCRIPTION = """\
Write the lesson of a notebook as one page: every step, chart, question and reveal, and the
download of the answers, work in it without Python and without a network. Put it on any web
space or on a USB stick; any number of students can open it.

The notebook is run first, as it stands, so run only notebooks that you trust.
Right answers and reveals are scrambled in the page, which keeps them from a glance and from
nobody who is determined: a curtain, not a lock."""
EXAMPLES = """\
  brierwidgets lesson lesson-50-minutes.ipynb -o lesson.html
  brierwidgets lesson lesson-50-minutes.ipynb -o lesson.html --names        ask for a name or nickname at the end
  brierwidgets lesson lesson-50-minutes.ipynb -o lesson.html --hold otter   no reveal until you say the word"""


def register(subparsers: Subparsers) -> None:
    """Add the command to the command line."""
    parser = add_command(
        subparsers, "lesson", "write the lesson of a notebook as one page", description=DESCRIPTION, examples=EXAMPLES
    )
    parser.add_argument("notebook", type=Path, help="a notebook that makes a Lesson")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="the page (default: NOTEBOOK with .html)")
    parser.add_argument("--title", help="the page's heading (default: that of the lesson or of the notebook)")
    parser.add_argument("--names", action="store_true", help="ask for a name or nickname to hand in with the answers")
    parser.add_argument(
        "--hold",
        metavar="WORD",
        help="hold the reveals until students type a word that you say; with commas, one for each question",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    """Run the notebook, and write its lesson."""
    cells, heading = read_notebook(args.notebook)
    output = (args.output or args.notebook.with_suffix(".html")).resolve()
    if output == args.notebook.resolve():
        raise CommandError(f"The page would replace {args.notebook} itself. Choose another place with -o.")
    if not output.parent.is_dir():
        raise CommandError(f"There is no folder {output.parent} to write the page to. Make it first.")
    with chdir(args.notebook.resolve().parent):
        lesson = _run(cells, args.notebook.name)
    try:
        for doubt in lesson.check():
            print(f"Note: {doubt}")
        lesson.names = lesson.names or args.names
        words = args.hold.split(",") if args.hold and "," in args.hold else args.hold
        written = lesson.save_html(output, title=args.title or lesson.title or heading, hold=words)
    except ValueError as error:
        raise CommandError(str(error)) from error
    except OSError as error:
        raise CommandError(f"The page could not be written to {output}: {error.strerror or error}.") from error
    finally:
        lesson.close()
    print(f"Wrote {written} ({written.stat().st_size / 1e6:.1f} MB). It opens in any browser, also offline.")


def read_notebook(notebook: Path) -> tuple[list[str], str]:
    """Return the code cells of a notebook, and its first heading."""
    try:
        content: dict[str, Any] = json.loads(notebook.read_text(encoding="utf-8"))
        cells = [(cell["cell_type"], "".join(cell["source"])) for cell in content["cells"]]
    except FileNotFoundError:
        raise CommandError(f"There is no notebook {notebook}.") from None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CommandError(f"{notebook} cannot be read as a notebook ({type(error).__name__}: {error}).") from error
    words = "\n".join(source for kind, source in cells if kind == "markdown")
    found = re.search(r"^# +(.+)$", words, flags=re.MULTILINE)
    return [source for kind, source in cells if kind == "code"], found[1].strip() if found else ""


def _run(cells: list[str], name: str) -> Any:
    """Run code cells as a notebook does, and return the last lesson that they made."""
    from IPython.core.interactiveshell import InteractiveShell
    from IPython.utils.capture import capture_output
    from traitlets.config import Config

    from brierwidgets.lessons import Lesson

    quiet = Config({"HistoryManager": {"enabled": False}})  # these are not commands that the user typed
    shell: Any = InteractiveShell(user_ns={}, config=quiet)  # type: ignore[no-untyped-call]
    try:
        for number, source in enumerate(cells, start=1):
            with capture_output():
                result = shell.run_cell(source, silent=True)
            error = result.error_before_exec or result.error_in_exec
            if error is not None:
                raise CommandError(f"Code cell {number} of {name} failed. {type(error).__name__}: {error}")
    finally:
        shell.restore_sys_module_state()  # the shell had made its own variables those of `__main__`
    lessons = [value for value in shell.user_ns.values() if isinstance(value, Lesson)]
    if not lessons:
        raise CommandError(f"{name} makes no lesson. Its code should end with a brierwidgets.lessons.Lesson.")
    return lessons[-1]
