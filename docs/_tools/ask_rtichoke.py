"""Ask rtichoke in an environment of its own, and keep its answers in rtichoke.json for ``peers.py``.

    uv run --no-project --isolated --with rtichoke --with "polars<2" docs/_tools/ask_rtichoke.py

It cannot be in the extra ``test``: with polars 2, which the other tests run with, it stops at ``pl.count()``, and it
installs marimo and an old copy of ``typing``.
"""

import json
from importlib.metadata import version
from pathlib import Path

import polars as pl
import rtichoke
from cases import cases

ANSWERS = Path(__file__).with_name("rtichoke.json")


def ask() -> dict[str, float]:
    """Return its answer to each question of ``peers.py`` that it has a function for."""
    y, s, _ = cases()
    table = rtichoke.prepare_performance_data(probs={"model": s}, reals=y, by=0.01)
    row = table.filter((pl.col("chosen_cutoff") - 0.1).abs() < 1e-9).to_dicts()[0]
    return {
        "net benefit at 10%": row["net_benefit"],
        "interventions avoided at 10%": row["net_benefit_interventions_avoided"] / 100,  # it says: of 100 cases
        "sensitivity at 10%": row["sensitivity"],
    }


if __name__ == "__main__":
    versions = {name: version(name) for name in ("rtichoke", "polars")}
    ANSWERS.write_text(json.dumps({"versions": versions, "answers": ask()}, indent=1) + "\n", encoding="utf-8")
