"""What a release must have."""

import importlib.util
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

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


def test_changes_that_are_not_in_the_section_of_the_release_stop_it(faults, tree):
    version = brierwidgets.__version__
    changes = tree / "CHANGELOG.md"
    changes.write_text(f"# Changes\n\n## {version} (unreleased)\n\n- One.\n")
    assert f"CHANGELOG.md has no section {version}: rename 'Unreleased'." in faults(tree, f"v{version}")
    changes.write_text(f"# Changes\n\n## Unreleased\n\n- Two.\n\n## {version} (2026-01-31)\n\n- One.\n")
    assert f"CHANGELOG.md has changes under 'Unreleased': they belong to {version}." in faults(tree, f"v{version}")
    changes.write_text(f"# Changes\n\n## Unreleased\n\n## {version} (2026-01-31)\n\n- One.\n")
    assert "CHANGELOG" not in "\n".join(faults(tree, f"v{version}"))


def test_workflows_name_versions_and_publish_without_a_password():
    ci, publish = (
        yaml.safe_load((ROOT / ".github" / "workflows" / name).read_text()) for name in ("ci.yml", "publish.yml")
    )
    steps = [step for flow in (ci, publish) for job in flow["jobs"].values() for step in job["steps"]]
    used = [step["uses"] for step in steps if "uses" in step]
    assert all(re.search(r"@(release/)?v\d+$", name) for name in used)
    job = publish["jobs"]["publish"]
    assert (job["environment"], job["permissions"], job["needs"]) == ("release", {"id-token": "write"}, "build")
    assert used[-1].startswith("pypa/gh-action-pypi-publish@")
    assert "secrets" not in (ROOT / ".github" / "workflows" / "publish.yml").read_text()


def test_every_python_is_tried_before_a_release():
    """Those of the table in the site, with the newest and with the lowest versions of everything else."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    pythons = re.findall(r"Python :: (3\.\d+)", "\n".join(project["classifiers"]))
    assert pythons == re.search(r"set -- (3\.[\d. ]+)", (ROOT / ".ci" / "wheel").read_text())[1].split()
    ci, publish = (
        yaml.safe_load((ROOT / ".github" / "workflows" / name).read_text()) for name in ("ci.yml", "publish.yml")
    )
    assert ci["jobs"]["installed"]["strategy"]["matrix"] == {"python": pythons, "versions": ["", "--lowest"]}
    build = publish["jobs"]["build"]["steps"]
    assert build[1]["with"]["python-version"].split() == pythons
    assert [step["run"] for step in build if "wheel" in step.get("run", "")] == [".ci/wheel --lowest", ".ci/wheel"]


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
