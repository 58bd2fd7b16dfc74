"""Several named forecasts of the same cases, and what is known of those."""

from __future__ import annotations

from collections.abc import Iterator

from brierwidgets.core.rows import Rows
from brierwidgets.core.sizes import how_many_cases
from brierwidgets.core.survival import FollowUp
from brierwidgets.data.forecast import Forecast

__all__ = ["NamedForecasts", "rows_of"]


class NamedForecasts:
    """Forecasts by name, the cases behind them, and a note; `Comparison` inherits it."""

    _forecasts: dict[str, Forecast]
    _rows: Rows | None
    _note: str
    _source: str = ""

    def _fill(self, forecasts: dict[str, Forecast], rows: Rows | None, note: str = "") -> None:
        if not isinstance(note, str):
            raise TypeError(f"note must be a text to show below the verdict, not {note!r}.")
        self._forecasts, self._note = forecasts, note.strip()
        self._rows = None if rows is None else rows.frozen()

    @property
    def note(self) -> str:
        """What readers must know of the cases, such as that they are synthetic; empty if there is nothing."""
        return self._note

    @property
    def source(self) -> str:
        """The Python that builds this comparison again; empty if it is not known."""
        return self._source

    @property
    def names(self) -> list[str]:
        """Names of the models, in the order given."""
        return list(self._forecasts)

    @property
    def prevalence(self) -> float:
        """Share of positive cases."""
        return next(iter(self._forecasts.values())).prevalence

    @property
    def follow_up(self) -> FollowUp | None:
        """How far the cases were followed, when outcomes took time; else None."""
        return next(iter(self._forecasts.values())).follow_up

    @property
    def total(self) -> float:
        """Number of cases, or the sum of their weights."""
        return next(iter(self._forecasts.values())).total

    @property
    def rows(self) -> Rows | None:
        """The checked cases behind the forecasts; None when only counts are known."""
        return self._rows

    def __getitem__(self, name: str) -> Forecast:
        if name not in self._forecasts:
            raise KeyError(f"There is no model {name!r}. The models are {', '.join(map(repr, self.names))}.")
        return self._forecasts[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._forecasts)

    def __len__(self) -> int:
        return len(self._forecasts)

    def items(self) -> Iterator[tuple[str, Forecast]]:
        """Return (name, forecast) pairs."""
        return iter(self._forecasts.items())

    def __repr__(self) -> str:
        cases = how_many_cases(self.total)
        return f"Comparison({', '.join(self.names)}: {cases}, prevalence {self.prevalence:.3g})"


def rows_of(comparison: NamedForecasts, purpose: str, otherwise: str = "") -> Rows:
    """Return the cases one by one; where only counts are known, refuse and say what needs them."""
    if comparison.rows is None:
        raise ValueError(
            f"{purpose}, but this comparison holds only counts. "
            f"Build it from the rows: Comparison(y_true, {{'name': y_prob, ...}}){otherwise}."
        )
    return comparison.rows
