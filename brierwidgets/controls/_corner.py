"""The quiet corner of an Explorer: undo, copy the code, save a page or a picture."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from typing import Any

import traitlets

from brierwidgets.controls._control import Control, text_of
from brierwidgets.page import script

__all__ = ["Corner"]

_PIECE = 900_000  # bytes in a message: a Jupyter server lets a megabyte pass in a second


class Corner(Control):
    """Buttons that give the page what Python makes: a text to copy, or a file to keep.

    Undo works in the page, without Python.

    Parameters
    ----------
    code
        Returns the text to copy.
    downloads
        What can be saved: by what the button says, the name of the file, its type, and who makes its bytes.
    tell
        Called with what went wrong.
    """

    _esm = script("../controls/corner")
    _css = text_of("corner.css")

    #: What can be saved here, by number. Without Python nothing can, and the page shows none of it.
    saves: Any = traitlets.List().tag(sync=True)

    def __init__(
        self,
        code: Callable[[], str],
        downloads: dict[str, tuple[str, str, Callable[[], bytes]]],
        tell: Callable[[Exception], None],
    ) -> None:
        super().__init__(saves=list(downloads), _dom_classes=("brierwidgets", "bw-corner"))
        self._code, self._downloads, self._tell = code, downloads, tell
        self._pieces: list[bytes] = []  # of what is being saved; the page asks for them one by one
        self.on_msg(self._on_message)

    def _on_message(self, _widget: Any, content: Any, _buffers: Any) -> None:
        try:
            if content.get("ask") == "code":
                self.send({"code": self._code()})
            elif content.get("ask") in self._downloads:
                name, kind, make = self._downloads[content["ask"]]
                number = content.get("piece", 0)
                if number == 0:
                    packed = gzip.compress(make())
                    self._pieces = [packed[start : start + _PIECE] for start in range(0, len(packed), _PIECE)]
                about = {"ask": content["ask"], "file": name, "type": kind, "piece": number, "of": len(self._pieces)}
                self.send(about, buffers=[self._pieces[number]])
        except Exception as error:  # noqa: BLE001  the person at the screen must see it
            self.send({"failed": True})
            self._tell(error)
