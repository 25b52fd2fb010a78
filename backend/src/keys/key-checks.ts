import type { AppConfig } from '../config/index.js';

/** By id: a text that two rings have in common only where they hold the same key. It tells nothing of the key. */
export type KeyChecks = Readonly<Record<string, string>>;

const PURPOSE = 'key-check';
const CHECK_BYTES = 12;

const textOf = (key: Buffer) => key.subarray(0, CHECK_BYTES).toString('hex');

export function keyChecks(config: AppConfig): KeyChecks {
  return Object.fromEntries([...config.deriveKeys(PURPOSE).keys].map(([id, key]) => [id, textOf(key)]));
}

/** Of the ring's `index`, which makes fingerprints and anchors. */
export function indexCheck(config: AppConfig): string {
  return textOf(config.deriveKey(PURPOSE));
}
