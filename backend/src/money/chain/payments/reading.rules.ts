import { transferId } from '../chain.types.js';
import type { ChainReading } from '../sources/chain-reader.port.js';
import { withAbsences, withSighting, type InvoicePayment } from './payment.rules.js';
import { addOutage } from './transfer.rules.js';

export interface ReadPayment {
  payment: InvoicePayment;
  /** Transactions about which answers disagree: nothing changes, and an admin is told. */
  contradictions: readonly string[];
}

/**
 * Adds a reading of the invoice's own address: its sightings, and the absence of every transfer that a complete reading does not contain.
 * Transactions with a contradiction stay as they are. `skip`: what the reading was told to leave out.
 */
export function withReading(payment: InvoicePayment, reading: ChainReading, readAt: Date, skip?: ReadonlySet<string>): ReadPayment {
  const contradictory = new Set(reading.contradictions.map(({ txid }) => txid));
  let result = payment;
  for (const sighting of reading.sightings) {
    const next = withSighting(result, sighting, readAt);
    if (next === null) contradictory.add(sighting.txid);
    else result = next;
  }
  result = { ...result, transfers: result.transfers.map((one) => (contradictory.has(one.txid) ? addOutage(one) : one)) };
  const present = new Set(reading.sightings.map(transferId));
  for (const one of result.transfers) if (contradictory.has(one.txid) || skip?.has(one.txid)) present.add(transferId(one));
  return { payment: reading.isComplete ? withAbsences(result, present, readAt) : result, contradictions: [...contradictory] };
}
