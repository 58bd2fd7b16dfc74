"""What a notebook shows of data."""

from __future__ import annotations

import brierwidgets as bw

HOSTILE = "<img src=x onerror=alert(1)> $x^2$"


def test_a_comparison_shows_its_models_escaped() -> None:
    both = bw.Comparison([0, 0, 1, 1], {HOSTILE: [0.1, 0.6, 0.4, 0.8], "b": [0.2, 0.2, 0.9, 0.3]}, note=HOSTILE)
    shown = both._repr_html_()
    assert "4 cases, prevalence 50%" in shown
    assert shown.count("&lt;img src=x onerror=alert(1)&gt;") == 2
    assert "<img" not in shown
    assert shown.count("$") == shown.count("<span>$</span>") == 4  # which MathJax takes for no formula
    assert f"{both['b'].brier_score():.4g}" in shown
    assert "\n" not in repr(both)


def test_every_number_of_a_column_has_as_many_digits() -> None:
    shown = bw.Comparison([0, 1], {"half": [0.5, 0.5], "other": [0.1, 0.7]})._repr_html_()
    assert all(f"<td>{score}</td>" in shown for score in ("0.5000", "0.2500", "0.6931", "0.05000", "1.000"))


def test_a_prevalence_near_one_is_not_rounded_to_it() -> None:
    nearly_all = bw.Forecast([0] + [1] * 2499, [0.5] * 2500)
    assert "2,500 cases, prevalence 99.96%" in nearly_all._repr_html_()


def test_a_class_alone_has_no_auc() -> None:
    shown = bw.Comparison([0, 0], {"a": [0.1, 0.6]})._repr_html_()
    assert "<td>–</td>" in shown
    assert "nan" not in shown.lower()


def test_a_long_name_is_shown_whole() -> None:
    name = "model " * 30
    assert name.strip() in bw.Comparison([0, 1], {name: [0.1, 0.6]})._repr_html_()


def test_many_models_are_all_shown_and_a_forecast_is_small() -> None:
    many = {f"model {number}": [0.1, 0.6] for number in range(80)}
    assert all(f"<th>{name}</th>" in bw.Comparison([0, 1], many)._repr_html_() for name in many)
    one = bw.Forecast([0, 1, 1], [0.1, 0.6, 0.7])
    assert "3 cases, prevalence 66.7%" in one._repr_html_()
    assert f"{one.log_loss():.4g}" in one._repr_html_()
    assert len(one._repr_html_()) < 1_500
