"""The base rate: how common positive cases are where the models will be used."""

from __future__ import annotations

from typing import Any

import traitlets

from brierwidgets.controls._control import Control, text_of
from brierwidgets.core.binning import BinnedTable
from brierwidgets.data.slices import Slices
from brierwidgets.page import script
from brierwidgets.state import ExplorerState
from brierwidgets.state.traits import BaseRate
from brierwidgets.ui.still import with_sentence
from brierwidgets.ui.view import View
from brierwidgets.words.base_rate import CONTROL_WORDS
from brierwidgets.words.numbers import percent

__all__ = ["PrevalenceSlider"]


class PrevalenceSlider(Control):
    """Choose a base rate by hand, by keyboard or by typing; a quiet button until somebody opens it.

    Parameters
    ----------
    own
        Share of positives among the cases themselves, to which a reset goes back.
    prevalence
        The base rate chosen: a number, a percentage or odds. None for `own`.
    recalibrated
        Whether scores are moved along with the base rate.
    movable
        Whether they can be: means of bins cannot.

    Attributes
    ----------
    prevalence, recalibrated
        What is chosen, observable and linkable.

    Notes
    -----
    In the page, other scripts watch ``prevalence`` and ``recalibrated`` of this widget's model, which follow the hand
    at once, and ``moving``, which is true until the hand rests. Python hears of it then.

    Examples
    --------
    >>> slider = PrevalenceSlider(0.2, "1:49")
    >>> slider.prevalence
    0.02
    >>> slider.close()
    """

    _esm = script("../controls/prevalence_slider")
    _css = text_of("prevalence_slider.css")

    prevalence = BaseRate(None, allow_none=True, help="The base rate chosen; None for that of the cases.").tag(
        sync=True, echo_update=False
    )
    recalibrated = traitlets.Bool(False, help="Whether scores move along.").tag(sync=True, echo_update=False)
    own = traitlets.Float(help="Share of positives among the cases themselves.").tag(sync=True)
    movable = traitlets.Bool(True, help="Whether scores can be moved along.").tag(sync=True)
    _words = traitlets.Dict(CONTROL_WORDS).tag(sync=True)

    def __init__(self, own: float, prevalence: Any = None, *, recalibrated: bool = False, movable: bool = True) -> None:
        classes = ("brierwidgets", "bw-base-rate")
        super().__init__(
            own=own, prevalence=prevalence, recalibrated=recalibrated, movable=movable, _dom_classes=classes
        )

    @classmethod
    def of(cls, view: View) -> PrevalenceSlider | None:
        """Return a control that keeps the base rate of a view in step; None where every case is of one class."""
        state = view.state
        own = state.sampled.comparison.prevalence
        if own in (0.0, 1.0):
            return None
        control = cls(own, state.prevalence, recalibrated=state.recalibrated, movable=_is_movable(state))
        for name in ("prevalence", "recalibrated"):
            view.link((state, name), (control, name))
        if isinstance(state.groups, Slices):  # each horizon and each class has its own
            view.watch("group", lambda: control.set_trait("own", state.sampled.of(state.group).prevalence))
            control.own = state.sampled.of(state.group).prevalence
        view.at_close(control.close)
        return control

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.own:.4g}, {self.prevalence!r})"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        rate = percent(self.own if self.prevalence is None else self.prevalence)
        return with_sentence(super()._repr_mimebundle_(**kwargs), f"A base rate of {rate}.")


def _is_movable(state: ExplorerState) -> bool:
    tables = (
        table for _, forecast in state.sampled.comparison.items() for table in (forecast.negatives, forecast.positives)
    )
    return not any(isinstance(table, BinnedTable) for table in tables)
