import { contract } from './catalogue.ts';
import { fromFloatDown, toFloat } from './decimal.ts';
import type { AlgoOrder, AlgoType, FuturesOrder, SpotOrder } from './events.ts';
import type { Intent } from './intents.ts';
import type { Market } from './market.ts';
import type { LifePlan } from './member-plan.ts';
import type { RandomStreams } from './random.ts';
import { DAY, HOUR, LIFE_START, MINUTE } from './time.ts';

export interface DayOfLife {
  intents: Intent[];
  orders: FuturesOrder[];
  algos: AlgoOrder[];
  spotOrders: SpotOrder[];
}

const ORDER_SLOT = 6 * HOUR;
const ALGO_SLOT = 12 * HOUR;
const ALGO_TYPES: readonly AlgoType[] = ['STOP_MARKET', 'TAKE_PROFIT_MARKET', 'STOP', 'TAKE_PROFIT'];

/** What a member does on one UTC day after LIFE_START. A pure function of (seed, member, day): no day depends on how far we have read. */
export class Life {
  private readonly plan: LifePlan;
  private readonly random: RandomStreams;
  private readonly market: Market;
  private readonly hedgeMode: boolean;

  constructor(plan: LifePlan, random: RandomStreams, market: Market, hedgeMode: boolean) {
    this.plan = plan;
    this.random = random;
    this.market = market;
    this.hedgeMode = hedgeMode;
  }

  get exists(): boolean {
    return Object.keys(this.plan).length > 0;
  }

  /** `day` counts from LIFE_START. */
  day(day: number): DayOfLife {
    const from = LIFE_START + day * DAY;
    const to = from + DAY;
    const out: DayOfLife = { intents: [], orders: [], algos: [], spotOrders: [] };
    this.capital(day, from, out);
    this.trades(day, from, to, out);
    for (const symbol of this.plan.orders ?? []) this.limitOrders(symbol, from, to, out);
    for (const symbol of this.plan.algos ?? []) this.algoOrders(symbol, from, to, out);
    if (this.plan.restingOrder) out.spotOrders.push(this.resting(this.plan.restingOrder, day, from));
    return out;
  }

  private capital(day: number, from: number, out: DayOfLife): void {
    const { depositEveryDays, withdrawEveryDays } = this.plan;
    const rng = this.random.at('life:capital', day);
    const [depositAt, withdrawAt] = [from + rng.integer(10 * MINUTE, DAY), from + rng.integer(0, DAY)];
    if (depositEveryDays && day % depositEveryDays === 0) {
      out.intents.push({ do: 'deposit', time: depositAt, coin: 'USDT', amount: `${rng.integer(1, 20) * 25}.${rng.integer(10, 100)}` });
    }
    if (withdrawEveryDays && day % withdrawEveryDays === 1) {
      out.intents.push({ do: 'withdraw', time: withdrawAt, coin: 'USDT', share: rng.between(0.005, 0.02) });
    }
  }

  private trades(day: number, from: number, to: number, out: DayOfLife): void {
    const { spot, steady } = this.plan;
    for (let i = 0; spot && i < spot.perDay; i++) {
      const rng = this.random.at('life:trade', day * 1000 + i);
      out.intents.push({ do: 'spot', time: from + rng.integer(0, DAY), symbol: rng.pick(spot.symbols) });
    }
    if (!steady || from >= steady.until) return;
    for (let time = from; time < to; time += steady.every) {
      const turn = steady.turn[Math.floor((time - LIFE_START) / steady.every) % steady.turn.length];
      if (turn) out.intents.push({ do: turn.market, time, symbol: turn.symbol });
    }
  }

  private limitOrders(symbol: string, from: number, to: number, out: DayOfLife): void {
    // An order of yesterday may still fill today.
    const first = Math.floor((from - LIFE_START) / ORDER_SLOT) - 3;
    const last = Math.floor((to - LIFE_START) / ORDER_SLOT);
    for (let slot = Math.max(0, first); slot <= last; slot++) {
      const order = this.limitOrder(symbol, slot);
      if (order.placedAt >= from && order.placedAt < to) out.orders.push(order);
      order.parts.forEach((part, index) => {
        if (part.time >= from && part.time < to) out.intents.push({ do: 'order-part', time: part.time, order, part: index });
      });
    }
  }

