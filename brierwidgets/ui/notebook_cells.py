"""Which cell of a notebook shows which views: one whose output is gone, and that nobody holds, is freed.

ipywidgets keeps every widget until it is closed, and IPython keeps what a cell showed in ``Out``. So without this a
cell that is run again would leave its old view, with all its data, in memory for good.
"""

from __future__ import annotations

import gc
import sys
import weakref
from collections.abc import Iterator
from typing import Any

import ipywidgets as widgets

__all__ = ["NOTEBOOK", "NotebookCells", "close_all", "held"]

#: How many objects are looked at before a view counts as held, to be safe.
_MOST = 200_000


class NotebookCells:
    """The views that stand alone, and the cells that show them."""

    def __init__(self) -> None:
        self._views: weakref.WeakSet[Any] = weakref.WeakSet()
        self._places: weakref.WeakKeyDictionary[Any, dict[str | None, bool]] = weakref.WeakKeyDictionary()
        self._heard: weakref.WeakSet[Any] = weakref.WeakSet()

    def __iter__(self) -> Iterator[Any]:
        return iter(list(self._views))

    def add(self, view: Any) -> None:
        """Remember a view that stands alone."""
        self._views.add(view)

    def shows(self, view: Any) -> None:
        """Note that the cell that runs now shows a view; what is shown anywhere else is never freed by itself."""
        shell = _shell()
        if shell is None:
            return
        if shell not in self._heard:
            self._heard.add(shell)
            shell.events.register("post_run_cell", self._after_cell)
        parent = shell.kernel.get_parent() if hasattr(shell, "kernel") else {}
        cell = (parent.get("metadata") or {}).get("cellId")
        self._places.setdefault(view, {})[cell] = True  # until the cell has ended

    def _after_cell(self, result: Any) -> None:
        """Free the views that this cell showed when it ran before, unless they are shown or held elsewhere."""
        cell = getattr(result.info, "cell_id", None)
        if cell is None:
            return
        gone = []
        for view, places in list(self._places.items()):
            if places.get(cell):
                places[cell] = False
            else:
                places.pop(cell, None)
            if not places:
                gone.append(view)
        shell = _shell()
        gone = [view for view in gone if not _inside_another(view) and not held(view, shell)]
        for view in gone:
            _forget_outputs(view, shell)
            self._places.pop(view, None)
            view.close()
        if gone:
            del view, gone
            gc.collect()  # a view and its parts know each other, so Python would keep their data for a while


NOTEBOOK = NotebookCells()


def close_all() -> None:
    """Close every view of this package in this Python, with all that is in it, and so free their memory.

    Examples
    --------
    >>> import brierwidgets as bw
    >>> explorer = bw.Explorer([0, 1], {"a": [0.2, 0.7]})
    >>> bw.close_all()
    """
    for view in NOTEBOOK:
        view.close()


def held(view: Any, shell: Any) -> bool:
    """Return whether a user's variables reach a view; what IPython keeps of outputs does not count."""
    mine = {
        name: value for name, value in shell.user_ns.items() if name[:1] != "_" and name not in shell.user_ns_hidden
    }
    seen = {id(vars(module)) for module in list(sys.modules.values()) if module is not None}
    seen |= {id(shell), id(shell.user_ns), id(shell.history_manager.output_hist)}
    waiting: list[Any] = list(mine.values())
    while waiting:
        value = waiting.pop()
        if value is view:
            return True
        if id(value) in seen or not gc.is_tracked(value) or isinstance(value, type | type(sys)):
            continue
        seen.add(id(value))
        if len(seen) > _MOST:
            return True
        waiting += _known_by(value)
    return False


def _known_by(value: Any) -> list[Any]:
    """Return what an object refers to; of one with traits, not those who watch it, nor its way to the page."""
    if not isinstance(value, widgets.Widget) and not hasattr(value, "_trait_notifiers"):
        return gc.get_referents(value)
    own = {name: part for name, part in vars(value).items() if name not in ("_trait_notifiers", "_trait_values")}
    traits = {name: part for name, part in value._trait_values.items() if name != "comm"}
    return [*own.values(), *traits.values()]


def _inside_another(view: Any) -> bool:
    """Return whether another widget shows a view: a box has it among its parts, or an output names it."""
    for widget in list(widgets.widget._instances.values()):
        if isinstance(widget, widgets.Output) and view.model_id in str(widget.outputs):
            return True
        if isinstance(widget, widgets.Box) and any(part is view for part in widget.children):
            return True
    return False


def _forget_outputs(view: Any, shell: Any) -> None:
    """Take a view out of ``Out`` and ``_``."""
    for name in [name for name, value in shell.user_ns.items() if value is view]:
        if name in shell.user_ns:  # the first one takes the others with it
            shell.del_var(name)


def _shell() -> Any:
    """Return IPython where it runs, without loading it."""
    ipython = sys.modules.get("IPython")
    return None if ipython is None else ipython.get_ipython()
