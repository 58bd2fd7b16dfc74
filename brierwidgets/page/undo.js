/** Going back to where the interval was: the buttons in the corner of a view, and Ctrl-Z in it. */
import { History } from "./history.js";

export class Undo {
  constructor(page) {
    this.page = page;
    this.history = new History();
    this.corner = null; // the model of the buttons; a view need not have them
    this.pressed_inside = false; // whether the pointer was last pressed in this view
  }

  /** The buttons for undo, copying and saving; what needs Python is not shown without it. */
  use(corner) {
    this.corner = corner;
    corner.on("change:undo", () => this.go_back());
    this.show();
  }

  show() {
    this.corner?.set({ alone: Boolean(this.page.offline), undoable: this.history.can_undo(this.page.interval) });
  }

  /** Where the hand has left the interval, undo can go back to. */
  remember() {
    this.history.rest(this.page.interval);
    this.show();
  }

  /** Go back to where the interval was before the last move, as a hand would. */
  go_back() {
    const { page } = this;
    const before = this.history.undo(page.interval);
    if (!before) return;
    if (page.slider) page.slider.set("moving", true);
    page.set_interval(before);
    page.let_go();
    this.show();
  }

  press({ target }) {
    this.pressed_inside = this.page.holds(target);
  }

  /** Ctrl-Z in this view is ours, but for boxes in which somebody types. */
  press_key(event) {
    const { target, key, shiftKey, altKey } = event;
    if (!(event.ctrlKey || event.metaKey) || shiftKey || altKey || key.toLowerCase() !== "z") return;
    if (!(target instanceof Element) || target.closest("input[type=text], input[type=number], textarea, [contenteditable]")) return;
    if (!this.pressed_inside && !this.page.holds(target)) return;
    event.preventDefault();
    event.stopPropagation();
    this.go_back();
  }
}
