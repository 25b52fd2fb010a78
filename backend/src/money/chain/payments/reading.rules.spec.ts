import { describe, expect, it } from '@jest/globals';
import { scaled } from '../../../platform/domain/scaled.js';
import { lockRate } from '../amounts.rules.js';
import type { ChainReading } from '../sources/chain-reader.port.js';
import type { InvoicePayment } from './payment.rules.js';
import { openQuote } from './quote.rules.js';
import { withReading } from './reading.rules.js';
import type { Sighting } from './transfer.rules.js';

const OPENED = Date.UTC(2026, 10, 20, 12);
const at = (minutes: number) => new Date(OPENED + minutes * 60_000);
const seen: Sighting = {
  chain: 'bitcoin',
  txid: 'a'.repeat(64),
  index: 0,
  address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  units: 300_000n,
  confirmations: 0,
  irreversible: false,
  block: null,
  blockTime: null,
  rejected: null,
};
const issued: InvoicePayment = {
  dueUsd: scaled('150'),
  toleranceUsd: 0n,
  voided: false,
  quotes: [openQuote('bitcoin', scaled('150'), lockRate('50000'), at(0))],
  transfers: [],
  postings: [],
};
const reading = (changes: Partial<ChainReading> = {}): ChainReading => ({
  tip: { height: 900_000, time: null },
  isComplete: true,
  sightings: [],
  contradictions: [],
  ...changes,
});
const { payment } = withReading(issued, reading({ sightings: [seen] }), at(1));

/** The state after two readings a minute apart, as they make an absent transaction gone. */
const after = (changes: Partial<ChainReading>, skip?: ReadonlySet<string>) => {
  const first = withReading(payment, reading(changes), at(2), skip);
  return withReading(first.payment, reading(changes), at(3), skip).payment.transfers.map(({ state }) => state);
};

describe('a reading', () => {
  it('adds what it has, and makes gone what it has not', () => {
    expect(payment.transfers.map(({ state }) => state)).toEqual(['seen']);
    expect(after({ sightings: [seen] })).toEqual(['seen']);
    expect(after({})).toEqual(['gone']);
  });

  it('proves no absence where it is incomplete, was told to skip the transaction, or contradicts itself about it', () => {
    expect(after({ isComplete: false })).toEqual(['seen']);
    expect(after({}, new Set([seen.txid]))).toEqual(['seen']);
    expect(after({ contradictions: [{ txid: seen.txid, problem: 'two amounts' }] })).toEqual(['seen']);
    expect(after({ contradictions: [{ txid: 'b'.repeat(64), problem: 'two amounts' }] })).toEqual(['gone']);
  });

  it('names the transaction whose amount has changed, and keeps the amount', () => {
    const changed = withReading(payment, reading({ sightings: [{ ...seen, units: 1n }] }), at(2));
    expect(changed.contradictions).toEqual([seen.txid]);
    expect(changed.payment.transfers).toEqual(payment.transfers);
  });
});
