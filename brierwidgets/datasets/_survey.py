"""Which metrics papers report, as published."""

from __future__ import annotations

import numpy as np
import pandas as pd

__all__ = ["load_survey"]

_NOT_GIVEN = np.nan
_VENUES = ("ICML", "FAccT", "CHIL")
#: Shares by venue, in the order above.
_SHARES = {
    "accuracy": (0.558, 0.613, 0.336),
    "AUC-ROC": (_NOT_GIVEN, _NOT_GIVEN, 0.788),
    "AUC-PR": (0.087, 0.029, 0.277),
    "every other metric": (_NOT_GIVEN, _NOT_GIVEN, _NOT_GIVEN),
}
_BOUNDS = {"every other metric": 0.25}


def load_survey() -> pd.DataFrame:
    """Return the share of papers that report each metric, as published.

    The survey read 2,610 papers of 2024 from three venues. The shares are of those about binary classifiers; how many
    that is at each venue was not printed with them.

    Returns
    -------
    DataFrame
        One row a venue and metric: ``venue``, ``metric``, ``share`` and ``upper_bound``. A share that was not printed
        is NaN. Of the metrics other than the three named only a bound is known, 25% for each of them, which is in
        ``upper_bound`` and nowhere else; both are NaN where nothing was printed (AUC-ROC at ICML and FAccT).

    References
    ----------
    Flores et al. (2025), A consequentialist critique. doi:10.48550/arXiv.2504.04528

    Examples
    --------
    >>> survey = load_survey()
    >>> survey[survey["venue"] == "CHIL"]
       venue              metric  share  upper_bound
    2   CHIL            accuracy  0.336          NaN
    5   CHIL             AUC-ROC  0.788          NaN
    8   CHIL              AUC-PR  0.277          NaN
    11  CHIL  every other metric    NaN         0.25
    """
    return pd.DataFrame(
        [
            {"venue": venue, "metric": metric, "share": share, "upper_bound": _BOUNDS.get(metric, np.nan)}
            for metric, shares in _SHARES.items()
            for venue, share in zip(_VENUES, shares, strict=True)
        ]
    )
