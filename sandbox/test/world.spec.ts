import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { toJson } from '../src/wire/json.ts';
import type { Wire } from '../src/wire/json.ts';
import { truthOf } from '../src/http/truth.ts';
import { openAlgoOrders, openOrders, visibleFills } from '../src/world/account.ts';
import { fixed, trimmed, units } from '../src/world/decimal.ts';
import { busiest, openEdges, violations } from '../src/world/invariants.ts';
import { Ledgers } from '../src/world/ledger.ts';
import type { Ledger } from '../src/world/ledger.ts';
import { Market } from '../src/world/market.ts';
import { profiles } from '../src/world/profiles.ts';
import { DAY, HOUR, LIFE_START, MINUTE, SECOND } from '../src/world/time.ts';
import { DEFAULT_SEED } from '../src/index.ts';

// A busy machine may take its time; nothing here depends on being fast.
jest.setTimeout(180_000);

const NOW = LIFE_START + 20 * DAY + 12 * HOUR;

function world(seed = DEFAULT_SEED): { market: Market; ledgers: Ledgers } {
  const market = new Market(seed);
  return { market, ledgers: new Ledgers(seed, market) };
}

function truthText(ledger: Ledger, market: Market, t: number): string {
  return toJson(truthOf(ledger, market, t) as unknown as Wire);
}

