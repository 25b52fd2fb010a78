// A member's year: fills of 20 coins against USDT as an exchange tells them, fees in USDT, in the coin or in BNB, and a deposit a month.
import { repeatable } from '../lib/figures.mjs';

export const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const START = Date.UTC(2025, 0, 1);
export const shape = { fills: 100_000, symbols: 20, days: 365 };

const coinOf = (n) => (n === 0 ? 'BNB' : n === 1 ? 'BTC' : `COIN${n}`);

/** Decimal strings in columns, in time order, and closing prices by coin and minute. */
export function yearOfFills({ fills, symbols, days } = shape, seed = 20_261_122) {
  const random = repeatable(seed);
  const coins = Array.from({ length: symbols }, (_, n) => coinOf(n));
  const base = coins.map((_, n) => (n === 1 ? 60_000 : 400 / (n + 1)));
  const priceAt = (coin, time) => base[coin] * (1 + 0.3 * Math.sin(time / (DAY_MS * (9 + coin)) + coin));
  const times = Array.from({ length: fills }, () => START + Math.floor(random() * days * DAY_MS)).toSorted((a, b) => a - b);
  const held = coins.map(() => 0n);
  const rows = times.map((time) => {
    const coin = Math.floor(random() * symbols);
    const price = priceAt(coin, time).toFixed(2);
    const buyer = held[coin] < 2_000_000_000n || random() < 0.5;
    let units = BigInt(1_000_000 + Math.floor(random() * 400_000_000));
    if (!buyer && units > held[coin]) units = held[coin] / 2n;
    const qty = decimal(units, 8);
    const quoteQty = decimal(units * BigInt(price.replace('.', '')), 10);
    // The first fills of a day pay in USDT, so that BNB is there when it is paid with.
    const inCoin = random() < 0.3 && buyer;
    const inBnb = !inCoin && coin !== 0 && held[0] > 1_000_000_000n && random() < 0.4;
    const feeAsset = inCoin ? coins[coin] : inBnb ? 'BNB' : 'USDT';
    const feeUnits = inCoin ? units / 1000n : inBnb ? 1n + units / 1_000_000n : BigInt(Math.round(Number(quoteQty) * 1e5));
    held[coin] += buyer ? units : -units;
    if (inCoin) held[coin] -= feeUnits;
    if (inBnb) held[0] -= feeUnits;
    return { time, coin, buyer, price, qty, quoteQty, fee: decimal(feeUnits, 8), feeAsset };
  });
  const deposits = Array.from({ length: Math.floor(days / 30) }, (_, n) => ({
    time: START + n * 30 * DAY_MS + 5 * 3_600_000,
    amount: '50000',
  }));
  return {
    start: START,
    days,
    coins,
    rows,
    deposits,
    priceText: (coin, at) => priceAt(coin, Math.floor(at / MINUTE_MS) * MINUTE_MS).toFixed(4),
  };
}

function decimal(units, places) {
  const digits = units.toString().padStart(places + 1, '0');
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** The year as the engine takes it. */
export function ledgerOf({ coins, rows, deposits }, Ledger) {
  const ledger = new Ledger();
  const pairs = coins.map((coin) => ledger.pair(coin, 'USDT'));
  const assets = new Map([...coins, 'USDT'].map((name) => [name, ledger.asset(name)]));
  for (const { time, coin, buyer, qty, quoteQty, fee, feeAsset } of rows)
    ledger.spotFill(time, pairs[coin], buyer, qty, quoteQty, fee, assets.get(feeAsset));
  for (const [n, { time, amount }] of deposits.entries()) ledger.flow(time, 'spot', 0, amount, 'deposit', String(n));
  return ledger;
}

/** Closing prices: of every midnight and deposit exactly, and of a day for the fees of it; all of it made before the clock runs. */
export function pricesOf({ start, days, coins, deposits, priceText }, scaled) {
  const daily = new Map(
    coins.map((coin, n) => [coin, Array.from({ length: days + 1 }, (_, day) => scaled(priceText(n, start + day * DAY_MS)))]),
  );
  const atFlow = new Map(coins.map((coin, n) => [coin, new Map(deposits.map(({ time }) => [time, scaled(priceText(n, time))]))]));
  return {
    coin: (asset, at) => ((at - start) % DAY_MS === 0 ? daily.get(asset)?.[(at - start) / DAY_MS] : atFlow.get(asset)?.get(at)) ?? null,
    contract: () => null,
    near: (asset, minute) => daily.get(asset)?.[Math.floor((minute - start) / DAY_MS)] ?? null,
  };
}
