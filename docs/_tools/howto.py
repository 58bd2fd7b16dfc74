"""What the code of a how-to page makes, as a live page: pages that show ``../live/howto-NAME.html`` get it."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ipywidgets as widgets
from learn import run_cell
from live import write_live


def make_howto(pages: Path, say: Callable[[str], None]) -> None:
    """Run the Python of every page that shows a live one, and write its ``explorer``."""
    for path in sorted(pages.glob("*.md")):
        text, name = path.read_text(encoding="utf-8"), f"howto-{path.stem}"
        if f"../live/{name}.html" not in text:
            continue
        say(f"how to {path.stem}")
        names: dict[str, Any] = {"__name__": "__main__"}
        run_cell("\n".join(re.findall(r"^```python\n(.*?)^```", text, flags=re.DOTALL | re.MULTILINE)), names)
        write_live([names["explorer"]], name, text.splitlines()[0].lstrip("# "))
        widgets.Widget.close_all()
