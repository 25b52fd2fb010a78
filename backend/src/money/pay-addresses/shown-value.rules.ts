import { createHash } from 'node:crypto';
import type { PayTarget } from './pay-address.rules.js';

/** Identifies a Bitcoin account without its key: whoever has the key can list all its addresses. */
export const accountId = (accountKey: string): string => createHash('sha256').update(accountKey).digest('hex').slice(0, 16);

/** What people see of a value: the address, or the identifier of the account. */
export const shownValue = ({ target, value }: { target: PayTarget; value: string }): string =>
  target === 'bitcoin-account' ? accountId(value) : value;
