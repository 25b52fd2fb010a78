import { describe, expect, it } from '@jest/globals';
import { scaled } from '../../../platform/domain/scaled.js';
import { lockRate } from '../amounts.rules.js';
import { transferId } from '../chain.types.js';
import type { ChainReading } from '../sources/chain-reader.port.js';
import { quoteRefusal, viewPayment, withSighting, type InvoicePayment } from './payment.rules.js';
import { openQuote } from './quote.rules.js';
import { isHeld, secondOpinion } from './second-source.rules.js';
import { settle, withPostings } from './settlement.rules.js';
import type { Sighting, Transfer } from './transfer.rules.js';

const RATE = lockRate('50000');
const OPENED = new Date('2026-11-20T12:00:00Z');
const READ = new Date('2026-11-20T12:05:00Z');
const rates = { bitcoin: RATE, tron: null };

/** An invoice, and a payment of `units` satoshi with three confirmations. */
function paidOnce(dueUsd: string, units: bigint, changes: Partial<Sighting> = {}) {
  const payment: InvoicePayment = {
    dueUsd: scaled(dueUsd),
    toleranceUsd: 0n,
    voided: false,
    quotes: [openQuote('bitcoin', scaled(dueUsd), RATE, OPENED)],
    transfers: [],
    postings: [],
  };
  const sighting: Sighting = {
    chain: 'bitcoin',
    txid: 'f'.repeat(64),
    index: 0,
    address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    units,
    confirmations: 3,
    irreversible: false,
    block: 'b'.repeat(64),
    blockTime: null,
    rejected: null,
    ...changes,
  };
  const seen = withSighting(payment, sighting, READ)!;
  return { payment: seen, sighting, transfer: seen.transfers[0]! };
}
const withOpinion = (payment: InvoicePayment, opinion: Transfer['secondOpinion']): InvoicePayment => ({
  ...payment,
  transfers: payment.transfers.map((transfer) => ({ ...transfer, secondOpinion: opinion })),
});

describe('a payment', () => {
  it('of $1,000 is booked by what one source says', () => {
    const { payment } = paidOnce('1000', 2_000_000n);
    expect(settle(payment, rates)).toMatchObject([{ do: 'post', posting: { kind: 'received', usd: scaled('1000') } }]);
  });

  it.each([
    ['of a larger invoice', '1000.01', 2_000_100n],
    ['of a part of a larger invoice', '1500', 1_000n],
    ['of more than $1,000 for a small invoice', '50', 2_000_100n],
  ])('%s waits for a second source', (_, due, units) => {
    const { payment, transfer } = paidOnce(due, units);
    expect(isHeld(payment, transfer)).toBe(true);
    for (const opinion of [null, 'awaited', 'refuses'] as const)
      expect(settle(withOpinion(payment, opinion), rates)).toEqual([{ do: 'ask-second-source', transfer: transferId(transfer) }]);
    expect(settle(withOpinion(payment, 'agrees'), rates)).toMatchObject([{ do: 'post', posting: { kind: 'received', units } }]);
  });

  it('that waits is still on its way: no other quote may be opened', () => {
    const { payment } = paidOnce('2000', 4_000_000n);
    expect(viewPayment(payment, READ)).toMatchObject({ phase: 'confirming', confirmations: { have: 3, need: 3 }, restUsd: 0n });
    expect(quoteRefusal(payment, READ)).toBe('payment-on-its-way');
    const agreed = withOpinion(payment, 'agrees');
    expect(viewPayment(withPostings(agreed, settle(agreed, rates)), READ)).toMatchObject({ phase: 'paid', confirmations: null });
  });

  it('that an admin has booked is not on its way any more, whatever the second source said', () => {
    const { payment, transfer } = paidOnce('2000', 4_000_000n);
    const refused = withOpinion(payment, 'refuses');
    const posting = { kind: 'received' as const, transfer: transferId(transfer), usd: scaled('2000'), units: transfer.units };
    const booked = { ...refused, postings: [posting] };
    expect(settle(booked, rates)).toEqual([]);
    expect(viewPayment(booked, READ)).toMatchObject({ phase: 'paid', confirmations: null });
  });

  it('in another block is asked about again, and its booking is reversed', () => {
    const { payment, sighting } = paidOnce('2000', 4_000_000n);
    const agreed = withOpinion(payment, 'agrees');
    const booked = withPostings(agreed, settle(agreed, rates));
    const moved = withSighting(booked, { ...sighting, block: 'c'.repeat(64), confirmations: 1 }, new Date(READ.getTime() + 60_000))!;
    expect(moved.transfers).toMatchObject([{ state: 'confirming', secondOpinion: null }]);
    expect(settle(moved, rates)).toMatchObject([
      { do: 'post', posting: { usd: -scaled('2000') } },
      { do: 'tell-admins', reason: 'reorganised' },
    ]);
  });
});

describe('a second source', () => {
  const { transfer, sighting } = paidOnce('2000', 4_000_000n);
  const reading = (...sightings: Sighting[]): ChainReading => ({
    tip: { height: 900_003, time: null },
    isComplete: true,
    sightings,
    contradictions: [],
  });

  it('agrees about the same amount in the same block', () => expect(secondOpinion(transfer, reading(sighting))).toBe('agrees'));
  it.each([
    ['does not know the transaction yet', null],
    ['counts fewer confirmations', reading({ ...sighting, confirmations: 2 })],
    ['has it in no block', reading({ ...sighting, confirmations: 0, block: null })],
    ['has it in another block', reading({ ...sighting, block: 'c'.repeat(64) })],
  ])('that %s is awaited', (_, answer) => expect(secondOpinion(transfer, answer)).toBe('awaited'));
  it.each([
    ['another amount', reading({ ...sighting, units: sighting.units - 1n })],
    ['another output', reading({ ...sighting, index: 1 })],
    ['a failed transaction', reading({ ...sighting, rejected: 'reverted' })],
    ['nothing for us in it', reading()],
  ])('that has %s refuses', (_, answer) => expect(secondOpinion(transfer, answer)).toBe('refuses'));
  it('on TRON agrees once the block can not be taken back', () => {
    const tron = { ...transfer, chain: 'tron' as const };
    const same = { ...sighting, chain: 'tron' as const };
    expect(secondOpinion(tron, reading({ ...same, irreversible: true }))).toBe('agrees');
    expect(secondOpinion(tron, reading(same))).toBe('awaited');
  });
});
