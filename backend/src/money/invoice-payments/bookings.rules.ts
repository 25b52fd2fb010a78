import { Decimal } from '../../platform/domain/index.js';
import { toDecimal } from '../../platform/domain/scaled.js';
import { textToUnits, type Posting } from '../chain/index.js';
import { creditKey } from '../invoices/index.js';
import { accounts, type LedgerTransaction, type Posting as LedgerPosting } from '../ledger/index.js';

/** What is due, in dollars with two decimal places. Rounded up: it is never shown as less. */
export const dueInCents = (usd: bigint): string => new Decimal(toDecimal(usd)).toDecimalPlaces(2, Decimal.ROUND_UP).toFixed(2);

const CHAIN_PREFIX = 'chain-transfer:';
const CREDIT_PREFIX = creditKey('');
const WRITE_OFF_PREFIX = 'chain-write-off:';

/** The key of a booking: a transfer that was lost and came back is booked again, as another `round`. */
export const transferBookingKey = (transfer: string, round: number): string => `${CHAIN_PREFIX}${transfer}:${round}`;
export const writeOffKey = (invoiceId: string, round: number): string => `${WRITE_OFF_PREFIX}${invoiceId}:${round}`;

/** A booking of the ledger that payments on chain can undo. */
export interface Booking {
  /** Of the ledger's transaction. */
  id: string;
  key: string;
  isReversed: boolean;
  /** As the rules of payments see it. */
  posting: Posting;
}

/**
 * Reads the payments of an invoice out of its transactions in the ledger: transfers, write-offs, and payments that a person compared.
 * `reversals` are in `transactions` too, and undo what they name.
 */
export function bookingsIn(transactions: readonly LedgerTransaction[]): Booking[] {
  const reversed = new Set(transactions.flatMap(({ reverses }) => reverses ?? []));
  return transactions
    .filter(({ kind }) => kind === 'payment')
    .map(({ id, idempotencyKey, postings }) => {
      const own = (account: string, currency?: string) =>
        postings
          .filter((posting) => posting.account === account && (currency === undefined || posting.currency === currency))
          .reduce((sum, { amount }) => sum + amount, 0n);
      const transfer = idempotencyKey.startsWith(CHAIN_PREFIX) ? idempotencyKey.slice(CHAIN_PREFIX.length).replace(/:\d+$/, '') : null;
      const coins = postings.find(({ account, currency }) => account.startsWith('chain:') && currency !== 'USD');
      const isWriteOff = idempotencyKey.startsWith(WRITE_OFF_PREFIX);
      const usd = isWriteOff
        ? own(accounts.writtenOff)
        : transfer === null
          ? own(accounts.manualClearing) + creditUsed(idempotencyKey, postings)
          : own(accounts.conversion, 'USD');
      return {
        id,
        key: idempotencyKey,
        isReversed: reversed.has(id),
        posting: {
          kind: isWriteOff ? ('write-off' as const) : ('received' as const),
          transfer,
          usd,
          units: coins === undefined || transfer === null ? 0n : unitsOf(transfer, coins.amount),
        },
      };
    });
}

/** Credit of the member that paid a part of the invoice. */
const creditUsed = (key: string, postings: readonly LedgerPosting[]): bigint =>
  key.startsWith(CREDIT_PREFIX)
    ? postings.filter(({ account }) => account.startsWith('credit:')).reduce((sum, { amount }) => sum + amount, 0n)
    : 0n;

/** What stands: bookings that were not undone. */
export const standing = (bookings: readonly Booking[]): Posting[] =>
  bookings.filter(({ isReversed }) => !isReversed).map(({ posting }) => posting);

const unitsOf = (transfer: string, amount: bigint): bigint =>
  textToUnits(transfer.startsWith('bitcoin:') ? 'bitcoin' : 'tron', toDecimal(amount));
