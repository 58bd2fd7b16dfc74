"""How an Explorer mends a model, and shows what that gains."""

from __future__ import annotations

from typing import Any

import ipywidgets as widgets

from brierwidgets.data.named_forecasts import rows_of
from brierwidgets.data.recalibrate import Recalibration, recalibrate
from brierwidgets.explorer._models import ModelChanges
from brierwidgets.views._mending_note import MendingNote
from brierwidgets.views._opinion_note import OpinionNote

__all__ = ["Mending"]


class Mending(ModelChanges):
    """The method of an Explorer that recalibrates one of its models."""

    #: Where what mending gains is said: between the verdict and the charts.
    _remarks: widgets.VBox
    _mending_note: MendingNote | None = None
    _opinion_note: OpinionNote | None = None  # which model each opinion about costs chooses

    def add_recalibrated(
        self, name: str, *, method: str = "logistic", cv: Any = 5, called: str | None = None, seed: Any = 0
    ) -> Recalibration:
        """Show a model with its scores mended, beside the old one, and say what that gains on the interval.

        The scores are cross-fitted: every case is mended by a curve fitted to the cases of the other folds, never to
        itself. What is gained is the paired difference of mean regret, with its 95% interval.

        Parameters
        ----------
        name
            The model to mend.
        method, cv, seed
            As in `brierwidgets.recalibrate`.
        called
            The name of the mended model; ``"<name> (recalibrated)"`` unless given.

        Returns
        -------
        Recalibration
            The cross-fitted scores, and a curve for new cases.

        Examples
        --------
        >>> import numpy as np
        >>> from brierwidgets import Explorer
        >>> rng = np.random.default_rng(0)
        >>> risk = rng.uniform(0.05, 0.5, 1000)
        >>> explorer = Explorer(rng.random(1000) < risk, {"high": np.sqrt(risk)}, interval=(0.1, 0.3))
        >>> mended = explorer.add_recalibrated("high")
        >>> explorer.scores()["rank"].to_dict()
        {'high': 2, 'high (recalibrated)': 1}
        >>> explorer.close()
        """
        everyone = self._everyone()
        everyone[name]  # refuses a name that nobody has
        rows = rows_of(everyone, "Scores are mended case by case")
        made = recalibrate(rows.labels, rows.scores[name], method, cv, sample_weight=rows.weights, seed=seed)
        new = f"{name} (recalibrated)" if called is None else str(called)
        with self.state.steady():
            mended = everyone.with_model(new, made.scores)
            # Known before the rest is built again, which says what every mended model gains.
            self._recipe.mended_from[new] = name, {"method": method, "cv": cv, "called": called, "seed": seed}
            try:
                self._change_models(mended, [*self.state.shown, new])
            except BaseException:
                del self._recipe.mended_from[new]
                raise
            self._recipe.add_model(new, made.scores)
        return made

    def _rebuild(self, *args: Any) -> None:
        """Close the notes about models, rebuild the rest, and write the notes again: a model may be gone."""
        notes, self._remarks.children = self._remarks.children, ()
        self._opinion_note = self._mending_note = None
        self.dismiss(*notes)
        super()._rebuild(*args)
        self._show_remarks()

    def _show_remarks(self) -> None:
        """Build the notes that are missing: what each opinion chooses, and what mended models gain."""
        names = self.state.comparison.names
        pairs = {new: old for new, (old, _) in self._recipe.mended_from.items() if new in names and old in names}
        with self.building_parts():
            if self.state.costs is not None and self._opinion_note is None:
                self._opinion_note = OpinionNote(self.state)
                self.adopt(self._opinion_note)
            if pairs and self._mending_note is None:
                self._mending_note = MendingNote(self.state, pairs=pairs)
                self.adopt(self._mending_note)
        self._remarks.children = [part for part in (self._opinion_note, self._mending_note) if part is not None]
        if self.laid_out:
            self.engine.describe()
