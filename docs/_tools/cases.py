"""The cases that every package of the comparison is given. Needs numpy alone."""

import numpy as np


def cases() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return outcomes, scores and weights of 2,000 cases."""
    rng = np.random.default_rng(1)
    z = rng.normal(size=2000)
    return (rng.random(2000) < 1 / (1 + np.exp(2 - z))).astype(int), 1 / (1 + np.exp(1.6 - 1.3 * z)), rng.random(2000)
