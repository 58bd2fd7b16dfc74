"""What the README says can be done, done."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text()


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", README, flags=re.DOTALL)


def test_the_code_runs_and_prints_what_is_shown():
    code, shown = blocks("python"), blocks("text")
    assert len(code) == len(shown) > 0
    for source, expected in zip(code, shown, strict=True):
        ended = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=False)
        assert ended.returncode == 0, ended.stderr
        printed = [line.rstrip() for line in ended.stdout.splitlines()]
        assert printed == expected.splitlines()


def test_ci_runs_the_test_command_of_the_readme():
    (command,) = re.findall(r"^(pip install .*\bpytest)\b", README, flags=re.MULTILINE)
    assert command in (ROOT / ".ci" / "run").read_text().splitlines()
