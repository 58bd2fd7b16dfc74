/* Shows the widgets of a saved page. What follows the hand in it is brierwidgets/page/engine.js. */
(() => {
  "use strict";
  const element = document.getElementById("state");
  const unpack = async text => {
    const bytes = Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return JSON.parse(await new Response(stream).text());
  };
  const load = name => new Promise((resolve, reject) => require([name], resolve, reject));

  async function start() {
    const {HTMLManager} = await load("@jupyter-widgets/html-manager");
    await load("@jupyter-widgets/html-manager/dist/libembed-amd");  // brings the style sheets
    const manager = new HTMLManager({loader: load});
    await manager.set_state(await unpack(element.textContent));
    const root = await manager.get_model(element.dataset.root);
    await manager.display_view(manager.create_view(root), document.getElementById("view"));
  }

  // bqplot does not draw anew for paper: what it drew for the screen is fitted to a sheet, instead of cut off at its edge.
  const charts = () => [...document.querySelectorAll(".bw-chart > svg")].filter(({clientWidth}) => clientWidth > 0);
  const LONG_NAME = 110; // pixels: what stands beside a chart on paper is narrower than on a screen
  addEventListener("beforeprint", () => {
    for (const label of document.querySelectorAll(".bw-label")) {
      label.classList.toggle("bw-long", label.lastElementChild.scrollWidth > LONG_NAME);
    }
    for (const svg of charts()) {
      svg.setAttribute("viewBox", `0 0 ${svg.clientWidth} ${svg.clientHeight}`);
      svg.setAttribute("preserveAspectRatio", "none");
      svg.style.maxWidth = `${svg.clientWidth}px`;
    }
  });
  addEventListener("afterprint", () => {
    for (const svg of charts()) {
      for (const name of ["viewBox", "preserveAspectRatio"]) svg.removeAttribute(name);
      svg.style.maxWidth = "";
    }
  });

  start();
})();
