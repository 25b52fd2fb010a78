/** Thrown with a sentence for whoever typed the words. */
export class SelectionError extends Error {}

/** Whether a word names an id, whole, or the group before its dot: `T6` names `T6.1`, not `T60.1`; `T6.1` does not name `T6.10`. */
const names = (word, id) => id === word || id.startsWith(`${word}.`);

/** The entries that the words name, in their own order; all of them without a word. Throws a SelectionError for a word that names none. */
export function selectByIds(entries, words) {
  const unknown = words.filter((word) => !entries.some(({ id }) => names(word, id)));
  if (unknown.length > 0) throw new SelectionError(`No entry has the id ${unknown.join(' or ')}`);
  return words.length === 0 ? [...entries] : entries.filter(({ id }) => words.some((word) => names(word, id)));
}

/** So many entries, evenly spread over all of them and the same ones each time. */
export function evenSample(entries, count) {
  const size = Math.min(count, entries.length);
  return Array.from({ length: size }, (_, i) => entries[Math.floor(((i + 0.5) * entries.length) / size)]);
}

/** What a command line asks for: ids or groups, and `--sample 40`. Throws a SelectionError. */
export function select(entries, args) {
  const at = args.indexOf('--sample');
  if (at === -1) return selectByIds(entries, args);
  const count = Number(args[at + 1]);
  if (!Number.isSafeInteger(count) || count < 1) throw new SelectionError('--sample needs a number of entries');
  return evenSample(selectByIds(entries, args.toSpliced(at, 2)), count);
}

/** The ids that more than one entry has. */
export function repeatedIds(entries) {
  const seen = new Set();
  return entries.map(({ id }) => id).filter((id) => seen.has(id) || !seen.add(id));
}
