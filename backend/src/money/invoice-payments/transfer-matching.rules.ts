import { isReserved, matchExactAmount, transferId, type Sighting } from '../chain/index.js';
import type { StoredQuote, StoredTransfer } from './invoice-payment.repository.js';

/** Sightings by the invoice that they pay; null: none. */
export type Matched = Map<string | null, Sighting[]>;

/** Quotes that ended longer ago are not reserved any more: a day of reservation, and a day for transfers that are slow to become final. */
export const RESERVED_SINCE_MS = 48 * 3_600_000;

/** Quotes of a shared address whose amount nobody else may get. `transfers`: to the address. */
export const reservedQuotes = (quotes: readonly StoredQuote[], transfers: readonly StoredTransfer[], now: Date): StoredQuote[] =>
  quotes.filter((quote) =>
    isReserved(
      quote,
      transfers.filter(({ invoiceId }) => invoiceId === quote.invoiceId),
      now,
    ),
  );

/**
 * Says which invoice each transfer to an address pays. What was stored stays where it is, also where an admin has put it. The rest belongs
 * to the invoice that owns the address, or on a shared one to the invoice that reserved exactly this amount. `known`: transfers to the
 * address. `quotes`: of the address, which may still be reserved.
 */
export function matchSightings(
  sightings: readonly Sighting[],
  owner: string | null,
  known: readonly StoredTransfer[],
  quotes: readonly StoredQuote[],
  now: Date,
): Matched {
  const before = new Map(known.map((transfer) => [transferId(transfer), transfer.invoiceId]));
  const reserved = reservedQuotes(quotes, known, now);
  const matched: Matched = new Map();
  for (const sighting of sightings) {
    const id = transferId(sighting);
    const invoiceId = before.has(id) ? before.get(id)! : (owner ?? invoiceFor(sighting, reserved));
    matched.set(invoiceId, [...(matched.get(invoiceId) ?? []), sighting]);
  }
  return matched;
}

const invoiceFor = (sighting: Sighting, reserved: readonly StoredQuote[]): string | null =>
  sighting.rejected === null ? (matchExactAmount(sighting.units, reserved)?.invoiceId ?? null) : null;
