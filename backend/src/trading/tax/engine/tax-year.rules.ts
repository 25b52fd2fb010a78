import { divided, ONE, times } from '../../../platform/domain/scaled.js';
import { createHolding, type Holding, type Lot } from './holdings.rules.js';
import type { DisposalKind, TaxLines, TaxTotals, UnvaluedLine } from './tax-lines.types.js';
import { CURRENCY, type FuturesRow, type PriceOf, type TaxMethod, type TaxRow, type TradeRow } from './tax-rows.types.js';
import { YearTotals } from './year-totals.rules.js';

interface TaxScope {
  year: number;
  method: TaxMethod;
  priceOf: PriceOf;
  lines?: TaxLines;
  /** Time from which an asset's disposals are affected by missing history; Infinity: none is. */
  affectedFrom?: (asset: string) => number;
}

interface Disposal {
  time: number;
  id: string;
  kind: DisposalKind;
}

const DAY_MS = 86_400_000;

/**
 * Computes the tax report of one UTC year (docs/tax-report.md) from all rows since the account's first. Rows come in time order; those
 * before the year only build the lots, later ones are refused. Memory grows with the open lots, not with the rows.
 */
export class TaxYear {
  private readonly holdings = new Map<string, Holding>();
  private readonly totals = new YearTotals();
  private readonly from: number;
  private readonly until: number;
  private last = -Infinity;

  constructor(private readonly scope: TaxScope) {
    this.from = Date.UTC(scope.year, 0, 1);
    this.until = Date.UTC(scope.year + 1, 0, 1);
  }

  /** Throws RangeError for a row out of order or after the year. */
  apply(row: TaxRow): void {
    if (row.time < this.last || row.time >= this.until) throw new RangeError(`row ${row.id} is out of order`);
    this.last = row.time;
    switch (row.kind) {
      case 'trade':
        return this.trade(row);
      case 'conversion':
        return this.conversion(row);
      case 'deposit': {
        const { cost, time, acquiredAt } = row;
        return this.acquire(row.asset, { qty: row.qty, cost, acquiredAt: acquiredAt ?? time, cause: cost === null ? 'deposit' : null });
      }
      case 'unexplained':
        if (row.qty < 0n) return this.remove(row.asset, -row.qty);
        return this.acquire(row.asset, { qty: row.qty, cost: null, acquiredAt: null, cause: 'history' });
      case 'withdrawal':
        return this.remove(row.asset, row.qty);
      case 'reward':
        return this.reward(row);
      case 'futures':
        return this.futures(row);
    }
  }

  finish(): TaxTotals {
    return this.totals.finish(this.holdings);
  }

  private trade(row: TradeRow): void {
    const { base, quote, buyer, qty, quoteQty, fee, feeAsset, time } = row;
    const value = this.tradeValue(row);
    const feeValue = this.feeValue(row, value);
    const [came, cameQty, went, wentQty] = buyer ? [base, qty, quote, quoteQty] : [quote, quoteQty, base, qty];
    // The base bears the fee, unless it is the currency of the report.
    const cameBears = buyer === (base !== CURRENCY);
    const inCame = feeAsset === came;
    const inWent = feeAsset === went;
    const disposal: Disposal = { time, id: row.id, kind: came === CURRENCY ? 'sale' : 'trade' };
    if (went !== CURRENCY) {
      // A fee in the coin that went needs more of it for the same; borne by the other side, it went for what the fee was worth.
      const proceeds = inWent && cameBears ? plus(value, feeValue) : value;
      this.dispose(disposal, went, inWent ? wentQty + fee : wentQty, proceeds, cameBears || inWent ? 0n : feeValue);
    }
    if (came !== CURRENCY) {
      // A fee in the coin that came is in its cost already: less came for the same.
      const cost = inCame ? (cameBears ? value : minus(value, feeValue)) : cameBears ? plus(value, feeValue) : value;
      this.acquire(came, lotOf(inCame ? cameQty - fee : cameQty, cost, time));
    }
    if (inCame || inWent || feeAsset === CURRENCY || fee === 0n) return;
    if (fee > 0n) this.dispose({ ...disposal, kind: 'fee' }, feeAsset, fee, feeValue, 0n);
    else this.acquire(feeAsset, lotOf(-fee, feeValue === null ? null : -feeValue, time));
  }

  /** Returns what was traded in USDT: the USDT side as it is, else the quote at its price, else the base at its price. */
  private tradeValue({ base, quote, qty, quoteQty, time }: TradeRow): bigint | null {
    if (quote === CURRENCY) return quoteQty;
    if (base === CURRENCY) return qty;
    return this.valued(quote, quoteQty, time) ?? this.valued(base, qty, time);
  }

  /** A fee in a coin of the pair is worth its share of the trade, any other its price. */
  private feeValue({ base, quote, qty, quoteQty, fee, feeAsset, time }: TradeRow, value: bigint | null): bigint | null {
    if (fee === 0n) return 0n;
    if (feeAsset === CURRENCY) return fee;
    if (feeAsset === base || feeAsset === quote) {
      const whole = feeAsset === base ? qty : quoteQty;
      return value === null || whole === 0n ? null : divided(value * fee, whole);
    }
    return this.valued(feeAsset, fee, time);
  }

