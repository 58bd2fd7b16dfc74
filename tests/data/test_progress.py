"""The line that says that work is still going on."""

import io
import re
import time

import pandas as pd
import pytest

from brierwidgets import Forecast, metrics
from brierwidgets.data.progress import Progress

FRAME = pd.DataFrame({"y": [0, 1], "p": [0.2, 0.7]})


def test_work_longer_than_patience_shows_a_line_that_is_kept_up_to_date():
    stream = io.StringIO()
    with Progress("Counting", stream=stream, patience=0.0, pause=0.01):
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
    with Progress("Counting", shown=False, stream=stream, patience=0.0, pause=0.001):
        time.sleep(0.05)
    assert stream.getvalue() == ""


def test_reading_a_frame_shows_it_when_asked(capsys):
    Forecast.from_frame(FRAME, label="y", score="p")
    assert capsys.readouterr().err == ""
    Forecast.from_frame(FRAME, label="y", score="p", progress=True)
    assert re.search(r"Counting the cases of 1 model with pandas: \d+ s, done\n$", capsys.readouterr().err)


def test_counted_work_says_how_far_it_is_and_an_error_leaves_the_line_ended():
    stream = io.StringIO()

    def interrupted():
        with Progress("Resampling", shown=True, stream=stream, pause=0.01) as progress:
            progress(1_200, 3_000)
            while "\r" not in stream.getvalue():
                time.sleep(0.005)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert re.search(r"Resampling: 1,200 of 3,000, \d+ s, done\n$", stream.getvalue())


def test_a_short_bootstrap_is_silent(capsys):
    metrics.decomposition_intervals([0, 1, 1, 0], [0.2, 0.6, 0.4, 0.3], replicates=5)
    assert capsys.readouterr() == ("", "")
