"""Try VS Code's widget manager, to see whether it shows an Explorer that follows the hand.

Needs the extra ``test``, Chromium and npm::

    npm pack @vscode/jupyter-ipywidgets8 && tar xzf vscode-jupyter-ipywidgets8-*.tgz
    PYTHONPATH=. python docs/_tools/try_vscode.py package/dist/ipywidgets.js

The manager is the one that VS Code puts below a cell. It gets the scripts of bqplot and anywidget from this
environment, as VS Code does without a CDN, and a kernel by way of JupyterLab's page, whose own widgets stay out of it.
(Both bring Yjs, which complains of that.)
"""

import sys
import tempfile
from importlib.resources import files
from pathlib import Path

from playwright.sync_api import Route

from tests.browser.hands import DATA, INTERVAL, SHOW
from tests.browser.lab import LabServer, WidgetPage, chromium

SCRIPTS = Path(sys.prefix, "share", "jupyter", "nbextensions")
SHOW_BY_VSCODE = """async code => {
    const names = ["anywidget", "bqplot", "bqscales"];
    requirejs.config({ paths: Object.fromEntries(names.map(name => [name, `/scripts/${name}/index`])) });
    (await import("/scripts/manager.js")).activate();
    window.vscIPyWidgets8.load();
    document.body.innerHTML = "<main style='position: absolute; inset: 0; overflow: auto'></main>";
    const place = document.querySelector("main");
    const kernel = await window.jupyterapp.serviceManager.kernels.startNew({ name: "python3" });
    const failed = [];
    const loader = {
        widgetsRegisteredInRequireJs: new Set(names),
        errorHandler: (name, module) => failed.push(`${module}: ${name}`),
        loadWidgetScript: async module => failed.push(`no script of ${module}`),
        successHandler() {},
    };
    const manager = new window.vscIPyWidgets.WidgetManager(kernel, place, loader, () => {});
    const run = async source => {
        const said = [], running = kernel.requestExecute({ code: source });
        running.onIOPub = message => said.push(message.content);
        await running.done;
        return said;
    };
    window.ask = async source => (await run(source)).map(content => content.text ?? "").join("").trim();
    const shown = (await run(code)).find(content => content.data?.["application/vnd.jupyter.widget-view+json"]);
    const model = await manager.get_model(shown.data["application/vnd.jupyter.widget-view+json"].model_id);
    await manager.display_view(null, await manager.create_view(model), { node: place });
    return failed;
}"""


def main(manager: Path) -> None:
    """Show an Explorer, pull a handle, and ask Python where it is."""

    def answer(route: Route) -> None:
        name = route.request.url.split("/scripts/")[1]
        route.fulfill(path=manager if name == "manager.js" else SCRIPTS / name, content_type="text/javascript")

    with tempfile.TemporaryDirectory() as folder, LabServer(Path(folder)) as server, chromium() as browser:
        shown = WidgetPage(browser, width=1280, height=1200)
        page = shown.page
        page.route("**/scripts/**", answer)
        page.goto(server.page(server.add(["1"])))
        page.wait_for_function("window.jupyterapp?.shell?.currentWidget?.sessionContext?.isReady")
        page.add_script_tag(content=files("brierwidgets.export").joinpath("assets", "require.js").read_text())
        failed = page.evaluate(SHOW_BY_VSCODE, DATA + SHOW)
        start = ",".join(map(str, INTERVAL))
        page.locator(f'.bw-root[data-interval="{start}"][data-live]').wait_for(state="attached")
        shown.drag(".bw-explorer .bw-slider .bw-handle-upper", 60)
        page.wait_for_function("start => document.querySelector('.bw-root').dataset.interval !== start", arg=start)
        seen = page.evaluate("document.querySelector('.bw-root').dataset.interval")
        shown.wait_text(".bw-verdict", "For costs from 5% to")
        page.wait_for_function("async seen => await ask('print(*explorer.interval, sep=chr(44))') === seen", arg=seen)
        print(page.locator(".bw-explorer .bw-verdict").inner_text())
        print("Not loaded:", failed, "Complaints:", shown.errors())
        shown.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
