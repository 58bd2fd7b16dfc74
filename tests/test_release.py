"""What a release must have."""

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import brierwidgets

ROOT = Path(__file__).resolve().parents[1]
FILES = ("README.md", "CHANGELOG.md", "CITATION.cff", "brierwidgets/__init__.py")


@pytest.fixture
def faults():
    spec = importlib.util.spec_from_file_location("release", ROOT / ".ci" / "release.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.faults


@pytest.fixture
def tree(tmp_path):
    for name in FILES:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def test_a_placeholder_stops_a_release_and_nothing_else_does(faults, tree):
    version = brierwidgets.__version__
    changes = tree / "CHANGELOG.md"
    changes.write_text(changes.read_text().replace("## Unreleased", f"## {version}", 1))
    assert faults(tree, f"v{version}") == (
        ["README.md still names OWNER: put in the account that the repository lives under."]
        if "/OWNER/" in (ROOT / "README.md").read_text()
        else []
    )
    (tree / "README.md").write_text((tree / "README.md").read_text().replace("/OWNER/", "/somebody/"))
    assert faults(tree, f"v{version}") == []


def test_a_tag_must_be_the_version_and_in_the_changelog(faults, tree):
    (tree / "CHANGELOG.md").write_text("# Changes\n\n## Unreleased\n")
    found = "\n".join(faults(tree, "v99.0"))
    assert "The tag is v99.0" in found
    assert "CHANGELOG.md has no section" in found


@pytest.mark.slow
def test_the_wheel_is_small(tmp_path):
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.stat().st_size < 2_000_000


def test_a_new_process_shows_an_explorer_without_loading_what_it_does_not_need():
    """Parts of scipy take as long to load as pandas, and no first view uses them. (Time: `benchmarks/start.py`.)"""
    code = """
import sys
import brierwidgets as bw
explorer = bw.Explorer([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8], "b": [0.2, 0.3, 0.5, 0.9]})
explorer._repr_mimebundle_()
slow = {f"scipy.{part}" for part in ("integrate", "ndimage", "optimize", "stats")}
print(*sorted(({"duckdb", "matplotlib", "narwhals", "polars", "sklearn"} | slow) & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
