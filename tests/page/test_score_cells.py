"""A score that is not the best never reads like the best, and the page writes it as Python does."""

import re

import pytest

from brierwidgets.page import script
from brierwidgets.ui.palette import look
from brierwidgets.views._cost_columns import score_cells

CELLS = """async ([source, names, looks, scores, best]) => {
  const { score_cells } = await import(URL.createObjectURL(new Blob([source], {type: "text/javascript"})));
  return score_cells(names, looks, new Map(Object.entries(scores)), best).map(String);
}"""

NARROW = {"first": 0.123456, "second": 0.123461, "third": 0.2}
EQUAL = {"first": 0.1, "second": 0.1, "third": 0.1 + 1e-13}
EMPTY = {"first": float("nan"), "second": 0.5, "third": 0.5004}


def texts(cells):
    return [re.sub("<[^>]*>", "", str(cell)) for cell in cells]


@pytest.mark.parametrize(
    ("scores", "best", "wanted"),
    [
        (NARROW, ["first"], ["0.123456 ★", "0.123461", "0.200000"]),
        (NARROW, ["third"], ["0.123", "0.123", "0.200 ★"]),  # others may read alike
        (EQUAL, ["first", "second", "third"], ["0.100 ★", "0.100 ★", "0.100 ★"]),
        (EQUAL, ["first"], ["0.100 ★", "0.100", "0.100"]),  # no digit in nine tells them apart
        (EMPTY, ["second"], ["–", "0.5000 ★", "0.5004"]),
    ],
)
def test_a_row_has_as_many_digits_as_the_best_needs_to_stand_alone(scripts, scores, best, wanted):
    looks = {name: look(place) for place, name in enumerate(scores)}
    cells = score_cells(looks, scores, best)
    assert texts(cells) == wanted
    lines = {name: [line.colour, line.dashes] for name, line in looks.items()}
    found = scripts._page.evaluate(CELLS, [script("cost_chart"), list(scores), lines, scores, best])
    assert found == [str(cell) for cell in cells]
