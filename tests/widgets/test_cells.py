"""A cell that is run again frees what it showed before, in a real kernel."""

from queue import Empty

import pytest
from jupyter_client.manager import start_new_kernel

pytestmark = pytest.mark.slow  # a kernel of its own

SETUP = """
import gc, os, psutil, ipywidgets, numpy as np, brierwidgets as bw
from brierwidgets.data import Comparison
rng = np.random.default_rng(0)

def data(rows):
    z = rng.normal(size=rows)
    p = 1 / (1 + np.exp(-z))
    return rng.random(rows) < p, {"a": p, "b": p**2, "c": np.sqrt(p)}

def count():
    gc.collect()
    alive = sum(isinstance(thing, Comparison) for thing in gc.get_objects())
    print(len(ipywidgets.widgets.widget._instances), alive, round(psutil.Process().memory_info().rss / 1e6))
"""


@pytest.fixture(scope="module")
def kernel():
    manager, client = start_new_kernel()
    yield client
    client.stop_channels()
    manager.shutdown_kernel(now=True)


@pytest.fixture
def run(kernel):
    """Run code in a cell of a name, as JupyterLab does; return what it printed."""

    def run_cell(code, cell=None):
        content = {"code": code, "silent": False, "store_history": True, "allow_stdin": False}
        request = kernel.session.msg("execute_request", content, metadata={"cellId": cell} if cell else {})
        kernel.shell_channel.send(request)
        printed, mine = "", request["header"]["msg_id"]
        while True:
            try:
                message = kernel.get_iopub_msg(timeout=60)
            except Empty:
                pytest.fail(f"no answer to {code}")
            if message["parent_header"].get("msg_id") != mine:
                continue
            kind, said = message["msg_type"], message["content"]
            if kind == "error":
                pytest.fail("\n".join(said["traceback"]))
            if kind == "stream":
                printed += said["text"]
            if kind == "status" and said["execution_state"] == "idle":
                return printed.strip()

    run_cell("get_ipython().reset(new_session=False)")
    run_cell(SETUP + "bw.close_all()")
    return run_cell


def counted(run):
    return tuple(map(int, run("count()").split()))


def test_run_again_it_keeps_one_view_and_one_set_of_data(run):
    cell = "explorer = bw.Explorer(*data(500_000))\nexplorer"
    counts = []
    for _ in range(6):
        run(cell, "cell")
        counts.append(counted(run))
    assert {number for number, _, _ in counts} == {counts[0][0]}
    assert {alive for _, alive, _ in counts} == {1}
    assert counts[-1][2] - counts[1][2] < 40  # one Explorer of these rows takes over 40 MB
    assert run("explorer.interval = (0.2, 0.3); print(explorer.notice.value == '', explorer.comm is not None)") == (
        "True True"
    )


@pytest.mark.parametrize(
    "cell",
    ["bw.Explorer(*data(500))", "display(bw.Explorer(*data(500)))", "e = bw.Explorer(*data(500)); display(e)"],
)
def test_with_or_without_a_variable(run, cell):
    run(cell, "cell")
    first = counted(run)[:2]
    for _ in range(3):
        run(cell, "cell")
    assert counted(run)[:2] == first


def test_views_of_a_shared_state_go_and_the_state_stays(run):
    run("state = bw.ExplorerState(bw.Comparison(*data(500)))", "a")
    run("bw.RegretCurve(state)", "b")
    first = counted(run)
    for _ in range(3):
        run("bw.RegretCurve(state)", "b")
    assert counted(run)[:2] == first[:2]
    assert run("print(len(state.viewers))") == "1"


@pytest.mark.parametrize(
    "keep",
    [
        "other = explorer",
        "box = {'mine': [explorer]}",
        "class App: pass\napp = App()\napp.view = explorer",
        "out = ipywidgets.VBox([explorer])",
        "f = lambda view=explorer: view",
    ],
)
def test_a_view_that_somebody_holds_stays(run, keep):
    run("explorer = bw.Explorer(*data(500))\nexplorer", "cell")
    run("import weakref; first = weakref.ref(explorer)")
    run(keep, "other")
    run("explorer = bw.Explorer(*data(500))\nexplorer", "cell")
    assert run("print(first().comm is not None)") == "True"


def test_a_view_that_another_cell_shows_stays_until_that_runs_too(run):
    run("explorer = bw.Explorer(*data(500))\nexplorer", "one")
    run("import weakref; first = weakref.ref(explorer)")
    run("explorer", "two")
    run("explorer = bw.Explorer(*data(500))\nexplorer", "one")
    assert run("print(first().comm is not None)") == "True"
    run("explorer", "two")
    assert run("print(first())") == "None"


def test_close_all_frees_everything(run):
    before = counted(run)[:2]
    run("views = [bw.Explorer(*data(500)), bw.ScoreTable(*data(500))]\nviews[0]", "cell")
    run("bw.close_all(); del views; get_ipython().reset(new_session=False)")
    run(SETUP)
    assert counted(run)[:2] == before


def test_a_name_that_the_kernel_cannot_send_is_refused_with_advice(run):
    before = counted(run)[0]
    run("try: bw.Explorer([0, 1], {'half \\ud800': [0.2, 0.7]})\nexcept ValueError as error: said = str(error)")
    assert "half of a character, which no page can show. Rename it." in run("print(said)")
    assert counted(run)[0] == before
