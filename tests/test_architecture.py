"""The rooms of the house: data only walks up, every module is in a named room, lazy imports count."""

import ast
import re
import subprocess
import sys
from collections import Counter
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import brierwidgets
from brierwidgets.page import script

ROOT = Path(brierwidgets.__file__).parent
NUMBERS = {"numpy", "scipy"}
DATA = NUMBERS | {"pandas", "narwhals"}
STATE = DATA | {"traitlets"}
WIDGETS = STATE | {"ipywidgets", "bqplot", "anywidget", "IPython"}

#: From the ground up: a floor's rooms and what they may import from elsewhere (None: anything). A room may import
#: its own floor and those below; two rooms on one floor may not import each other.
FLOORS = [
    (["core"], NUMBERS),
    (["data"], DATA),
    (["metrics", "costs", "datasets", "recommend"], DATA | {"sklearn"}),  # scorers, when asked for one
    (["words"], DATA),
    (["state"], STATE),
    (["export"], WIDGETS | {"matplotlib"}),
    (["page"], WIDGETS),
    (["ui"], WIDGETS),
    (["controls"], WIDGETS),
    (["views"], WIDGETS),
    (["explorer"], WIDGETS),
    (["lessons"], WIDGETS | {"latex2mathml"}),  # formulas in texts
    (["cli"], None),
    (["__main__"], None),
]
ROOMS = {room: number for number, (rooms, _) in enumerate(FLOORS) for room in rooms}
#: What imports a module by name.
LOADERS = {"import_module", "__import__", "resolve_name", "attach", "attach_stub"}
#: Who imports a module by a name that it makes up: the front door, from __init__.pyi, and the list of commands.
BY_NAME = {"brierwidgets", "brierwidgets.cli"}
#: The public `Forecast`, with its ways in from frames, is the one of the numbers and more.
SAME_NAME = {"Forecast"}
#: Shelves whose functions are called as those they use are, and commands, which all register and run.
SHELVES = ("brierwidgets.metrics", "brierwidgets.cli")
#: The one way up: `Comparison.plot`, a method of the data whose answer is a chart.
UPWARDS = {"brierwidgets.data.compared_scores": "brierwidgets.views._plot"}
#: Public shelves may be a single file at the top of the package.
FILES = {"__init__.py", "__init__.pyi", "__main__.py", "costs.py", "recommend.py", "py.typed"}


def module_name(path):
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in sorted(ROOT.rglob("*.py"))}


def room_of(module):
    return module.split(".")[1]


def source_of(module):
    return ast.parse(MODULES[module].read_text(encoding="utf-8"))


class Imports(ast.NodeVisitor):
    """Every module imported at run time, inside functions too; what only a type checker reads is left out."""

    def __init__(self, module, path):
        self.package = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
        self.found = set()
        self.visit(ast.parse(path.read_text(encoding="utf-8")))

    def visit_If(self, node):
        checking = isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for child in node.orelse if checking else [node.test, *node.body, *node.orelse]:
            self.visit(child)

    def visit_Import(self, node):
        self.found |= {alias.name for alias in node.names}

    def visit_ImportFrom(self, node):
        base = self.package[: len(self.package) - node.level + 1] if node.level else []
        module = ".".join([*base, *([node.module] if node.module else [])])
        # "from package import module" names that module; any other name is one of the package itself.
        named = {f"{module}.{alias.name}" for alias in node.names}
        self.found |= named & MODULES.keys()
        if not named <= MODULES.keys():
            self.found.add(module)

    def visit_Call(self, node):
        if name_of(node.func) in LOADERS and node.args and isinstance(node.args[0], ast.Constant):
            self.found.add(node.args[0].value)
        self.generic_visit(node)


def test_every_module_is_in_a_named_room():
    at_the_top = {path.name for path in ROOT.iterdir() if path.name not in ("__pycache__", "_notebooks")}
    assert at_the_top <= FILES | set(ROOMS)
    assert set(ROOMS) <= {Path(name).stem for name in at_the_top}


