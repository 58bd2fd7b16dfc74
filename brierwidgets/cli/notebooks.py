"""The notebooks that come with the package, and the user's own copy of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from hashlib import sha256
from pathlib import Path

from brierwidgets.cli.command import CommandError

__all__ = ["first_notebook", "original_notebooks", "update_copy"]

RECORD = ".brierwidgets.json"


def original_notebooks() -> Path:
    """Return the folder of notebooks: inside an installed package, beside it in a checkout.

    Examples
    --------
    >>> first_notebook(original_notebooks()).name
    '01-start-here.ipynb'
    """
    package = Path(__file__).resolve().parents[1]
    for folder in (package / "_notebooks", package.parent / "notebooks"):
        if any(folder.glob("*.ipynb")):
            return folder
    raise CommandError(f"The notebooks are missing from the installation in {package}. Install brierwidgets again.")


def first_notebook(folder: Path) -> Path:
    """Return the notebook with the lowest number."""
    return min(folder.glob("*.ipynb"))


def update_copy(originals: Path, copy: Path, *, fresh: bool = False) -> list[str]:
    """Bring a copy of the notebooks up to date without losing anything that the user did to it.

    Missing files are added, and files the user never changed follow the originals. A changed file is kept as
    it is; with `fresh` it is set aside in a folder of its own and replaced.

    Parameters
    ----------
    originals
        The folder to copy.
    copy
        The user's folder, made if needed. If it is the originals themselves, nothing happens.
    fresh
        Start over, setting the user's changed files aside.

    Returns
    -------
    list of str
        What to tell the user: one line for each file that was kept or set aside.
    """
    if copy.resolve() == originals.resolve():
        return []
    try:
        return list(_update(originals, copy, fresh=fresh))
    except OSError as error:
        reason = error.strerror or error
        raise CommandError(
            f"The notebooks could not be copied to {copy}: {reason}. Choose another folder with --folder."
        ) from error


def _update(originals: Path, copy: Path, *, fresh: bool) -> Iterator[str]:
    """Copy file by file; the record holds the digest of each original as it was when copied."""
    copy.mkdir(parents=True, exist_ok=True)
    record_file = copy / RECORD
    record = _read_record(record_file)
    aside = copy / f"set-aside-{datetime.now().astimezone():%Y-%m-%d-%H%M%S}"
    for original in sorted(path for path in originals.rglob("*") if path.is_file()):
        relative = original.relative_to(originals)
        if any(part.startswith((".", "__")) for part in relative.parts):
            continue  # checkpoints and caches
        mine, name, content = copy / relative, relative.as_posix(), original.read_bytes()
        if mine.exists() and not _digests(mine.read_bytes()) & {*_digests(content), record.get(name)}:
            if not fresh:
                yield f"Kept {name} as you left it."
                continue
            (aside / relative).parent.mkdir(parents=True, exist_ok=True)
            mine.rename(aside / relative)
            yield f"Set your {name} aside in {aside}."
        mine.parent.mkdir(parents=True, exist_ok=True)
        if not (mine.exists() and _cells_digest(mine.read_bytes()) == _cells_digest(content)):
            mine.write_bytes(content)  # else it stays, with what a run left in it
        record[name] = _cells_digest(content)
    record_file.write_text(json.dumps(record, indent=1))


def _read_record(file: Path) -> dict[str, str]:
    try:
        record: dict[str, str] = json.loads(file.read_text())
    except (FileNotFoundError, ValueError):
        return {}  # with no record every file that differs counts as changed by the user, and is kept
    return record


def _digests(content: bytes) -> set[str]:
    """Return what a record may hold of a file: of its cells, or, as older releases wrote it, of its bytes."""
    return {_cells_digest(content), sha256(content).hexdigest()}


def _cells_digest(content: bytes) -> str:
    """Return the digest of what people write: of a notebook its cells, since to open or to run it rewrites the rest.

    Cells without a word do not count: running the last one adds such a cell.
    """
    try:
        cells = [[cell["cell_type"], "".join(cell["source"])] for cell in json.loads(content)["cells"]]
        cells = [[kind, source] for kind, source in cells if source.strip()]
    except (ValueError, KeyError, TypeError):  # not a notebook
        return sha256(content).hexdigest()
    return sha256(json.dumps(cells).encode()).hexdigest()
