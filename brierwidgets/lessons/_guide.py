"""What a page does for a lesson that Python leads: it brings into sight, and remembers."""

from __future__ import annotations

from typing import Any

import anywidget
import traitlets

from brierwidgets.page import script

__all__ = ["Guide"]


class Guide(anywidget.AnyWidget):
    """Brings into sight where a reader goes: a step, from its top, or what was revealed."""

    _esm = script("lesson_guide")
    to: Any = traitlets.Dict(help="The step, and whether its reveal is meant.").tag(sync=True)
    lesson = traitlets.Unicode(help="What the page remembers its student by; nothing outside a class.").tag(sync=True)
    student = traitlets.Unicode(help="Who goes through it.").tag(sync=True)
