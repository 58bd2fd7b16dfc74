"""Names as a person lists them."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["count_models", "list_names"]


def list_names(names: Sequence[str]) -> str:
    """Write names as a person lists them.

    Examples
    --------
    >>> list_names(["a"]), list_names(["a", "b"]), list_names(["a", "b", "c"])
    ('a', 'a and b', 'a, b and c')
    """
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def count_models(count: int) -> str:
    """Write how many models share a line or a row.

    Examples
    --------
    >>> count_models(3)
    '3 models'
    """
    return f"{count} models"
