/** Tabs, in some a switch between their charts: `rooms` and `charts` are lists by tab, then by place on the switch. */

export class Tabs {
  constructor(page) {
    this.page = page;
    this.charts = []; // of each tab, from left to right
  }

  /** Follow the tabs. In a saved page a chart is put into its room when that is opened: bqplot cannot draw one that is not seen. */
  use({ tabs, choices, rooms, charts }) {
    const known = this.charts.length > 0;
    this.charts = charts;
    if (known) return;
    const open = () => setTimeout(() => this.open(tabs.get("selected_index"), choices, rooms));
    tabs.on("change:selected_index", open);
    for (const control of choices) control?.on("change:index", open);
  }

  open(tab, choices, rooms) {
    const { page } = this;
    if (tab === null) return;
    const place = choices[tab]?.get("index") ?? 0;
    rooms[tab].forEach((room, other) => room.get("layout").set("display", other === place ? "" : "none"));
    const [room, chart] = [rooms[tab][place], this.charts[tab][place]];
    if (page.offline && chart && !room.get("children").length) room.set("children", [chart]);
    if (page.gone) page.say_alone(room.get("children").length > 0);
    page.draw();
    page.rest();
  }
}
