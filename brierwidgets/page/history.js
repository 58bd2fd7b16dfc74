/** Intervals that a hand has left, to go back to. */

const MOST = 100;

const unmoved = (one, other) => one[0] === other[0] && one[1] === other[1];

export class History {
  constructor() {
    this.past = [];
    this.now = null; // where the interval last came to rest
  }

  /** The interval is about to move for the first time. */
  begin(interval) {
    this.now ??= [...interval];
  }

  /** The interval has come to rest. */
  rest(interval) {
    if (this.now && !unmoved(this.now, interval)) this.past = [...this.past, this.now].slice(-MOST);
    this.now = [...interval];
  }

  /** Whether there is anything to go back to. */
  can_undo(interval) {
    return this.past.length > 0 || (this.now !== null && !unmoved(this.now, interval));
  }

  /** The interval to go back to: where it last rested, or before that; null if it has never moved. */
  undo(interval) {
    if (this.now && unmoved(this.now, interval)) this.now = this.past.pop() ?? this.now;
    return this.now && !unmoved(this.now, interval) ? this.now : null;
  }
}
