"""The precision-recall curve."""

from __future__ import annotations

import numpy as np

from brierwidgets.core.outlines import precision_recall_points
from brierwidgets.core.ranking import average_precision
from brierwidgets.ui.ticks import round_up
from brierwidgets.views._threshold_path import ThresholdPath
from brierwidgets.words.numbers import percent

__all__ = ["PrecisionRecallCurve"]

#: Below this recall precision rests on a handful of cases.
_FIRST = 0.05


class PrecisionRecallCurve(ThresholdPath):
    """Precision against recall; the thresholds that matter are a thick part of each curve.

    Where a threshold decides nobody positive there is no precision, and nothing is drawn. See `ThresholdPath`
    for the parameters.

    Examples
    --------
    >>> curve = PrecisionRecallCurve([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8]}, interval=(0.85, 0.9))
    >>> print(curve.text)
    Thick: decisions with thresholds from 85% to 90%. No score of a reaches 85%: it decides nobody positive there.
    >>> curve.close()
    """

    x_label = "Recall"
    y_label = "Precision"
    area_label = "average precision"
    baselines = (("prevalence", "dashed"),)
    columns = ("recall", "precision")
    page_path = "precision-recall"

    path = staticmethod(precision_recall_points)
    area = staticmethod(average_precision)

    def baseline(self, prevalence: float) -> np.ndarray:
        """Return the precision of treating all."""
        return np.full(2, prevalence)

    def top(self) -> float:
        """Return a height that fits all but the first few decisions, which jump about."""
        heights = [line.y[line.x >= _FIRST] for line in self._lines.values()]
        heights.append(self.baseline(self.state.comparison.prevalence))
        return min(1.0, round_up(1.2 * float(np.nanmax(np.concatenate(heights)))))

    @property
    def sentences(self) -> list[str]:
        """What the chart shows, in words."""
        highest = max(float(np.nanmax(line.y)) for line in self._lines.values())
        sentences = super().sentences
        if highest > self._y.max and not self._why_none:
            sentences.append(f"The first few decisions reach a precision of {percent(highest)}, off the chart.")
        return sentences
