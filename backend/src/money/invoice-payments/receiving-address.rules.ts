import { createHash } from 'node:crypto';

/** Identifies a Bitcoin account without its key: positions are counted per account, because an operator can change it. */
export const accountId = (accountKey: string): string => createHash('sha256').update(accountKey).digest('hex').slice(0, 16);
