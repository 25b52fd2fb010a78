import { abs, divided, ONE, times } from '../../platform/domain/scaled.js';
import type { Attribution, Fill, Lot, ShareLine, Signal } from './club-share.types.js';

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Orders fills by (at, id). */
export const inFillOrder = (fills: readonly Fill[]): Fill[] => fills.toSorted((a, b) => a.at - b.at || byText(a.id, b.id));
/** Orders signals by (publishedAt, id): the oldest first. */
export const inSignalOrder = (signals: readonly Signal[]): Signal[] =>
  signals.toSorted((a, b) => a.publishedAt - b.publishedAt || byText(a.id, b.id));

const entrySide = ({ side }: Signal): Fill['side'] => (side === 'long' ? 'buy' : 'sell');

/** Decides which fills followed which signals (docs/club-share.md). `signals` and `fills` are in order. */
export function attribute(signals: readonly Signal[], fills: readonly Fill[], entryBand: bigint): Attribution {
  const lots = new Map<Signal, Lot[]>(signals.map((signal) => [signal, []]));
  const lines: ShareLine[] = [];
  const own: { fill: Fill; qty: bigint }[] = [];
  const markets = signalsByMarket(signals);
  for (const fill of fills) {
    const sameMarket = markets.get(marketOf(fill)) ?? [];
    const rest = closeLots(sameMarket, lots, fill, lines);
    if (rest === 0n) continue;
    const followed = sameMarket.find((signal) => follows(fill, signal, entryBand));
    if (followed) lots.get(followed)!.push({ entry: fill, qty: rest, open: rest });
    else own.push({ fill, qty: rest });
  }
  return { lines, lots: new Map([...lots].filter(([, entries]) => entries.length > 0)), own };
}

const marketOf = ({ symbol, marketType }: Pick<Fill, 'symbol' | 'marketType'>): string => `${marketType} ${symbol}`;

function signalsByMarket(signals: readonly Signal[]): Map<string, Signal[]> {
  const markets = new Map<string, Signal[]>();
  for (const signal of signals) {
    const market = markets.get(marketOf(signal));
    if (market) market.push(signal);
    else markets.set(marketOf(signal), [signal]);
  }
  return markets;
}

/** Closes open lots of the other side, the oldest signal's oldest lot first. Returns the quantity that is left of the fill. */
function closeLots(signals: readonly Signal[], lots: ReadonlyMap<Signal, Lot[]>, exit: Fill, lines: ShareLine[]): bigint {
  let rest = exit.qty;
  for (const signal of signals) {
    if (entrySide(signal) === exit.side) continue;
    for (const lot of lots.get(signal)!) {
      if (rest === 0n) return 0n;
      if (lot.open === 0n) continue;
      const qty = lot.open < rest ? lot.open : rest;
      lot.open -= qty;
      rest -= qty;
      lines.push(lineOf(signal, lot.entry, exit, qty));
    }
  }
  return rest;
}

/** Computes a line: each fill's fee by its part of the fill's quantity. */
function lineOf(signal: Signal, entry: Fill, exit: Fill, qty: bigint): ShareLine {
  const move = exit.price - entry.price;
  const gross = times(signal.side === 'long' ? move : -move, qty);
  const fees = divided(entry.fee * qty, entry.qty) + divided(exit.fee * qty, exit.qty);
  return { signal, entry, exit, qty, gross, fees, profit: gross - fees };
}

/** Returns whether a fill is an entry of a signal of its market: side, time and price agree, all bounds included. */
export function follows({ side, at, price, marketType }: Fill, signal: Signal, entryBand: bigint): boolean {
  const { modelEntry, publishedAt, entryUntil } = signal;
  if (modelEntry === null || side !== entrySide(signal) || at < publishedAt || at > entryUntil) return false;
  // A sale on the spot market is no short: there is nothing to buy back.
  if (marketType === 'spot' && side === 'sell') return false;
  return abs(price - modelEntry) * ONE <= entryBand * modelEntry;
}
