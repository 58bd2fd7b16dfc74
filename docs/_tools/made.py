"""What of the site is made by running code: the gallery, and the notebooks and how-to pages with live widgets."""

import hashlib
import shutil
from pathlib import Path

from commands import make_commands
from gallery import make_gallery
from howto import make_howto
from learn import make_notebooks
from live import MADE
from reference import make_reference
from sphinx.application import Sphinx
from sphinx.util import logging
from tables import make_tables

DOCS = Path(__file__).parents[1]
ROOT = DOCS.parent


def _fingerprint() -> str:
    """Return a text that changes whenever what is made would."""
    folders = (ROOT / "brierwidgets", ROOT / "notebooks", DOCS / "_tools", DOCS / "howto")
    read = [path for folder in folders for path in folder.rglob("*")]
    total = hashlib.sha256()
    for path in sorted(path for path in read if path.is_file() and "__pycache__" not in path.parts):
        total.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    return total.hexdigest()


def make(_app: Sphinx) -> None:
    """Make what is not there yet, or of another version of the package."""
    stamp, now = MADE / "stamp", _fingerprint()
    if stamp.exists() and stamp.read_text() == now:
        return
    shutil.rmtree(MADE, ignore_errors=True)
    say = logging.getLogger(__name__).info
    make_reference(DOCS / "reference")
    make_tables(DOCS / "understand")
    make_commands(DOCS / "reference" / "commands.md")
    (DOCS / "gallery").mkdir(exist_ok=True)
    make_gallery(DOCS / "gallery", say)
    make_howto(DOCS / "howto", say)
    make_notebooks(ROOT / "notebooks", DOCS / "learn", say)
    stamp.write_text(now)


def setup(app: Sphinx) -> dict[str, bool]:
    """Make everything before Sphinx reads."""
    (MADE / "site").mkdir(parents=True, exist_ok=True)  # a new checkout has none, and Sphinx asks for it early
    app.connect("builder-inited", make, priority=100)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
