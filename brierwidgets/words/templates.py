"""The sentences about an interval, with named fields and no logic: one set for Python and for the page.

``TEMPLATES`` is plain data (texts by name), so that it can be written as JSON and read by a script. A field in braces
is filled with a text that is ready: names as they are, numbers as ``brierwidgets.words.numbers`` writes them. Which
sentence is said is decided by the module of its subject, and in the page by ``page/verdict.js`` and
``page/sentences.js``.
"""

from __future__ import annotations

from typing import Any

from brierwidgets.core.calibration import INFINITE_SCORE, SURE_CASE, SURE_CASES

__all__ = ["RULE_WORDS", "TEMPLATES", "fill"]

#: How a sentence names the rules without a model.
RULE_WORDS = {"treat all": "treating all", "treat none": "treating none"}

TEMPLATES = {
    # Where
    "range": "from {low} to {high}",
    "costs": "costs {range}",
    "for_costs": "For {costs}",
    "under_opinions": "Under these opinions about costs",
    "under_part": "Under these opinions about {costs} ({share} of their weight)",
    "no_weight": "These opinions put no weight on {costs}, so there is nothing to average over. Widen the interval.",
    "shaded": "Shaded: {costs}. A thick line is a model’s average height there; it is the model’s score.",
    "shaded_scores_over_costs": (
        "Shaded: {costs}. A thick line is a model’s average height there; the scores average over cost ratios instead."
    ),
    "shaded_scores_over_log_odds": (
        "Shaded: {costs}. A thick line is a model’s average height there; the scores average over their log-odds "
        "instead."
    ),
    "shaded_opinions": (
        "Shaded: {costs}. The grey area is how the opinions weigh costs. A thick line is a model’s average height in "
        "the shaded part, so weighed; it is the model’s score."
    ),
    "scores_at": "Cases that score {score}{where}:",
    "read_at": "At {cost} ({other}){where}, per 1,000 people:",
    # Who, how much, against whom
    "nothing_shown": "{where}: no model is shown. Switch one on by its name.",
    "only": "{where}, {best} has a mean regret of {regret} per 1,000 people, {gap} less than {rival}.",
    "best": "{where}, {best} has the lowest mean regret: {regret} per 1,000 people, {gap} less than {rival}.",
    "all_tied": "{where}, {tied} have the same mean regret: {regret} per 1,000 people, {gap} less than {rival}.",
    "some_tied": (
        "{where}, {count} of {models} models are tied: {tied} have the same mean regret, {regret} per 1,000 "
        "people, {gap} less than {rival}."
    ),
    "rule_ahead": (
        "No model beats {rule} here: {inside}, it has a mean regret of {regret} per 1,000 people, {gap} less than "
        "{tied}{which}."
    ),
    "rule_level": (
        "No model beats {rule} here: {inside}, {tied} {have} the same mean regret as that, {regret} per 1,000 people."
    ),
    "which_one": ", the best model",
    "which_many": ", the best models",
    # How sure
    "clear": "That is clear (95% interval of the lead: {low} to {high}).",
    "clear_but": "But whether any model beats {rule} is not clear (95% interval of that lead: {low} to {high}).",
    "chance": "It could be chance (95% interval of the lead: {low} to {high}).",
    "chance_of_many": (
        "It could be chance: the best is compared with {rivals} rivals, which widens the 95% interval of the lead "
        "({low} to {high}) beyond 0."
    ),
    "level": "The 95% interval of the lead over {rule} is {low} to {high}.",
    "one_class": "How sure this is cannot be told: every case is {outcome}.",
    "only_counts": "How sure this is cannot be told from counts alone.",
    "not_resting": "How sure this is follows when the interval rests.",
    # What the ordinary score would have done
    "same_choice": "The ordinary Brier score chooses the same model.",
    "same_choices": "The ordinary Brier score chooses the same models.",
    "one_of_choices": "Of the models tied here, the ordinary Brier score would choose {usual}.",
    "other_choice": "The ordinary Brier score would have chosen {usual}.",
    # Where the cases are weighted to another base rate
    "base_rate": "Weighted to where {rate} are positive; of the cases themselves {own} are.",
    "base_rate_moved": (
        "Weighted to where {rate} are positive, with scores moved along; of the cases themselves {own} are."
    ),
    # Chips on a grid of odds
    "board_empty": "No chip lies on the grid yet.",
    "board_chip": "Weighed by this chip",
    "board_chips": "Weighed by these {chips} chips",
    "board_best": "{weighed}, {best} {have} the lowest expected regret: {regret} per 1,000 people{lead}.",
    "board_lead": ", {gap} less than {rival}",
    "board_all": "Chip by chip, all would choose {name}.",
    "board_some": "Chip by chip, {choices}.",
    "one_opinion": "The one opinion would choose {name}.",
    "both_opinions": "Both opinions would choose {name}.",
    "same_opinions": "All {count} opinions would choose {name}.",
    "opinions": "Of {count} opinions, {choices}.",
    # A model that was mended
    "mended": (
        "{where}, {new} has a mean regret of {regret} per 1,000 people, {gap} {which} than {old}: {chance} "
        "(95% interval of the gain: {low} to {high}). Each case was mended by a curve fitted to other cases."
    ),
    "mended_sure": "more than chance would do",
    "mended_chance": "which could be chance",
    # Miscalibration and discrimination
    "parts_one": "For {costs}, {tied} has a {label} of {score}.",
    "parts_best": "For {costs}, {tied} has the lowest {label}: {score}.",
    "parts_tied": "For {costs}, {tied} have the lowest {label}: {score}.",
    "parts_all_tied": "For {costs}, {tied} have the same {label}: {score}.",
    "parts_alone": (
        "Miscalibration adds {miscalibration} to it, and telling cases apart takes {discrimination} off the "
        "{uncertainty} of no model."
    ),
    "the_best": "It",
    "apart_alike": "{who} tells cases apart about as well as {other} (discrimination {own} against {others})",
    "apart_better": "{who} tells cases apart better than {other} (discrimination {own} against {others})",
    "apart_worse": "{who} tells cases apart less well than {other} (discrimination {own} against {others})",
    "fit_alike": "{apart} and is calibrated about as well (miscalibration {own} against {others}).",
    "fit_better": "{apart}, {link} is better calibrated (miscalibration {own} against {others}).",
    "fit_worse": "{apart}, {link} is less well calibrated (miscalibration {own} against {others}).",
    "link_and": "and",
    "link_but": "but",
    "parts_infinite": f"{{name}}: {INFINITE_SCORE}",
    "sure_one": SURE_CASE,
    "sure_many": SURE_CASES,
    # Scores inside the interval
    "thick_scores": "Thick: scores {range}.",
    "scores_inside": "{name} gives such scores to {cases} cases, of whom {share} are positive.",
    "score_inside": "{name} gives such scores to {cases} case, of whom {share} is positive.",
    "weight_inside": "{name} gives such scores to cases that weigh {cases} together, of whom {share} are positive.",
    "one_gives_nobody": "{names} gives them to nobody.",
    "many_give_nobody": "{names} give them to nobody.",
    # Ranking
    "thick_thresholds": "Thick: decisions with thresholds {range}.",
    "ranks_best": "Over all thresholds {names} ranks best ({label} {area}).",
    "rank_alike": "Over all thresholds {names} rank alike ({label} {area}).",
    "one_silent": "No score of {names} reaches {low}: it decides nobody positive there.",
    "many_silent": "No score of {names} reaches {low}: they decide nobody positive there.",
    # One threshold
    "decided": "Acting on {name} at {threshold}, of {people} people {acted_on}, and {missed}.",
    "acted_on_nobody": "nobody is acted on",
    "acted_on_one_rightly": "1 is acted on, rightly",
    "acted_on_one_needlessly": "1 is acted on, needlessly",
    "acted_on_many": "{everyone} are acted on, {needlessly} of them needlessly",
    "nobody_needs_it": "nobody needs it",
    "one_missed": "the 1 who needs it is missed",
    "one_not_missed": "the 1 who needs it is not missed",
    "missed_one": "{missed} of the {positives} who need it is missed",
    "missed_many": "{missed} of the {positives} who need it are missed",
    "none_no_worse": (
        "Nobody is acted on, so this is treating none. At a cost ratio of {cost} that is no worse than treating all."
    ),
    "none_worse": (
        "Nobody is acted on, so this is treating none. At a cost ratio of {cost} that is worse than treating all."
    ),
    "all_no_worse": (
        "Everyone is acted on, so this is treating all. At a cost ratio of {cost} that is no worse than treating none."
    ),
    "all_worse": (
        "Everyone is acted on, so this is treating all. At a cost ratio of {cost} that is worse than treating none."
    ),
    "as_good": "At a cost ratio of {cost} that is exactly as good as {better}.",
    "beats_both": (
        "At a cost ratio of {cost} that beats treating all and treating none: {acted_on} of those acted on need it, "
        "more than {share}, and {let_go} of those let go, fewer than {share}."
    ),
    "none_better": (
        "At a cost ratio of {cost} treating none would be better: only {acted_on} of those acted on need it, fewer "
        "than {share}."
    ),
    "all_better": (
        "At a cost ratio of {cost} treating all would be better: {let_go} of those let go need it, more than {share}."
    ),
    # The two charts of one threshold, for those who do not see them
    "scores_chart": (
        "Scores of {name}, of {people} people: bars up for those who need it, down for those who do not. Of those who "
        "need it, {found} of {positives} score {threshold} or more; of those who do not, {alarms} of {negatives}."
    ),
    "regret_chart": (
        "Regret at a cost ratio of {cost}, per 1,000 people: {regret} for {name}, {treat_all} for treating all, "
        "{treat_none} for treating none."
    ),
    # The present interval on the map of all intervals
    "only_shown": "{where}: {best}, the only model shown.",
    "equal_here": "{where}: {names} are equal.",
    "ahead": "{where}: {best}, {margin} per 1,000 people ahead of {second}.",
    "ahead_clearly": (
        "{where}: {best}, {margin} per 1,000 people ahead of {second} (95% interval: {low} to {high}), clearly."
    ),
    "ahead_by_chance": (
        "{where}: {best}, {margin} per 1,000 people ahead of {second} (95% interval: {low} to {high}), which could be "
        "chance."
    ),
    "rule_beats_all": " But {rule} beats every model there, by {gap} per 1,000 people.",
}


def fill(name: str, /, **fields: Any) -> str:
    """Return a sentence with its fields filled in.

    Examples
    --------
    >>> fill("range", low="1%", high="3%")
    'from 1% to 3%'
    """
    return TEMPLATES[name].format(**fields)