@pytest.mark.parametrize("module", [name for name in MODULES if name != "brierwidgets"])
def test_a_module_imports_only_its_room_and_those_below(module):
    room = room_of(module)
    _, allowed = FLOORS[ROOMS[room]]
    for imported in sorted(Imports(module, MODULES[module]).found):
        top = imported.split(".")[0]
        if top == "brierwidgets":
            if imported == "brierwidgets":
                assert room == "cli", f"{module} goes through the front door to any room"
            elif imported != UPWARDS.get(module):
                other = room_of(imported)
                below = other == room or ROOMS[other] < ROOMS[room]
                assert below, f"{module} ({room}) imports {imported} ({other}), which is not below it"
        elif top not in sys.stdlib_module_names and allowed is not None:
            assert top in allowed, f"{module} ({room}) may not import {top}"


def test_no_modules_import_each_other_in_a_circle():
    graph = {
        module: {name for name in Imports(module, path).found if name in MODULES and name != UPWARDS.get(module)}
        for module, path in MODULES.items()
        if module != "brierwidgets"
    }
    TopologicalSorter(graph).prepare()  # raises CycleError, which names them; lazy imports count


def hidden_imports(source):
    """Return the lines that may import what nobody reads there: a name made up, or a loader called by another name."""
    nodes = list(ast.walk(source))
    calls = [node for node in nodes if isinstance(node, ast.Call) and name_of(node.func) in LOADERS]
    called = {id(call.func) for call in calls}
    made_up = [call for call in calls if not isinstance(call.args[0], ast.Constant)]
    passed_on = [node for node in nodes if name_of(node) in LOADERS and id(node) not in called]
    renamed = [alias for alias in nodes if isinstance(alias, ast.alias) and alias.asname and alias.name in LOADERS]
    return sorted(node.lineno for node in (*made_up, *passed_on, *renamed))


def name_of(node):
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def test_what_is_imported_is_written_out():
    assert {module: lines for module in MODULES.keys() - BY_NAME if (lines := hidden_imports(source_of(module)))} == {}


@pytest.mark.parametrize(
    "source",
    [
        "importlib.import_module(f'brierwidgets.{room}')",
        "load = importlib.import_module",
        "from importlib import import_module as load",
        "list(map(__import__, names))",
        "pkgutil.resolve_name(f'brierwidgets.ui:{name}')",
        "lazy_loader.attach(__name__, submodules=rooms)",
    ],
)
def test_an_import_in_disguise_is_found(source):
    assert hidden_imports(ast.parse(source)) == [1]
    assert hidden_imports(ast.parse("from importlib import import_module\nimport_module('segno').make()")) == []


def test_a_class_has_its_name_alone():
    classes = [
        (node.name, module) for module in MODULES for node in source_of(module).body if isinstance(node, ast.ClassDef)
    ]
    places = {name: [module for other, module in classes if other == name] for name, _ in classes}
    twice = {name: found for name, found in places.items() if len(found) > 1 and not name.startswith("_")}
    assert twice.keys() == SAME_NAME, twice


def test_a_function_has_its_name_alone():
    places = {}
    for module in MODULES:
        if not module.startswith(SHELVES):
            for node in source_of(module).body:
                if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                    places.setdefault(node.name, set()).add(module)
    twice = {name: found for name, found in places.items() if len(found) > 1}
    assert twice.keys() == {"join"}, twice  # of the files of a class, and of markup


def test_no_class_is_changed_from_outside():
    for module in MODULES:
        for node in ast.walk(source_of(module)):
            for target in getattr(node, "targets", [getattr(node, "target", None)]):
                owner = target.value if isinstance(target, ast.Attribute) else None
                patched = isinstance(owner, ast.Name) and owner.id[0].isupper()
                assert not patched, f"{module}, line {node.lineno}: {ast.unparse(node)}"


def test_pictures_and_pages_are_made_of_public_attributes():
    for module in MODULES:
        if module.startswith("brierwidgets.export"):
            for node in ast.walk(source_of(module)):
                private = isinstance(node, ast.Attribute) and re.match(r"_[a-z]", node.attr)
                assert not private or ast.unparse(node.value) in ("self", "cls"), f"{module}: {ast.unparse(node)}"


def test_one_module_escapes_html():
    by_hand = re.compile(r"\bhtml\.escape\b|\bfrom html import\b|\bsaxutils\b")
    escaping = {module for module, path in MODULES.items() if by_hand.search(path.read_text(encoding="utf-8"))}
    assert escaping == {"brierwidgets.data.markup"}


def exports_of(script):
    """Return the names that a JavaScript module exports."""
    names = re.findall(r"^export (?:async )?(?:const|let|class|function\*?) (\w+)", script, re.MULTILINE)
    lists = re.findall(r"^export \{([^}]*)\}", script, re.MULTILINE)
    listed = [part.split(" as ")[-1].strip() for text in lists for part in text.split(",")]
    return {*names, *listed, *re.findall(r"^export (default)", script, re.MULTILINE)}


