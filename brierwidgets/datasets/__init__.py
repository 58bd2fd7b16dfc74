"""Data behind the published tables."""

from brierwidgets.datasets._breast_cancer import load_breast_cancer
from brierwidgets.datasets._reviews import ReviewTally, tally_reviews
from brierwidgets.datasets._survey import load_survey
from brierwidgets.datasets._vickers17 import load_vickers17

__all__ = ["ReviewTally", "load_breast_cancer", "load_survey", "load_vickers17", "tally_reviews"]
