import { accounts, type Account, type LedgerTransaction, type Posting } from '../ledger/index.js';

/** Money that arrived for an invoice. */
export interface Received {
  /** Dollars, scaled by 10^18. */
  amount: bigint;
  /** Where it arrived. */
  from: Account;
  /** The coins that arrived, where `from` is the account of conversions. */
  coins?: Posting | undefined;
}

/** Returns the postings of a payment: it covers what is `due`, and what exceeds that becomes the member's credit. */
export function postingsOf({ amount, from, coins }: Received, userId: string, due: bigint): Posting[] {
  const covered = amount < due ? amount : due < 0n ? 0n : due;
  return [
    usd(from, amount),
    usd(accounts.receivable(userId), -covered),
    usd(accounts.credit(userId), covered - amount),
    ...(coins ? [coins, { ...coins, account: accounts.conversion, amount: -coins.amount }] : []),
  ].filter((posting) => posting.amount !== 0n);
}

/** A payment that stands and became credit of the member, as a whole or in part. */
export interface Overpayment extends Received {
  /** Of the ledger's transaction. */
  id: string;
  key: string;
}

/** Finds the payments of an invoice that gave credit and were not reversed, oldest first. `transactions`: all about the invoice. */
export function overpaymentsIn(transactions: readonly LedgerTransaction[], userId: string): Overpayment[] {
  const [credit, receivable] = [accounts.credit(userId), accounts.receivable(userId)];
  const reversed = new Set(transactions.flatMap(({ reverses }) => reverses ?? []));
  return transactions
    .filter(({ id, kind }) => kind === 'payment' && !reversed.has(id))
    .filter(({ postings }) => postings.some(({ account, amount }) => account === credit && amount < 0n))
    .flatMap(({ id, idempotencyKey: key, postings }) => {
      const source = postings.find(({ account, currency, amount }) => currency === 'USD' && amount > 0n && account !== receivable);
      const coins = postings.find(({ currency, amount }) => currency !== 'USD' && amount > 0n);
      return source ? [{ id, key, amount: source.amount, from: source.account, coins }] : [];
    });
}

/** The key under which a payment is booked once more: its next round. */
export function nextKey(key: string): string {
  const round = /^(?<of>.*):(?<round>\d+)$/.exec(key)?.groups;
  return round ? `${round['of']}:${Number(round['round']) + 1}` : `${key}:1`;
}

/** A posting in dollars, scaled by 10^18. */
export const usd = (account: Account, amount: bigint): Posting => ({ account, currency: 'USD', amount });
