import type { LogHead } from '../../../../scripts/verify-log.mjs';
import { readStored, writeStored } from '../../lib/storage';

const KEY = 'logHead';

const isHead = (value: unknown): value is LogHead => {
  const { number, size, root, signedAt, signature, keyId } = (value ?? {}) as Partial<LogHead>;
  return (
    Number.isSafeInteger(number) &&
    Number.isSafeInteger(size) &&
    [root, signedAt, signature, keyId].every((text) => typeof text === 'string')
  );
};

/** The newest head that agreed with everything when this browser checked last. */
export function seenHead(): LogHead | null {
  try {
    const value: unknown = JSON.parse(readStored(KEY) ?? 'null');
    return isHead(value) ? value : null;
  } catch {
    return null; // not ours
  }
}

export function rememberHead(head: LogHead): void {
  writeStored(KEY, JSON.stringify(head));
}
