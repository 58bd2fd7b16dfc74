"""How an Explorer came about, as Python: the call that built it, and the models that came and went since."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from brierwidgets.explorer._code import ConstructorCall, Given, literal, variables
from brierwidgets.state import ExplorerState

__all__ = ["Recipe"]

Mended = tuple[str, dict[str, Any]]


class Recipe:
    """What `Explorer.to_code` writes.

    Parameters
    ----------
    data, models, columns, more
        What the constructor was given: the cases, arguments that can be written out, and further data.

    Attributes
    ----------
    mended_from
        For each recalibrated model the name of the old one, and the arguments of `Explorer.add_recalibrated`.
    """

    def __init__(self, data: Any, models: Any, columns: Mapping[str, Any], more: Mapping[str, Any]) -> None:
        kind = "state" if isinstance(data, ExplorerState) else "comparison"
        cases = {kind: data} if models is None else {"y_true": data, "models": models}
        self._call = ConstructorCall.of("bw.Explorer", cases, columns, more)
        #: Models that came, with their scores and how they were mended, and that went.
        self._changes: list[tuple[str, Given | None, Mended | None]] = []
        self.mended_from: dict[str, Mended] = {}

    def built_by(
        self,
        method: str,
        data: Mapping[str, Any],
        columns: Mapping[str, Any] | None = None,
        more: Mapping[str, Any] | None = None,
        *,
        slices: bool = False,
    ) -> None:
        """Remember a method that called the constructor, with the data and columns that the method was given.

        Groups are not written where the method has made `slices` out of the data.
        """
        built = ConstructorCall.of(f"bw.Explorer.{method}", data, columns or {}, more or {})
        kept = {name: given for name, given in self._call.more.items() if name not in built.columns}
        if slices:
            kept.pop("groups", None)
        own = self._call.columns if columns is None else {}
        self._call = built._replace(columns=own | built.columns, more=kept | built.more)

    def add_model(self, name: str, y_prob: Any) -> None:
        """Remember that a model came."""
        self._changes.append((name, Given(y_prob), self.mended_from.get(name)))

    def drop_model(self, name: str) -> None:
        """Remember that a model went."""
        self._changes.append((name, None, None))
        # Another model may come by that name, which was not mended, or is not what another was mended from.
        kept = {new: mended for new, mended in self.mended_from.items() if name not in (new, mended[0])}
        self.mended_from = kept

    def write(self, settings: Mapping[str, Any], source: str) -> str:
        """Return the Python; `source` is what builds the comparison if the user has no name for it."""
        written, names = dict(settings), variables()
        written.pop("costs", None)  # written as it was given
        shown = written.pop("shown") if self._changes else None
        lines = ["import brierwidgets as bw", "", self._call.write(written, source, names)]
        lines += [self._change(*change, names) for change in self._changes]
        if shown is not None:
            lines.append(f"explorer.state.shown = {shown!r}")
        return "\n".join(lines)

    def _change(self, name: str, scores: Given | None, mended: Mended | None, names: Mapping[str, Any]) -> str:
        if scores is None:
            return f"explorer.drop_model({name!r})"
        if mended is not None:
            old, given = mended
            options = "".join(f", {key}={literal(value)}" for key, value in given.items() if value is not None)
            return f"explorer.add_recalibrated({old!r}{options})"
        found = scores.expression(names)
        return (
            f"explorer.add_model({name!r}, {found})"
            if found
            else (f"explorer.add_model({name!r}, y_prob)  # put its scores here")
        )
