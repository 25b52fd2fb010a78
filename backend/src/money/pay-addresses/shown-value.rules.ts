import { createHash } from 'node:crypto';
import { poolOf, type PayTarget } from './pay-address.rules.js';

/** Identifies a Bitcoin account without its key: whoever has the key can list all its addresses. */
export const accountId = (accountKey: string): string => createHash('sha256').update(accountKey).digest('hex').slice(0, 16);

/**
 * What people see of a value: the address, or the identifier of an account or a pool, with the number of its addresses. Whoever knows a
 * pool can look up what members pay.
 */
export function shownValue({ target, value }: { target: PayTarget; value: string }): string {
  if (target === 'tron-pool') return `${accountId(value)} (${poolOf(value).length})`;
  return target === 'bitcoin-account' ? accountId(value) : value;
}

/** Characters shown of each end of an address. */
const COMPARED = 6;

/** The ends of an address, for people who compare it. */
export const checksumOf = (address: string): { first: string; last: string } => ({
  first: address.slice(0, COMPARED),
  last: address.slice(-COMPARED),
});
