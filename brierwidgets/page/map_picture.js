/** What a sensitivity map is painted with: pixels, letters, and the key to both. `views/_map_picture.py` in JavaScript. */
import { is_clear, leader_shares } from "./best_models.js";
import { join, table, tag } from "./markup.js";
import { share_of_intervals } from "./words_sensitivity.js";

const CLEAR_INK = 235;
const FAINT_INK = 80;
/** Width of a stripe, in cells along either axis. */
const STRIPE = 3;
/** An area narrower than this share of the map has no room for a letter. */
const LETTER_ROOM = 1 / 48;

const rgb_of = (colour) => [1, 3, 5].map((start) => parseInt(colour.slice(start, start + 2), 16));

/**
 * The picture as a PNG file: a column for each lower end, the highest upper end on top.
 * @param {Record<string, {colour: string, letter: string}>} paints @param {string} grey where models are equal, and in
 *   stripes where a rule without a model beats them all
 */
export function map_png(found, paints, grey) {
  const size = found ? found.grid.length : 1;
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [size, size];
  const context = canvas.getContext("2d");
  const picture = context.createImageData(size, size);
  for (let high = 1; high < size; high += 1) {
    for (let low = 0; low < high; low += 1) {
      const leader = found.at(low, high);
      if (leader === null) continue;
      const tied = leader.margin === 0;
      const striped = leader.beaten && Math.floor((low + high) / STRIPE) % 2 === 0;
      const faint = !striped && (tied || (found.sure && found.names.length > 1 && !is_clear(leader)));
      const colour = rgb_of(tied || striped ? grey : paints[leader.best].colour);
      picture.data.set([...colour, faint ? FAINT_INK : CLEAR_INK], 4 * ((size - 1 - high) * size + low));
    }
  }
  context.putImageData(picture, 0, 0);
  const packed = atob(canvas.toDataURL("image/png").split(",")[1]);
  return new DataView(Uint8Array.from(packed, (letter) => letter.charCodeAt(0)).buffer);
}

/** Where on the grid each model's area is widest, for those with room for a letter: [name, low, high]. */
export function letter_places(found) {
  const size = found.grid.length;
  return found.names.flatMap((name) => {
    const inside = (low, high) => {
      const leader = low >= 0 && high < size ? found.at(low, high) : null;
      return leader !== null && leader.best === name && leader.margin !== 0;
    };
    let deepest = { depth: 0 };
    const up = Array.from({ length: size }, () => new Float64Array(size)); // to the next place outside along `high`
    for (let low = 0; low < size; low += 1) {
      for (let high = 0; high < size; high += 1) up[low][high] = inside(low, high) ? (up[low][high - 1] ?? 0) + 1 : 0;
      for (let high = size - 1; high >= 0; high -= 1) {
        up[low][high] = Math.min(up[low][high], (up[low][high + 1] ?? 0) + 1);
      }
    }
    for (let low = 0; low < size; low += 1) {
      for (let high = low + 1; high < size; high += 1) {
        let depth = up[low][high] ** 2;
        for (let away = 1; away * away < depth; away += 1) {
          for (const other of [low - away, low + away]) {
            depth = Math.min(depth, away * away + (up[other]?.[high] ?? 0) ** 2);
          }
        }
        if (depth > deepest.depth) deepest = { depth, low, high };
      }
    }
    return Math.sqrt(deepest.depth) > LETTER_ROOM * size ? [[name, deepest.low, deepest.high]] : [];
  });
}

const map_share_text = (share) => share_of_intervals(share, "<", ">");

function paint_sample({ colour, letter }, name) {
  return join([tag("i", { class: "bw-area", style: `background:${colour}` }), tag("b", {}, letter), " ", name]);
}

/** The key as an HTML table: colour, letter, name, and on how many intervals the model is best. */
export function key_table(found, paints, grey) {
  const rows = [];
  if (found) {
    const { shares, tied, beaten } = leader_shares(found);
    for (const { name, best, clear } of shares) {
      rows.push([paint_sample(paints[name], name), map_share_text(best), map_share_text(clear)]);
    }
    const equal = { colour: `${grey}${FAINT_INK.toString(16)}`, letter: "=" };
    const best = shares.reduce((sum, share) => sum + share.best, 0);
    if (tied > 0) rows.push([paint_sample(equal, "models are equal"), map_share_text(1 - best), "–"]);
    const stripes = { colour: `repeating-linear-gradient(135deg, ${grey} 0 3px, transparent 3px 6px)`, letter: "/" };
    const beats = "treating all or none beats every model";
    if (beaten > 0) rows.push([paint_sample(stripes, beats), map_share_text(beaten), "–"]);
  }
  const key = table(["", "best on", "clearly on"], rows, { class: "bw-readout" });
  return join([key, tag("div", { class: "bw-words" }, "Percentages are of the intervals on this map.")]);
}
