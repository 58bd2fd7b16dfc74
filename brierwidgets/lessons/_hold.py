"""Words that a teacher says when the answers may be seen."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["as_said", "check_hold"]


def as_said(word: str) -> str:
    """Return a word as it is compared: capitals, hyphens and blanks are all the same to who hears it.

    Examples
    --------
    >>> as_said("  Otter bread ")
    'otter-bread'
    """
    return "-".join(word.lower().replace("-", " ").split())


def check_hold(hold: str | Sequence[str] | None, questions: int) -> list[str | None]:
    """Return the word that opens each reveal, None where nothing holds it.

    Parameters
    ----------
    hold
        One word for all, one for each question, or None.
    questions
        How many there are.

    Examples
    --------
    >>> check_hold("Otter", 2), check_hold(["otter", "bread"], 2), check_hold(None, 1)
    (['otter', 'otter'], ['otter', 'bread'], [None])
    """
    if hold is None:
        return [None] * questions
    words = [hold] * questions if isinstance(hold, str) else list(hold)
    if len(words) != questions:
        raise ValueError(
            f"hold has {len(words)} words, but the lesson asks {questions} questions. Give one for all, or one each."
        )
    for word in words:
        if not isinstance(word, str):
            raise TypeError(f"hold must be a word or a list of words, not {type(word).__name__}.")
        if not as_said(word):
            raise ValueError("A word of hold is empty. Choose one that is easy to say.")
    return [as_said(word) for word in words]
