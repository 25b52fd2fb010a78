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

/** Whose an address is. */
export interface AddressOwner {
  invoiceId: string;
  /** Transfers in older blocks are not its; null: nobody had the address before. */
  since: Date | null;
}

/** How far our clock and the time of a block may be apart. */
const CLOCKS_APART_MS = 60_000;

/**
 * Says which invoice each transfer to an address pays. What was stored stays where it is, also where an admin has put it. The rest belongs
 * to the invoice that owns the address, or on a shared one to the invoice that reserved exactly this amount. `known`: transfers to the
 * address. `quotes`: of the address, which may still be reserved.
 */
export function matchSightings(
  sightings: readonly Sighting[],
  owner: AddressOwner | null,
  known: readonly StoredTransfer[],
  quotes: readonly StoredQuote[],
  now: Date,
): Matched {
  const before = new Map(known.map((transfer) => [transferId(transfer), transfer.invoiceId]));
  const reserved = reservedQuotes(quotes, known, now);
  const matched: Matched = new Map();
  for (const sighting of sightings) {
    const id = transferId(sighting);
    const invoiceId = before.has(id) ? before.get(id)! : owner === null ? invoiceFor(sighting, reserved) : ownerFor(sighting, owner);
    matched.set(invoiceId, [...(matched.get(invoiceId) ?? []), sighting]);
  }
  return matched;
}

const ownerFor = ({ blockTime }: Sighting, { invoiceId, since }: AddressOwner): string | null =>
  since === null || blockTime === null || blockTime.getTime() >= since.getTime() - CLOCKS_APART_MS ? invoiceId : null;

/** Another token is told to the member who was asked for this amount. No other rejected transfer says whose it is. */
const invoiceFor = ({ rejected, units }: Sighting, reserved: readonly StoredQuote[]): string | null =>
  rejected === null || rejected === 'wrong-contract' ? (matchExactAmount(units, reserved)?.invoiceId ?? null) : null;

/** Rejected transfers that an invoice keeps: strangers can send any number of them. */
export const MAX_REJECTED = 5;
/** Rejected transfers of nobody that are kept for each address and day. */
export const MAX_REJECTED_A_DAY = 50;

/** Returns the sightings without those that would be kept in vain. `known`: of the same invoice, or of none. `room`: for rejected ones. */
export function withinRoom(sightings: readonly Sighting[], known: readonly StoredTransfer[], room: number): Sighting[] {
  const before = new Set(known.map(transferId));
  let left = room;
  return sightings.filter((sighting) => sighting.rejected === null || before.has(transferId(sighting)) || left-- > 0);
}
