"""The same models on parts of the cases: by sex, by site, by year."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from brierwidgets.core.intervals import Interval
from brierwidgets.core.scores import Summary
from brierwidgets.core.scoring_rules import Spacing
from brierwidgets.core.validation import check_same_rows
from brierwidgets.data.comparison import Comparison
from brierwidgets.data.named_forecasts import rows_of

__all__ = ["FEWEST", "GroupScore", "GroupSize", "Groups", "score_groups"]

#: A group with fewer positive or fewer negative cases than this is too small to judge a model on.
FEWEST = 10

_MOST = 50


class GroupSize(NamedTuple):
    """How many cases of each class a group has. A case counts once, whatever it weighs; one that weighs 0 does not."""

    positives: int
    negatives: int

    @property
    def cases(self) -> int:
        """Number of cases of both classes."""
        return self.positives + self.negatives

    @property
    def too_small(self) -> bool:
        """Whether there are fewer than `FEWEST` positive or fewer than `FEWEST` negative cases."""
        return min(self) < FEWEST


class Groups(Mapping[str, Comparison]):
    """A comparison cut by a label of each case; every group is a `Comparison`, sorted once, when first asked for.

    Parameters
    ----------
    comparison
        The models on all cases. It must have been built from rows: counts cannot be cut.
    labels
        One label a case. Groups come in the order of the categories of a pandas categorical, else sorted.

    Examples
    --------
    >>> both = Comparison([0, 1, 0, 1], {"a": [0.1, 0.6, 0.4, 0.8]})
    >>> groups = Groups(both, ["north", "south", "south", "north"])
    >>> list(groups)
    ['north', 'south']
    >>> groups["south"].prevalence, groups.size("south").too_small
    (0.5, True)
    """

    def __init__(self, comparison: Comparison, labels: Any) -> None:
        rows = rows_of(comparison, "Groups need the cases one by one")
        outcomes, weights = rows.labels, rows.weights
        self._codes, names = _check_labels(labels, outcomes.size)
        self._numbers = {name: number for number, name in enumerate(names)}
        self._everyone = comparison
        self._built: dict[str, Comparison] = {}
        self._build: Callable[[str], Comparison] | None = None  # for groups that are not cut from everyone
        counted = np.ones(outcomes.size, dtype=bool) if weights is None else weights > 0.0
        self._sizes = {
            name: GroupSize(
                *(int(np.sum((self._codes == number) & counted & of_class)) for of_class in (outcomes, ~outcomes))
            )
            for name, number in self._numbers.items()
        }
        for name, size in self._sizes.items():
            if size.cases == 0:
                raise ValueError(
                    f"Every case of group {name!r} has weight 0, so there is nothing to score in it. "
                    "Leave these cases out of every input, or give them a weight."
                )

    @classmethod
    def of(cls, comparison: Comparison, groups: Any, y_true: Any = None) -> Groups:
        """Return groups as they are, or made of labels; `y_true` may have an index that theirs must agree with."""
        if isinstance(groups, Groups):
            return groups
        made = cls(comparison, groups)
        if y_true is not None:
            check_same_rows(y_true, groups, "y_true", "groups")
        return made

    def of_models(self, comparison: Comparison) -> Groups:
        """Return the same groups of other models, which are compared on the same cases.

        Examples
        --------
        >>> both = Comparison([0, 1, 0, 1], {"a": [0.1, 0.6, 0.4, 0.8]})
        >>> groups = Groups(both, ["north", "south", "south", "north"])
        >>> groups.of_models(both.with_model("b", [0.2, 0.3, 0.4, 0.5]))["south"].names
        ['a', 'b']
        """
        if comparison.rows is None or comparison.rows.labels.size != self._codes.size:
            raise ValueError(
                "The groups are of other cases. Build them from this comparison: Groups(comparison, labels)."
            )
        other = copy.copy(self)
        other._everyone, other._built, other._build = comparison, {}, None
        return other

    def at_prevalence(self, prevalence: Any, *, move_scores: bool = False) -> Groups:
        """Return the same groups where positives have another share of everyone; see `Comparison.at_prevalence`.

        The odds of being positive change by the same factor in every group, so that groups in which positives are
        common stay those. A group of one class stays as it is.

        Examples
        --------
        >>> both = Comparison([0, 1, 0, 1, 1, 0], {"a": [0.1, 0.6, 0.4, 0.8, 0.7, 0.2]})
        >>> groups = Groups(both, ["n", "n", "s", "s", "s", "n"]).at_prevalence("20%")
        >>> round(groups.everyone.prevalence, 3), round(groups["n"].prevalence, 3), round(groups["s"].prevalence, 3)
        (0.2, 0.111, 0.333)
        """
        other = copy.copy(self)
        other._everyone, other._built = self._everyone.at_prevalence(prevalence, move_scores=move_scores), {}
        ratio = _odds(other._everyone.prevalence) / _odds(self._everyone.prevalence)

        def weighted(name: str) -> Comparison:
            part = self[name]
            if part.prevalence in (0.0, 1.0):
                return part
            odds = ratio * _odds(part.prevalence)
            return part.at_prevalence(odds / (1 + odds), move_scores=move_scores)

        other._build = weighted
        return other

    @property
    def everyone(self) -> Comparison:
        """The models on all cases."""
        return self._everyone

    def cases_of(self, name: str | None) -> Comparison:
        """Return the models on one group, or on everyone for None."""
        return self._everyone if name is None else self[name]

    def size(self, name: str) -> GroupSize:
        """Return how many cases a group has, of each class."""
        self._check(name)
        return self._sizes[name]

    def __getitem__(self, name: str) -> Comparison:
        self._check(name)
        if name not in self._built:
            self._built[name] = self._build(name) if self._build else self._cut(name)
        return self._built[name]

    def _cut(self, name: str) -> Comparison:
        return self._everyone.subset(self._codes == self._numbers[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)

    def __contains__(self, name: object) -> bool:
        return name in self._numbers

    def __repr__(self) -> str:
        return f"Groups({', '.join(f'{name}: {size.cases:,} cases' for name, size in self._sizes.items())})"

    def _check(self, name: str) -> None:
        if name not in self._numbers:
            raise KeyError(f"There is no group {name!r}. The groups are {', '.join(map(repr, self))}.")


def _odds(share: float) -> float:
    return share / (1 - share)


def _check_labels(labels: Any, size: int) -> tuple[np.ndarray, list[str]]:
    """Return the number of each case's group and the names of the groups."""
    single = labels is None or isinstance(labels, str | bytes | Mapping | pd.DataFrame)
    if single or np.asarray(labels, dtype=object).ndim != 1:
        raise TypeError(
            f"groups must be one label a case, in a column, a list or an array, not a {type(labels).__name__}. "
            "To cut by two columns at once, join them first: frame['sex'] + ', ' + frame['site']."
        )
    if len(labels) != size:
        raise ValueError(
            f"groups has {len(labels)} labels, but there are {size} cases. Pass one for each case, in the same order."
        )
    codes, values = _factorize(labels)
    if (codes < 0).any():
        missing = np.flatnonzero(codes < 0)
        raise ValueError(
            f"groups is missing at row {missing[0]} ({missing.size} of {size} labels are missing). Give these cases a "
            "label of their own, such as groups.fillna('not known'), or leave them out of every input."
        )
    if len(values) > _MOST:
        raise ValueError(
            f"groups has {len(values):,} different labels, which is more than {_MOST}. Bin them first, for example "
            "pandas.cut(age, [0, 40, 60, 120])."
        )
    names = [str(value) for value in values]
    doubled = next((name for name in names if names.count(name) > 1), None)
    if doubled is not None:
        raise ValueError(f"Two different labels are both written {doubled!r}. Make the labels all of one kind.")
    return codes, names


