import { CostBooks } from './cost-books.js';
import { divided, PLACES, times } from '../../../platform/domain/scaled.js';

export type PnlMethod = 'average' | 'fifo';

export interface PnlFill {
  time: number;
  buyer: boolean;
  base: string;
  quote: string;
  price: bigint;
  qty: bigint;
  /** Positive: paid. */
  fee: bigint;
  feeAsset: string;
  /** Price of `feeAsset` in the quote; null: unknown, or not needed because the fee is in base or quote. */
  feePrice: bigint | null;
}

/** Trading result of a base asset, in its quote. */
export interface PnlLine {
  /** Null: nothing that was sold had a known cost, or a fee had no known value. */
  realised: bigint | null;
  openQty: bigint;
  /** Null: part of the open quantity has no known cost. */
  openCost: bigint | null;
  /** Part of `openQty` without a known cost. */
  unknownQty: bigint;
}

interface Holding {
  acquire(qty: bigint, cost: bigint | null): void;
  dispose(qty: bigint, proceeds: bigint | null): bigint | null;
  open(): Pick<PnlLine, 'openQty' | 'openCost' | 'unknownQty'>;
}

/** Average cost, with the portfolio's cost books. */
class Average implements Holding {
  private readonly books = new CostBooks([PLACES]);

  acquire(qty: bigint, cost: bigint | null): void {
    this.books.acquire(0, qty, cost);
  }

  dispose(qty: bigint, proceeds: bigint | null): bigint | null {
    return this.books.dispose(0, qty, proceeds);
  }

  open(): Pick<PnlLine, 'openQty' | 'openCost' | 'unknownQty'> {
    const { known, unknown, cost } = this.books.load(0);
    return { openQty: known + unknown, openCost: unknown === 0n ? cost : null, unknownQty: unknown };
  }
}

/** First in, first out, with one lot per buy. Costs are shared over the rest of a lot, so that rounding loses nothing. */
class Fifo implements Holding {
  private readonly lots: { qty: bigint; cost: bigint | null }[] = [];
  private first = 0;

  acquire(qty: bigint, cost: bigint | null): void {
    this.lots.push({ qty, cost });
  }

  dispose(qty: bigint, proceeds: bigint | null): bigint | null {
    let [left, known, cost] = [qty, 0n, 0n];
    for (let lot = this.lots[this.first]; lot && left > 0n; lot = this.lots[this.first]) {
      const taken = left < lot.qty ? left : lot.qty;
      if (lot.cost !== null) {
        const part = taken === lot.qty ? lot.cost : divided(lot.cost * taken, lot.qty);
        lot.cost -= part;
        cost += part;
        known += taken;
      }
      lot.qty -= taken;
      left -= taken;
      if (lot.qty === 0n) this.first++;
    }
    if (proceeds === null || (known === 0n && qty !== 0n)) return null;
    return (known === qty ? proceeds : divided(proceeds * known, qty)) - cost;
  }

  open(): Pick<PnlLine, 'openQty' | 'openCost' | 'unknownQty'> {
    const lots = this.lots.slice(this.first);
    const [known, unknown] = [lots.filter(({ cost }) => cost !== null), lots.filter(({ cost }) => cost === null)];
    const qty = (of: typeof lots) => of.reduce((sum, lot) => sum + lot.qty, 0n);
    return {
      openQty: qty(lots),
      openCost: unknown.length === 0 ? known.reduce((sum, { cost }) => sum + (cost ?? 0n), 0n) : null,
      unknownQty: qty(unknown),
    };
  }
}

/** Deducts a fee in a third coin from that coin's holding, if the fills contain it. */
function payFrom(holding: Holding | undefined, fee: bigint, worth: bigint | null): bigint | null {
  if (!holding || fee === 0n) return null;
  if (fee > 0n) return holding.dispose(fee, worth);
  holding.acquire(-fee, worth === null ? null : -worth);
  return null;
}

/**
 * Computes the trading result of each base asset, by average cost or first in first out. Fills in time order; each base against one quote.
 * A fee's value at the trade is added to the cost of a buy and deducted from the proceeds of a sale; sales beyond the bought quantity are
 * excluded from the realised profit (rules.md 3).
 */
export function profitAndLoss(method: PnlMethod, fills: readonly PnlFill[]): Map<string, PnlLine> {
  const books = new Map<string, { holding: Holding; realised: bigint; sold: boolean; judged: boolean; unvalued: boolean }>();
  for (const { base } of fills) {
    if (!books.has(base))
      books.set(base, {
        holding: method === 'average' ? new Average() : new Fifo(),
        realised: 0n,
        sold: false,
        judged: false,
        unvalued: false,
      });
  }
  for (const { buyer, base, quote, price, qty, fee, feeAsset, feePrice } of fills) {
    const book = books.get(base)!;
    const inBase = feeAsset === base;
    const worth = fee === 0n ? 0n : feeAsset === quote ? fee : inBase ? times(fee, price) : feePrice === null ? null : times(fee, feePrice);
    const amount = times(qty, price);
    if (worth === null) book.unvalued = true;
    if (buyer) book.holding.acquire(inBase ? qty - fee : qty, inBase ? amount : worth === null ? null : amount + worth);
    else {
      const earned = book.holding.dispose(inBase ? qty + fee : qty, inBase ? amount : worth === null ? null : amount - worth);
      book.sold = true;
      if (earned !== null) {
        book.realised += earned;
        book.judged = true;
      }
    }
    if (feeAsset === base || feeAsset === quote) continue;
    const paidFrom = books.get(feeAsset);
    const earned = payFrom(paidFrom?.holding, fee, worth);
    if (paidFrom && earned !== null) paidFrom.realised += earned;
  }
  return new Map(
    [...books].map(([base, { holding, realised, sold, judged, unvalued }]) => [
      base,
      { realised: sold && (!judged || unvalued) ? null : realised, ...holding.open() },
    ]),
  );
}
