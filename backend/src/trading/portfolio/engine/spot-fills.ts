import { HALF, LO_PLACES, power, type Amounts } from './amounts.js';
import { LARGEST_QTY, type CostBooks } from './cost-books.js';
import type { Handle } from './portfolio.types.js';
import { quotient, registers, share } from './exact-quotient.js';
import { USDT, type Ledger } from './ledger.js';
import type { Quotes } from './quotes.js';
import { divided, times } from '../../../platform/domain/scaled.js';
import type { Sums } from './sums.js';

export interface SpotTotals {
  /** By asset, in its places. */
  holdings: Sums;
  realised: Sums;
  fees: Sums;
  /** Sums over all assets since the last reading: 0 realised, 1 fees. */
  day: Sums;
  trades: Float64Array;
  lastTradeAt: Float64Array;
}

/**
 * Processes spot fills in time order. A fill swaps one asset for another at the trade's value in USDT. Its fee is added to the cost of a
 * buy and deducted from the proceeds of a sale (rules.md 3). `exactly` implements the rule for any pair; `run` does the same in numbers for
 * pairs against USDT.
 */
export class SpotFills {
  private at = 0;
  /** A trade or fee without a known value was processed since this was reset. */
  unvalued = false;
  private readonly feePart = new Float64Array(2);
  private readonly bases: Uint32Array;
  private readonly againstUsdt: Uint8Array;
  private readonly qty: Amounts;
  private readonly quoteQty: Amounts;
  private readonly fee: Amounts;

  constructor(
    private readonly ledger: Ledger,
    private readonly places: Uint8Array,
    private readonly books: CostBooks,
    private readonly quotes: Quotes,
    private readonly totals: SpotTotals,
  ) {
    [this.qty, this.quoteQty, this.fee] = ledger.spot.amounts as [Amounts, Amounts, Amounts];
    this.bases = Uint32Array.from(ledger.pairs, ({ base }) => base);
    this.againstUsdt = Uint8Array.from(ledger.pairs, ({ base, quote }) => (quote === USDT && base !== USDT ? 1 : 0));
  }