def _factorize(labels: Any) -> tuple[np.ndarray, list[Any]]:
    if isinstance(getattr(labels, "dtype", None), pd.CategoricalDtype):
        column = pd.Categorical(labels).remove_unused_categories()
        return np.asarray(column.codes), list(column.categories)
    try:
        codes, values = pd.factorize(np.asarray(labels, dtype=object), sort=True)
    except TypeError as error:
        raise TypeError(f"groups cannot be told apart ({error}). Pass text, numbers or dates as labels.") from error
    return codes, list(values)


class GroupScore(NamedTuple):
    """One model on one group: how many cases, their prevalence, and the scores on an interval."""

    size: GroupSize
    prevalence: float
    summary: Summary


def score_groups(groups: Groups, model: str, interval: Interval, spacing: Spacing = "cost") -> dict[str, GroupScore]:
    """Return the scores of a model in every group: O(groups x log n) once the groups have been sorted.

    Examples
    --------
    >>> groups = Groups(Comparison([0, 1, 0, 1], {"a": [0.1, 0.6, 0.4, 0.8]}), ["n", "s", "s", "n"])
    >>> {name: score.summary.mean_regret.value for name, score in score_groups(groups, "a", Interval(0.5, 0.6)).items()}
    {'n': 0.0, 's': 0.0}
    """
    return {
        name: GroupScore(groups.size(name), part.prevalence, part[model].summary(interval, spacing=spacing))
        for name, part in groups.items()
    }
