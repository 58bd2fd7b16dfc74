"""The one tie rule: a case is positive at threshold t if and only if its score s >= t.

Taken bit by bit that rule surprises people: ``35 * 0.01`` is one unit in the last place above ``0.35``,
so a score of 0.35 would not reach point 35 of ``np.arange(0, 1, 0.01)``, although everyone who
types either means the same number. So a score **reaches** a threshold when it is no more than one
part in 10^12 below it. Scores held in 32 or 16 bits are themselves rounded (``np.float32(0.35)`` is
0.34999999), so for them the slack is one unit in the last place of that type.
"""

from __future__ import annotations

from typing import Any

import numpy as np

SLACK = 1e-12


def slack_of(dtype: np.dtype) -> float:
    """Relative slack of the rule for scores stored as `dtype`."""
    return max(SLACK, float(np.finfo(dtype).eps)) if np.issubdtype(dtype, np.floating) else SLACK


def lowest_reaching(threshold: Any, slack: float = SLACK) -> np.ndarray:
    """Return the smallest score that reaches `threshold`."""
    return np.asarray(threshold, dtype=float) * (1.0 - slack)


def reaches(score: Any, threshold: Any, slack: float = SLACK) -> np.ndarray:
    """Whether each score counts as ``score >= threshold``.

    Examples
    --------
    >>> 0.35 >= 35 * 0.01, bool(reaches(0.35, 35 * 0.01))
    (False, True)
    """
    return np.asarray(score, dtype=float) >= lowest_reaching(threshold, slack)
