import { createHash } from 'node:crypto';
import { poolOf, type PayTarget } from './pay-address.rules.js';

/** Identifies a Bitcoin account without its key: whoever has the key can list all its addresses. */
export const accountId = (accountKey: string): string => createHash('sha256').update(accountKey).digest('hex').slice(0, 16);

type Value = { target: PayTarget; value: string };

/**
 * What people see of a value: the address, or the fingerprint of an account or a pool. Whoever knows a pool can look up what members pay.
 */
export const shownValue = ({ target, value }: Value): string =>
  target === 'tron-pool' || target === 'bitcoin-account' ? accountId(value) : value;

/** How many addresses a pool has; null for everything else. */
export const poolSizeOf = ({ target, value }: Value): number | null => (target === 'tron-pool' ? poolOf(value).length : null);

/** The shown value on one line: of a pool with the number of its addresses behind it. */
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
