import gc
import json
import weakref

import ipywidgets
import pytest
import traitlets
from scipy.special import logit

import brierwidgets as bw
from brierwidgets.words.numbers import nice_cost
from tests.widgets.conftest import HOSTILE, live, move_slider, say

PRESETS = {"Tamoxifen debate": ("1.66%", "3%"), "wide": (0.1, 0.9)}


@pytest.fixture
def slider(opened):
    return opened(bw.IntervalSlider((0.0166, 0.03), presets=PRESETS))


def values_sent(wire, name):
    """Return what Python told the page of one trait, message by message."""
    return [
        data["state"][name]
        for _, data, _ in wire
        if data.get("method") in ("update", "echo_update") and name in data["state"]
    ]


def test_value_and_interval_are_one(slider):
    slider.interval = ("1:19", "50%")
    assert slider.value == (0.05, 0.5)
    slider.value = (0.2, 0.3)
    assert slider.interval == (0.2, 0.3)


def test_an_observer_that_sets_it_anew_has_the_last_word(slider):
    slider.observe(lambda change: change.new.high > 0.5 and setattr(slider, "interval", (0.1, 0.5)), "interval")
    slider.value = (0.1, 0.6)
    assert slider.value == slider.interval == (0.1, 0.5)
    assert slider._from_kernel[:2] == [0.1, 0.5]


def test_a_hand_is_taken_to_the_last_digit_and_answered(wire, opened):
    slider = opened(bw.IntervalSlider((0.0166, 0.03)))
    wire.clear()
    move_slider(slider, 0.016612345678901234, 0.1 + 0.2)
    assert slider.value == slider.interval == (0.016612345678901234, 0.30000000000000004)
    assert values_sent(wire, "_from_kernel") == [[0.016612345678901234, 0.30000000000000004, "page", 1]]
    assert values_sent(wire, "_from_hand") == []  # no echo


def test_each_move_is_answered_even_when_it_changes_nothing(wire, opened):
    slider = opened(bw.IntervalSlider((0.0166, 0.03)))
    wire.clear()
    move_slider(slider, 0.0166, 0.03)
    assert values_sent(wire, "_from_kernel") == [[0.0166, 0.03, "page", 1]]


def test_what_a_program_sets_is_told_once_and_exactly(wire, opened):
    slider = opened(bw.IntervalSlider((0.0166, 0.03)))
    move_slider(slider, 0.02, 0.03)
    wire.clear()
    slider.value = (0.021, 0.303)
    slider.interval = (0.111, 0.517)
    assert values_sent(wire, "_from_kernel") == [[0.021, 0.303, "page", 1], [0.111, 0.517, "page", 1]]


def test_a_move_is_one_change_for_those_who_watch(slider):
    seen = []
    for name in ("value", "interval"):
        slider.observe(lambda change: seen.append((change.name, change.new)), name)
    move_slider(slider, 0.1, 0.2)
    assert sorted(seen) == [("interval", (0.1, 0.2)), ("value", (0.1, 0.2))]


@pytest.mark.parametrize("bad", [(0.3, 0.1), (0.2, 0.2), (-0.1, 0.2), (0.1, "lots"), (None, 0.2)])
def test_nonsense_from_the_page_is_refused_and_said(slider, bad):
    move_slider(slider, *bad)
    assert slider.value == slider.interval == (0.0166, 0.03)
    assert slider._from_kernel == [0.0166, 0.03, "page", 1]
    assert "interval" in slider._notice
    move_slider(slider, 0.1, 0.2)
    assert slider._notice == ""


def test_what_a_linked_state_refuses_goes_back_and_says_why(comparison, opened):
    explorer = opened(bw.Explorer(comparison, interval=(0.05, 0.2), spacing="log-odds"))
    move_slider(explorer.slider, 0, 0.2)
    assert explorer.slider.value == explorer.interval == (0.05, 0.2)
    assert explorer.slider._from_kernel == [0.05, 0.2, "page", 1]
    assert "infinitely wide in log-odds" in explorer.slider._notice
    explorer.interval = (0.1, 0.2)
    assert explorer.slider._notice == ""


