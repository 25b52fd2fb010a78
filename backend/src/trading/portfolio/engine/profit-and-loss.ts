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
  /** Positive where it was paid. */
  fee: bigint;
  feeAsset: string;
  /** Of one of `feeAsset`, in the quote; null: unknown, and not needed for a fee in base or quote. */
  feePrice: bigint | null;
}

/** In the quote that the base was traded against. */
export interface PnlLine {
  /** Null: something was sold, and none of it had a known cost, or a fee had no known worth. */
  realised: bigint | null;
  openQty: bigint;
  /** Null: part of what is open came at an unknown cost. */
  openCost: bigint | null;
  /** Of `openQty`. */
  unknownQty: bigint;
}

interface Holding {
  acquire(qty: bigint, cost: bigint | null): void;
  dispose(qty: bigint, proceeds: bigint | null): bigint | null;
  open(): Pick<PnlLine, 'openQty' | 'openCost' | 'unknownQty'>;
}

/** Average cost, by the books of the portfolio. */
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

/** First in, first out: a lot a buy. What a lot cost goes by shares of what is left of it, so that nothing is lost to rounding. */
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

/** A fee in a third coin took that coin away, where the fills hold some of it. */
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
