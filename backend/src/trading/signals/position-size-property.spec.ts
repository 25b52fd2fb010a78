import { describe, expect, it } from '@jest/globals';
import type { LeverageBracket, MarketFilters } from '../venues/index.js';
import { positionSize } from './position-size.rules.js';
import type { PositionSizeInput } from './position-size.types.js';

/** A fraction of two whole numbers, in no particular terms; the divisor is above zero. */
interface Fraction {
  n: bigint;
  d: bigint;
}
const whole = (n: bigint | number): Fraction => ({ n: BigInt(n), d: 1n });
const add = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d });
const minus = (a: Fraction): Fraction => ({ n: -a.n, d: a.d });
const sub = (a: Fraction, b: Fraction): Fraction => add(a, minus(b));
const mul = (...all: Fraction[]): Fraction => all.reduce((a, b) => ({ n: a.n * b.n, d: a.d * b.d }));
const div = (a: Fraction, b: Fraction): Fraction => (b.n < 0n ? { n: -a.n * b.d, d: a.d * -b.n } : { n: a.n * b.d, d: a.d * b.n });
const abs = (a: Fraction): Fraction => (a.n < 0n ? minus(a) : a);
const isLess = (a: Fraction, b: Fraction) => a.n * b.d < b.n * a.d;
const least = (all: Fraction[]) => all.reduce((a, b) => (isLess(b, a) ? b : a));
const most = (all: Fraction[]) => all.reduce((a, b) => (isLess(a, b) ? b : a));
const floor = ({ n, d }: Fraction): bigint => (n >= 0n ? n / d : -((-n + d - 1n) / d));
const ceil = (a: Fraction): bigint => -floor(minus(a));

function parse(text: string): Fraction {
  const [before, after = ''] = text.split('.') as [string, string?];
  return { n: BigInt(before + after), d: 10n ** BigInt(after.length) };
}

/** Writes a fraction of a power of ten; throws where it has more than `places` places. */
function write(a: Fraction, places = 80): string {
  const scaled = mul(a, whole(10n ** BigInt(places)));
  if (scaled.n % scaled.d !== 0n) throw new Error('has no end');
  const digits = abs({ n: scaled.n / scaled.d, d: 1n })
    .n.toString()
    .padStart(places + 1, '0');
  const text = `${digits.slice(0, -places)}.${digits.slice(-places)}`.replace(/\.?0+$/, '');
  return a.n < 0n ? `-${text}` : text;
}
const rounded = (a: Fraction, places: number, round: (a: Fraction) => bigint) =>
  write({ n: round(mul(a, whole(10n ** BigInt(places)))), d: 10n ** BigInt(places) });

