"""Traits that check themselves."""

from __future__ import annotations

from typing import Any, TypeVar

import traitlets

from brierwidgets.core.chips import CELLS, check_chips
from brierwidgets.core.intervals import Interval, check_interval, parse_cost
from brierwidgets.core.mixtures import MixedCosts
from brierwidgets.core.opinions import check_opinion
from brierwidgets.core.prevalence import check_prevalence
from brierwidgets.data.comparison import Comparison
from brierwidgets.state.arguments import refused_by_trait

__all__ = ["BaseRate", "ChipCounts", "CostInterval", "CostOpinion", "CostRatio", "ModelName", "check_model"]

T = TypeVar("T")


class _Checked(traitlets.TraitType[T, Any]):
    """A value that can be written in several ways; what `read` refuses is refused with its advice."""

    def read(self, value: Any, /) -> T:
        """Return what was meant, or raise an error that says what is wrong."""
        raise NotImplementedError

    def validate(self, obj: Any, value: Any) -> T:  # noqa: ARG002
        """Return what was meant, or raise a TraitError that says what is wrong."""
        with refused_by_trait():
            return self.read(value)


class CostInterval(_Checked[Interval]):
    """A pair of cost ratios, in any of the ways they can be written; a bad one is refused with advice."""

    default_value = Interval(0.05, 0.5)
    info_text = "a pair (low, high) of cost ratios between 0 and 1"

    read = staticmethod(check_interval)


class CostRatio(_Checked[float]):
    """One cost ratio, in any of the ways it can be written."""

    default_value = 0.5
    info_text = "a cost ratio between 0 and 1"

    def read(self, value: Any, /) -> float:
        """Return the cost ratio."""
        return parse_cost(value, str(self.name))


class CostOpinion(_Checked[MixedCosts]):
    """A distribution of costs, or a list of intervals, one a person."""

    info_text = "a distribution of costs or a list of intervals"

    read = staticmethod(check_opinion)


class BaseRate(_Checked[float]):
    """A share of positives strictly between 0 and 1, in any of the ways it can be written."""

    default_value = 0.5
    info_text = "a share strictly between 0 and 1"

    read = staticmethod(check_prevalence)


class ChipCounts(_Checked[list[int]]):
    """How many chips lie in each cell of the grid of odds."""

    info_text = "the number of chips in each cell"

    def default(self, obj: Any = None) -> list[int]:  # noqa: ARG002
        """Return an empty grid."""
        return [0] * len(CELLS)

    read = staticmethod(check_chips)


class ModelName(traitlets.Unicode[str, Any]):
    """The name of one model of a view's comparison; the first unless set."""

    info_text = "the name of a model"

    def default(self, obj: Any = None) -> str:
        """Return the first model."""
        return "" if obj is None else check_model(obj.state.comparison, None)

    def validate(self, obj: Any, value: Any) -> str:
        """Return the name, or raise a TraitError that lists the models there are."""
        with refused_by_trait():
            return check_model(obj.state.comparison, super().validate(obj, value))


def check_model(comparison: Comparison, name: Any) -> str:
    """Return `name` if a model is called so, the first model for None; else raise and list the models there are.

    Examples
    --------
    >>> both = Comparison([0, 1], {"a": [0.1, 0.6], "b": [0.2, 0.9]})
    >>> check_model(both, None)
    'a'
    >>> check_model(both, "c")
    Traceback (most recent call last):
        ...
    ValueError: There is no model 'c'. The models are 'a', 'b'.
    """
    names = comparison.names
    if name is not None and name not in names:
        raise ValueError(f"There is no model {name!r}. The models are {', '.join(map(repr, names))}.")
    return names[0] if name is None else str(name)