  /** Even slots buy, odd slots sell the same quantity again: positions wander but never run away. */
  private limitOrder(symbol: string, slot: number): FuturesOrder {
    const c = contract(symbol);
    const rng = this.random.at(`life:order:${symbol}`, slot);
    const placedAt = LIFE_START + slot * ORDER_SLOT + rng.integer(0, 2 * HOUR);
    const partTimes = [3, 6, 9].map((hours) => placedAt + hours * HOUR + rng.integer(0, 20 * MINUTE));
    const price = this.market.futures(symbol, partTimes[0] ?? placedAt);
    const size = this.random.at(`life:size:${symbol}`, slot >> 1).between(300, 900);
    const part = fromFloatDown(Math.max(size / toFloat(this.market.futures(symbol, LIFE_START)) / 3, 10 ** -c.qtyDecimals), c.qtyDecimals);
    return {
      symbol,
      orderId: 60_000_000_000 + c.index * 1_000_000_000 + slot * 7 + (this.random.hash('life:orders', 0) % 1_000_000) * 100,
      clientOrderId: `web_${rng.hex(18)}`,
      positionSide: this.hedgeMode ? 'LONG' : 'BOTH',
      buyer: slot % 2 === 0,
      price,
      qty: part * 3n,
      placedAt,
      closedAt: partTimes[2] ?? placedAt,
      parts: partTimes.map((time) => ({ time, qty: part })),
      reduceOnly: false,
    };
  }

  private algoOrders(symbol: string, from: number, to: number, out: DayOfLife): void {
    const first = Math.floor((from - LIFE_START) / ALGO_SLOT) - 3;
    const last = Math.floor((to - LIFE_START) / ALGO_SLOT);
    for (let slot = Math.max(0, first); slot <= last; slot++) {
      const order = this.algoOrder(symbol, slot);
      if (order.placedAt >= from && order.placedAt < to) out.algos.push(order);
      const fillTime = order.triggersAt + 300;
      if (fillTime >= from && fillTime < to) {
        out.intents.push({ do: 'algo-fill', time: fillTime, order, orderId: order.algoId + 70_000_000_000 });
      }
    }
  }

  private algoOrder(symbol: string, slot: number): AlgoOrder {
    const c = contract(symbol);
    const rng = this.random.at(`life:algo:${symbol}`, slot);
    const placedAt = LIFE_START + slot * ALGO_SLOT + rng.integer(0, 2 * HOUR);
    const triggersAt = placedAt + rng.integer(14 * HOUR, 20 * HOUR);
    const size = this.random.at(`life:algosize:${symbol}`, slot >> 1).between(300, 1500);
    return {
      symbol,
      algoId: 3_000_000_000 + c.index * 10_000_000 + slot * 3 + (this.random.hash('life:algos', 0) % 1_000_000),
      clientAlgoId: rng.hex(22),
      type: ALGO_TYPES[slot % ALGO_TYPES.length] ?? 'STOP_MARKET',
      positionSide: this.hedgeMode ? 'LONG' : 'BOTH',
      buyer: slot % 2 === 0,
      qty: fromFloatDown(Math.max(size / toFloat(this.market.futures(symbol, LIFE_START)), 10 ** -c.qtyDecimals), c.qtyDecimals),
      triggerPrice: this.market.futures(symbol, triggersAt),
      workingType: rng.next() < 0.5 ? 'MARK_PRICE' : 'CONTRACT_PRICE',
      placedAt,
      triggersAt,
      reduceOnly: false,
    };
  }

  private resting(symbol: string, day: number, from: number): SpotOrder {
    const rng = this.random.at('life:resting', day);
    const price = fromFloatDown(toFloat(this.market.spot(symbol, from)) * 0.5, 2);
    return {
      symbol,
      orderId: 9_000_000_000 + day * 11 + (this.random.hash('life:spot-orders', 0) % 1_000_000) * 100,
      clientOrderId: `web_${rng.hex(18)}`,
      price,
      // At most 20 dollars: less than the reserve every purchase leaves behind.
      qty: fromFloatDown(20 / toFloat(price), 5),
      placedAt: from + rng.integer(30 * MINUTE, 2 * HOUR),
      closedAt: from + DAY - rng.integer(10 * MINUTE, HOUR),
    };
  }
}
