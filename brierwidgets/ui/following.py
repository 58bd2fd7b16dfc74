"""How a view follows a state: three hooks, and helpers that release themselves and sleep while nobody sees it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from typing import Any

import traitlets

from brierwidgets.core.move import Move
from brierwidgets.state import ExplorerState
from brierwidgets.state.traits import BaseRate, CostInterval
from brierwidgets.ui.frame import Frame
from brierwidgets.ui.notice import guarded, tell_failure

__all__ = ["Following"]

End = tuple[traitlets.HasTraits, str]


class Following(Frame):
    """A frame that follows a state, and closes with it if that is its own. `View` says what the hooks are for."""

    interval = CostInterval(help="The cost ratios that matter; link it to any other interval.")
    prevalence = BaseRate(None, allow_none=True, help="The base rate that the cases are weighted to; None: own.")
    active = traitlets.Bool(True, help="A view that nobody sees (a hidden tab) need not follow.")

    #: Traits of the state after whose change `refit` comes before the next `draw`.
    refits_on: tuple[str, ...] = ("comparison", "unit")

    def __init__(self, state: ExplorerState, *, owned: bool) -> None:
        super().__init__()
        self._state = state
        if owned:
            self.at_close(state.close)
        if not self._adopted:
            state.viewers.add(self)
            self.at_close(lambda: state.viewers.discard(self))
        self._drawn: Move | None = None
        self._fitted: tuple[Any, ...] | None = None
        self._settled = state.settled
        self._missed: dict[Callable[[], None], None] = {}
        self.interval = state.interval
        self._bind((state, "interval"), (self, "interval"))
        self._bind((state, "prevalence"), (self, "prevalence"))
        self._observe(state, self._follow, ["move", *self.refits_on])
        self._observe(state, self._rest, ["settled", "unit"])

    # --- the hooks --------------------------------------------------------------------------

    def draw(self, move: Move) -> None:
        """Follow a move of the interval."""

    def refit(self) -> None:
        """Redo what does not depend on the interval."""

    def rested(self) -> None:
        """Do what is too slow for a drag."""

    # --- for subclasses ---------------------------------------------------------------------

    @property
    def state(self) -> ExplorerState:
        """The state this view shows."""
        return self._state

    def redraw(self) -> None:
        """Call all three hooks: after a choice that changes everything."""
        self._fitted = None
        self._follow_now()
        self.rested()

    def watch(self, names: str | Sequence[str], handler: Callable[[], None]) -> None:
        """Call `handler` when the state's traits of these names change, but not while nobody sees the view."""

        def call(_change: Any) -> None:
            if self.active:
                tell_failure(self, "watch", handler)
            else:
                self._missed[handler] = None

        self._observe(self._state, call, names)

    def link(self, source: End, target: End) -> None:
        """Keep two traits the same, such as ``(self.state, "zoom")`` and ``(button, "value")``.

        The target takes the source's value now, and follows it unless nobody sees the view. Where the source refuses
        what the target asks for, the notice says why and the target goes back.
        """
        self._bind(source, target, sleeps=True)

    # --- following the state ----------------------------------------------------------------

    def _observe(self, owner: traitlets.HasTraits, handler: Callable[[Any], None], names: Any) -> None:
        owner.observe(handler, names)

        def forget() -> None:
            with contextlib.suppress(ValueError):  # a state that was closed has forgotten all
                owner.unobserve(handler, names)

        self.at_close(forget)

    def _bind(self, source: End, target: End, *, sleeps: bool = False) -> None:
        def forward() -> None:
            value = getattr(*source)
            if getattr(*target) != value:
                setattr(*target, value)

        def on_source(_change: Any) -> None:
            if sleeps and not self.active:
                self._missed[forward] = None
            else:
                forward()

        def on_target(change: Any) -> None:
            def ask() -> None:
                try:
                    setattr(*source, change.new)
                finally:
                    forward()  # where the source refuses, the target goes back

            if getattr(*source) != change.new:
                self._guard(ask) if sleeps else ask()

        forward()
        self._observe(source[0], on_source, source[1])
        self._observe(target[0], on_target, target[1])

    @guarded
    def _guard(self, call: Callable[[], None]) -> None:
        call()

    def _fit_key(self) -> tuple[Any, ...]:
        """Return what `refit` draws from: where it is another, `refit` comes before `draw`."""
        return tuple(getattr(self._state, name) for name in self.refits_on)

    @guarded
    def _follow(self, _change: Any) -> None:
        if self.laid_out and self.active and (self._drawn is not self._state.move or self._fitted != self._fit_key()):
            self._follow_now()

    def _follow_now(self) -> None:
        key = self._fit_key()
        if self._fitted != key:
            self.refit()
            self._fitted = key
        self._drawn = self._state.move
        self.draw(self._state.move)

    def _rest(self, _change: Any) -> None:
        if self.laid_out and self.active:
            self._settled = self._state.settled
            tell_failure(self, "rested", self.rested)

    @traitlets.observe("active")
    @guarded
    def _on_active(self, change: Any) -> None:
        if not (change.new and self.laid_out):
            return
        moved = self._drawn is not self._state.move or self._fitted != self._fit_key()
        if moved:
            self._follow_now()
        missed, self._missed = self._missed, {}
        for handler in missed:
            handler()
        if moved or self._settled != self._state.settled:
            self._settled = self._state.settled
            self.rested()
