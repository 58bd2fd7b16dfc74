/** The base rate of a page: its control, tables weighted to it, and charts that wait to be drawn at another one. */
import { at_prevalence, odds_ratio } from "./prevalence.js";

export class BaseRate {
  constructor(page) {
    this.page = page;
    this.control = null; // a view need not have one
    this.stale = new Set(); // views that have not been refitted since it changed
  }

  use(control) {
    this.control = control;
    control.on("change:prevalence", () => this.follow());
    control.on("change:recalibrated", () => this.follow());
    control.on("change:moving", () => {
      if (!this.moving) this.page.draw(); // what was out of sight, too
      this.page.rest();
    });
  }

  get moving() {
    return Boolean(this.control && this.control.get("moving"));
  }

  /** What the control says, which a hand may have moved since Python spoke. */
  get chosen() {
    const { control } = this;
    return control ? { prevalence: control.get("prevalence"), recalibrated: control.get("recalibrated") } : {};
  }

  /** Tables of the cases as sampled, weighted to the base rate; kept until that is another. */
  weigh(known) {
    const { prevalence, recalibrated, own_rate } = this.page.state;
    const wanted = JSON.stringify([prevalence, recalibrated]);
    if (known.weighed !== wanted) {
      const { sampled } = known;
      const { prevalence: own } = sampled.models.values().next().value;
      known.weighed = wanted;
      known.tables =
        prevalence === null ? sampled : at_prevalence(sampled, odds_ratio(own_rate ?? own, prevalence), recalibrated);
    }
    return known.tables;
  }

  /** Of several horizons or classes each has a base rate of its own, to which a reset goes back. */
  show_own() {
    const { page, control } = this;
    const known = page.parsed.get(page.state.group);
    if (!control || !known || page.state.own_rate !== null) return;
    page.by_script(() => control.set("own", known.sampled.models.values().next().value.prevalence));
  }

  /** Say on the control what was chosen elsewhere. */
  show() {
    const { prevalence, recalibrated } = this.page.state;
    this.control?.set({ prevalence, recalibrated });
  }

  /** Show the cases at the base rate chosen: charts that nobody sees wait until the hand rests. */
  follow() {
    const { page } = this;
    Object.assign(page.state, this.chosen);
    this.forget();
    page.load();
    page.rest_soon();
  }

  /** Everything drawn is of another base rate. */
  forget() {
    this.stale = new Set(this.page.views);
  }

  refit() {
    const { page } = this;
    for (const view of this.stale) {
      if (page.moving && page.sights.out_of_sight(view)) continue;
      this.stale.delete(view);
      page.by_script(() => {
        page.ask(view, "refit");
        page.ask(view, "read");
      });
    }
  }
}
