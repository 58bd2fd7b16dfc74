"""What controls that a script of ours draws have in common."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import anywidget

from brierwidgets.ui.clean_start import CleanStart, whole_signature

__all__ = ["Control", "text_of"]


def text_of(name: str) -> str:
    """Return the text of a file of this room."""
    return files("brierwidgets.controls").joinpath(name).read_text(encoding="utf-8")


class Control(anywidget.AnyWidget, metaclass=CleanStart):
    """A control whose script and style sheet lie beside it.

    Subclasses give both as texts, not as paths: anywidget would keep every control alive to tell it of a change in a
    file.
    """

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.__signature__ = whole_signature(cls)

    def close(self) -> None:
        """Free the control and its layout."""
        if self.comm is not None:  # Python calls close() again when it forgets the widget
            self.layout.close()
        super().close()
