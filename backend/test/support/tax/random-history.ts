import fc from 'fast-check';
import { scaled } from '../../../src/platform/domain/scaled.js';
import type { TaxRow } from '../../../src/trading/tax/engine/index.js';

const START = Date.UTC(2024, 8, 1);
const HOUR = 3_600_000;
/** XYZ has a price in some hours only. */
const COINS = ['BTC', 'ETH', 'BNB', 'XYZ'];
const PAIRS: readonly (readonly [base: string, quote: string])[] = [
  ['BTC', 'USDT'],
  ['ETH', 'USDT'],
  ['BNB', 'USDT'],
  ['XYZ', 'USDT'],
  ['ETH', 'BTC'],
  ['XYZ', 'BTC'],
  ['USDT', 'TRY'],
];

/** Returns a price that depends on coin and hour only, with up to eight places. */
export function priceOfHistory(asset: string, time: number): bigint | null {
  const hour = Math.floor(time / HOUR);
  let hash = hour >>> 0;
  for (const letter of asset) hash = Math.imul(hash ^ letter.charCodeAt(0), 2_654_435_761) >>> 0;
  if (asset === 'XYZ' && hash % 3 === 0) return null;
  return scaled(`${1 + (hash % 900)}.${String(hash % 100_000_000).padStart(8, '0')}`);
}

/** A decimal with up to eight places, mostly small. */
const amount = fc
  .tuple(fc.integer({ min: 0, max: 20 }), fc.constantFrom(0, 5, 25, 125, 33_333_333, 1, 99_999_999, 12_345_678), fc.constantFrom(1, 2, 8))
  .map(([whole, part, places]) => scaled(`${whole}.${String(part).padStart(8, '0').slice(0, places)}`) + scaled('0.00000001'));
const coin = fc.constantFrom(...COINS);
const fee = fc.oneof(
  fc.constant(0n),
  amount.map((value) => value / 1000n),
  amount.map((value) => -value / 5000n),
);

const trade = fc.record({
  kind: fc.constant('trade' as const),
  pair: fc.constantFrom(...PAIRS),
  buyer: fc.boolean(),
  qty: amount,
  quoteQty: amount,
  fee,
  feeIn: fc.constantFrom('base', 'quote', 'BNB', 'XYZ'),
});
const conversion = fc.record({
  kind: fc.constant('conversion' as const),
  how: fc.constantFrom('convert' as const, 'dust' as const),
  pair: fc.uniqueArray(fc.constantFrom(...COINS, 'USDT'), { minLength: 2, maxLength: 2 }),
  fromQty: amount,
  toQty: amount,
});
const deposit = fc.record({
  kind: fc.constant('deposit' as const),
  asset: coin,
  qty: amount,
  cost: fc.option(amount),
  daysBefore: fc.option(fc.integer({ min: 0, max: 500 })),
});
const withdrawal = fc.record({ kind: fc.constant('withdrawal' as const), asset: coin, qty: amount });
const unexplained = fc.record({ kind: fc.constant('unexplained' as const), asset: coin, qty: amount, leaves: fc.boolean() });
const reward = fc.record({ kind: fc.constant('reward' as const), asset: fc.constantFrom(...COINS, 'USDT'), qty: amount });
const futures = fc.record({
  kind: fc.constant('futures' as const),
  entry: fc.constantFrom('realised' as const, 'fee' as const, 'funding' as const, 'other' as const, 'conversion' as const),
  contract: fc.constantFrom('BTCUSDT', 'ETHUSDT'),
  side: fc.constantFrom('BOTH' as const, 'LONG' as const, 'SHORT' as const),
  asset: fc.constantFrom('USDT', 'BNB', 'XYZ'),
  amount,
  isPaid: fc.boolean(),
});

const anyMove = fc.oneof(
  { weight: 12, arbitrary: trade },
  { weight: 2, arbitrary: conversion },
  { weight: 2, arbitrary: deposit },
  { weight: 1, arbitrary: withdrawal },
  { weight: 1, arbitrary: unexplained },
  { weight: 1, arbitrary: reward },
  { weight: 2, arbitrary: futures },
);
type Move = typeof anyMove extends fc.Arbitrary<infer M> ? M : never;

function rowOf(move: Move, time: number, id: string): TaxRow {
  switch (move.kind) {
    case 'trade': {
      const [base, quote] = move.pair;
      const { pair: _pair, feeIn, ...rest } = move;
      return { ...rest, time, id, base, quote, feeAsset: feeIn === 'base' ? base : feeIn === 'quote' ? quote : feeIn };
    }
    case 'conversion': {
      const { pair, ...rest } = move;
      return { ...rest, time, id, from: pair[0]!, to: pair[1]! };
    }
    case 'deposit': {
      const { daysBefore, ...rest } = move;
      return { ...rest, time, id, acquiredAt: daysBefore === null ? null : time - daysBefore * 24 * HOUR };
    }
    case 'unexplained':
      return { kind: 'unexplained', asset: move.asset, time, id, qty: move.leaves ? -move.qty : move.qty };
    case 'futures': {
      const { isPaid, ...rest } = move;
      return { ...rest, time, id, amount: isPaid ? -move.amount : move.amount };
    }
    default:
      return { ...move, time, id };
  }
}

/** Rows of about two years around 2025 in time order, several at one time among them. */
export const historyArbitrary: fc.Arbitrary<TaxRow[]> = fc
  .noBias(fc.array(fc.tuple(anyMove, fc.constantFrom(0, 1, 30, 300, 500, 900)), { minLength: 5, maxLength: 30, size: 'max' }))
  .map((moves) => {
    let time = START;
    return moves.map(([move, hours], n) => {
      time += hours * HOUR;
      return rowOf(move, time, `r${n}`);
    });
  });
