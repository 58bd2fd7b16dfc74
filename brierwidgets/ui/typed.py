"""Boxes to type numbers in."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import ipywidgets as widgets

from brierwidgets.core.intervals import Interval
from brierwidgets.state import ExplorerState
from brierwidgets.ui.frame import Frame
from brierwidgets.ui.notice import guarded
from brierwidgets.ui.view import View
from brierwidgets.words.numbers import cost_text, exact_text, parse_in_unit

__all__ = ["EXAMPLE", "TypedBoxes", "end_texts", "read_box", "type_end", "typed_box"]

#: A cost ratio that an empty box shows as an example.
EXAMPLE = 0.02


def typed_box(label: str, hint: str = "") -> widgets.Text:
    """Return a box that takes effect when Enter is pressed or the focus leaves."""
    return widgets.Text(description=label, tooltip=hint, continuous_update=False, layout={"width": "auto"})


class TypedBoxes:
    """Boxes that show numbers and take others, by name; what cannot be taken stays typed, and the notice says why.

    Parameters
    ----------
    owner
        The widget in whose notice errors show.
    boxes
        For each name, the label and a hint.
    texts
        Returns what the boxes should show.
    accept
        Takes the name of a box and what was typed, or raises with advice.

    Examples
    --------
    >>> held = {"cost": "10%"}
    >>> owner = Frame()
    >>> typed = TypedBoxes(owner, {"cost": ("Cost ratio", "such as 10%")}, lambda: held, held.__setitem__)
    >>> typed.write()
    >>> typed["cost"].value
    '10%'
    >>> typed["cost"].value = "20%"
    >>> held
    {'cost': '20%'}
    >>> owner.close()
    """

    def __init__(
        self,
        owner: Frame,
        boxes: Mapping[str, tuple[str, str]],
        texts: Callable[[], Mapping[str, str]],
        accept: Callable[[str, str], None],
    ) -> None:
        self.notice, self._texts, self._accept = owner.notice, texts, accept
        self.boxes = {name: typed_box(label, hint) for name, (label, hint) in boxes.items()}
        for name, box in self.boxes.items():
            box.observe(lambda change, name=name: self._on_typed(name, change.new), "value")

    def __getitem__(self, name: str) -> widgets.Text:
        return self.boxes[name]

    def write(self) -> None:
        """Show the present numbers."""
        for name, text in self._texts().items():
            self.boxes[name].value = text

    @guarded
    def _on_typed(self, name: str, text: str) -> None:
        if text != self._texts()[name]:
            self._accept(name, text)
            self.write()


def read_box(view: View, label: str) -> widgets.Text:
    """Return a box in which a view's cost ratio to read at is typed; empty, it shows an example in the unit chosen."""
    box, state = typed_box(label), view.state

    @guarded
    def read(_view: View, typed: str) -> None:
        state.cost = parse_in_unit(typed, state.unit) if typed.strip() else None

    def write_example() -> None:
        box.placeholder = cost_text(EXAMPLE, state.unit)

    box.observe(lambda change: read(view, change.new), "value")
    view.watch("unit", write_example)
    write_example()
    return box


def end_texts(state: ExplorerState) -> dict[str, str]:
    """Return the ends of the interval, ``low`` and ``high``, as boxes show them: in the unit chosen."""
    return {name: exact_text(end, state.unit) for name, end in state.interval._asdict().items()}


def type_end(state: ExplorerState, name: str, text: str) -> None:
    """Move one end of the interval to what was typed; an end beyond the other is refused in plain words."""
    ends = state.interval._asdict() | {name: parse_in_unit(text, state.unit)}
    low, high = ends["low"], ends["high"]
    if low >= high:
        typed, other = (low, high) if name == "low" else (high, low)
        side, place, more = ("lower", "upper", "smaller") if name == "low" else ("upper", "lower", "larger")
        typed_text, other_text = (exact_text(end, state.unit) for end in (typed, other))
        raise ValueError(
            f"The {side} end {typed_text} would not be on its side of the {place} end {other_text}. "
            f"Type a {more} number, or move the {place} end first."
        )
    state.interval = Interval(low, high)
