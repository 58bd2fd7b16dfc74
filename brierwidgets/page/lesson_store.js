/** What a reader's browser keeps of a lesson, what is hidden until it may be seen, and the file to hand in. */

/** Read what `lessons/_page.py` has scrambled: a curtain, not a lock.
 * @param {string} text @param {string} key */
export function unscramble(text, key) {
  const letters = new TextEncoder().encode(key);
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const plain = bytes.map((byte, i) => byte ^ ((31 * i + letters[i % letters.length]) & 255));
  return JSON.parse(new TextDecoder().decode(plain));
}

/** A word as it is compared: the same as `as_said` of `lessons/_hold.py`.
 * @param {string} word */
export function as_said(word) {
  return word.toLowerCase().split(/[\s-]+/).filter(Boolean).join("-");
}

/** Answers that survive a reload, for one version of a lesson; where the browser keeps nothing, until the page closes. */
export class Store {
  /** @param {string} key names the lesson and its version */
  constructor(key) {
    this.key = `brierwidgets lesson ${key}`;
    this.kept = { step: 0, reached: 0, name: "", answers: {}, asked: {}, hints: {}, words: [] };
    try {
      const found = JSON.parse(localStorage.getItem(this.key));
      if (found && typeof found === "object") Object.assign(this.kept, found);
    } catch {
      // a private window, or a text that somebody changed
    }
  }

  save() {
    try {
      localStorage.setItem(this.key, JSON.stringify(this.kept));
    } catch {
      // the page works all the same
    }
  }

  forget() {
    try {
      localStorage.removeItem(this.key);
    } catch {
      // there is nothing to forget
    }
  }
}

const FORMULA = /^(?:[\t\r]|\s*[=+\-@\uff0b\uff0d\uff1d\uff20])/;

/** A cell that no spreadsheet takes for a formula. */
function inert_cell(text) {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** What was typed into such a cell.
 * @param {string} cell */
export function as_typed(cell) {
  return cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
}

function csv_cell(value) {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "True" : "False";
  const text = typeof value === "number" ? String(value) : inert_cell(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** @param {string[]} heads @param {unknown[][]} rows */
export function to_csv(heads, rows) {
  return [heads, ...rows].map((cells) => cells.map(csv_cell).join(",")).join("\n") + "\n";
}

/** Offer a text as a file. */
export function offer_file(name, text, kind) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob(["\ufeff", text], { type: kind }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
