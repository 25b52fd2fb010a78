import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readIndexes, slippageSummary, quantileSummary } from './slippage.rules.js';

const nothing = { members: null, observations: null, median: null, p10: null, p90: null };
const fleet = fc.array(fc.array(fc.bigInt({ min: -(10n ** 16n), max: 10n ** 16n }), { maxLength: 5 }), { maxLength: 30 });

describe('the slippage of members', () => {
  it('is known of ten members with an entry, and unknown of nine', () => {
    const members = Array.from({ length: 9 }, (_, n) => [BigInt(n), BigInt(n + 100)]);
    expect(slippageSummary([...members, []])).toEqual(nothing);
    expect(slippageSummary([...members, [9n]])).toMatchObject({ members: 10, observations: 19 });
    expect(quantileSummary(9, 18, () => 1n)).toEqual(nothing);
  });

  it('is the same from the few values that it names as from all', () =>
    fc.assert(
      fc.property(fleet, (ofMembers) => {
        const sorted = ofMembers.flat().toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
        const read = new Map(readIndexes(sorted.length).map((index) => [index, sorted[index]]));
        const members = ofMembers.filter((values) => values.length > 0).length;
        expect(read.size).toBeLessThanOrEqual(6);
        const summary = quantileSummary(members, sorted.length, (index) => read.get(index)!);
        expect(summary).toEqual(slippageSummary(ofMembers));
        if (members >= 10) {
          expect(summary.p10! <= summary.median! && summary.median! <= summary.p90!).toBe(true);
          expect([sorted[0]! <= summary.p10!, summary.p90! <= sorted.at(-1)!]).toEqual([true, true]);
        } else expect(summary).toEqual(nothing);
      }),
      { numRuns: 300, seed: 20_261_203 },
    ));
});
