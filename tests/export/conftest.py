"""Three models of a rare outcome, one of them with a name that means harm."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

import brierwidgets as bw
from tests.widgets.conftest import make_comparison

HOSTILE = "</script><img src=x onerror=alert(1)>"


@pytest.fixture(scope="session")
def comparison() -> bw.Comparison:
    return make_comparison(flat=HOSTILE)


@pytest.fixture
def opened() -> Iterator[Callable[[Any], Any]]:
    """Close what a test opens."""
    kept: list[Any] = []

    def keep(widget: Any) -> Any:
        kept.append(widget)
        return widget

    yield keep
    for widget in reversed(kept):
        widget.close()
