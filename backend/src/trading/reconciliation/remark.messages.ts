import type { Gap } from './coverage-facts.sql.js';
import type { Remark } from './reconciliation.types.js';

/** Maximum symbols named in a sentence. */
const MAX_NAMED = 3;

export const remark = (code: Remark['code'], text: string): Remark => ({ code, text });
export const day = (date: Date) => date.toISOString().slice(0, 10);

/** Describes the first gap of a list and counts the others. */
export function gapText(what: string, gaps: readonly Gap[] | null): string {
  const [first] = gaps ?? [];
  if (!first) return `The list of ${what} has not been read yet`;
  const others = gaps!.length - 1;
  const more = others > 0 ? ` and ${others} more ${others === 1 ? 'period' : 'periods'}` : '';
  return `${what[0]!.toUpperCase()}${what.slice(1)} from ${day(first.from)} to ${day(first.to)}${more} are not read yet`;
}

export const list = (names: readonly string[]) =>
  names.length <= MAX_NAMED ? names.join(', ') : `${names.slice(0, MAX_NAMED).join(', ')} and ${names.length - MAX_NAMED} more`;
