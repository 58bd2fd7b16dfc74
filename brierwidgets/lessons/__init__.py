"""A class that runs itself: questions to predict, commit and reveal, and lessons that move an Explorer.

Examples
--------
>>> from brierwidgets.lessons import Question
>>> question = Question("Is accuracy of 97% good when 97% are healthy?", choices=["yes", "no"], correct="no")
>>> question.answer = "no"
>>> question.is_correct
True
>>> question.close()
"""

from brierwidgets.lessons._asks import (
    ask_best,
    ask_crossing,
    ask_height,
    ask_how_far,
    ask_ordinary_choice,
    ask_share,
    ask_treated,
)
from brierwidgets.lessons._class import ClassAnswers, join
from brierwidgets.lessons._lesson import Lesson
from brierwidgets.lessons._presets import INTERVALS, tour
from brierwidgets.lessons._question import Question, answers_frame
from brierwidgets.lessons._small import CostScales, PrintedScores
from brierwidgets.lessons._steps import Step

__all__ = [
    "INTERVALS",
    "ClassAnswers",
    "CostScales",
    "Lesson",
    "PrintedScores",
    "Question",
    "Step",
    "answers_frame",
    "ask_best",
    "ask_crossing",
    "ask_height",
    "ask_how_far",
    "ask_ordinary_choice",
    "ask_share",
    "ask_treated",
    "join",
    "tour",
]
