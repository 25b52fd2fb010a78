import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { scaled } from '../../../platform/domain/scaled.js';
import { lockRate } from '../amounts.rules.js';
import { transferId } from '../chain.types.js';
import { withSighting, type InvoicePayment } from './payment.rules.js';
import { postedFor, sumOf } from './posting.rules.js';
import { isReserved, matchExactAmount, openQuote } from './quote.rules.js';
import { settle, withPostings } from './settlement.rules.js';
import { addAbsence, addSighting, type Sighting } from './transfer.rules.js';

const RATE = lockRate('50000');
const rates = { bitcoin: RATE, tron: null };
const OPENED = Date.UTC(2026, 10, 20, 12);
const minute = (n: number) => new Date(OPENED + n * 60_000);
const ROUNDS = 15;

const issued: InvoicePayment = {
  dueUsd: scaled('150'),
  toleranceUsd: scaled('1.5'),
  voided: false,
  quotes: [openQuote('bitcoin', scaled('150'), RATE, minute(0))],
  transfers: [],
  postings: [],
};

interface Life {
  units: bigint;
  seen: number;
  mined: number;
  /** Round of a reorganisation that takes it out of its block, and of the block that takes it again. */
  orphaned: number;
  again: number;
  /** By how many blocks the source lags in each round. */
  lags: number[];
}

const life: fc.Arbitrary<Life> = fc.record({
  units: fc.bigInt({ min: 1_000n, max: 400_000n }),
  seen: fc.integer({ min: 0, max: 5 }),
  mined: fc.integer({ min: 5, max: 9 }),
  orphaned: fc.integer({ min: 10, max: 20 }),
  again: fc.integer({ min: 20, max: 24 }).map((round) => round - 10),
  lags: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: ROUNDS, maxLength: ROUNDS }),
});

const readingOf = (one: Life, index: number, round: number): Sighting | null => {
  if (round < one.seen) return null;
  const isOrphaned = round >= one.orphaned;
  const since = isOrphaned ? Math.max(one.again, one.orphaned) : one.mined;
  const isMined = round >= since;
  return {
    chain: 'bitcoin',
    txid: 'f'.repeat(64),
    index,
    address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    units: one.units,
    confirmations: isMined ? Math.max(1, round - since + 1 - one.lags[round]!) : 0,
    irreversible: false,
    block: isMined ? `${isOrphaned ? 'c' : 'b'}${since}` : null,
    blockTime: isMined ? minute(since) : null,
    rejected: null,
  };
};

const readingsOf = (lives: Life[]) =>
  Array.from({ length: ROUNDS }, (_, round) =>
    lives.flatMap((one, index) => {
      const sighting = readingOf(one, index, round);
      return sighting ? [{ sighting, readAt: minute(round) }] : [];
    }),
  ).flat();

const apply = (payment: InvoicePayment, readings: { sighting: Sighting; readAt: Date }[]) =>
  readings.reduce((before, { sighting, readAt }) => withSighting(before, sighting, readAt)!, payment);
const sorted = ({ transfers }: InvoicePayment) => transfers.toSorted((a, b) => a.index - b.index);
const settled = (payment: InvoicePayment) => withPostings(payment, settle(payment, rates));
const receivedOf = ({ postings }: InvoicePayment) => sumOf(postings.filter(({ kind }) => kind === 'received'));

/** Lives, and their readings in another order with some of them twice. */
const histories = fc.array(life, { minLength: 1, maxLength: 4 }).chain((lives) => {
  const readings = readingsOf(lives);
  return fc.record({
    ordered: fc.constant(readings),
    mixed: fc
      .tuple(fc.shuffledSubarray(readings, { minLength: readings.length, maxLength: readings.length }), fc.shuffledSubarray(readings))
      .map(([all, some]) => [...all, ...some]),
  });
});

