"""The line that says an engine is still at work."""

import io
import re
import time

import pandas as pd

from brierwidgets import Forecast
from brierwidgets.frames._progress import Progress

FRAME = pd.DataFrame({"y": [0, 1], "p": [0.2, 0.7]})


def test_work_longer_than_patience_shows_a_line_that_is_kept_up_to_date():
    stream = io.StringIO()
    with Progress("Counting", stream=stream, patience=0.0, every=0.01):
        while stream.getvalue().count("\r") < 3:
            time.sleep(0.005)
    lines = stream.getvalue().split("\r")
    assert len(lines) > 3
    assert all(re.fullmatch(r"Counting: \d+ s", line) for line in lines[1:-1])
    assert re.fullmatch(r"Counting: \d+ s, done\n", lines[-1])


def test_short_work_shows_nothing():
    stream = io.StringIO()
    with Progress("Counting", stream=stream, patience=600.0):
        pass
    assert stream.getvalue() == ""


def test_switched_off_it_shows_nothing_however_long_it_takes():
    stream = io.StringIO()
    with Progress("Counting", shown=False, stream=stream, patience=0.0, every=0.001):
        time.sleep(0.05)
    assert stream.getvalue() == ""


def test_reading_a_frame_shows_it_when_asked(capsys):
    Forecast.from_frame(FRAME, label="y", score="p")
    assert capsys.readouterr().err == ""
    Forecast.from_frame(FRAME, label="y", score="p", progress=True)
    assert re.search(r"Counting the cases of 1 model with pandas: \d+ s, done\n$", capsys.readouterr().err)