  /**
   * Processes every fill before `limit`. One long loop on purpose: numbers passed to a function are boxed, unless they go through
   * `registers`.
   */
  run(limit: number): void {
    const { time, subject, mark, other, size } = this.ledger.spot;
    const { bases, againstUsdt, books, totals, feePart } = this;
    const { holdings, realised, fees, day, trades, lastTradeAt } = totals;
    const { hi: heldHi, lo: heldLo } = holdings;
    const { hi: realisedHi, lo: realisedLo } = realised;
    const { hi: feesHi, lo: feesLo } = fees;
    const { hi: dayHi, lo: dayLo } = day;
    const qty = this.qty.units;
    const worth = this.quoteQty.units;
    const fee = this.fee.units;
    const worthRest = this.quoteQty.rest;
    const feeRest = this.fee.rest;
    let n = this.at;
    for (; n < size && time[n]! < limit; n++) {
      const pair = subject[n]!;
      const base = bases[pair]!;
      trades[base]!++;
      lastTradeAt[base] = time[n]!;
      const q = qty[n]!;
      const w = worth[n]!;
      const f = fee[n]!;
      const wLo = worthRest === null ? 0 : worthRest[n]!;
      const fLo = feeRest === null ? 0 : feeRest[n]!;
      // NaN (an amount that is too large) compares as false. Amounts below one unit have their sign in the rest only.
      if (againstUsdt[pair] === 0 || !(q >= 0 && w >= 0 && w <= HALF && wLo >= 0 && f >= 0 && f <= HALF && fLo >= 0)) {
        this.exactly(n);
        continue;
      }
      const feeAsset = other[n]!;
      const buyer = mark[n] === 1;
      // The fee's value, and the part that changes cost or proceeds. A fee in the coin itself changes the quantity instead.
      let feeHi = 0;
      let feeLo = 0;
      let borneHi = 0;
      let borneLo = 0;
      let paidHi = 0;
      let paidLo = 0;
      let moved = q;
      let third = false;
      if (f !== 0 || fLo !== 0) {
        if (feeAsset === USDT) {
          feeHi = borneHi = paidHi = f;
          feeLo = borneLo = paidLo = fLo;
        } else if (feeAsset === base) {
          if (f > q || q > LARGEST_QTY) {
            this.exactly(n);
            continue;
          }
          registers[0] = w;
          registers[1] = wLo;
          registers[2] = f;
          registers[3] = q;
          share();
          feeHi = registers[4]!;
          feeLo = registers[5]!;
          moved = buyer ? q - f : q + f;
        } else {
          if (!this.thirdFee(n)) {
            this.exactly(n);
            continue;
          }
          third = true;
          feeHi = borneHi = feePart[0]!;
          feeLo = borneLo = feePart[1]!;
        }
      }
      registers[2] = moved;
      if (buyer) {
        registers[0] = w + borneHi;
        registers[1] = wLo + borneLo;
        if (!books.put(base)) {
          this.exactly(n);
          continue;
        }
        heldHi[base]! += moved;
        heldHi[USDT]! -= w + paidHi;
        heldLo[USDT]! -= wLo + paidLo;
      } else {
        if (!books.take(base)) {
          this.exactly(n);
          continue;
        }
        const hi = w - borneHi - registers[4]!;
        const lo = wLo - borneLo - registers[5]!;
        heldHi[base]! -= moved;
        heldHi[USDT]! += w - paidHi;
        heldLo[USDT]! += wLo - paidLo;
        realisedHi[base]! += hi;
        realisedLo[base]! += lo;
        dayHi[0]! += hi;
        dayLo[0]! += lo;
        if (realisedHi[base]! > HALF || realisedHi[base]! < -HALF || realisedLo[base]! > HALF || realisedLo[base]! < -HALF)
          realised.flush(base);
      }
      if (third) {
        registers[2] = f;
        books.take(feeAsset);
        const hi = feeHi - registers[4]!;
        const lo = feeLo - registers[5]!;
        heldHi[feeAsset]! -= f;
        realisedHi[feeAsset]! += hi;
        realisedLo[feeAsset]! += lo;
        dayHi[0]! += hi;
        dayLo[0]! += lo;
        if (heldHi[feeAsset]! > HALF || heldHi[feeAsset]! < -HALF || heldLo[feeAsset]! > HALF || heldLo[feeAsset]! < -HALF)
          holdings.flush(feeAsset);
        if (realisedHi[feeAsset]! > HALF || realisedHi[feeAsset]! < -HALF || realisedLo[feeAsset]! > HALF || realisedLo[feeAsset]! < -HALF)
          realised.flush(feeAsset);
      }
      feesHi[base]! += feeHi;
      feesLo[base]! += feeLo;
      dayHi[1]! += feeHi;
      dayLo[1]! += feeLo;
      if (feesHi[base]! > HALF || feesHi[base]! < -HALF || feesLo[base]! > HALF || feesLo[base]! < -HALF) fees.flush(base);
      if (heldHi[base]! > HALF || heldHi[base]! < -HALF || heldLo[base]! > HALF || heldLo[base]! < -HALF) holdings.flush(base);
      if (heldHi[USDT]! > HALF || heldHi[USDT]! < -HALF || heldLo[USDT]! > HALF || heldLo[USDT]! < -HALF) holdings.flush(USDT);
      if (dayHi[0]! > HALF || dayHi[0]! < -HALF || dayLo[0]! > HALF || dayLo[0]! < -HALF) day.flush(0);
      if (dayHi[1]! > HALF || dayHi[1]! < -HALF || dayLo[1]! > HALF || dayLo[1]! < -HALF) day.flush(1);
    }
    this.at = n;
  }

  /** Stores the value of a fee in a third coin in `feePart`. Returns false if it, or the coin's remainder, does not fit into numbers. */
  private thirdFee(n: number): boolean {
    const asset = this.ledger.spot.other[n]!;
    const places = this.places[asset]!;
    if (places > LO_PLACES) return false;
    this.quotes.seek(asset, this.ledger.spot.time[n]!);
    const price = this.quotes.units[asset]!;
    const fee = this.fee.units[n]!;
    registers[2] = fee;
    if (!(price >= 0) || fee * price > HALF * power(places) || !this.books.canTake(asset)) return false;
    registers[0] = price;
    registers[3] = power(places);
    quotient();
    this.feePart[0] = registers[4]!;
    this.feePart[1] = registers[5]! * power(LO_PLACES - places);
    return true;
  }

