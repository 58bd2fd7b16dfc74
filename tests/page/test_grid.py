"""The costs at which a curve is drawn: `cost_grid` of `page/curves.js` against `grid` of `core/curves.py`."""

import numpy as np
import pytest

from brierwidgets import Comparison
from brierwidgets.core.curves import CURVES, grid
from brierwidgets.core.intervals import Interval
from brierwidgets.core.tables import build_tables
from brierwidgets.page import script
from tests.page.conftest import on_wire

GRID = """async ([source, given, name, visible]) => {
  const { CURVES, cost_grid } = await import(URL.createObjectURL(new Blob([source], {type: "text/javascript"})));
  return cost_grid(CURVES[name], visible, open_tables(given).models.get("model"));
}"""


@pytest.mark.parametrize("distinct", [60, 100, 120, 121, 400])
@pytest.mark.parametrize("name", ["regret", "log-odds"])
def test_few_scores_are_steps_in_page_and_python_alike(scripts, distinct, name):
    scores = np.arange(1, distinct + 1) / (distinct + 2)
    labels = np.repeat([0, 1], distinct)  # both classes have every score
    comparison = Comparison(labels, {"model": np.tile(scores, 2)})
    visible = Interval(0.1, 0.3)
    wanted = grid(CURVES[name], visible, comparison["model"])
    given = on_wire(build_tables(dict(comparison.items()), comparison.rows))
    found = scripts._page.evaluate(GRID, [script("curves"), given, name, list(visible)])
    assert len(found) == wanted.size
    assert found == pytest.approx(wanted, rel=1e-12)
    assert (wanted.size > 500) == (distinct <= 120)
