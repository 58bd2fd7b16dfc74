"""What to answer when somebody types an end that the interval cannot have."""

from __future__ import annotations

__all__ = ["ANSWERS"]

_FORMS = "Write a percentage such as 1.66%, a number such as 0.0166, or odds such as 1:59."

#: The page fills in the braces: what was typed, and the other end.
ANSWERS = {
    "empty": f"This end is empty. {_FORMS}",
    "unread": "“{typed}” cannot be read. " + _FORMS,
    "odds": "“{typed}” is not a pair of odds. Write two numbers such as 1:59, neither below 0 and not both 0.",
    "outside": "“{typed}” is not between 0% and 100%.",
    "percent": "“{typed}” is not between 0 and 1. For {typed} percent write {typed}%.",
    "lower": "The lower end {typed} would lie above the upper end {other}. Type less, or change the upper end too.",
    "upper": "The upper end {typed} would lie below the lower end {other}. Type more, or change the lower end too.",
    "same": "Both ends would be {other}. Leave some room between them.",
}