  private exactly(n: number): void {
    const { spot, pairs } = this.ledger;
    const { holdings, fees, day } = this.totals;
    const { base, quote } = pairs[spot.subject[n]!]!;
    const time = spot.time[n]!;
    const feeAsset = spot.other[n]!;
    const [q, qq, fee] = [this.qty.exact(n), this.quoteQty.exact(n), this.fee.exact(n)];
    const buyer = spot.mark[n] === 1;
    const worth = this.worthOf(base, quote, q, qq, time);
    const feeWorth = this.feeWorth(feeAsset, fee, base, quote, q, qq, worth, time);
    const [came, cameQty, went, wentQty] = buyer ? [base, q, quote, qq] : [quote, qq, base, q];
    // The fee belongs to the base, unless that is the accounting asset.
    const onWhatCame = buyer === (base !== USDT);
    const [costFee, proceedsFee] = onWhatCame ? [feeWorth, 0n] : [0n, feeWorth];
    const third = feeAsset !== came && feeAsset !== went;
    const received = feeAsset === came ? cameQty - fee : cameQty;
    const given = feeAsset === went ? wentQty + fee : wentQty;
    if (went !== USDT) {
      // A fee in the sold coin was sold for its value, which the side that bears the fee pays.
      const extra = feeAsset === went && onWhatCame ? feeWorth : 0n;
      const borne = feeAsset === went && !onWhatCame ? 0n : proceedsFee;
      this.disposed(went, given, sum(worth, extra, borne === null ? null : -borne));
    }
    // A fee in the received coin is in its cost already: a smaller quantity for the same cost.
    if (came !== USDT)
      this.books.acquire(
        came,
        received,
        feeAsset === came && onWhatCame ? worth : sum(worth, costFee, feeAsset === came ? (feeWorth === null ? null : -feeWorth) : 0n),
      );
    if (third && fee !== 0n && feeAsset !== USDT) {
      if (fee > 0n) this.disposed(feeAsset, fee, feeWorth);
      else this.books.acquire(feeAsset, -fee, feeWorth === null ? null : -feeWorth);
    }
    holdings.add(came, cameQty);
    holdings.add(went, -wentQty);
    holdings.add(feeAsset, -fee);
    if (worth === null || feeWorth === null) this.unvalued = true;
    if (feeWorth !== null) {
      fees.add(base === USDT ? quote : base, feeWorth);
      day.add(1, feeWorth);
    }
  }

  private disposed(asset: Handle, qty: bigint, proceeds: bigint | null): void {
    const earned = this.books.dispose(asset, qty, proceeds);
    if (earned === null) return;
    this.totals.realised.add(asset, earned);
    this.totals.day.add(0, earned);
  }

  private worthOf(base: Handle, quote: Handle, q: bigint, qq: bigint, time: number): bigint | null {
    if (quote === USDT) return qq;
    if (base === USDT) return q;
    const ofQuote = this.quotes.near(quote, time);
    if (ofQuote !== null) return times(qq, ofQuote);
    const ofBase = this.quotes.near(base, time);
    return ofBase === null ? null : times(q, ofBase);
  }

  private feeWorth(
    asset: Handle,
    fee: bigint,
    base: Handle,
    quote: Handle,
    q: bigint,
    qq: bigint,
    worth: bigint | null,
    time: number,
  ): bigint | null {
    if (fee === 0n) return 0n;
    if (asset === USDT) return fee;
    if (asset === base || asset === quote) {
      const qty = asset === base ? q : qq;
      if (worth !== null && qty !== 0n) return divided(worth * fee, qty);
    }
    const price = this.quotes.near(asset, time);
    return price === null ? null : times(fee, price);
  }
}

const sum = (...parts: (bigint | null)[]): bigint | null =>
  parts.reduce((total, part) => (total === null || part === null ? null : total + part), 0n);
