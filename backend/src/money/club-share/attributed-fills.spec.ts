import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { clubArbitrary } from '../../../test/support/fund/random-club.js';
import { AttributedFills, clubShareSchema, inFillOrder, inSignalOrder } from './index.js';
import { attribute } from './attribution.rules.js';

const marketOf = ({ symbol, marketType }: { symbol: string; marketType: string }) => `${marketType} ${symbol}`;

describe('fills that are picked one by one', () => {
  it('are attributed like all fills together: the others are own trading as a whole', () => {
    const seen = { taken: 0, left: 0 };
    fc.assert(
      fc.property(clubArbitrary, (club) => {
        const { signals: unordered, members, config } = clubShareSchema.parse(club);
        const signals = inSignalOrder(unordered);
        for (const { fills } of members) {
          const pickers = new Map<string, AttributedFills>();
          const pickerOf = (market: string) => {
            const ofMarket = signals.filter((signal) => marketOf(signal) === market);
            const picker = pickers.get(market) ?? new AttributedFills(ofMarket, config.entryBand);
            pickers.set(market, picker);
            return picker;
          };
          const ordered = inFillOrder(fills);
          const taken = ordered.filter((fill) => pickerOf(marketOf(fill)).takes(fill));
          const all = attribute(signals, ordered, config.entryBand);
          const followed = new Set([...pickers.values()].flatMap((picker) => [...picker.followed]));
          const picked = attribute(
            signals.filter((signal) => followed.has(signal)),
            taken,
            config.entryBand,
          );
          expect(picked.lines).toEqual(all.lines);
          expect([...picked.lots]).toEqual([...all.lots]);
          const left = all.own.filter(({ fill }) => !taken.includes(fill));
          expect(left.map(({ fill, qty }) => fill.qty - qty)).toEqual(left.map(() => 0n));
          expect(taken.length + left.length).toBe(ordered.length);
          seen.taken += taken.length;
          seen.left += left.length;
        }
      }),
      { numRuns: 200, seed: 20_261_130 },
    );
    expect(Object.values(seen).every((count) => count > 100)).toBe(true);
  });
});
