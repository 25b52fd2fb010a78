import fc from 'fast-check';
import { ONE, toDecimal } from '../../../src/platform/domain/scaled.js';
import type { ShareCaseText } from './independent-share.js';

const HOUR = 3_600_000;
const START = Date.parse('2026-01-01');
const at = (hours: number) => new Date(START + hours * HOUR).toISOString();
const symbol = fc.constantFrom('BTC/USDT', 'BTC/USDT', 'BTC/USDT', 'ETH/USDT');
const marketType = fc.constantFrom('perpetual', 'perpetual', 'perpetual', 'spot');

/** Near 100, so that most trades are within the band of most signals: with up to 18 places, and on the band's bounds. */
const price = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 9900, max: 10_120 }).map((hundredths) => toDecimal((BigInt(hundredths) * ONE) / 100n)) },
  { weight: 1, arbitrary: fc.bigInt({ min: 98n * ONE, max: 102n * ONE }).map(toDecimal) },
  { weight: 2, arbitrary: fc.constantFrom('99', '100', '101', '99.00', '70', '140', '140') },
);
const qty = fc.oneof(
  fc.integer({ min: 1, max: 12 }).map(String),
  fc.bigInt({ min: 1n, max: 9n * ONE }).map(toDecimal),
  fc.constantFrom('0.5', '3', '1.000'),
);
const hours = fc.integer({ min: 0, max: 60 });

const signal = fc.record({
  symbol,
  marketType,
  side: fc.constantFrom('long', 'short'),
  from: fc.integer({ min: 0, max: 25 }),
  lasts: fc.integer({ min: 0, max: 60 }),
  modelEntry: fc.option(fc.constantFrom('100', '100', '99.5', '101.25'), { freq: 6 }),
  recommendedQty: qty,
});
const fill = fc.record({
  symbol,
  marketType,
  side: fc.constantFrom('buy', 'sell'),
  after: hours,
  price,
  qty,
  fee: fc.option(fc.oneof(fc.constant('0.1'), fc.bigInt({ min: -ONE / 10n, max: ONE }).map(toDecimal)), { freq: 5 }),
});
const fills = (maxLength: number, minLength = 0) =>
  fc.array(fill, { minLength, maxLength, size: 'max' }).map((list) =>
    list.map(({ after, fee, ...one }, n) => ({
      id: `t${(n * 7) % list.length}-${n}`,
      at: at(after),
      ...one,
      ...(fee !== null && { fee }),
    })),
  );
const config = fc.record(
  {
    shareRate: fc.constantFrom('0', '0.15', '0.123456789012345678'),
    entryBand: fc.constantFrom('0', '0.01', '0.015'),
    followSize: fc.constantFrom('0', '0.25', '1'),
    periods: fc.uniqueArray(fc.integer({ min: 0, max: 70 }), { maxLength: 5, size: 'max' }).map((bounds) => {
      const sorted = bounds.toSorted((a, b) => a - b);
      return sorted.slice(1).map((to, n) => ({ name: String(n), from: at(sorted[n]!), to: at(to) }));
    }),
  },
  { requiredKeys: ['periods'] },
);

/** Signals, and members whose trades follow them or not. Disputes are added by `withDisputes`, because they name lines. */
export const clubArbitrary: fc.Arbitrary<ShareCaseText> = fc
  .record({
    config,
    signals: fc.array(signal, { maxLength: 6, size: 'max' }),
    members: fc.oneof(
      { weight: 6, arbitrary: fc.array(fills(24), { maxLength: 3 }) },
      { weight: 1, arbitrary: fc.array(fills(12, 8), { minLength: 12, maxLength: 16 }) },
    ),
    manager: fc.option(fills(12), { freq: 3 }),
  })
  .map(({ config: of, signals, members, manager }) => ({
    config: of,
    signals: signals.map(({ from, lasts, modelEntry, recommendedQty, ...one }, n) => ({
      id: `s${signals.length - n}`,
      publishedAt: at(from),
      entryUntil: at(from + lasts),
      recommendedQty,
      ...one,
      ...(modelEntry !== null && { modelEntry }),
    })),
    members: members.map((trades, n) => ({ id: `m${n}`, fills: trades })),
    ...(manager && { manager: { fills: manager } }),
  }));

/** Returns the case with disputes of some of the given lines. */
export function withDisputes(
  club: ShareCaseText,
  linesOf: readonly (readonly { entry: string; exit: string }[])[],
  states: readonly number[],
): ShareCaseText {
  let next = 0;
  const members = club.members.map((member, n) => ({
    ...member,
    disputes: linesOf[n]!.flatMap(({ entry, exit }) => {
      const choice = states[next++ % states.length]!;
      if (choice < 70) return [{ entry, exit, state: 'upheld', resolvedAt: at(choice) }];
      if (choice < 90) return [{ entry, exit, state: choice < 80 ? 'open' : 'dropped', ...(choice >= 85 && { resolvedAt: at(choice) }) }];
      return [];
    }),
  }));
  return { ...club, members };
}
