import type { Answer } from '../wire/index.js';

/** The success envelope; `extra` holds the top-level fields that the contract names beside `data`. */
export function answer<T>(message: string, data: T): Answer<T>;
export function answer<T, E extends object>(message: string, data: T, extra: E): Answer<T> & E;
export function answer<T>(message: string, data: T, extra: object = {}): Answer<T> {
  return { message, data, ...extra };
}