def test_an_observer_that_fails_is_seen_and_the_move_stays(slider):
    slider.observe(lambda _: 1 / 0, "value")
    move_slider(slider, 0.1, 0.2)
    assert slider.value == slider.interval == (0.1, 0.2)
    assert slider._notice == "ZeroDivisionError: division by zero"


def test_presets_and_names_reach_the_page_as_data(opened):
    slider = opened(bw.IntervalSlider((0.1, 0.2), presets=PRESETS | {HOSTILE: ("1:1", 1)}))
    assert slider._presets == [["Tamoxifen debate", 0.0166, 0.03], ["wide", 0.1, 0.9], [HOSTILE, 0.5, 1.0]]
    json.dumps(slider.get_state(["_presets", "_from_kernel", "histogram", "unit"]), allow_nan=False)


def test_the_page_chooses_the_unit(slider):
    say(slider, unit="odds")
    assert slider.unit == "odds"
    with pytest.raises(traitlets.TraitError):
        slider.unit = "bits"


def test_heights_of_the_histogram(slider):
    slider.histogram = [0, 1.5, 2]
    assert slider.histogram == [0, 1.5, 2]
    for bad in ([1, -1.0], [float("nan")], [float("inf")]):
        with pytest.raises(traitlets.TraitError, match="must be 0 or more, but number"):
            slider.histogram = bad
    assert slider.histogram == [0, 1.5, 2]


@pytest.mark.parametrize("bad", [(0.3, 0.1), (0.2, 0.2), (-0.1, 0.2), "0.1", (0.1,), (0.1, "lots")])
def test_a_bad_interval_is_refused(slider, bad):
    before = slider.value
    with pytest.raises(traitlets.TraitError):
        slider.interval = bad
    assert slider.value == slider.interval == before


@pytest.mark.parametrize(
    ("arguments", "options", "advice"),
    [
        (((0.1, 0.2),), {"preset": {}}, r"no argument 'preset'\. Did you mean 'presets'"),
        (((0.3, 0.2),), {}, "is reversed"),
        (((0.1, 0.2),), {"unit": "bits"}, "unit must be one of 'probability'"),
        (((0.1, 0.2),), {"presets": {"none": (0.2, 0.2)}}, "is empty"),
    ],
)
def test_a_bad_argument_gets_advice_and_leaves_nothing_behind(arguments, options, advice):
    before = live()
    with pytest.raises((TypeError, ValueError), match=advice):
        bw.IntervalSlider(*arguments, **options)
    assert live() == before


def test_it_says_what_it_is(slider):
    assert repr(slider) == "IntervalSlider((0.0166, 0.03), unit='probability')"


def test_close_frees_everything():
    before = live()
    slider = bw.IntervalSlider((0.1, 0.2))
    assert live() > before
    slider.close()
    slider.close()
    assert live() == before


def test_a_closed_slider_is_forgotten():
    slider = bw.IntervalSlider((0.1, 0.2))
    gone = weakref.ref(slider)
    slider.close()
    del slider
    gc.collect()
    assert gone() is None


def test_the_script_asks_for_nothing(slider):
    script = slider.get_state(["_esm", "_css"])
    for text in script.values():
        for word in ("http", "import(", "import ", "eval(", "innerHTML", "fetch(", "url("):
            assert word not in text
    assert isinstance(slider, ipywidgets.DOMWidget)


def test_nice_costs_are_round():
    for cost in (0.00123456, 0.0166123, 0.123456, 0.5, 0.87654, 0.99876):
        snapped = nice_cost(cost)
        assert abs(logit(snapped) - logit(cost)) <= 0.011
        assert len(f"{min(snapped, 1 - snapped):.12g}".split(".")[-1].lstrip("0")) <= 4
