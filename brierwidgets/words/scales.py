"""What a threshold says about costs: how many false alarms weigh as much as one miss."""

from __future__ import annotations

from brierwidgets.core.digits import general
from brierwidgets.words.numbers import people_per_thousand, percent

__all__ = ["SCALES_WORDS", "describe_scales"]

#: What the scales say; the script in the page fills the braces of the same texts.
SCALES_WORDS = {
    "more": "Acting from {cost} upwards says: one miss is as bad as {count} false alarms.",
    "less": "Acting from {cost} upwards says: one false alarm is as bad as {count} misses.",
    "equal": "Acting from {cost} upwards says: a miss is as bad as a false alarm.",
    "people": "Of 1,000 people with exactly that risk, {ill} are cases and {well} would be acted on in vain.",
    "slider": "Act from this risk upwards",
    "box": "Act from: 5%, 0.05 or 1:19",
    "act": "Act from",
    "miss": "miss",
    "alarm": "false alarm",
    "unread": "“{typed}” is not a share from 0.1% to 99.9%. Write 5%, 0.05 or 1:19.",
}


def describe_scales(cost: float) -> list[str]:
    """Say what a threshold weighs, in two sentences.

    Examples
    --------
    >>> for cost in (0.01, 0.5, 0.75):
    ...     print(describe_scales(cost)[0])
    Acting from 1% upwards says: one miss is as bad as 99 false alarms.
    Acting from 50% upwards says: a miss is as bad as a false alarm.
    Acting from 75% upwards says: one false alarm is as bad as 3 misses.
    >>> describe_scales(0.01)[1]
    'Of 1,000 people with exactly that risk, 10 are cases and 990 would be acted on in vain.'
    """
    ratio = (1 - cost) / cost
    count = general(max(ratio, 1 / ratio), 3)
    kind = "equal" if count == "1" else "more" if ratio > 1 else "less"
    people = {"ill": people_per_thousand(cost), "well": people_per_thousand(1 - cost)}
    return [
        SCALES_WORDS[kind].format(cost=percent(cost), count=count),
        SCALES_WORDS["people"].format(**people),
    ]
