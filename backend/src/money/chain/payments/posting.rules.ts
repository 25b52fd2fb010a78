/** An entry that a payment on chain makes in the ledger. A correction is an entry with the opposite sign. */
export interface Posting {
  kind: 'received' | 'write-off';
  /** `transferId` of the transfer that was received; null for a write-off. */
  transfer: string | null;
  /** Dollars, scaled; negative where it reverses an earlier entry. */
  usd: bigint;
  /** Satoshi or 10^-6 USDT; 0 for a write-off. */
  units: bigint;
}

export type PaymentStatus = 'issued' | 'partially_paid' | 'paid';

export const sumOf = (postings: readonly Posting[]): bigint => postings.reduce((sum, { usd }) => sum + usd, 0n);

/** Returns what has been posted for one transfer and not reversed. */
export function postedFor(postings: readonly Posting[], transfer: string): { usd: bigint; units: bigint } {
  const own = postings.filter((posting) => posting.transfer === transfer);
  return { usd: sumOf(own), units: own.reduce((sum, { units }) => sum + units, 0n) };
}

/** Returns the write-offs that have not been reversed. */
export const writtenOff = (postings: readonly Posting[]): bigint => sumOf(postings.filter(({ kind }) => kind === 'write-off'));

/** Returns an invoice's payment status: paid if and only if the postings cover it. `dueUsd`: its total, scaled. */
export function paymentStatus(dueUsd: bigint, postings: readonly Posting[]): PaymentStatus {
  const sum = sumOf(postings);
  if (sum >= dueUsd) return 'paid';
  return sum > 0n ? 'partially_paid' : 'issued';
}