/** Everything from the definitions: the most lots within every limit, and where margin and result are down to the maintenance margin. */
function expected(input: PositionSizeInput) {
  const filters = input.filters!;
  const [entry, stop, fee, leverage] = [parse(input.entryPrice), parse(input.stopLoss), parse(input.takerFee), whole(input.leverage)];
  const [equity, unit] = [parse(input.equity!), parse(filters.contractSize ?? '1')];
  const budget = div(mul(equity, parse(input.riskPercent)), whole(100));
  const lot = mul(unit, parse(filters.stepSize));
  const lossOf = (quantity: Fraction) => mul(quantity, add(abs(sub(entry, stop)), add(mul(entry, fee), mul(stop, fee))));
  const costOf = (quantity: Fraction) => mul(quantity, add(div(entry, leverage), mul(entry, fee)));
  const lotsWithin = (limit: Fraction, of: (quantity: Fraction) => Fraction) => floor(div(limit, of(lot)));
  const same = (quantity: Fraction) => quantity;

  const allowing = input.brackets?.filter(({ maxLeverage }) => !isLess(parse(maxLeverage), leverage));
  if (input.leverage > 1 && allowing?.length === 0) return { reason: 'leverage-not-allowed' };
  const limits: [string, bigint][] = [['risk', lotsWithin(budget, lossOf)]];
  if (filters.maxQuantity !== null) limits.push(['above-maximum', lotsWithin(mul(unit, parse(filters.maxQuantity)), same)]);
  const largest = input.leverage > 1 ? allowing?.at(-1) : undefined;
  if (largest) {
    const ofNotional = largest.maxNotional === null ? null : lotsWithin(parse(largest.maxNotional), (quantity) => mul(quantity, entry));
    const ofQuantity = largest.maxQuantity === null ? null : lotsWithin(parse(largest.maxQuantity), same);
    limits.push(['above-leverage-limit', [ofNotional, ofQuantity].filter((n) => n !== null).reduce((a, b) => (b < a ? b : a))]);
  }
  limits.push(['margin-exceeds-equity', lotsWithin(equity, costOf)]);
  let lots = limits[0]![1];
  const warnings: string[] = [];
  for (const [name, limit] of limits.slice(1)) {
    if (limit >= lots) continue;
    lots = limit;
    warnings.push(name);
  }
  const lowest = [
    1n,
    ceil(div(mul(unit, parse(filters.minQuantity)), lot)),
    ceil(div(parse(filters.minNotional ?? '0'), mul(lot, entry))),
  ].reduce((a, b) => (b > a ? b : a));
  if (lots < lowest) {
    const smallest = mul(lot, whole(lowest));
    const risk = div(mul(lossOf(smallest), whole(100)), equity);
    const isOpen = !isLess(equity, costOf(smallest)) && ceil(mul(risk, whole(100))) <= 1000n;
    return {
      reason: 'below-minimum',
      warnings: ['below-minimum'],
      minimum: {
        quantity: write(smallest),
        riskPercent: isOpen ? rounded(risk, 2, ceil) : null,
        equity: rounded(most([div(mul(lossOf(smallest), whole(100)), parse(input.riskPercent)), costOf(smallest)]), 8, ceil),
      },
    };
  }
  const quantity = mul(lot, whole(lots));
  const liquidation = liquidationOf(input, quantity);
  if (liquidation && (input.side === 'long' ? !isLess(parse(liquidation), stop) : !isLess(stop, parse(liquidation))))
    warnings.push('liquidation-before-stop');
  return {
    reason: null,
    quantity: write(quantity),
    contracts: filters.contractSize === null ? null : write(mul(parse(filters.stepSize), whole(lots))),
    notional: write(mul(quantity, entry)),
    margin: rounded(div(mul(quantity, entry), leverage), 18, ceil),
    lossAtStop: write(lossOf(quantity)),
    riskAmount: write(budget),
    fees: { entry: write(mul(quantity, entry, fee)), stop: write(mul(quantity, stop, fee)) },
    targets: input.targets.map((price) => {
      const way = input.side === 'long' ? sub(parse(price), entry) : sub(entry, parse(price));
      return { price, reward: write(sub(mul(quantity, way), mul(quantity, fee, add(entry, parse(price))))) };
    }),
    liquidationPrice: liquidation,
    warnings,
    minimum: null,
  };
}

function liquidationOf({ side, brackets, entryPrice, leverage, takerFee, market }: PositionSizeInput, quantity: Fraction): string | null {
  if (market === 'spot' || brackets === null) return null;
  const entry = parse(entryPrice);
  const margin = div(mul(quantity, entry), whole(leverage));
  // The result is linear in the price: margin + way x quantity x (P - entry) = share x quantity x (P or entry) - deduction.
  const pricesIn = ({ maintenanceRatio, deduction }: LeverageBracket) => {
    const share = add(parse(maintenanceRatio), parse(takerFee));
    const sided = side === 'long' ? quantity : minus(quantity);
    const start = add(sub(mul(sided, entry), margin), minus(parse(deduction ?? '0')));
    const atMarket = div(start, sub(sided, mul(share, quantity)));
    const atEntry = div(add(start, mul(share, quantity, entry)), sided);
    return side === 'long' ? most([atMarket, atEntry]) : least([atMarket, atEntry]);
  };
  const holds = ({ maxNotional, maxQuantity }: LeverageBracket, price: Fraction) =>
    !(maxNotional !== null && isLess(parse(maxNotional), mul(quantity, price))) &&
    !(maxQuantity !== null && isLess(parse(maxQuantity), quantity));
  let reached = brackets.findIndex((bracket) => holds(bracket, entry));
  if (reached === -1) return null;
  const round = side === 'long' ? ceil : floor;
  let price = parse(rounded(pricesIn(brackets[reached]!), 18, round));
  while (side === 'short' && brackets[reached + 1] && !holds(brackets[reached]!, price)) {
    reached += 1;
    price = least([price, parse(rounded(pricesIn(brackets[reached]!), 18, round))]);
  }
  return price.n > 0n ? write(price) : null;
}

/** mulberry32 */
function generator(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % limit;
  };
}

