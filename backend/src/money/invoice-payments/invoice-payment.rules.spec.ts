import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isReserved, openQuote, tagged, type Sighting } from '../chain/index.js';
import { accounts, type LedgerTransaction } from '../ledger/index.js';
import { scaled } from '../../platform/domain/scaled.js';
import { bookingsIn, standing, transferBookingKey, writeOffKey } from './bookings.rules.js';
import type { StoredQuote } from './invoice-payment.repository.js';
import { inverse, medianBid, pegged, product } from './rates.rules.js';
import { matchSightings, withinRoom } from './transfer-matching.rules.js';
import { endedUnseen, pauseAfter, pauseAfterFailure } from './watch-schedule.rules.js';

const NOW = new Date('2026-11-27T12:00:00.000Z');
const ago = (ms: number) => new Date(NOW.getTime() - ms).toISOString();
const bid = (price: string, ms = 1000, venue = 'binance') => ({ venue, price, at: ago(ms) });
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

describe('the price of a quote', () => {
  it('is the median of bids that agree', () => {
    expect(medianBid([bid('64218.37'), bid('64210'), bid('64230')], NOW)).toBe('64218.37');
    expect(medianBid([bid('64210'), bid('64220')], NOW)).toBe('64215');
  });

  it.each([
    ['one source', [bid('64218.37')]],
    ['a second source that is too old', [bid('64218.37'), bid('64218.37', 60_001)]],
    ['sources more than 1 % apart', [bid('64000'), bid('64641')]],
    ['a price of 0', [bid('64000'), bid('0')]],
  ])('is not known by %s', (_, sources) => {
    expect(medianBid(sources, NOW)).toBeNull();
  });

  it('is known with sources exactly 1 % apart and 60 seconds old', () => {
    expect(medianBid([bid('64000', 60_000), bid('64640')], NOW)).toBe('64320');
  });

  it('takes USDT for a dollar while the market is within half a percent, else at the market', () => {
    expect(['0.995', '1.005', '0.9987', '1.0004'].map(pegged)).toEqual(['1', '1', '1', '1']);
    expect(['0.9949', '1.0051'].map(pegged)).toEqual(['0.9949', '1.0051']);
    expect(inverse('1.0013')).toBe('0.99870168');
    expect(product('64218.37', '0.9949')).toBe('63890.856313');
  });
});

describe('the pause before the next reading', () => {
  it('grows from seconds to a day, and never ends', () => {
    const quiet = (quietMs: number) => pauseAfter('bitcoin', { isActive: false, quietMs });
    expect([pauseAfter('bitcoin', { isActive: true, quietMs: 0 }), pauseAfter('tron', { isActive: true, quietMs: day })]).toEqual([
      10_000, 5000,
    ]);
    expect([0, hour - 1, hour, day, 30 * day, 3000 * day].map(quiet)).toEqual([2 * minute, 2 * minute, 15 * minute, hour, day, day]);
  });

  it('backs off while readings fail, up to five minutes', () => {
    expect([0, 7000, 20_000, day].map((ms) => pauseAfterFailure('tron', ms))).toEqual([5000, 7000, 20_000, 5 * minute]);
  });

  it('knows quotes that ended while nothing was read', () => {
    const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
    expect(endedUnseen(at(0), at(-5), at(5))).toBe(false);
    expect(endedUnseen(at(0), at(-50), at(50))).toBe(true);
    expect(endedUnseen(at(0), at(1), at(500))).toBe(false);
    expect(endedUnseen(at(100), at(-500), at(50))).toBe(false);
  });
});

const quote = (invoiceId: string, tag: number, usd = '50'): StoredQuote => {
  const opened = openQuote('tron', scaled(usd), scaled('1'), NOW);
  return { ...opened, id: `q-${invoiceId}`, invoiceId, address: 'T', tag, sources: [], units: tagged(opened.units, tag) };
};
const sighting = (units: bigint, index = 0): Sighting => ({
  chain: 'tron',
  txid: 'ab'.repeat(32),
  index,
  address: 'T',
  units,
  confirmations: 3,
  irreversible: false,
  block: '80000001',
  blockTime: NOW,
  rejected: null,
});

