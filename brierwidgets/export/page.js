/* The front end of a saved page: what can follow the hand without a kernel does so here.
   `links` says which widget is which; see brierwidgets/export/_page.py. */
(() => {
  "use strict";
  const read = id => JSON.parse(document.getElementById(id).textContent);
  const state = read("state"), links = read("links");

  const logit = c => Math.log(c / (1 - c)), expit = x => 1 / (1 + Math.exp(-x));
  const clip = (x, [low, high]) => Math.min(Math.max(x, low), high);
  // From a cost ratio to its place on a chart's axis, and back: the same as in brierwidgets.core.curves.
  const axes = {
    "regret": [c => c, x => x],
    "plain": [c => c, x => x],
    "log-odds": [logit, expit],
    "quadratic": [c => -((1 - c) ** 2) / 2, x => 1 - Math.sqrt(Math.max(-2 * x, 0))],
    "logarithmic": [Math.log, Math.exp],
  };
  const trim = text => text.includes(".") ? text.replace(/\.?0+$/, "") : text;
  const percent = c => {
    const edge = Math.min(c, 1 - c) * 100;
    return (edge > 0 ? trim((100 * c).toFixed(Math.max(0, 2 - Math.floor(Math.log10(edge))))) : 100 * c) + "%";
  };
  const written = {
    "probability": percent,
    "odds": c => c <= 0.5 ? `1 : ${+((1 - c) / c).toPrecision(4)}` : `${+(c / (1 - c)).toPrecision(4)} : 1`,
    "log-odds": c => logit(c).toFixed(3).replace("-", "−"),
  };

  const load = name => new Promise((resolve, reject) => require([name], resolve, reject));

  async function start() {
    const {HTMLManager} = await load("@jupyter-widgets/html-manager");
    await load("@jupyter-widgets/html-manager/dist/libembed-amd");  // brings the style sheets
    const manager = new HTMLManager({loader: load});
    await manager.set_state(state);
    const model = id => manager.get_model(id);
    const all = ids => Promise.all(ids.map(model));
    const charts = await Promise.all(links.charts.map(async chart => ({
      ...chart,
      brush: await model(chart.brush),
      x: await model(chart.x),
      y: await model(chart.y),
      yAxis: await model(chart.yAxis),
      means: await model(chart.means),
      bands: await model(chart.bands),
      boxes: await all(chart.boxes),
      lines: await all(chart.lines),
      ribbons: await all(chart.ribbons),
    })));
    linkTabs(await model(links.tabs), await all(links.pages), await all(links.opened));
    linkModels(charts);
    linkInterval(charts, await model(links.track), await all(links.ends));
    await manager.display_view(manager.create_view(await model(links.root)), document.getElementById("view"));
  }

  // A chart is put into its tab when that is opened first.
  function linkTabs(tabs, pages, opened) {
    const open = () => {
      const place = tabs.get("selected_index");
      if (place !== null && !pages[place].get("children").length) pages[place].set("children", [opened[place]]);
    };
    tabs.on("change:selected_index", () => setTimeout(open));
    open();
  }

  // Setting a widget anew while it tells of a change would keep its own view from hearing of that change.
  const put = (widget, value) => { if (widget.get("value") !== value) widget.set("value", value); };

  function linkModels(charts) {
    const shown = [...links.shown];
    let bands = links.bands;
    const follow = () => {
      for (const chart of charts) {
        put(chart.bands, bands);
        shown.forEach((on, i) => {
          put(chart.boxes[i], on);
          chart.lines[i].set("visible", on);
          chart.ribbons[i].set("visible", on && bands);
        });
        chart.means.set("opacities", shown.map(Number));
        const {min, max, ticks} = chart.heights[shown.some((on, i) => on && !links.shown[i]) ? "all" : "shown"];
        chart.y.set({min, max});
        chart.yAxis.set("tick_values", Float64Array.from(ticks));
      }
    };
    for (const chart of charts) {
      chart.boxes.forEach((box, i) => box.on("change:value", () => { shown[i] = box.get("value"); follow(); }));
      chart.bands.on("change:value", () => { bands = chart.bands.get("value"); follow(); });
    }
  }

  function linkInterval(charts, track, ends) {
    const told = document.getElementById("moved"), back = document.getElementById("back");
    const trackRange = [track.get("min"), track.get("max")];
    const exact = ends.map(box => box.get("value"));
    let costs = links.interval, moving = false;

    const place = (wanted, source) => {
      costs = wanted;
      moving = true;  // what is set here must not come back as a move of the hand
      if (source !== track) track.set("value", costs.map(c => clip(logit(c), trackRange)));
      for (const chart of charts) {
        if (source === chart.brush) continue;
        const visible = [chart.x.get("min"), chart.x.get("max")];
        const places = costs.map(c => clip(axes[chart.axis][0](clip(c, chart.limits)), visible));
        chart.brush.set("selected", Float64Array.from(places));
      }
      moving = false;
      const moved = costs.some((c, i) => Math.abs(c - links.interval[i]) > 1e-9);
      told.textContent = moved ? `The band is at ${costs.map(percent).join(" to ")}.` : "";
      back.hidden = !moved;
      ends.forEach((box, i) => box.set("value", costs[i] === links.interval[i] ? exact[i] : written[links.unit](costs[i])));
    };

    track.on("change:value", () => {
      if (moving) return;
      const before = costs.map(c => clip(logit(c), trackRange));
      // Only the handle that moved says something: the other may stand for a number between two steps.
      place(track.get("value").map((x, i) => Math.abs(x - before[i]) > links.step / 2 ? expit(x) : costs[i]), track);
    });
    for (const chart of charts) {
      chart.brush.on("change:selected", () => {
        const selected = chart.brush.get("selected");
        if (!moving && selected && selected.length === 2) {
          place(Array.from(selected, x => clip(axes[chart.axis][1](x), chart.limits)), chart.brush);
        }
      });
      // A click beside the band clears it, but the interval stays; bqplot may tell of either first.
      chart.brush.on("change:brushing change:selected", () => setTimeout(() => {
        if (!chart.brush.get("brushing") && !(chart.brush.get("selected") || []).length) place(costs);
      }));
    }
    back.addEventListener("click", () => place(links.interval));
  }

  start();
})();