  private conversion({ time, id, how, from, fromQty, to, toQty }: Extract<TaxRow, { kind: 'conversion' }>): void {
    const value =
      from === CURRENCY ? fromQty : to === CURRENCY ? toQty : (this.valued(to, toQty, time) ?? this.valued(from, fromQty, time));
    if (from !== CURRENCY) this.dispose({ time, id, kind: how }, from, fromQty, value, 0n);
    this.acquire(to, lotOf(toQty, value, time));
  }

  private reward({ time, id, asset, qty }: Extract<TaxRow, { kind: 'reward' }>): void {
    const value = this.valued(asset, qty, time);
    this.acquire(asset, lotOf(qty, value, time));
    if (time < this.from) return;
    if (value === null) return this.unvalued({ time, id, kind: 'reward', asset, qty });
    this.scope.lines?.reward?.(this.totals.reward({ time, id, asset, qty }, value));
  }

  private unvalued(line: UnvaluedLine): void {
    this.totals.unvalued();
    this.scope.lines?.unvalued?.(line);
  }

  private futures({ time, id, entry, contract, side, asset, amount }: FuturesRow): void {
    const value = this.valued(asset, amount, time);
    if (amount > 0n) this.acquire(asset, lotOf(amount, value, time));
    else if (asset !== CURRENCY)
      this.dispose({ time, id, kind: entry === 'conversion' ? 'convert' : 'futures' }, asset, -amount, value === null ? null : -value, 0n);
    if (time < this.from || entry === 'conversion') return;
    if (value !== null) return this.totals.futures(entry, contract, side, value);
    this.unvalued({ time, id, kind: entry, asset, qty: amount });
  }

  private dispose(disposal: Disposal, asset: string, qty: bigint, proceeds: bigint | null, fees: bigint | null): void {
    // A rebate larger than what went.
    if (qty <= 0n) return this.acquire(asset, { qty: -qty, cost: null, acquiredAt: disposal.time, cause: 'price' });
    const parts = this.holding(asset).take(qty);
    if (disposal.time < this.from) return;
    const isAffected = disposal.time >= (this.scope.affectedFrom?.(asset) ?? Infinity);
    let [leftQty, leftProceeds, leftFees] = [qty, proceeds, fees];
    for (const part of parts) {
      const [ownProceeds, ownFees] = [share(leftProceeds, part.qty, leftQty), share(leftFees, part.qty, leftQty)];
      leftQty -= part.qty;
      leftProceeds = minus(leftProceeds, ownProceeds);
      leftFees = minus(leftFees, ownFees);
      this.line({ ...disposal, asset, qty: part.qty, isAffected }, part, ownProceeds, ownFees);
    }
  }

  private line(
    base: Disposal & { asset: string; qty: bigint; isAffected: boolean },
    { cost, acquiredAt, cause }: Lot,
    proceeds: bigint | null,
    fees: bigint | null,
  ): void {
    const { lines } = this.scope;
    if (cost === null || proceeds === null || fees === null) {
      const line = this.totals.unknown({ ...base, cause: cause ?? 'price', acquiredAt }, proceeds, fees, cost);
      return lines?.unknown?.(line);
    }
    const daysHeld = acquiredAt === null ? null : Math.floor(base.time / DAY_MS) - Math.floor(acquiredAt / DAY_MS);
    const overOneYear = acquiredAt === null ? null : isOverOneYear(acquiredAt, base.time);
    lines?.disposal?.(this.totals.disposal({ ...base, acquiredAt, daysHeld, overOneYear }, proceeds, fees, cost));
  }

  private acquire(asset: string, lot: Lot): void {
    if (asset === CURRENCY || lot.qty === 0n) return;
    // A fee larger than what came.
    if (lot.qty < 0n) this.remove(asset, -lot.qty);
    else this.holding(asset).add(lot);
  }

  private remove(asset: string, qty: bigint): void {
    if (asset !== CURRENCY) this.holding(asset).remove(qty);
  }

  private holding(asset: string): Holding {
    const found = this.holdings.get(asset) ?? createHolding(this.scope.method);
    this.holdings.set(asset, found);
    return found;
  }

  private valued(asset: string, qty: bigint, time: number): bigint | null {
    const price = asset === CURRENCY ? ONE : this.scope.priceOf(asset, time);
    return price === null ? null : times(qty, price);
  }
}

const lotOf = (qty: bigint, cost: bigint | null, time: number): Lot => ({
  qty,
  cost,
  acquiredAt: time,
  cause: cost === null ? 'price' : null,
});

const plus = (a: bigint | null, b: bigint | null) => (a === null || b === null ? null : a + b);
const minus = (a: bigint | null, b: bigint | null) => (a === null || b === null ? null : a - b);

/** Returns the share of a part in what is left; the last part takes the rest. */
const share = (left: bigint | null, qty: bigint, of: bigint) => (left === null || qty === of ? left : divided(left * qty, of));

/** Compares UTC dates; 29 February counts as 1 March of the next year. */
export function isOverOneYear(acquiredAt: number, disposedAt: number): boolean {
  const date = new Date(acquiredAt);
  return disposedAt >= Date.UTC(date.getUTCFullYear() + 1, date.getUTCMonth(), date.getUTCDate()) + DAY_MS;
}
