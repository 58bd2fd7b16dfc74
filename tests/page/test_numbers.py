"""Numbers are written the same in Python and in the page, to the letter."""

import math

import numpy as np
import pytest

from brierwidgets.core.digits import fixed, general, grouped, script_key
from brierwidgets.words.numbers import cost_text, different_texts, exact_text, nice_cost, number, per_thousand, percent

#: Halves that floats hold exactly, halves that they do not, carries, both ends, and what rounding leaves.
AWKWARD = [0.0, -0.0, 0.125, 0.375, 81.25, 1234.5, 0.145, 2.675, 9.995, 99.95, 0.09995, 999.5, 1e-15, 1e-7, 5e-324]
AWKWARD += [0.1 + 0.2, 1 / 3, 1e21, 1.7e308, 123456789.123456, 0.5 + 2**-13, math.inf, -math.inf, math.nan]
COSTS = [0.0, 1.0, 0.5, 0.0166, 0.03, 0.05, 1 / 11, 0.25, 0.75, 0.9995, 1e-6, 1 - 1e-6, 0.0005, 0.125, 0.99999]


def values():
    rng = np.random.default_rng(0)
    drawn = [
        *(10 ** rng.uniform(-16, 8, 2_000)),
        *np.round(rng.uniform(0, 100, 1_000), 2),
        *(rng.integers(0, 8192, 500) / 8192),
    ]
    return [*AWKWARD, *(-value for value in AWKWARD), *map(float, drawn)]


def costs():
    rng = np.random.default_rng(1)
    drawn = 1 / (1 + np.exp(-rng.uniform(-12, 12, 2_000)))
    return [*COSTS, *map(float, drawn), *map(float, np.round(drawn, 3))]


@pytest.mark.parametrize(
    ("call", "write"),
    [
        ("page.number(value)", number),
        ("page.number(value, 2)", lambda value: number(value, 2)),
        ("page.perThousand(value)", per_thousand),
        ("page.general(value, 4)", lambda value: general(value, 4)),
        ("page.grouped(value, 15)", lambda value: grouped(value, 15)),
        ("page.grouped(value, 6)", lambda value: grouped(value, 6)),
    ],
)
def test_any_number_reads_the_same(scripts, call, write):
    wanted = values()
    found = scripts.evaluate(f"(values) => values.map((value) => {call})", wanted)
    assert found == [write(value) for value in wanted]


@pytest.mark.parametrize("decimals", [0, 1, 2, 5])
def test_fixed_decimals_read_the_same(scripts, decimals):
    wanted = [value for value in values() if math.isfinite(value)]
    found = scripts.evaluate(
        "([values, decimals]) => values.map((value) => page.fixed(value, decimals))", [wanted, decimals]
    )
    assert found == [fixed(value, decimals) for value in wanted]


@pytest.mark.parametrize(
    ("call", "write"),
    [
        ("page.percent(cost)", percent),
        ("page.costText(cost, 'odds')", lambda cost: cost_text(cost, "odds")),
        ("page.costText(cost, 'log-odds')", lambda cost: cost_text(cost, "log-odds")),
        ("page.costText(cost, 'probability', 8)", lambda cost: cost_text(cost, "probability", 8)),
        ("page.exactText(cost, 'odds')", lambda cost: exact_text(cost, "odds")),
        ("page.exactText(cost, 'log-odds')", lambda cost: exact_text(cost, "log-odds")),
        ("page.niceCost(cost)", nice_cost),
    ],
)
def test_any_cost_reads_the_same(scripts, call, write):
    wanted = costs()
    found = scripts.evaluate(f"(costs) => costs.map((cost) => {call})", wanted)
    assert found == [write(cost) for cost in wanted]


def test_costs_that_are_close_are_told_apart_in_the_same_way(scripts):
    wanted = [[cost, cost + (1 - cost) * 10.0**-power] for cost in costs()[:200] for power in range(2, 17, 2)]
    found = scripts.evaluate("(pairs) => pairs.map((pair) => page.differentTexts(pair, page.percent))", wanted)
    assert found == [different_texts(pair, percent) for pair in wanted]
    for (low, high), (first, last) in zip(wanted, found, strict=True):
        if high - low > max(1e-7 * (1 - low), 1e-10):
            assert first != last, (low, high)


def test_halves_go_up_whatever_floats_make_of_them():
    assert (number(81.25), number(0.145, 2), percent(0.12345)) == ("81.3", "0.15", "12.3%")
    assert number(0.1 * 3) == number(0.3)


def test_a_tick_has_the_key_under_which_a_script_looks_it_up(scripts):
    places = [*np.round([place for place in values() if abs(place) < 100], 9).tolist(), 2e-5, -9e-5, 5e-7, 2.5e-8]
    assert [script_key(place) for place in places] == scripts.evaluate("(places) => places.map(String)", places)
