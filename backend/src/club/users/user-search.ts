import { isUuid } from '../../platform/domain/index.js';
import type { Conditions } from '../../platform/persistence/list.reader.js';

const MAX_WORDS = 6;
/** Shorter words have a trigram only with the preceding space. */
const TRIGRAM = 3;

/**
 * Rows that hold every word of `q` in name, email or phone number, upper or lower case; a word of one or two characters counts at the
 * beginning of a name, email or number alone. An id finds its user. Each condition is one that the trigram index answers.
 */
export function searchFor(where: Conditions, q: string | undefined): Conditions {
  if (!q) return where;
  if (isUuid(q)) return where.add('u.id = ?', q);
  const words = searchWords(q);
  if (words.length === 0) return where.add('false');
  for (const word of words) where.add('u.search_text like lower(?)', patternOf(word));
  return where;
}

/** Words with a letter or a digit, six at most; signs alone are in no index and match no one. */
export function searchWords(q: string): string[] {
  return q
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, MAX_WORDS);
}

/** The `like` pattern of a word that the trigram index serves. */
export function patternOf(word: string): string {
  const literal = word.replaceAll(/[\\%_]/g, '\\$&');
  return longestRun(word) >= TRIGRAM ? `%${literal}%` : `% ${literal}%`;
}

/** Letters and digits in a row: trigrams do not reach over other signs. */
function longestRun(word: string): number {
  return Math.max(...word.split(/[^\p{L}\p{N}]+/u).map((run) => [...run].length));
}