/** An account, symbol and risk as they may occur, and somewhat beyond. */
function randomCase(below: (limit: number) => number): PositionSizeInput {
  const pick = <T>(all: readonly T[]): T => all[below(all.length)]!;
  const decimal = (n: bigint, places: number) => write({ n, d: 10n ** BigInt(places) });
  const side = pick(['long', 'short'] as const);
  const leverage = pick([1, 2, 3, 5, 7, 10, 20, 25, 50, 75, 100, 125]);
  const market = leverage === 1 && side === 'long' ? pick(['spot', 'futures'] as const) : ('futures' as const);
  const places = pick([0, 1, 2, 4, 8, 18]);
  const ticks = BigInt(2000 + below(2_000_000)) * 10n ** BigInt(below(4));
  const distance = (ticks * BigInt(1 + below(3000))) / 10_000n + 1n;
  const way = side === 'long' ? 1n : -1n;
  const price = (n: bigint) => decimal(n < 1n ? 1n : n, places);
  const minQuantity = pick(['0.00001', '0.001', '0.01', '1', '10']);
  const stepSize = pick(['0.00001', '0.001', '0.01', '0.1', '1', '5']);
  const filters: MarketFilters = {
    stepSize,
    minQuantity,
    maxQuantity: pick([null, '120', '1000.5', '9000', '10000000']),
    minNotional: pick([null, '5', '10', '100']),
    contractSize: market === 'futures' ? pick([null, null, '0.01', '0.1', '10', '1000']) : null,
  };
  const [steps, maxLeverage] = [1 + below(5), pick([125, 125, 50])];
  const inNotional = below(3) > 0;
  const isDeducted = inNotional && below(2) > 0;
  let cap = BigInt(5000 + below(100_000));
  let [ratio, deduction] = [40n + BigInt(below(60)), 0n];
  const brackets = Array.from({ length: steps }, (_, n): LeverageBracket => {
    const told: LeverageBracket = {
      maxLeverage: String(Math.max(1, Math.floor(maxLeverage / (n + 1)))),
      maintenanceRatio: decimal(ratio, 4),
      maxNotional: inNotional ? String(cap) : null,
      maxQuantity: inNotional ? null : String(cap),
      deduction: isDeducted ? decimal(deduction, 4) : null,
    };
    const higher = ratio + 1n + BigInt(below(100));
    deduction += cap * (higher - ratio);
    [ratio, cap] = [higher, cap * BigInt(2 + below(8))];
    return told;
  });
  return {
    equity: decimal(BigInt(1 + below(2_000_000_000)) * 10n ** BigInt(below(5)), 6),
    riskPercent: decimal(BigInt(10 + below(991)), 2),
    side,
    entryPrice: price(ticks),
    stopLoss: price(ticks - way * distance),
    targets: [1n, 2n, 3n].map((n) => price(ticks + way * distance * n)),
    takerFee: pick(['0.0005', '0.001', '0.00055', '0.00032', '0']),
    leverage,
    market,
    filters,
    brackets: market === 'spot' || below(8) === 0 ? null : brackets,
  };
}

describe('5,000 random accounts, symbols and risks', () => {
  const below = generator(20_261_208);
  const cases = Array.from({ length: 5000 }, () => randomCase(below));
  const results = cases.map((input) => ({ input, result: positionSize(input) }));

  it('have exactly the figures of an independent calculation', () => {
    for (const { input, result } of results) expect({ input, result }).toMatchObject({ input, result: expected(input) });
  });

  it('never lose more than the risk, and are whole lots', () => {
    for (const { input, result } of results) {
      if (result.quantity === null || result.lossAtStop === null) continue;
      const allowed = div(mul(parse(input.equity!), parse(input.riskPercent)), whole(100));
      expect(isLess(allowed, parse(result.lossAtStop))).toBe(false);
      const lot = mul(parse(input.filters!.contractSize ?? '1'), parse(input.filters!.stepSize));
      const { n, d } = div(parse(result.quantity), lot);
      expect(n % d).toBe(0n);
    }
  });

  it('are never liquidated before the stop without a warning', () => {
    for (const { input, result } of results) {
      if (result.liquidationPrice === null) continue;
      const [liquidation, stop] = [parse(result.liquidationPrice), parse(input.stopLoss)];
      const isBefore = input.side === 'long' ? !isLess(liquidation, stop) : !isLess(stop, liquidation);
      expect(result.warnings.includes('liquidation-before-stop')).toBe(isBefore);
    }
  });

  it('reach every outcome', () => {
    const seen = new Set(
      results.flatMap(({ result }) => [...result.warnings, result.reason ?? 'sized', result.liquidationReason ?? 'liquidated']),
    );
    expect([...seen].sort()).toEqual(
      [
        'above-leverage-limit',
        'above-maximum',
        'below-minimum',
        'brackets-unknown',
        'leverage-not-allowed',
        'liquidated',
        'liquidation-before-stop',
        'margin-exceeds-equity',
        'no-quantity',
        'sized',
        'spot',
      ].sort(),
    );
  });
});
