"""Which of several classes is judged against the rest."""

from __future__ import annotations

__all__ = ["describe_class"]


def describe_class(name: str) -> str:
    """Say what a positive case is.

    Examples
    --------
    >>> describe_class("flu")
    'Positive cases are those of the class flu; all others are negative.'
    """
    return f"Positive cases are those of the class {name}; all others are negative."
