/* The still view where the live one is gone: an extension of JupyterLab and Notebook 7, as it is read by them, with no build.
 *
 * A notebook that was run keeps two forms of a view: the name of a widget, which lives as long as its Python, and the HTML of
 * ui/still.py. Opened again without that Python, JupyterLab chooses the widget, and ipywidgets says "model not found". Here its
 * renderer is asked first, as ever; if it has nothing to show, the HTML stands in. Widgets of others are left alone. */
(() => {
  const VIEW = "application/vnd.jupyter.widget-view+json";
  const OURS = '<div class="bw-still ';

  /** Let a renderer of widgets show the still view while it has no live one.
   * @param renderer ipywidgets' own: a Lumino panel, without widgets until it holds a live view
   * @param html makes JupyterLab's renderer of HTML
   * @param {boolean} waits whether there is no widget manager yet, and perhaps never will be */
  function orStill(renderer, html, waits) {
    const live = renderer.renderModel.bind(renderer);
    const stand = async (model) => {
      const still = html();
      await still.renderModel(model);
      if (!renderer.widgets.length) renderer.node.replaceChildren(still.node);
    };
    renderer.renderModel = async (model) => {
      const drawn = live(model);
      if (!String(model.data["text/html"]).startsWith(OURS)) return drawn;
      if (waits) await stand(model);
      await drawn;
      await stand(model);
    };
    return renderer;
  }

  /** Watch a registry of renderers, and those that notebooks and consoles copy from it. */
  function watch(registry, shared = registry) {
    const { clone, createRenderer } = registry;
    registry.clone = (options) => watch(clone.call(registry, options), shared);
    registry.createRenderer = (type) => {
      const renderer = createRenderer.call(registry, type);
      if (type !== VIEW) return renderer;
      // A notebook has a factory of its own once it has a widget manager.
      const waits = registry.getFactory(VIEW) === shared.getFactory(VIEW);
      return orStill(renderer, () => createRenderer.call(registry, "text/html"), waits);
    };
    return registry;
  }

  let modules = {};
  /** JupyterLab's own copy of a module: one in use, or the newest. */
  const lab = async (name) => {
    const versions = Object.entries(modules[name] ?? {}).sort(
      ([a, x], [b, y]) => !!y.loaded - !!x.loaded || b.localeCompare(a, "en", { numeric: true }),
    );
    return versions.length ? (await versions[0][1].get())() : {};
  };
  window._JUPYTERLAB = window._JUPYTERLAB ?? {};
  window._JUPYTERLAB.brierwidgets = {
    init: (scope) => void (modules = scope),
    get: async () => {
      const { IRenderMimeRegistry } = await lab("@jupyterlab/rendermime");
      const plugin = {
        id: "brierwidgets:still",
        description: "Shows the still view of a brierwidgets cell where its live one is gone.",
        autoStart: true,
        optional: IRenderMimeRegistry ? [IRenderMimeRegistry] : [],
        activate: (_, registry) => void (registry && watch(registry)),
      };
      return () => plugin;
    },
  };
})();