describe('the world', () => {
  it('gives the same bytes again at the same time, however far it was read before', () => {
    for (const profile of ['small', 'typical', 'futures-only', 'gone-symbol', 'dust', 'quiet']) {
      const [a, b] = [world(), world()];
      const fresh = truthText(a.ledgers.get(profile, 3), a.market, NOW);
      const travelled = b.ledgers.get(profile, 3);
      truthText(travelled, b.market, NOW + 40 * DAY);
      truthText(travelled, b.market, NOW - 300 * DAY);
      expect(truthText(travelled, b.market, NOW)).toBe(fresh);
    }
  });

  it('is another one with another seed, and with another member', () => {
    const [a, b] = [world(), world('another')];
    const text = (w: typeof a, n: number): string => JSON.stringify(truthText(w.ledgers.get('small', n), w.market, NOW));
    expect(text(a, 1)).not.toBe(text(b, 1));
    expect(text(a, 1)).not.toBe(text(a, 2));
  });

  it.each([...profiles.keys()].filter((name) => name !== 'whale'))('adds up for %s, in history and in life', (profile) => {
    const { ledgers } = world();
    for (const n of profile === 'new-news' ? [1] : [1, 2, 3]) {
      const ledger = ledgers.get(profile, n);
      for (const t of [LIFE_START - 200 * DAY, LIFE_START, NOW, NOW + 3 * DAY]) expect(violations(ledger, t)).toEqual([]);
    }
  });

  it('adds up for any seed', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), fc.constantFrom('small', 'typical', 'futures-only', 'dust'), (seed, profile) => {
        expect(violations(world(seed).ledgers.get(profile, 1), NOW)).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  it('still adds up two years on, and nobody goes broke', () => {
    const { ledgers } = world();
    for (const profile of ['typical', 'futures-only']) expect(violations(ledgers.get(profile, 2), LIFE_START + 730 * DAY)).toEqual([]);
  });
});

describe('profiles', () => {
  const { ledgers } = world();
  const count = (ledger: Ledger, t: number): { trades: number; markets: number } => {
    const lists = [...ledger.spot.values(), ...ledger.futures.values()].map(
      (fills) => visibleFills<(typeof fills)[number]>(fills, t).length,
    );
    return { trades: lists.reduce((sum, n) => sum + n, 0), markets: lists.filter((n) => n > 0).length };
  };

  it('have the sizes they promise', () => {
    expect(count(ledgers.get('empty', 1), LIFE_START)).toEqual({ trades: 0, markets: 0 });
    expect(count(ledgers.get('small', 1), LIFE_START)).toEqual({ trades: 30, markets: 2 });
    expect(count(ledgers.get('typical', 1), LIFE_START)).toEqual({ trades: 2500, markets: 8 });
    const whale = ledgers.get('whale', 1);
    expect(count(whale, LIFE_START)).toEqual({ trades: 120_000, markets: 40 });
    expect(violations(whale, NOW)).toEqual([]);
    expect([...whale.spot.values(), ...whale.futures.values()].flatMap((fills) => openEdges(fills))).toEqual([]);
  });

  it('typical has its hard cases', () => {
    const ledger = ledgers.get('typical', 4);
    ledger.reach(NOW);
    const bitcoin = ledger.spot.get('BTCUSDT') ?? [];
    expect(openEdges(bitcoin)).toEqual([]);
    expect(
      busiest(
        bitcoin.map((f) => f.time),
        DAY,
      ),
    ).toBeGreaterThanOrEqual(1200);
    expect(
      busiest(
        ledger.deposits.map((d) => d.insertTime),
        DAY,
      ),
    ).toBeGreaterThanOrEqual(1050);
    const futures = [...ledger.futures.values()]
      .flat()
      .map((f) => f.time)
      .sort((a, b) => a - b);
    expect(Math.max(...futures.slice(1).map((t, i) => t - (futures[i] ?? t)))).toBeGreaterThan(15 * DAY);
    const [hidden = ''] = ledger.hidden;
    const base = hidden.replace('USDT', '');
    expect(ledger.bookAt(NOW).balance(base)).toBe(0n);
    expect(ledger.spot.get(hidden)?.every((f) => f.commissionAsset === 'BNB')).toBe(true);
  });

  it('new-news has a fill every 20 seconds', () => {
    const ledger = ledgers.get('new-news', 1);
    ledger.reach(NOW);
    const times = [...ledger.spot.values(), ...ledger.futures.values()]
      .flat()
      .map((f) => f.time)
      .filter((t) => t > NOW - HOUR && t <= NOW);
    expect(times.length).toBe(180);
  });

  it('quiet has nothing for 200 days', () => {
    const ledger = ledgers.get('quiet', 1);
    expect(ledger.events.filter((e) => e.time > LIFE_START - 200 * DAY)).toEqual([]);
    expect(ledger.events.length).toBeGreaterThan(300);
  });
});

describe('life', () => {
  const { market, ledgers } = world();
  const ledger = ledgers.get('typical', 1);
  ledger.reach(NOW);
  const at = (t: number) => truthOf(ledger, market, t);

  it('takes a deposit from pending over credited to done, and counts it when it is credited', () => {
    const deposit = ledger.deposits.filter((d) => d.insertTime > LIFE_START).at(-2);
    if (!deposit) throw new Error('no deposit in life');
    const status = (t: number): unknown => at(t).deposits.find((d) => d['id'] === deposit.id)?.['status'];
    expect([-1, 0, 119, 120, 599, 600].map((s) => status(deposit.insertTime + s * SECOND))).toEqual([undefined, 0, 0, 6, 6, 1]);
    const before = ledger.bookAt(deposit.time - 1).balance('USDT');
    expect(ledger.bookAt(deposit.time).balance('USDT')).toBe(before + deposit.amount);
  });

  it('takes a withdrawal from approval over processing to completed, with a txId from processing on', () => {
    const withdrawal = ledger.withdrawals.at(-1);
    if (!withdrawal) throw new Error('no withdrawal');
    const seen = (t: number): unknown => {
      const row = at(t).withdrawals.find((w) => w['id'] === withdrawal.id);
      return row && [row['status'], row['txId'] !== ''];
    };
    expect([-1, 0, 3 * 60, 12 * 60].map((s) => seen(withdrawal.time + s * SECOND))).toEqual([undefined, [2, false], [4, true], [6, true]]);
  });

  it('fills an open order in three parts; then it is gone and its fills are there', () => {
    const order = ledger.orders.find((o) => o.placedAt > LIFE_START + DAY);
    if (!order) throw new Error('no order in life');
    const executed = (t: number): string | undefined => {
      const found = openOrders(ledger, t).find((o) => o.order.orderId === order.orderId);
      return found && fixed(found.executed, 3);
    };
    const [first, second, third] = order.parts.map((p) => p.time);
    const part = order.parts[0]?.qty ?? 0n;
    expect(executed(order.placedAt - 1)).toBeUndefined();
    expect(executed(order.placedAt)).toBe(fixed(0n, 3));
    expect(executed(first ?? 0)).toBe(fixed(part, 3));
    expect(executed(second ?? 0)).toBe(fixed(part * 2n, 3));
    expect(executed(third ?? 0)).toBeUndefined();
    const fills = ledger.futures.get(order.symbol)?.filter((f) => f.orderId === order.orderId);
    expect(fills?.map((f) => [f.time, f.qty, f.price])).toEqual(order.parts.map((p) => [p.time, p.qty, order.price]));
  });

  it('turns a triggered algo order into a fill', () => {
    const algo = ledger.algos[1];
    if (!algo) throw new Error('no algo order');
    const listed = (t: number): boolean => openAlgoOrders(ledger, t).some((o) => o.algoId === algo.algoId);
    expect([listed(algo.placedAt - 1), listed(algo.placedAt), listed(algo.triggersAt - 1), listed(algo.triggersAt)]).toEqual([
      false,
      true,
      true,
      false,
    ]);
    const fill = ledger.futures.get(algo.symbol)?.find((f) => f.time === algo.triggersAt + 300);
    expect(fill).toMatchObject({ qty: algo.qty, buyer: algo.buyer });
  });

  it('always has an open order, an algo order and a position to show', () => {
    for (let t = LIFE_START + DAY; t < NOW; t += 7 * HOUR) {
      expect(openOrders(ledger, t).length).toBeGreaterThan(0);
      expect(openAlgoOrders(ledger, t).length).toBeGreaterThan(0);
      expect(at(t).positions.length).toBeGreaterThan(0);
    }
  });

  it('moves the profit of a position with the mark price every second', () => {
    const profits = [0, 1, 2, 3].map((s) => at(NOW + s * SECOND).positions[0]?.['unRealizedProfit']);
    expect(new Set(profits).size).toBe(4);
  });

  it('shows a few fills late, without changing their ids', () => {
    const busy = ledgers.get('new-news', 1);
    busy.reach(NOW + HOUR);
    const fills = busy.spot.get('BTCUSDT') ?? [];
    const lags = fills.map((f) => f.visibleAt - f.time);
    expect(Math.max(...lags)).toBeGreaterThan(90 * SECOND);
    expect(Math.max(...lags)).toBeLessThanOrEqual(10 * MINUTE);
    expect(lags.filter((l) => l <= 500).length / lags.length).toBeCloseTo(0.97, 1);
    const late = fills.find((f) => f.time > LIFE_START + DAY && f.visibleAt - f.time > 2 * MINUTE);
    if (!late) throw new Error('no late fill');
    const seen = (t: number): number[] => visibleFills(fills, t).map((f) => f.id);
    expect(seen(late.visibleAt - 1)).not.toContain(late.id);
    // Younger ones are already there: a cursor that only looks forward never sees it.
    expect(seen(late.visibleAt - 1).some((id) => id > late.id)).toBe(true);
    expect(seen(late.visibleAt)).toContain(late.id);
  });
});

describe('prices', () => {
  const { market } = world();

  it('move within the minute, without a jump at its end', () => {
    const start = LIFE_START + 5 * MINUTE;
    const seconds = Array.from({ length: 61 }, (_, i) => Number(market.spot('BTCUSDT', start + i * SECOND)));
    expect(new Set(seconds).size).toBeGreaterThan(30);
    const steps = seconds.slice(1).map((p, i) => Math.abs(p - (seconds[i] ?? p)) / p);
    expect(Math.max(...steps)).toBeLessThan(0.002);
  });

  it('of a pair are the quotient of its coins', () => {
    const cross = Number(market.spot('ETHUSDT', NOW)) / Number(market.spot('BTCUSDT', NOW));
    expect(Number(market.spot('ETHBTC', NOW)) / 1e8).toBeCloseTo(cross, 4);
  });

  it('of the last day do not depend on when they were first asked for', () => {
    // The extreme lies at the very edge of the day once in hundreds of minutes: many have to be looked at.
    for (const symbol of ['BTCUSDT', 'ETHUSDT', 'ADAUSDT', 'ETHBTC', 'SOLUSDT', 'XRPUSDT', 'TRXUSDT', 'DOTUSDT']) {
      const [asked, fresh] = [new Market(DEFAULT_SEED), new Market(DEFAULT_SEED)];
      for (let minute = 0; minute < 200; minute++) {
        asked.day(symbol, NOW + minute * MINUTE);
        const t = NOW + minute * MINUTE + 30 * SECOND;
        expect(asked.day(symbol, t)).toEqual(fresh.day(symbol, t));
      }
    }
  });
});

describe('decimals', () => {
  it('keep every digit both ways', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), (value) => {
        expect(units(fixed(value))).toBe(value);
        expect(units(trimmed(value))).toBe(value);
      }),
    );
  });

  it('cut to fewer digits without rounding', () => {
    expect([
      fixed(123_456_789n, 2),
      fixed(-123_456_789n, 0),
      fixed(5n, 3),
      trimmed(150_000_000n),
      trimmed(0n),
      trimmed(10_000_000_000n),
    ]).toEqual(['1.23', '-1', '0.000', '1.5', '0', '100']);
  });
});
