import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ShareCaseText } from '../../../test/support/fund/independent-share.js';
import { clubShareAnswer, clubShareSchema } from './index.js';

const MINUTE_MS = 60_000;
const START = Date.parse('2026-03-01T10:00:00Z');

/** Members who enter signals with known delays and sizes, while prices move away from the model at a known pace. */
const fleetArbitrary = fc.record({
  /** How far a price moves a minute, of the model entry, in millionths. */
  pace: fc.integer({ min: 20, max: 150 }),
  signals: fc.array(fc.record({ side: fc.constantFrom('long', 'short'), model: fc.integer({ min: 1, max: 90_000 }) }), {
    minLength: 3,
    maxLength: 8,
  }),
  /** Of each member: a delay in minutes and the quantities of the trades of each entry. */
  members: fc.array(
    fc.record({
      delay: fc.integer({ min: 1, max: 60 }),
      quantities: fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 3 }),
    }),
    { minLength: 10, maxLength: 30 },
  ),
  /** What the manager trades of each signal, in hundredths of the recommended quantity. */
  sizes: fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 8, maxLength: 8 }),
});
type Fleet = typeof fleetArbitrary extends fc.Arbitrary<infer T> ? T : never;

const publishedAt = (n: number) => START + n * 24 * 60 * MINUTE_MS;
const text = (time: number) => new Date(time).toISOString();

/** Trades of one entry, a minute apart from its delay on, each with the slippage that is put into it. */
function entryOf({ pace, signals }: Fleet, n: number, { delay, quantities }: { delay: number; quantities: readonly number[] }) {
  const { side, model } = signals[n]!;
  return quantities.map((qty, trade) => {
    const minutes = delay + trade;
    const moved = (side === 'long' ? 1 : -1) * pace * minutes;
    return {
      slippage: (pace * minutes) / 1e6,
      qty,
      fill: {
        id: `${n}-${trade}`,
        at: text(publishedAt(n) + minutes * MINUTE_MS),
        symbol: `C${n}/USDT`,
        marketType: 'perpetual',
        side: side === 'long' ? 'buy' : 'sell',
        // Exact: the model in whole dollars, the way in millionths.
        price: `${BigInt(model) * (1_000_000n + BigInt(moved))}`.padStart(7, '0').replace(/(\d{6})$/, '.$1'),
        qty: String(qty),
      },
    };
  });
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const position = (sorted.length - 1) * part;
  const low = Math.floor(position);
  return sorted[low]! + (position - low) * ((sorted[low + 1] ?? sorted[low]!) - sorted[low]!);
}

const within = (told: string | null, injected: number) => expect(Math.abs(Number(told) - injected)).toBeLessThanOrEqual(0.01 * injected);

describe('a simulated fleet', () => {
  it('shows the slippage and the follow rate that were put into it, to 1%', () =>
    fc.assert(
      fc.property(fleetArbitrary, (fleet) => {
        const { signals, members, sizes } = fleet;
        const entries = members.map((member) => signals.map((_, n) => entryOf(fleet, n, member)));
        const club: ShareCaseText = {
          signals: signals.map(({ side, model }, n) => ({
            id: `s${n}`,
            symbol: `C${n}/USDT`,
            marketType: 'perpetual',
            side,
            publishedAt: text(publishedAt(n)),
            entryUntil: text(publishedAt(n) + 120 * MINUTE_MS),
            modelEntry: String(model),
            recommendedQty: '100',
          })),
          members: entries.map((ofMember, m) => ({ id: `m${m}`, fills: ofMember.flat().map(({ fill }) => fill) })),
          manager: {
            fills: signals.flatMap((_, n) =>
              sizes[n]! === 0 ? [] : entryOf(fleet, n, { delay: 1, quantities: [sizes[n]!] }).map(({ fill }) => fill),
            ),
          },
        };
        const { slippage, followRate } = clubShareAnswer(clubShareSchema.parse(club));
        const injected = entries.flat().map((trades) => {
          const total = trades.reduce((sum, { qty }) => sum + qty, 0);
          return trades.reduce((sum, one) => sum + (one.slippage * one.qty) / total, 0);
        });
        expect([slippage.members, slippage.observations]).toEqual([members.length, injected.length]);
        within(slippage.median, quantile(injected, 0.5));
        within(slippage.p10, quantile(injected, 0.1));
        within(slippage.p90, quantile(injected, 0.9));
        const followed = signals.filter((_, n) => sizes[n]! >= 25).length / signals.length;
        expect(Math.abs(Number(followRate!.rate) - followed)).toBeLessThanOrEqual(0.01);
      }),
      { numRuns: 100, seed: 20_261_202 },
    ));
});
