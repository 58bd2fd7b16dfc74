"""The same models judged in one of several ways: by one of several horizons, or on one of several classes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from brierwidgets.core.written import exact
from brierwidgets.data.comparison import Comparison
from brierwidgets.data.groups import Groups, GroupSize
from brierwidgets.data.survival import SurvivalComparison

__all__ = ["Slices", "by_class", "by_horizon"]


class Slices(Groups):
    """Comparisons of the same models to choose among; each is built when first asked for.

    Where groups cut the cases, slices keep all of them and change the question. There is no "everyone": one slice is
    always shown.

    Parameters
    ----------
    kind
        ``"horizon"`` or ``"class"``.
    names
        What the slices are called.
    build
        Returns the comparison of a name.
    """

    def __init__(self, kind: Literal["horizon", "class"], names: Sequence[str], build: Any) -> None:
        self.kind = kind
        self._numbers = {name: number for number, name in enumerate(names)}
        self._built = {}
        self._build = build
        self._everyone = self[names[0]]

    def size(self, name: str) -> GroupSize:
        """Return how many cases of each class a slice has, those without weight left out."""
        rows = self[name].rows
        if rows is None:
            raise ValueError("How many cases there are of each class cannot be told from counts.")
        labels = rows.labels if rows.weights is None else rows.labels[rows.weights > 0.0]
        return GroupSize(int(labels.sum()), int((~labels).sum()))

    def at_prevalence(self, prevalence: Any, *, move_scores: bool = False) -> Slices:
        """Return the same slices, each weighted to a prevalence."""
        return Slices(self.kind, list(self), lambda name: self[name].at_prevalence(prevalence, move_scores=move_scores))

    def of_models(self, comparison: Comparison) -> Groups:  # noqa: ARG002
        """Refuse: a further model would need its scores at every horizon, or on every class."""
        raise ValueError(
            f"Models cannot be added, dropped or mended while there is one comparison for each {self.kind}. Build a "
            f"new Explorer of the models you want, or of one {self.kind} alone."
        )

    def __repr__(self) -> str:
        return f"Slices({self.kind}: {', '.join(self)})"


def by_horizon(compared: SurvivalComparison, describe: Any) -> Slices:
    """Return a slice for each horizon; `describe` writes the note of a comparison from its follow-up.

    Examples
    --------
    >>> risks = [[0.5, 0.8], [0.2, 0.4], [0.1, 0.6], [0.0, 0.1]]
    >>> both = SurvivalComparison([1, 2, 3, 4], [1, 0, 1, 0], {"clinic": risks}, horizons=[1.5, 3.5])
    >>> slices = by_horizon(both, lambda follow_up: f"by {follow_up.horizon:g}")
    >>> list(slices), slices["3.5"].note
    (['1.5', '3.5'], 'by 3.5')
    """
    short = [f"{horizon:g}" for horizon in compared.horizons]
    names = short if len(set(short)) == len(short) else map(exact, compared.horizons)
    ends = dict(zip(names, compared.horizons, strict=True))

    def build(name: str) -> Comparison:
        built = compared.at(ends[name])
        return built.with_note(describe(built.follow_up))

    return Slices("horizon", list(ends), build)


def by_class(compared: Mapping[Any, Comparison], describe: Callable[[str], str]) -> Slices:
    """Return a slice for each class against the rest; `describe` writes the note of a comparison from its class.

    Examples
    --------
    >>> proba = [[0.7, 0.2, 0.1], [0.1, 0.8, 0.1], [0.2, 0.3, 0.5], [0.4, 0.5, 0.1]]
    >>> from brierwidgets import one_vs_rest
    >>> compared = one_vs_rest(["cold", "flu", "other", "cold"], {"triage": proba}, ["cold", "flu", "other"])
    >>> slices = by_class(compared, lambda name: f"{name} or not")
    >>> list(slices), slices["flu"].prevalence, slices["flu"].note
    (['cold', 'flu', 'other'], 0.25, 'flu or not')
    """
    named = {str(name): models for name, models in compared.items()}
    return Slices("class", list(named), lambda name: named[name].with_note(describe(name)))
