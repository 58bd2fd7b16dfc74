"""Numbers as a refusal writes them."""

from __future__ import annotations

__all__ = ["exact"]


def exact(value: float) -> str:
    """Write a number so that it reads back as itself: two that differ never read alike.

    Examples
    --------
    >>> exact(0.3), exact(1.0), exact(1 - 1e-12), exact(float("inf"))
    ('0.3', '1', '0.999999999999', 'inf')
    """
    short = f"{value:g}"
    return short if float(short) == value else repr(float(value))
