import { exact } from './book.ts';
import { spotSymbol } from './catalogue.ts';
import { fromFloat, fromFloatDown, parts, toFloat } from './decimal.ts';
import type { SpotFill } from './events.ts';
import type { Rng } from './random.ts';
import type { Do, Simulation } from './simulation.ts';

// A purchase never empties a wallet: the rest covers fees and the resting order.
const RESERVE_DOLLARS = 30;
const SMALLEST_TRADE_DOLLARS = 12;

export function spotStep(sim: Simulation, intent: Do<'spot'>): void {
  const s = spotSymbol(intent.symbol);
  const key = `spot:${s.symbol}`;
  const rng = sim.random.at(key, sim.fillsOf(key));
  const price = sim.market.spot(s.symbol, intent.time);
  const previous = intent.joined ? sim.lastFill.get(key) : undefined;
  const { buyer, qty } = size(sim, intent, price, rng, previous?.buyer);
  const joins = previous !== undefined && previous.buyer === buyer;
  const quoteQty = exact(qty, price);
  const { id, visibleAt } = sim.nextFill(key, intent.time, rng);
  const fill: SpotFill = {
    kind: 'spot',
    symbol: s.symbol,
    id,
    orderId: joins ? previous.orderId : id * 3 + 1,
    time: intent.time,
    visibleAt,
    buyer,
    maker: joins ? previous.maker : rng.next() < 0.4,
    price,
    qty,
    quoteQty,
    ...fee(sim, intent, buyer, qty, quoteQty),
  };
  sim.lastFill.set(key, fill);
  sim.emit(fill);
}

/** Side and quantity the balances allow; the wished side gives way when there is too little of what it needs. */
function size(
  sim: Simulation,
  intent: Do<'spot'>,
  price: bigint,
  rng: Rng,
  keepSide: boolean | undefined,
): { buyer: boolean; qty: bigint } {
  const s = spotSymbol(intent.symbol);
  const dollarsPerQuote = sim.market.usd(s.quote, intent.time);
  const quote = toFloat(sim.book.balance(s.quote));
  const base = toFloat(sim.book.balance(s.base));
  const at = toFloat(price);
  const spendable = quote - RESERVE_DOLLARS / dollarsPerQuote;
  const smallest = SMALLEST_TRADE_DOLLARS / dollarsPerQuote;
  const canBuy = spendable > smallest;
  const canSell = base * at > smallest;
  const wish = rng.next() < 0.5;
  const share = rng.between(...sim.style.spend);
  if (intent.force === 'sell-all') return { buyer: false, qty: sim.book.balance(s.base) };
  const wished = intent.force === 'buy' || (keepSide ?? wish);
  const buyer = wished ? canBuy || !canSell : !canSell;
  if (buyer && !canBuy) throw new Error(`no money left to trade ${s.symbol} at ${intent.time}`);
  if (buyer) {
    const spend = intent.dollars ? intent.dollars / dollarsPerQuote : Math.max(quote * share, smallest);
    return { buyer, qty: fromFloatDown(Math.max(Math.min(spend, spendable) / at, 10 ** -s.qtyDecimals), s.qtyDecimals) };
  }
  const wanted = Math.max(base * Math.min(0.3, share * 8), smallest / at);
  // The fee may have to come out of the base asset's own balance (BNB): leave a little.
  return { buyer, qty: fromFloatDown(Math.min(wanted, base * 0.99), s.qtyDecimals) };
}

/** 0.075 % in BNB for those who pay so and have some, else 0.1 % of what was received. */
function fee(
  sim: Simulation,
  intent: Do<'spot'>,
  buyer: boolean,
  qty: bigint,
  quoteQty: bigint,
): { commission: bigint; commissionAsset: string } {
  const s = spotSymbol(intent.symbol);
  if (sim.style.paysFeesInBnb) {
    const dollars = toFloat(quoteQty) * sim.market.usd(s.quote, intent.time) * 0.00075;
    const commission = fromFloat(dollars / sim.market.usd('BNB', intent.time), 8);
    if (sim.book.balance('BNB') > commission * 2n + (s.base === 'BNB' ? qty : 0n)) return { commission, commissionAsset: 'BNB' };
  }
  return buyer
    ? { commission: parts(qty, 1, 1000), commissionAsset: s.base }
    : { commission: parts(quoteQty, 1, 1000), commissionAsset: s.quote };
}
