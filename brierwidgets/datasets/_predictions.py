"""Read a CSV file of predictions: one outcome column, every other column a model."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

import numpy as np
import pandas as pd

from brierwidgets.data.comparison import Comparison
from brierwidgets.data.files import read_csv

__all__ = ["read_predictions"]

_LABELS = {"0": False, "0.0": False, "false": False, "1": True, "1.0": True, "true": True}


def read_predictions(path: str | PathLike[str], *, outcome: str, source: str = "") -> Comparison:
    """Return the models of a CSV file; errors name the file, the column and the line."""
    file = Path(path)
    cells = _read_text(file)
    names = _check_header(cells.iloc[0], file, outcome)
    body = cells.iloc[1:]
    body.columns = pd.Index(names)
    if body.empty:
        raise ValueError(f"{file} has a header but no cases. Write one line a case below it.")
    labels = _check_outcomes(body[outcome], file)
    scores = {name: _check_scores(body[name], file) for name in names if name != outcome}
    return Comparison(labels, scores, source=source)


def _read_text(file: Path) -> pd.DataFrame:
    """Return every cell as text, the header first, so that nothing is guessed or left out."""
    if not file.exists():
        raise FileNotFoundError(f"There is no file {file}. Check the path, or leave it out for the synthetic cohort.")
    cells = read_csv(file, name=str(file), as_text=True)
    return pd.DataFrame({column: cells[column].fillna("").str.strip() for column in cells})


def _check_header(header: pd.Series, file: Path, outcome: str) -> list[str]:
    names = header.tolist()
    if outcome not in names:
        found = ", ".join(map(repr, names))
        hint = " Separate the columns by commas." if len(names) == 1 else f" Rename your outcome column to {outcome!r}."
        raise ValueError(f"{file} has no column {outcome!r}: its header holds {found}.{hint}")
    for place, name in enumerate(names):
        if not name:
            raise ValueError(
                f"{file}: column number {place + 1} has no name. If it is the index of a DataFrame, write the file "
                "with to_csv(path, index=False); if it is a model, name it in the header."
            )
        if name in names[:place]:
            raise ValueError(f"{file} has two columns called {name!r}. Give each model a name of its own.")
    if len(names) == 1:
        raise ValueError(f"{file} holds {outcome!r} but no model. Add a column of scores for each model.")
    return names


def _check_outcomes(column: pd.Series, file: Path) -> np.ndarray:
    labels = column.str.lower().map(_LABELS)
    bad = labels.isna().to_numpy()
    if bad.any():
        raise ValueError(
            f"{_where(column, bad, file)}, but an outcome is 0 or 1. Write 1 for cancer and 0 for none, and leave out "
            "the cases whose outcome is not known."
        )
    return labels.to_numpy(dtype=bool)


def _check_scores(column: pd.Series, file: Path) -> np.ndarray:
    readable = pd.to_numeric(column, errors="coerce").notna()
    scores = column.where(readable, "nan").to_numpy(dtype=object).astype(float)  # to_numeric itself misses last digits
    bad = ~((scores >= 0.0) & (scores <= 1.0))
    if bad.any():
        name = str(column.name)
        raise ValueError(
            f"{_where(column, bad, file)}, but a score is a number between 0 and 1. If {name!r} is a model, give "
            "probabilities (percentages over 100; expit of log-odds) and leave out the cases it did not score. If it "
            "is not a model, for example an identifier, drop the column: "
            f"pandas.read_csv(path).drop(columns={name!r}).to_csv('predictions.csv', index=False)."
        )
    return column.to_numpy(dtype=object).astype(float)  # exact, where pandas is quick and may miss the last digit


def _where(column: pd.Series, bad: np.ndarray, file: Path) -> str:
    row = int(np.flatnonzero(bad)[0])
    shown = column.iloc[row]
    more = f" ({int(bad.sum())} such in all)" if bad.sum() > 1 else ""
    # The header is line 1 of the file.
    return f"{file}, line {row + 2}, column {column.name!r} {f'holds {shown!r}' if shown else 'is empty'}{more}"
