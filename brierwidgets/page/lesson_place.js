/** Where a step stands on the screen when it is reached: the same in a page without Python and in a notebook. */

/** What scrolls an element: a part of the page, or all of it. */
function scroller_of(element) {
  for (let around = element.parentElement; around; around = around.parentElement) {
    if (around.scrollHeight > around.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(around).overflowY)) return around;
  }
  return document.scrollingElement;
}

/** Let keys go on from words: the button just pressed may be disabled now. */
function focus_on(words) {
  words.tabIndex = -1;
  words.focus({ preventScroll: true });
}

/** Show what was revealed, and the way on from there, which may stand below the lower edge of the screen.
 * @param {HTMLElement} revealed */
export function show_revealed(revealed) {
  focus_on(revealed);
  revealed.closest(".bw-side")?.querySelector(":scope > .bw-buttons")?.scrollIntoView({ block: "nearest" });
  revealed.scrollIntoView({ block: "nearest" });
}

/** Begins a step at the top of the screen: again when its view has made it longer, but not under the reader's hand. */
export class Place {
  /** @param {HTMLElement} body what is said, asked and shown */
  constructor(body) {
    this.body = body;
    this.arriving = false; // whether a step was reached and not touched yet
    this.sizes = new ResizeObserver(() => this.put_on_top());
    this.sizes.observe(body);
    this.touched = new AbortController();
    const { signal } = this.touched;
    for (const kind of ["pointerdown", "keydown", "wheel"]) {
      window.addEventListener(kind, () => { this.arriving = false; }, { capture: true, passive: true, signal });
    }
  }

  /** Show a step that was reached; keys go on from its words.
   * @param {HTMLElement} caption */
  arrive(caption) {
    focus_on(caption);
    this.arriving = true;
    this.put_on_top();
  }

  put_on_top() {
    if (!this.arriving) return;
    this.body.scrollIntoView({ block: "start" });
    const around = scroller_of(this.body);
    const top = around === document.scrollingElement ? 0 : around.getBoundingClientRect().top;
    const bottom = this.body.getBoundingClientRect().bottom - top + around.scrollTop;
    if (bottom <= around.clientHeight) around.scrollTop = 0; // there is room for what stands above it, too
  }

  leave() {
    this.sizes.disconnect();
    this.touched.abort();
  }
}
