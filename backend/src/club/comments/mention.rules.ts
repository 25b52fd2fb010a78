import type { Mention } from './comment.types.js';
import { cleanName, MAX_NAME, MIN_NAME } from './display-name.rules.js';

/** Bounds the search in a text of nothing but signs. */
const MOST_SIGNS = 50;
/** What stands for a name that is not known any more. */
export const NO_NAME = '…';

const FIRST = /[\p{L}\p{N}]/u;
const WORD = /[\p{L}\p{M}\p{N}]/u;
const NAME = /[\p{L}\p{M}\p{N} ._-]/u;
/** Before the sign of an email address. */
const LOCAL = /[\p{L}\p{M}\p{N}_+-]/u;

export interface NamedMember {
  userId: string;
  displayName: string;
}

/** A place where a text may name a member, with what may be the name, longest first. Lengths and positions are code points. */
interface Place {
  start: number;
  names: { length: number; name: string }[];
}

/** Returns every name that the text may mention. */
export const possibleNames = (text: string): string[] => [
  ...new Set(places(Array.from(text)).flatMap(({ names }) => names.map(({ name }) => name))),
];

/**
 * Returns the text with each `@name` of these members as they write their name, and where. A name is taken as long as possible, and
 * whole: `@Sea Wolf` does not mention a member called Sea while there is a Sea Wolf, nor does `@Seaside`.
 */
export function withMentions(typed: string, members: readonly NamedMember[]): { text: string; mentions: Mention[] } {
  const known = new Map(members.map((member) => [folded(member.displayName), member]));
  const letters = Array.from(typed);
  const written: string[] = [];
  const mentions: Mention[] = [];
  let read = 0;
  for (const { start, names } of places(letters)) {
    const found = names.find(({ name }) => known.has(folded(name)));
    if (!found || start < read) continue;
    const { userId, displayName } = known.get(folded(found.name))!;
    written.push(...letters.slice(read, start));
    mentions.push({ start: written.length, length: 1 + Array.from(displayName).length, userId, name: displayName });
    written.push('@', ...displayName);
    read = start + 1 + found.length;
  }
  return { text: written.concat(letters.slice(read)).join(''), mentions };
}

/** Returns a stored text with the present names of those whom it mentions, and where these are in it. */
export function withPresentNames(stored: string, stands: readonly Mention[]): { text: string; mentions: Mention[] } {
  const letters = Array.from(stored);
  const written: string[] = [];
  const mentions: Mention[] = [];
  let read = 0;
  for (const { start, length, userId, name } of stands) {
    const letter = Array.from(name ?? NO_NAME);
    written.push(...letters.slice(read, start));
    mentions.push({ start: written.length, length: 1 + letter.length, userId, name });
    written.push('@', ...letter);
    read = start + length;
  }
  return { text: written.concat(letters.slice(read)).join(''), mentions };
}

const folded = (name: string) => name.toLowerCase();

function places(letters: readonly string[]): Place[] {
  const found: Place[] = [];
  let signs = 0;
  for (let start = letters.indexOf('@'); start >= 0 && signs < MOST_SIGNS; start = letters.indexOf('@', start + 1)) {
    signs++;
    if (start > 0 && LOCAL.test(letters[start - 1]!)) continue;
    const names = namesAfter(letters, start + 1);
    if (names.length > 0) found.push({ start, names });
  }
  return found;
}

function namesAfter(letters: readonly string[], from: number): Place['names'] {
  if (!FIRST.test(letters[from] ?? '')) return [];
  let end = from;
  while (end < letters.length && end - from < MAX_NAME && NAME.test(letters[end]!)) end++;
  const names: Place['names'] = [];
  for (; end - from >= MIN_NAME; end--) {
    const isWhole = WORD.test(letters[end - 1]!) && !(end < letters.length && WORD.test(letters[end]!));
    if (isWhole) names.push({ length: end - from, name: cleanName(letters.slice(from, end).join('')) });
  }
  return names;
}