def test_scripts_import_what_is_exported():
    scripts = {path: path.read_text(encoding="utf-8") for path in ROOT.rglob("*.js") if "assets" not in path.parts}
    imports = 0
    for path, text in scripts.items():
        for names, source in re.findall(r"^import \{([^}]*)\} from \"(\.[^\"]+)\"", text, re.MULTILINE):
            found = exports_of(scripts[(path.parent / source).resolve()])
            wanted = {part.split(" as ")[0].strip() for part in names.split(",") if part.strip()}
            assert wanted <= found, f"{path.name} imports {wanted - found} from {source}"
            imports += 1
    assert imports > 100


def test_scripts_that_become_one_declare_a_name_once():
    """The page gets a script and all that it imports as one module, in which two names would be a syntax error."""
    for name in ("move", "engine", "lesson", "lesson_joined", "../controls/interval_slider", "../controls/chip_grid"):
        declared = re.findall(
            r"^(?:export )?(?:async )?(?:const|let|class|function\*?) (\w+)", script(name), re.MULTILINE
        )
        twice = {word for word, count in Counter(declared).items() if count > 1}
        assert declared, name
        assert not twice, name


def test_the_visitor_sees_what_python_sees(tmp_path):
    source = (
        "import numpy as np\nfrom typing import TYPE_CHECKING\nfrom . import costs\nfrom .core.sums import BLOCK\n"
        "if TYPE_CHECKING:\n    import bqplot\nelse:\n    import pandas\n"
        "def late():\n    import ipywidgets\n    return importlib.import_module('brierwidgets.explorer')\n"
    )
    path = tmp_path / "moves.py"
    path.write_text(source)
    found = Imports("brierwidgets.moves", path).found
    assert found == {
        "numpy",
        "typing",
        "brierwidgets.costs",
        "brierwidgets.core.sums",
        "pandas",
        "ipywidgets",
        "brierwidgets.explorer",
    }


BLOCK = """
import sys
class Block:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {blocked!r}:
            raise ModuleNotFoundError(f"{{name}} is blocked")
sys.meta_path.insert(0, Block())
"""


def run(code, blocked=()):
    done = subprocess.run(
        [sys.executable, "-c", BLOCK.format(blocked=set(blocked)) + code], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_core_needs_numpy_and_scipy_alone():
    code = """
import pkgutil, importlib
import brierwidgets.core
for module in pkgutil.iter_modules(brierwidgets.core.__path__, "brierwidgets.core."):
    importlib.import_module(module.name)
print(brierwidgets.core.Forecast([0, 1], [0.25, 0.75]).brier_score((0.1, 0.9)))
"""
    assert float(run(code, ["pandas", "narwhals", "traitlets", "ipywidgets", "bqplot", "IPython", "sklearn"])) > 0


def test_data_and_metrics_need_no_widgets():
    code = """
from brierwidgets import Comparison, Forecast, costs, datasets, metrics
both = Comparison([0, 0, 1, 1], {"a": [0.1, 0.6, 0.4, 0.8], "b": [0.2, 0.3, 0.6, 0.9]})
print(both.scores((0.1, 0.5)).shape, both.differences((0.1, 0.5)).shape)
print(metrics.brier_score([0, 1], [0.25, 0.75]), Forecast([0, 1], [0.2, 0.8]).expected_regret(costs.Beta(2, 8)) > 0)
"""
    assert run(code, ["traitlets", "ipywidgets", "bqplot", "IPython", "sklearn"]) == "(2, 9) (2, 4)\n0.0625 True\n"


def test_importing_the_package_is_cheap():
    code = """
import brierwidgets, sys
heavy = {"numpy", "scipy", "pandas", "narwhals", "traitlets", "ipywidgets", "bqplot", "IPython", "matplotlib"}
print(sorted(heavy & set(sys.modules)))
"""
    assert run(code) == "[]\n"


def test_public_names_load_when_asked_for():
    assert set(brierwidgets.__all__) <= set(dir(brierwidgets))
    for name in brierwidgets.__all__:
        assert getattr(brierwidgets, name) is not None
    with pytest.raises(AttributeError, match="brierwidgets attribute Brier"):
        _ = brierwidgets.Brier
