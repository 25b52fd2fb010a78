import type { FieldError } from '../domain/domain.errors.js';

/** PostgreSQL stores no NUL, and a lone surrogate would come back as another character. */
// oxlint-disable-next-line no-control-regex
const unstorable = /[\u0000\p{Cs}]/u;
/** Keys that allow prototype pollution; no form has them. */
const poisonous = new Set(['__proto__', 'constructor', 'prototype']);

export const MAX_DEPTH = 20;
const MAX_PROBLEMS = 20;
const MAX_FIELD_NAME = 100;

export function isStorable(text: string): boolean {
  return !unstorable.test(text);
}

export function unstorableField(field: string): FieldError {
  return { field, message: `${field} holds a character that cannot be stored` };
}

/**
 * Returns the problems of parsed JSON: texts or keys that cannot be stored, keys for prototype pollution, and values nested deeper than
 * MAX_DEPTH, each with its path (`a.0.b`). Iterative, because the client controls the depth.
 */
export function findUnsafeInput(sent: unknown, path = ''): FieldError[] {
  const problems: FieldError[] = [];
  const open: { value: unknown; path: string; depth: number }[] = [{ value: sent, path, depth: 0 }];
  for (let next = open.pop(); next && problems.length < MAX_PROBLEMS; next = open.pop()) {
    const { value, path: at, depth } = next;
    const field = at.slice(0, MAX_FIELD_NAME) || 'body';
    if (typeof value === 'string') {
      if (!isStorable(value)) problems.push(unstorableField(field));
    } else if (typeof value === 'object' && value !== null) {
      if (depth === MAX_DEPTH) return [{ field, message: `${field} is nested too deeply` }];
      for (const [name, inner] of Object.entries(value)) {
        const inside = at ? `${at}.${name}` : name;
        if (poisonous.has(name))
          problems.push({ field: inside.slice(0, MAX_FIELD_NAME), message: `${name} cannot be the name of a field` });
        else if (!isStorable(name)) problems.push(unstorableField(field));
        else open.push({ value: inner, path: inside, depth: depth + 1 });
      }
    }
  }
  return problems.toReversed();
}
