import { derivedIndexKey, derivedKeys, type Keyring } from '../../platform/config/index.js';

/** By id: a text that two rings have in common only where they hold the same key. It tells nothing of the key. */
export type KeyChecks = Readonly<Record<string, string>>;

const PURPOSE = 'key-check';
const CHECK_BYTES = 12;

const textOf = (key: Buffer) => key.subarray(0, CHECK_BYTES).toString('hex');

export function keyChecks({ keyring }: { keyring: Keyring }): KeyChecks {
  return Object.fromEntries([...derivedKeys(keyring, PURPOSE).keys].map(([id, key]) => [id, textOf(key)]));
}

/** Of the ring's `index`, which makes fingerprints and anchors. */
export function indexCheck({ keyring }: { keyring: Keyring }): string {
  return textOf(derivedIndexKey(keyring, PURPOSE));
}
