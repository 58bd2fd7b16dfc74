"""What stands in the way of a release: ``python .ci/release.py v0.2.0`` says so, and ends with 1 if anything does.

A release is a tag: v and the version in ``brierwidgets/__init__.py``, which has a section of its own in the changelog.
"""

import re
import sys
from pathlib import Path


def faults(root: Path, tag: str) -> list[str]:
    """Return what is still to be done before this tag can be published."""
    found = []
    (version,) = re.findall(
        r'^__version__ = "(.+)"$', (root / "brierwidgets" / "__init__.py").read_text(), re.MULTILINE
    )
    if tag != f"v{version}":
        found.append(f"The tag is {tag}, but brierwidgets/__init__.py says {version}.")
    changes = (root / "CHANGELOG.md").read_text()
    if not re.search(rf"^## {re.escape(version)}(?: \(\d{{4}}-\d\d-\d\d\))?$", changes, re.MULTILINE):
        found.append(f"CHANGELOG.md has no section {version}: rename 'Unreleased'.")
    elif re.search(r"^## Unreleased\s+[^\s#]", changes, re.MULTILINE):
        found.append(f"CHANGELOG.md has changes under 'Unreleased': they belong to {version}.")
    if f"version: {version}\n" not in (root / "CITATION.cff").read_text():
        found.append(f"CITATION.cff does not say version {version}.")
    if "/OWNER/" in (root / "README.md").read_text():
        found.append("README.md still names OWNER: put in the account that the repository lives under.")
    return found


if __name__ == "__main__":
    found = faults(Path(__file__).resolve().parents[1], sys.argv[1])
    print("\n".join(found) or f"Nothing stands in the way of {sys.argv[1]}.")
    sys.exit(bool(found))
