/** What passes between a page and Python: what Python has sent, and what a hand did that it has not confirmed yet. */

export const REST = 250; // milliseconds without a move until the hand rests

const SENT = ["specs", "mirrored", "headers", "tables", "interval", "exact_lead", "traits_shown", "answered"];

export class Messages {
  /**
   * @param {object} model the engine's, whose trait `hand` Python hears
   * @param {object} page whose hand it is
   */
  constructor(model, page) {
    this.model = model;
    this.page = page;
    this.received = {}; // what Python sent last, by trait
    this.unconfirmed = {}; // what Python has not followed yet
    this.serial = 0; // of the last message to Python
    this.confirmed = 0; // of the last message that Python has followed
    this.touched = false; // a hand is changing traits of a view
  }

  /** Take over what Python has sent; return the names of the traits that changed. */
  receive() {
    const changed = new Set(SENT.filter((name) => this.model.get(name) !== this.received[name]));
    for (const name of changed) this.received[name] = this.model.get(name);
    if (changed.has("answered")) {
      const { page, serial } = this.received.answered;
      if (page === this.page.key) this.confirmed = serial;
    }
    return changed;
  }

  /** Whether Python has still to follow something. */
  get pending() {
    return this.touched || this.confirmed < this.serial;
  }

  /** Whether Python has these parts of the state as the page shows them, so that what it alone draws of them is true. */
  knows(...names) {
    const { page, received } = this;
    const sent = { ...received.mirrored, interval: received.interval };
    const shown = { ...page.state, interval: page.interval };
    return names.every((name) => String(sent[name]) === String(shown[name]));
  }

  /** The lead that Python found with all cases, if it is of what the page shows; a move's own may be from a sample. */
  get exact_lead() {
    const { of, lead } = this.received.exact_lead ?? {};
    const { cases, interval, state } = this.page;
    const now = [...cases, ...interval, state.spacing, state.shown];
    return JSON.stringify(of) === JSON.stringify(now) ? lead : undefined;
  }

  /** Python has followed everything. */
  settle() {
    this.unconfirmed = {};
  }

  /** A hand changes traits of a view (by id): Python hears of it when the hand rests. */
  touch(view, traits) {
    this.touched = true;
    this.unconfirmed.traits = { ...this.unconfirmed.traits, [view]: traits };
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.touched = false;
      this.tell({});
      this.page.rest();
    }, REST);
  }

  /** Tell Python, if it is there, with all else that it has not confirmed: while it is busy the last message alone waits. */
  tell(news) {
    if (this.page.offline) return;
    Object.assign(this.unconfirmed, news);
    this.serial += 1;
    this.model.set("hand", { ...this.unconfirmed, page: this.page.key, serial: this.serial });
    this.model.save_changes();
  }
}
