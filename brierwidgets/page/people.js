/** Shares as whole people, which must add up: `core/people.py` in JavaScript. */

/** Split whole people in proportion to two amounts, by largest remainder; ties go to the first. */
function apportion(one, other, people) {
  const exact = [one, other].map((amount) => Math.round(1e9 * people * (amount / (one + other))) / 1e9);
  const parts = exact.map(Math.floor);
  const left = exact.map((amount, i) => amount - parts[i]);
  for (let rest = people - parts[0] - parts[1]; rest > 0; rest -= 1) {
    const next = left[1] > left[0] ? 1 : 0;
    parts[next] += 1;
    left[next] = -1;
  }
  return parts;
}

/** The decisions of some counts as they fall on so many people: by outcome first, then by decision. */
export function whole_people({ tp, fp, fn, tn }, people) {
  const [positives, negatives] = apportion(tp + fn, fp + tn, people);
  const [found, missed] = positives ? apportion(tp, fn, positives) : [0, 0];
  const [alarms, rest] = negatives ? apportion(fp, tn, negatives) : [0, 0];
  return { tp: found, fp: alarms, fn: missed, tn: rest };
}
