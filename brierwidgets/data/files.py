"""Tables in files: CSV, TSV and Parquet, every digit kept, and errors that say what is wrong with the file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, TextIO

import pandas as pd

__all__ = ["read_csv", "read_table"]

_KINDS = {".csv": "CSV", ".tsv": "TSV", ".txt": "CSV", ".parquet": "Parquet", ".pq": "Parquet"}
_COMPRESSED = {".gz", ".bz2", ".xz", ".zip", ".zst"}
_OTHER_SEPARATORS = {";": "';'", "\t": "tab", "|": "'|'"}


def read_table(path: str | os.PathLike[str]) -> pd.DataFrame:
    r"""Return the table in a CSV, TSV or Parquet file, compressed or not.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = Path(folder, "cases.csv").write_text("y,p\n0,0.3\n")
    ...     read_table(Path(folder, "cases.csv"))
       y    p
    0  0  0.3
    """
    file = Path(path)
    if not file.is_file():
        found = "is a folder" if file.is_dir() else "does not exist"
        raise FileNotFoundError(f"The file {file} {found}. Give the path of a CSV or Parquet file.")
    suffixes = [suffix.lower() for suffix in file.suffixes]
    if suffixes and suffixes[-1] in _COMPRESSED:
        suffixes.pop()
    kind = _KINDS.get(suffixes[-1] if suffixes else "")
    if kind is None:
        raise ValueError(f"The file {file} should end in .csv, .tsv or .parquet, so that its format is known.")
    if kind != "Parquet":
        return read_csv(file, separator="\t" if kind == "TSV" else ",")
    try:
        table: pd.DataFrame = pd.read_parquet(file)
    except ImportError:
        raise ImportError(
            "Reading Parquet takes pyarrow, which is not installed. Install it with:\n    python -m pip install pyarrow"
        ) from None
    except (OSError, ValueError) as error:  # what pyarrow says of a broken file is one of these
        raise ValueError(f"The file {file} could not be read as Parquet: {str(error).strip().rstrip('.')}.") from error
    return table


def read_csv(
    source: str | os.PathLike[str] | TextIO, *, name: str | None = None, separator: str = ",", as_text: bool = False
) -> pd.DataFrame:
    """Return a table of comma-separated values; numbers become the nearest doubles.

    Parameters
    ----------
    source
        A path, compressed or not, or an open file that can be read twice.
    name
        What to call the source in errors.
    separator
        What stands between two cells.
    as_text
        Leave every cell as it was written, the header among them as the first row, so that nothing is guessed.
    """
    called = name or f"The file {source}"
    kind = "TSV" if separator == "\t" else "CSV"
    options: dict[str, Any] = {"sep": separator, "encoding": "utf-8-sig"}
    if as_text:
        options |= {"header": None, "dtype": str, "keep_default_na": False, "skip_blank_lines": False}
    elif tuple(map(int, pd.__version__.split(".")[:2])) < (3, 1):
        options["float_precision"] = "round_trip"  # newer versions do so always
    try:
        table: pd.DataFrame = pd.read_csv(source, **options)
    except pd.errors.EmptyDataError:
        raise ValueError(f"{called} is empty. It needs a header and one line a case.") from None
    except UnicodeDecodeError as error:
        raise ValueError(f"{called} is not UTF-8 text ({error.reason}). Save it as {kind} in UTF-8.") from None
    except (OSError, ValueError) as error:
        _refuse_separator(source, called, options)
        raise ValueError(f"{called} could not be read as {kind}: {str(error).strip().rstrip('.')}.") from error
    if table.shape[1] == 1:
        _refuse_separator(source, called, options)
    return table


def _refuse_separator(source: Any, called: str, options: dict[str, Any]) -> None:
    """Say so if the header, read as one cell, holds other separators."""
    if hasattr(source, "seek"):
        source.seek(0)
    try:
        header = pd.read_csv(source, sep=options["sep"], encoding="utf-8-sig", header=None, nrows=1, dtype=str)
    except (OSError, ValueError):
        return  # there are worse faults, which are told
    first_line = str(header.iloc[0, 0])
    for separator, shown in _OTHER_SEPARATORS.items():
        if header.shape[1] == 1 and separator in first_line:
            raise ValueError(
                f"{called} looks like {shown}-separated: its first line is {first_line!r}. Save it with commas, "
                f"for example pandas.read_csv(path, sep={separator!r}).to_csv('predictions.csv', index=False), with "
                "decimal=',' as well if its numbers have commas."
            )
