/** What of a page somebody sees: while a hand moves, the rest need not follow. */
import { is_seen, is_visible } from "./visible.js";

export class Sights {
  constructor(page) {
    this.page = page;
    this.known = new Map(); // whether a figure was seen when the hand that moves began
    this.skipped = false; // a hidden chart was not drawn
  }

  /** A hand that comes later looks again. */
  forget() {
    this.known.clear();
  }

  /** Whether anybody sees a figure, or may do so at once: one that is not on the page yet must be ready when it comes.
   * While a hand moves it can wait, and once is enough, since to look makes the browser lay the page out. */
  seen(figure) {
    const { moving } = this.page;
    const visible = moving ? this.known.get(figure) ?? is_visible(figure) : is_seen(figure);
    if (moving) this.known.set(figure, visible);
    if (!visible) this.skipped = true;
    return visible;
  }

  /** Whether a view has charts and nobody sees any of them. */
  out_of_sight({ figure, pointer, drawn_on }) {
    const charts = [figure, pointer].flat().filter(Boolean).map(({ model }) => model);
    if (drawn_on) charts.push(drawn_on);
    return charts.length > 0 && !charts.some((chart) => this.seen(chart));
  }

  /** Those of some views that must follow a move: while a hand moves, those that somebody sees. */
  in_sight(views) {
    return this.page.moving ? views.filter((view) => !this.out_of_sight(view)) : views;
  }

  /** Draw what was hidden when it was last drawn: a click may have opened its tab. A hand that lets go draws it anyway. */
  look_again() {
    const { page } = this;
    if (!this.skipped || page.moving) return;
    this.skipped = false;
    setTimeout(() => {
      page.draw();
      page.rest();
    }, 50);
  }
}
