import { exact } from './book.ts';
import { contract } from './catalogue.ts';
import { abs, fromFloat, fromFloatDown, parts, toFloat } from './decimal.ts';
import type { FuturesFill, PositionSide } from './events.ts';
import type { Rng } from './random.ts';
import type { Do, Simulation } from './simulation.ts';

interface Trade {
  symbol: string;
  positionSide: PositionSide;
  buyer: boolean;
  price: bigint;
  qty: bigint;
  time: number;
}

/** A fill of nobody's plan: grows or shrinks the position, never far beyond the member's largest one. */
export function futuresStep(sim: Simulation, intent: Do<'futures'>): void {
  const c = contract(intent.symbol);
  const key = `futures:${c.symbol}`;
  const rng = sim.random.at(key, sim.fillsOf(key));
  const price = sim.market.futures(c.symbol, intent.time);
  const last = intent.joined ? sim.lastFill.get(key) : undefined;
  const before = last?.kind === 'futures' ? last : undefined;
  const wanted = fromFloatDown((sim.style.maxPosition * rng.between(0.01, 0.08)) / toFloat(price), c.qtyDecimals);
  const qty = wanted > 0n ? wanted : fromFloat(10 ** -c.qtyDecimals, c.qtyDecimals);
  const { positionSide, buyer, most } = direction(sim, c.symbol, price, before, rng);
  const trade = { symbol: c.symbol, positionSide, buyer, price, qty: most !== undefined && most < qty ? most : qty, time: intent.time };
  fill(sim, trade, rng, before?.buyer === buyer ? before : undefined);
}

/** `most`: in hedge mode a closing fill takes no more than there is. */
function direction(
  sim: Simulation,
  symbol: string,
  price: bigint,
  before: FuturesFill | undefined,
  rng: Rng,
): { positionSide: PositionSide; buyer: boolean; most?: bigint } {
  const positionSide = before?.positionSide ?? (sim.style.hedgeMode ? (rng.next() < 0.6 ? 'LONG' : 'SHORT') : 'BOTH');
  const { amount } = sim.book.position(symbol, positionSide);
  const full = toFloat(abs(amount)) * toFloat(price) > sim.style.maxPosition;
  const draw = rng.next();
  if (positionSide === 'BOTH') return { positionSide, buyer: full ? amount < 0n : (before?.buyer ?? draw < 0.5) };
  const long = positionSide === 'LONG';
  const wantsMore = before ? before.buyer === long : draw < 0.52;
  const opens = amount === 0n || (!full && wantsMore);
  return { positionSide, buyer: opens === long, ...(!opens && { most: abs(amount) }) };
}

/** One of the three parts in which a limit order fills, at its own price. */
export function orderPartStep(sim: Simulation, { order, part, time }: Do<'order-part'>): void {
  const rng = sim.random.at(`part:${order.symbol}`, order.orderId * 4 + part);
  fill(sim, { ...order, qty: order.parts[part]?.qty ?? 0n, time }, rng, { orderId: order.orderId, maker: true });
}

/** A conditional order has triggered and is filled at the market. */
export function algoFillStep(sim: Simulation, { order, orderId, time }: Do<'algo-fill'>): void {
  const rng = sim.random.at(`algo:${order.symbol}`, order.algoId);
  fill(sim, { ...order, price: sim.market.futures(order.symbol, time), time }, rng, { orderId, maker: false });
}

function fill(sim: Simulation, trade: Trade, rng: Rng, order: { orderId: number; maker: boolean } | undefined): void {
  const { symbol, positionSide, buyer, price, qty, time } = trade;
  const key = `futures:${symbol}`;
  const { id, visibleAt } = sim.nextFill(key, time, rng);
  const maker = order?.maker ?? rng.next() < 0.4;
  const quoteQty = exact(qty, price);
  const event: FuturesFill = {
    kind: 'futures',
    symbol,
    id,
    orderId: order?.orderId ?? id * 3 + 2,
    time,
    visibleAt,
    buyer,
    maker,
    positionSide,
    price,
    qty,
    quoteQty,
    realizedPnl: sim.book.realizedBy(trade),
    commission: parts(quoteQty, maker ? 2 : 4, 10_000),
  };
  sim.lastFill.set(key, event);
  sim.emit(event);
}
