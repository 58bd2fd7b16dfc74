"""What a browser would see and say, without one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import comm
import ipywidgets
import numpy as np
import pytest
from comm.base_comm import BaseComm
from scipy.special import expit

import brierwidgets as bw

HOSTILE = "<img src=x onerror=alert(1)>"


class Wire(list):
    """Messages to the browser: (kind, what, number of bytes)."""

    @property
    def nbytes(self) -> int:
        return sum(size for _, _, size in self)


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch) -> Wire:
    """Record every message that widgets made from now on send to the browser."""
    sent = Wire()

    class Recorder(BaseComm):
        def publish_msg(self, msg_type: str, data: Any = None, buffers: Any = None, **_: Any) -> None:
            size = len(json.dumps(data, default=str)) + sum(memoryview(buffer).nbytes for buffer in buffers or ())
            sent.append((msg_type, data, size))

    monkeypatch.setattr(comm, "create_comm", Recorder)
    return sent


def say(widget: ipywidgets.Widget, **state: Any) -> None:
    """Send a message as the browser does when a person moves something."""
    data = {"method": "update", "state": state, "buffer_paths": []}
    widget._handle_msg({"content": {"data": data}, "buffers": []})


def move_slider(slider: bw.IntervalSlider, low: float, high: float) -> None:
    """Send what the slider's page does when a hand has moved."""
    page, count = slider._heard
    say(slider, _from_hand=[low, high, page or "page", count + 1])


def live() -> set[str]:
    """Return the ids of all widgets that have not been closed."""
    return set(ipywidgets.widgets.widget._instances)


def make_comparison(rows: int = 2_000, seed: int = 0, **extra: str) -> bw.Comparison:
    """Three models of a rare outcome: one calibrated, one overconfident, one with little to say."""
    rng = np.random.default_rng(seed)
    z, noise = rng.normal(size=(2, rows))
    y = rng.random(rows) < expit(z - 2.7)
    names = {"good": "good", "bold": "bold", "flat": "flat"} | extra
    scores = {"good": expit(z - 2.7), "bold": expit(1.8 * z - 2.2), "flat": expit(0.3 * z - 2.6 + 0.3 * noise)}
    return bw.Comparison(y, {names[key]: values for key, values in scores.items()})


@pytest.fixture(scope="session")
def comparison() -> bw.Comparison:
    return make_comparison()


@pytest.fixture
def explorer(comparison: bw.Comparison) -> Iterator[bw.Explorer]:
    made = bw.Explorer(comparison, interval=(0.05, 0.2))
    yield made
    made.close()


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