describe('a transfer to the shared address', () => {
  it('pays the invoice that reserved exactly its amount, whatever else is sent', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 40 }),
        fc.array(fc.bigInt({ min: 1n, max: 200_000_000n }), { maxLength: 20 }),
        (tags, others) => {
          const quotes = tags.map((tag) => quote(`i-${tag}`, tag));
          const reserved = new Map(quotes.map(({ units, invoiceId }) => [units, invoiceId]));
          const sent = [...reserved.keys(), ...others].map(sighting);
          const matched = matchSightings(sent, null, [], quotes, NOW);
          for (const [invoiceId, found] of matched) for (const { units } of found) expect(reserved.get(units) ?? null).toBe(invoiceId);
          expect([...matched.values()].flat()).toHaveLength(sent.length);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('pays nothing once the reservation is over, and stays with its invoice once it was matched', () => {
    const ended = quote('i-1', 7);
    const later = new Date(NOW.getTime() + 25 * hour);
    const { units } = ended;
    expect(isReserved(ended, [], later)).toBe(false);
    expect([...matchSightings([sighting(units)], null, [], [ended], later).keys()]).toEqual([null]);
    const known = {
      ...sighting(units),
      invoiceId: 'i-1',
      state: 'seen' as const,
      firstSeenAt: NOW,
      readAt: NOW,
      missingSince: null,
      secondOpinion: null,
      attention: null,
      isResolved: false,
    };
    expect([...matchSightings([sighting(units)], null, [known], [], later).keys()]).toEqual(['i-1']);
  });
});

describe('transfers that are rejected', () => {
  const spam = (index: number): Sighting => ({ ...sighting(5n), index, rejected: 'wrong-contract' });

  it('are kept up to a limit, and payments always', () => {
    const all = [spam(1), sighting(7n), spam(2), spam(3)];
    expect(withinRoom(all, [], 2)).toEqual([spam(1), sighting(7n), spam(2)]);
    expect(withinRoom(all, [], 0)).toEqual([sighting(7n)]);
    expect(withinRoom(all, [], -3)).toEqual([sighting(7n)]);
  });

  it('are told to the one who was asked for the amount, if it is another token', () => {
    const asked = quote('i-1', 7);
    const keyOf = (one: Sighting) => [...matchSightings([one], null, [], [asked], NOW).keys()];
    expect(keyOf({ ...spam(1), units: asked.units })).toEqual(['i-1']);
    expect(keyOf({ ...spam(1), units: asked.units + 1n })).toEqual([null]);
    expect(keyOf({ ...spam(1), units: asked.units, rejected: 'no-value' })).toEqual([null]);
  });

  it('belong, as money does, to whom the address had at the time of the block', () => {
    const owner = { invoiceId: 'i-2', since: NOW };
    const keyOf = (blockTime: Date | null) => [...matchSightings([{ ...sighting(7n), blockTime }], owner, [], [], NOW).keys()];
    expect(keyOf(null)).toEqual(['i-2']);
    expect(keyOf(new Date(NOW.getTime() - 59_000))).toEqual(['i-2']);
    expect(keyOf(new Date(NOW.getTime() - 61_000))).toEqual([null]);
  });
});

describe('bookings', () => {
  const id = '0190a1f0-0000-7000-8000-000000000001';
  const transfer = `bitcoin:${'cd'.repeat(32)}:1`;
  const address = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
  const transaction = (
    key: string,
    postings: LedgerTransaction['postings'],
    changes: Partial<LedgerTransaction> = {},
  ): LedgerTransaction => ({
    id: key,
    kind: 'payment',
    reference: `invoice:${id}`,
    idempotencyKey: key,
    at: NOW,
    reverses: null,
    postings,
    ...changes,
  });
  const usd = (account: LedgerTransaction['postings'][number]['account'], amount: string) => ({
    account,
    currency: 'USD' as const,
    amount: scaled(amount),
  });
  const received = transaction(transferBookingKey(transfer, 0), [
    usd(accounts.conversion, '50.000001'),
    usd(accounts.receivable(id), '-50'),
    usd(accounts.credit(id), '-0.000001'),
    { account: accounts.bitcoin(address), currency: 'BTC', amount: scaled('0.0007786') },
    { account: accounts.conversion, currency: 'BTC', amount: scaled('-0.0007786') },
  ]);

  it('are read out of the ledger with dollars, units and what undid them', () => {
    const allowed = transaction(writeOffKey(id, 0), [usd(accounts.writtenOff, '0.5'), usd(accounts.receivable(id), '-0.5')]);
    const manual = transaction('payment:1', [usd(accounts.manualClearing, '20'), usd(accounts.receivable(id), '-20')]);
    const undone = transaction('unsettle:1', [], { kind: 'reversal', reverses: received.id });
    const all = bookingsIn([received, allowed, manual, undone]);
    expect(all.map(({ posting }) => posting)).toEqual([
      { kind: 'received', transfer, usd: scaled('50.000001'), units: 77_860n },
      { kind: 'write-off', transfer: null, usd: scaled('0.5'), units: 0n },
      { kind: 'received', transfer: null, usd: scaled('20'), units: 0n },
    ]);
    expect(standing(all).map(({ usd: dollars }) => dollars)).toEqual([scaled('0.5'), scaled('20')]);
  });
});
