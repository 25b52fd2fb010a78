import { isReserved, matchExactAmount, transferId, type Sighting } from '../chain/index.js';
import type { StoredQuote, StoredTransfer } from './invoice-payment.repository.js';

/** Sightings by the invoice that they pay; null: none. */
export type Matched = Map<string | null, Sighting[]>;

/**
 * Says which invoice each transfer to a shared address pays: the one it was matched with before, else the one that reserved exactly this
 * amount. `known`: transfers to the address. `quotes`: of the address, which may still be reserved.
 */
export function matchSightings(
  sightings: readonly Sighting[],
  known: readonly StoredTransfer[],
  quotes: readonly StoredQuote[],
  now: Date,
): Matched {
  const before = new Map(known.map((transfer) => [transferId(transfer), transfer.invoiceId]));
  const reserved = quotes.filter((quote) =>
    isReserved(
      quote,
      known.filter(({ invoiceId }) => invoiceId === quote.invoiceId),
      now,
    ),
  );
  const matched: Matched = new Map();
  for (const sighting of sightings) {
    const id = transferId(sighting);
    const invoiceId = before.has(id) ? before.get(id)! : invoiceFor(sighting, reserved);
    matched.set(invoiceId, [...(matched.get(invoiceId) ?? []), sighting]);
  }
  return matched;
}

const invoiceFor = (sighting: Sighting, reserved: readonly StoredQuote[]): string | null =>
  sighting.rejected === null ? (matchExactAmount(sighting.units, reserved)?.invoiceId ?? null) : null;
