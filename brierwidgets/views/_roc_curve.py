"""The ROC curve."""

from __future__ import annotations

import numpy as np

from brierwidgets.core.outlines import roc_points
from brierwidgets.core.ranking import roc_auc
from brierwidgets.views._threshold_path import ThresholdPath

__all__ = ["RocCurve"]


class RocCurve(ThresholdPath):
    """True against false positive rate; the thresholds that matter are a thick part of each curve.

    The area under a curve counts every score as a threshold, also those that nobody would use: compare it
    with the thick part. See `ThresholdPath` for the parameters.

    Examples
    --------
    >>> curve = RocCurve([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8]}, interval=(0.2, 0.7))
    >>> curve.text
    'Thick: decisions with thresholds from 20% to 70%.'
    >>> curve.close()
    """

    x_label = "False positive rate"
    y_label = "True positive rate"
    area_label = "AUC"
    baselines = (("chance", "dashed"),)
    columns = ("false +", "true +")
    page_path = "roc"

    path = staticmethod(roc_points)
    area = staticmethod(roc_auc)

    def baseline(self, prevalence: float) -> np.ndarray:  # noqa: ARG002
        """Return the diagonal."""
        return np.array([0.0, 1.0])
