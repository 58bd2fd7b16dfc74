"""Where an axis has its ticks and what is written there: `page/ticks.js` against `ui/ticks.py`."""

import numpy as np
import pytest

from brierwidgets.core.curves import CURVES
from brierwidgets.core.intervals import Interval
from brierwidgets.page import script
from brierwidgets.ui.ticks import cost_ticks
from brierwidgets.words.numbers import UNITS, tick_cost

TICKS = """async ([sources, name, ranges, most, unit]) => {
  const load = (source) => import(URL.createObjectURL(new Blob([source], {type: "text/javascript"})));
  const [{ cost_ticks, tickCost }, { CURVES }] = await Promise.all(sources.map(load));
  return ranges.map((visible) => cost_ticks(CURVES[name], visible, most, unit).map((cost) => tickCost(cost, unit)));
}"""
SOURCES = [script("ticks"), script("curves")]


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("name", list(CURVES))
def test_axes_have_the_same_ticks_in_page_and_python(scripts, name, unit):
    rng, curve = np.random.default_rng(7), CURVES[name]
    drawn = np.sort(1 / (1 + np.exp(-rng.uniform(-7, 7, (150, 2)))))
    ranges = [(0.0, 1.0), (0.0, 0.02), (0.98, 1.0), (0.0166, 0.03), *((low, high) for low, high in drawn.tolist())]
    limits = curve.limits
    ranges = [(max(low, limits.low), min(high, limits.high)) for low, high in ranges if high - low > 1e-3]
    ranges = [(low, high) for low, high in ranges if low < high]
    for most in (5, 11):
        found = scripts._page.evaluate(TICKS, [SOURCES, name, ranges, most, unit])
        wanted = [cost_ticks(curve, Interval(*visible), most, unit).tolist() for visible in ranges]
        assert found == [[tick_cost(cost, unit) for cost in ticks] for ticks in wanted]