describe('readings of the chain', () => {
  it('give the same transfers and postings in any order, however often they are repeated', () => {
    fc.assert(
      fc.property(histories, ({ ordered, mixed }) => {
        const [one, other] = [apply(issued, ordered), apply(issued, mixed)];
        expect(sorted(other)).toEqual(sorted(one));
        expect(receivedOf(settled(other))).toBe(receivedOf(settled(one)));
      }),
    );
  });

  it('take back in a reorganisation exactly what they gave', () => {
    fc.assert(
      fc.property(histories, fc.nat(), ({ ordered }, choice) => {
        const payment = settled(apply(issued, ordered));
        const lost = payment.transfers[choice % payment.transfers.length]!;
        const sighting: Sighting = { ...lost, confirmations: 0, irreversible: false, block: null, blockTime: null };
        const after = settled(withSighting(payment, sighting, minute(ROUNDS))!);
        expect(postedFor(after.postings, transferId(lost))).toEqual({ usd: 0n, units: 0n });
        expect(receivedOf(after)).toBe(receivedOf(payment) - postedFor(payment.postings, transferId(lost)).usd);
        expect(sumOf(after.postings) >= 0n).toBe(true);
      }),
    );
  });

  it('never make a transfer on TRON final by a number of confirmations', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 10 ** 9 }), { minLength: 1 }), (counts) => {
        const payment = counts.reduce((before, confirmations, round) => {
          const sighting = { ...readingOf(lifeOfTron, 0, 9)!, chain: 'tron' as const, confirmations };
          return settled(withSighting(before, sighting, minute(round))!);
        }, issued);
        expect(payment.transfers[0]!.state).not.toBe('final');
        expect(payment.postings).toEqual([]);
      }),
    );
  });
});

const lifeOfTron: Life = { units: 50_000_000n, seen: 0, mined: 5, orphaned: 20, again: 20, lags: Array.from({ length: ROUNDS }, () => 0) };

describe('a transfer on TRON', () => {
  const sighting: Sighting = { ...readingOf(lifeOfTron, 0, 9)!, chain: 'tron' };
  const final = addSighting(null, { ...sighting, irreversible: true }, 19, minute(1))!;

  it('is final when it is irreversible, and stays so', () => {
    expect(final.state).toBe('final');
    expect(addSighting(final, { ...sighting, confirmations: 0, block: null }, 19, minute(2))!.state).toBe('final');
    expect([addAbsence(final, minute(3)), addAbsence(addAbsence(final, minute(3)), minute(9))].map(({ state }) => state)).toEqual([
      'final',
      'final',
    ]);
  });

  it('that was final cannot be irreversibly reverted: a contradiction', () => {
    expect(addSighting(final, { ...sighting, irreversible: true, rejected: 'reverted' }, 19, minute(2))).toBeNull();
  });
});

describe('a reservation', () => {
  const quote = openQuote('tron', scaled('50'), lockRate('1'), minute(0));
  const transfer = addSighting(null, { ...readingOf(lifeOfTron, 0, 9)!, chain: 'tron' }, 19, minute(5))!;

  it('lasts 24 hours beyond its quote, and longer while a transfer is not final', () => {
    const end = 20 + 24 * 60;
    expect([isReserved(quote, [], minute(end - 1)), isReserved(quote, [], minute(end))]).toEqual([true, false]);
    expect(isReserved(quote, [transfer], minute(end + 500))).toBe(true);
    expect(isReserved(quote, [{ ...transfer, state: 'final' }], minute(end))).toBe(false);
    expect(isReserved(quote, [{ ...transfer, state: 'gone' }], minute(end))).toBe(false);
  });

  it('is found by its exact amount alone', () => {
    const [a, b] = [{ units: 50_000_100n }, { units: 50_000_200n }];
    expect(matchExactAmount(50_000_200n, [a, b])).toBe(b);
    expect(matchExactAmount(50_000_199n, [a, b])).toBeNull();
    expect(matchExactAmount(50_000_100n, [a, { ...a }])).toBeNull();
  });
});
