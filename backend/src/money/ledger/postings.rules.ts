import { ONE, PLACES } from '../../platform/domain/scaled.js';
import { accountOf, type Account } from './accounts.rules.js';
import { UnbalancedTransaction } from './ledger.errors.js';

/** Currencies of the ledger. Coins are booked beside dollars, each exactly. */
export const currencies = ['USD', 'BTC', 'USDT'] as const;
export type Currency = (typeof currencies)[number];

/** One line of a transaction. */
export interface Posting {
  account: Account;
  currency: Currency;
  /** Scaled by 10^18; positive: debit, negative: credit, never 0. */
  amount: bigint;
}

/** The largest amount that `numeric(38,18)` holds. */
const MAX_AMOUNT = 10n ** BigInt(38 - PLACES) * ONE - 1n;
const MAX_POSTINGS = 1000;

/** Returns the sum of each currency that occurs. */
export function sumsOf(postings: readonly Posting[]): Map<Currency, bigint> {
  const sums = new Map<Currency, bigint>();
  for (const { currency, amount } of postings) sums.set(currency, (sums.get(currency) ?? 0n) + amount);
  return sums;
}

/** Checks that a transaction can be booked: known accounts, no empty line, and zero in every currency. Throws UnbalancedTransaction. */
export function assertBalanced(postings: readonly Posting[]): void {
  if (postings.length < 2 || postings.length > MAX_POSTINGS)
    throw new UnbalancedTransaction(`a transaction has 2 to ${MAX_POSTINGS} postings, this one ${postings.length}`);
  for (const { account, currency, amount } of postings) {
    accountOf(account);
    if (!currencies.includes(currency)) throw new UnbalancedTransaction(`${String(currency)} is no currency of the ledger`);
    if (amount === 0n || amount > MAX_AMOUNT || amount < -MAX_AMOUNT)
      throw new UnbalancedTransaction(`a posting to ${account} has an amount that cannot be booked`);
  }
  for (const [currency, sum] of sumsOf(postings))
    if (sum !== 0n) throw new UnbalancedTransaction(`the postings in ${currency} do not add up to zero`);
}

/** Returns the postings that undo these. */
export const reversed = (postings: readonly Posting[]): Posting[] => postings.map((posting) => ({ ...posting, amount: -posting.amount }));

/** Returns whether both have the same lines, in any order. */
export function samePostings(a: readonly Posting[], b: readonly Posting[]): boolean {
  const keys = (postings: readonly Posting[]) =>
    postings.map(({ account, currency, amount }) => `${account} ${currency} ${amount}`).toSorted();
  return keys(a).join('\n') === keys(b).join('\n');
}
