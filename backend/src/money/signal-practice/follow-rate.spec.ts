import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ONE, scaled } from '../../platform/domain/scaled.js';
import { followCounts, recommendedPart, type FilledSignal } from './follow-rate.rules.js';

describe('the recommended size of a signal', () => {
  it.each([
    ['2% of the account', '0.02'],
    ['2.5 % of the account', '0.025'],
    ['1,5%', '0.015'],
    ['Up to 100 % of the account', '1'],
  ])('is read from %j', (text, part) => expect(recommendedPart(text)).toBe(scaled(part)));

  it.each(['0.4 BTC', '500 USDT', '1-2% of the account', '1% to 2%', '2% at 10x', '0%', 'small', '-', '%', '%2', '1234%', '1.2.3%'])(
    'is not guessed from %j',
    (text) => expect(recommendedPart(text)).toBeNull(),
  );
});

/** 2% of 10,000 at a price of 100 is 2; a quarter of it 0.5. */
const signal = (fields: Partial<FilledSignal> = {}): FilledSignal => ({
  publishedAt: 1_000,
  entryUntil: 2_000,
  endedAt: 2_000,
  modelEntry: 100n * ONE,
  recommendedSize: '2% of the account',
  entryQty: 2n * ONE,
  ...fields,
});
const history = { from: 0, until: 10_000, equityBefore: (): bigint | null => 10_000n * ONE };

describe('the follow rate', () => {
  it('takes exactly a quarter of the recommended size as followed, and nothing below', () => {
    const quarter = signal({ entryQty: scaled('0.5') });
    const less = signal({ entryQty: scaled('0.5') - 1n });
    expect(followCounts([quarter, less], history)).toMatchObject({ filled: 2, followed: 1, tooSmall: 1 });
  });

  it('takes an entry whose recommended size is not known as not followed', () => {
    const inWords = signal({ recommendedSize: 'as you like' });
    expect(followCounts([inWords], history)).toMatchObject({ filled: 1, followed: 0, unsized: 1 });
    for (const equity of [null, 0n, -ONE])
      expect(followCounts([signal()], { ...history, equityBefore: () => equity })).toMatchObject({ filled: 1, followed: 0, unsized: 1 });
  });

  it('measures by the value of the account before the publication', () => {
    const times: number[] = [];
    followCounts([signal({ publishedAt: 1_234 })], { ...history, equityBefore: (time) => (times.push(time), ONE) });
    expect(times).toEqual([1_234]);
  });

  it('leaves out what the history of the account does not cover, bounds included', () => {
    const signals = [
      signal({ publishedAt: 100, entryUntil: 200, endedAt: 250 }),
      signal({ publishedAt: 99 }),
      signal({ publishedAt: 150, entryUntil: 300, endedAt: 310 }),
      signal({ entryUntil: 301 }),
    ];
    expect(followCounts(signals, { ...history, from: 100, until: 300 })).toEqual({
      filled: 2,
      followed: 2,
      tooSmall: 0,
      unsized: 0,
      notEntered: 0,
      outside: 2,
      period: { from: 100, to: 310 },
    });
  });

  it('has no period where nothing counts', () => {
    expect(followCounts([], history)).toMatchObject({ filled: 0, period: null });
    expect(followCounts([signal({ publishedAt: -1 })], history)).toMatchObject({ filled: 0, outside: 1, period: null });
  });

  it('accounts for every signal once, and never counts more for a smaller entry', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            qty: fc.integer({ min: 0, max: 4_000 }),
            size: fc.constantFrom('1% of the account', '2%', '3 %', 'by feel'),
            at: fc.integer({ min: 0, max: 100 }),
          }),
          { maxLength: 40 },
        ),
        fc.integer({ min: 0, max: 50 }),
        (trades, from) => {
          const counted = (scale: bigint) =>
            followCounts(
              trades.map(({ qty, size, at }) =>
                signal({ entryQty: (BigInt(qty) * ONE) / 1000n / scale, recommendedSize: size, publishedAt: at }),
              ),
              { ...history, from },
            );
          const { filled, followed, tooSmall, unsized, notEntered, outside } = counted(1n);
          expect(followed + tooSmall + unsized + notEntered).toBe(filled);
          expect(filled + outside).toBe(trades.length);
          const parts: Record<string, number> = { '1% of the account': 0.01, '2%': 0.02, '3 %': 0.03 };
          const expected = trades.filter(({ qty, size, at }) => at >= from && qty > 0 && qty / 1000 >= (parts[size] ?? Infinity) * 25);
          expect(followed).toBe(expected.length);
          expect(counted(2n).followed).toBeLessThanOrEqual(followed);
        },
      ),
      { numRuns: 200, seed: 20_261_203 },
    ));
});
