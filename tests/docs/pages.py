"""The code on a page of the site, and what it prints."""

import contextlib
import io
import re
from pathlib import Path

import ipywidgets


def run_page(path: Path) -> list[tuple[str, str]]:
    """Run the Python of a page from top to bottom; return what each text block shows, and what was printed."""
    pairs, names, printed = [], {"__name__": "__main__"}, ""
    try:
        for language, code in re.findall(
            r"^```(python|text)\n(.*?)^```", path.read_text(), flags=re.DOTALL | re.MULTILINE
        ):
            if language == "text":
                pairs.append((code, printed))
                printed = ""
            else:
                with contextlib.redirect_stdout(io.StringIO()) as said:
                    exec(compile(code, str(path), "exec"), names)
                printed += said.getvalue()
    finally:
        ipywidgets.Widget.close_all()
    return pairs


def fill_page(path: Path) -> None:
    """Write what the code prints into the text blocks of a page."""
    answers = iter(run_page(path))
    filled = re.sub(
        r"^```text\n.*?^```",
        lambda _: f"```text\n{_trimmed(next(answers)[1])}```",
        path.read_text(),
        flags=re.DOTALL | re.MULTILINE,
    )
    path.write_text(filled)


def _trimmed(text: str) -> str:
    return "".join(f"{line.rstrip()}\n" for line in text.rstrip().splitlines())
