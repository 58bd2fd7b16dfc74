import io
import time

import pytest

from brierwidgets import metrics
from brierwidgets.metrics._progress import TextProgress


def run(total, *, delay, pause=0.0):
    stream = io.StringIO()
    with TextProgress("Resampling", delay=delay, stream=stream) as progress:
        for done in range(1, total + 1):
            time.sleep(pause)
            progress(done, total)
    return stream.getvalue()


def test_nothing_is_shown_for_what_is_quick():
    assert run(100, delay=60) == ""


def test_what_is_slow_shows_a_bar_that_fills_and_ends_the_line():
    shown = run(4, delay=0, pause=0.12).split("\r")[1:]
    assert shown[0] == "Resampling [#######.......................] 1/4"
    assert shown[-1] == "Resampling [##############################] 4/4\n"


def test_the_bar_is_not_redrawn_for_every_step():
    assert 2 <= run(10_000, delay=0).count("\r") < 1_000


def test_a_bar_that_started_is_finished_even_if_the_last_step_follows_at_once():
    assert "2/2" in run(2, delay=0)


def interrupted(stream):
    with TextProgress("Resampling", delay=0, stream=stream) as progress:
        progress(1, 3)
        raise KeyboardInterrupt


def test_an_error_leaves_the_line_ended():
    stream = io.StringIO()
    with pytest.raises(KeyboardInterrupt):
        interrupted(stream)
    assert stream.getvalue().endswith("1/3\n")


def test_a_short_bootstrap_is_silent(capsys):
    metrics.decomposition_intervals([0, 1, 1, 0], [0.2, 0.6, 0.4, 0.3], replicates=5)
    assert capsys.readouterr() == ("", "")
