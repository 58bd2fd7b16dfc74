"""Choices that several charts offer: an axis, a model, and what a button switches on and off."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import ipywidgets as widgets

from brierwidgets.core.curves import COST_AXES
from brierwidgets.ui.view import View

__all__ = ["axis_buttons", "choice_buttons", "model_list", "switch_button"]


def choice_buttons(texts: Mapping[Any, str], name: str = "") -> widgets.ToggleButtons:
    """Return buttons for values with their texts; `name` says what they choose where no words stand beside them."""
    buttons = widgets.ToggleButtons(options=[(text, value) for value, text in texts.items()])
    return buttons.add_class(f"bw-named-{name.replace(' ', '-')}") if name else buttons


def axis_buttons(view: View) -> widgets.ToggleButtons:
    """Return buttons for how a view lays out cost ratios, in step with its trait `axis`."""
    buttons = widgets.ToggleButtons(options=list(COST_AXES)).add_class("bw-named-axis")
    view.link((view, "axis"), (buttons, "value"))
    return buttons


def model_list(view: View, label: str = "model") -> widgets.Dropdown:
    """Return a list of a view's models, in step with its trait `model`; with one model it is not shown."""
    names = view.state.comparison.names
    models = widgets.Dropdown(description=label, options=names, layout={"display": "" if len(names) > 1 else "none"})
    view.link((view, "model"), (models, "value"))
    return models


def switch_button(view: View, name: str, text: str) -> widgets.ToggleButton:
    """Return a button in step with a trait of a view's state that is on or off, such as ``"zoom"``."""
    button = widgets.ToggleButton(description=text, layout={"width": "auto"})
    view.link((view.state, name), (button, "value"))
    return button
