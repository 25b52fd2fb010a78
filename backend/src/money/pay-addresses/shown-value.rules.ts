import { createHash } from 'node:crypto';
import { poolOf, type PayTarget } from './pay-address.rules.js';

/** Identifies a Bitcoin account without its key: whoever has the key can list all its addresses. */
export const accountId = (accountKey: string): string => createHash('sha256').update(accountKey).digest('hex').slice(0, 16);

type Value = { target: PayTarget; value: string };

/**
 * Returns what people see of a value: an address itself, but only the fingerprint of an account or a pool. The addresses behind those would
 * show on the chain what members pay.
 */
export const shownValue = ({ target, value }: Value): string =>
  target === 'tron-pool' || target === 'bitcoin-account' ? accountId(value) : value;

/** Returns the number of addresses in a pool; null for everything else. */
export const poolSizeOf = ({ target, value }: Value): number | null => (target === 'tron-pool' ? poolOf(value).length : null);

/** Returns the shown value on one line. A pool is followed by the number of its addresses in brackets. */
export function shownLine(change: Value): string {
  const size = poolSizeOf(change);
  return size === null ? shownValue(change) : `${shownValue(change)} (${size})`;
}

/** Characters shown of each end of an address. */
const COMPARED = 6;

/** The ends of an address, for people who compare it. */
export const checksumOf = (address: string): { first: string; last: string } => ({
  first: address.slice(0, COMPARED),
  last: address.slice(-COMPARED),
});
