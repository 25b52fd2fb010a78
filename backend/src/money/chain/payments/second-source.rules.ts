import { scaled } from '../../../platform/domain/scaled.js';
import { transferId, type SecondOpinion } from '../chain.types.js';
import type { ChainReading } from '../sources/chain-reader.port.js';
import { quotedValue, type Quote } from './quote.rules.js';
import { confirmationsNeeded, type Transfer } from './transfer.rules.js';

/** The system books nothing above it on the word of one source. Dollars, scaled. */
const LARGE_USD = scaled('1000');

/** Returns whether a transfer is not booked before a second source agrees: it, or its invoice, is worth more than $1,000. */
export function isHeld(payment: { dueUsd: bigint; quotes: readonly Quote[] }, transfer: Transfer): boolean {
  if (transfer.secondOpinion === 'agrees') return false;
  return payment.dueUsd > LARGE_USD || quotedValue(payment.quotes, transfer) > LARGE_USD;
}

/**
 * Compares a final transfer with what a second source knows of its transaction (null: nothing). It agrees where amount, address and block
 * are the same and it counts the confirmations of a large payment. A source that lags is awaited.
 */
export function secondOpinion(transfer: Transfer, reading: ChainReading | null): SecondOpinion {
  if (reading === null) return 'awaited';
  const same = reading.sightings.find((sighting) => transferId(sighting) === transferId(transfer) && sighting.address === transfer.address);
  if (!same || same.units !== transfer.units || same.rejected !== null) return 'refuses';
  if (same.block !== transfer.block) return 'awaited';
  const isFinal = same.chain === 'tron' ? same.irreversible : same.confirmations >= confirmationsNeeded(same.chain, LARGE_USD);
  return isFinal ? 'agrees' : 'awaited';
}
