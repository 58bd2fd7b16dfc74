"""Names at the ends of lines: none on another, one for lines that coincide."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import brierwidgets as bw
from brierwidgets.core.intervals import Interval
from brierwidgets.ui.end_labels import LabelledLine, Plot, spread, write_labels
from brierwidgets.ui.palette import look

PLOT = Plot(top=10.0, height=200.0, pitch=20.0)


def line(name, end, number=0, **options):
    return LabelledLine(name, look(number), np.linspace(0.5, end, 50), number, **options)


@given(st.lists(st.floats(0, 200), max_size=10).map(sorted))
def test_labels_never_overlap_and_stay_in_the_chart(wanted):
    places = spread(wanted, 0, 200, 20)
    assert np.all(np.diff(places) >= 20 - 1e-9)
    assert all(0 <= place <= 200 for place in places)
    if all(np.diff([-20, *wanted, 220]) >= 20):
        assert places == wanted  # who has room stays


def test_a_label_stands_at_its_line_and_names_all_that_coincide():
    lines = [line("a", 1.0), line("b", 0.25, 1), line("twin <b>", 1.0 - 1e-4, 2), line("far", 0.0, 3, shown=False)]
    html = write_labels(lines, Interval(0.0, 1.0), PLOT)
    found = re.findall(r'aria-pressed="(\w+)" data-models="([\d,]+)" title="(.*?): .*?" style="top:(\d+)px"', html)
    assert found == [
        ("true", "0,2", "a, twin &lt;b&gt;", "10"),
        ("true", "1", "b", "160"),
        ("false", "3", "far", "210"),
    ]
    assert "<span>2 models</span>" in html


def test_a_rule_that_leaves_the_chart_is_not_labelled():
    lines = [line("a", 0.5), LabelledLine("treat all", look(1), np.linspace(0, 9.0, 50))]
    assert "treat all" not in write_labels(lines, Interval(0.0, 1.0), PLOT)
    assert "treat all" in write_labels(lines, Interval(0.0, 10.0), PLOT)


def test_more_labels_than_there_is_room_for_are_left_to_the_legend():
    html = write_labels([line(f"m{i}", i / 20, i) for i in range(20)], Interval(0.0, 1.0), PLOT)
    assert "button" not in html


@pytest.fixture
def twins():
    rng = np.random.default_rng(0)
    scores = rng.random(200)
    models = {"one": scores, "twin": scores, "other": scores**2}
    return bw.Comparison(rng.random(200) < scores, models)


def test_tied_models_share_the_width_of_their_mean(twins):
    curve = bw.RegretCurve(twins, interval=(0.2, 0.4))
    assert curve._means.x == pytest.approx(np.array([[0.2, 0.3], [0.3, 0.4], [0.2, 0.4]]))
    assert "2 models" in curve._labels.value
    curve.close()


def test_a_projector_has_thick_lines_and_large_labels(twins):
    explorer = bw.Explorer(twins, interval=(0.2, 0.4), size="projector")
    chart = explorer.charts["regret"]
    assert {mark.stroke_width for mark in chart._lines.values()} == {4.0}
    assert chart._means.stroke_width >= 6.0
    assert "bw-projector" in explorer._dom_classes
    assert explorer.settings()["size"] == "projector"
    assert "size='projector'" in explorer.to_code()
    explorer.close()
    with pytest.raises(ValueError, match="size"):
        bw.Explorer(twins, size="wall")
