import { Amounts, grown } from './amounts.js';
import type { DecimalCells, FlowKind, Handle, JournalKind, LedgerRows, PositionSide, WalletKind } from './portfolio.types.js';
import { scaled } from '../../../platform/domain/scaled.js';

/** The accounting currency; its handle is 0. */
export const ACCOUNTING_ASSET = 'USDT';
export const USDT: Handle = 0;
const FIRST_CAPACITY = 1024;

export const journalKinds = ['realised', 'fee', 'funding', 'transfer', 'conversion', 'other'] as const satisfies readonly JournalKind[];

export interface Contract {
  account: string;
  symbol: string;
  side: PositionSide;
  margin: Handle;
}

/** Returns the key of a contract's results: in hedge mode each side has its own. */
export const symbolKey = (symbol: string, side: PositionSide): string => (side === 'BOTH' ? symbol : `${symbol} ${side}`);

export const symbolOfKey = (key: string): string => key.replace(/ (LONG|SHORT)$/, '');

/** A row that is rare enough to be an object. */
export type Event = { time: number } & (
  | { what: 'flow'; wallet: WalletKind; asset: Handle; amount: bigint; kind: FlowKind; id: string }
  | { what: 'transfer'; asset: Handle; amount: bigint; from: WalletKind | null; to: WalletKind | null }
  | { what: 'conversion'; wallet: WalletKind; from: Handle; fromAmount: bigint; to: Handle; toAmount: bigint }
);

/** Columns of one kind of row, in time order. */
class Columns {
  size = 0;
  time = new Float64Array(FIRST_CAPACITY);
  /** Pair, contract or asset. */
  subject = new Uint32Array(FIRST_CAPACITY);
  /** Asset of the fee, symbol of the journal row, or number of trades in a position change. */
  other = new Uint32Array(FIRST_CAPACITY);
  /** 1: a buy; or the kind of the journal's row. */
  mark = new Uint8Array(FIRST_CAPACITY);
  readonly amounts: Amounts[];

  constructor(
    private readonly name: string,
    amounts: number,
  ) {
    this.amounts = Array.from({ length: amounts }, () => new Amounts(FIRST_CAPACITY));
  }

  next(time: number, subject: Handle, other: Handle, mark: number): number {
    const at = this.size;
    if (!(at === 0 ? Number.isFinite(time) : time >= this.time[at - 1]!))
      throw new RangeError(`${this.name}: row ${at} comes before the one added last, or has no time`);
    if (at === this.time.length) this.grow(at * 2);
    this.time[at] = time;
    this.subject[at] = subject;
    this.other[at] = other;
    this.mark[at] = mark;
    this.size = at + 1;
    return at;
  }

  private grow(capacity: number): void {
    this.time = grown(this.time, new Float64Array(capacity));
    this.subject = grown(this.subject, new Uint32Array(capacity));
    this.other = grown(this.other, new Uint32Array(capacity));
    this.mark = grown(this.mark, new Uint8Array(capacity));
    for (const amounts of this.amounts) amounts.grow(capacity);
  }
}

class Names {
  readonly list: string[] = [];
  private readonly known = new Map<string, Handle>();

  find(name: string): Handle | undefined {
    return this.known.get(name);
  }

  of(name: string): Handle {
    const known = this.known.get(name);
    if (known !== undefined) return known;
    this.known.set(name, this.list.length);
    return this.list.push(name) - 1;
  }
}

/** Rows as columns, without an object per row. Amounts are integers, rescaled to their asset's places once all rows are added. */
export class Ledger implements LedgerRows {
  readonly spot = new Columns('spot fills', 3);
  readonly futures = new Columns('futures fills', 2);
  readonly income = new Columns('journal', 1);
  readonly events: Event[] = [];
  readonly pairs: { base: Handle; quote: Handle }[] = [];
  readonly contracts: Contract[] = [];
  readonly symbols = new Names();
  private readonly assetNames = new Names();
  private readonly pairNames = new Names();
  private readonly contractNames = new Names();
  /** Maximum decimal places of each asset's amounts. */
  private readonly widest: number[] = [];
  private aligned: Uint8Array | null = null;

  constructor() {
    this.assetNames.of(ACCOUNTING_ASSET);
    this.symbols.of('');
  }

  get assets(): readonly string[] {
    return this.assetNames.list;
  }

  asset(name: string): Handle {
    return this.assetNames.of(name);
  }

  pair(base: string, quote: string): Handle {
    const handle = this.pairNames.of(`${base} ${quote}`);
    if (handle === this.pairs.length) this.pairs.push({ base: this.asset(base), quote: this.asset(quote) });
    return handle;
  }

  contract(account: string, symbol: string, side: PositionSide, marginAsset: string): Handle {
    const handle = this.contractNames.of(`${account} ${side} ${symbol}`);
    if (handle === this.contracts.length) {
      this.symbols.of(symbol);
      this.symbols.of(symbolKey(symbol, side));
      this.contracts.push({ account, symbol, side, margin: this.asset(marginAsset) });
    }
    return handle;
  }

  spotFill(time: number, pair: Handle, buyer: boolean, qty: string, quoteQty: string, fee: string, feeAsset: Handle): void {
    const at = this.spot.next(time, pair, feeAsset, buyer ? 1 : 0);
    const { amounts } = this.spot;
    amounts[0]!.set(at, qty);
    amounts[1]!.set(at, quoteQty);
    amounts[2]!.set(at, fee);
    this.spotAmounts(at, pair, feeAsset);
  }

  spotFillOf(
    time: number,
    pair: Handle,
    buyer: boolean,
    row: DecimalCells,
    qty: number,
    quoteQty: number,
    fee: number,
    feeAsset: Handle,
  ): void {
    const at = this.spot.next(time, pair, feeAsset, buyer ? 1 : 0);
    const { amounts } = this.spot;
    const { bytes } = row;
    amounts[0]!.read(at, bytes, row.start(qty), row.end(qty));
    amounts[1]!.read(at, bytes, row.start(quoteQty), row.end(quoteQty));
    amounts[2]!.read(at, bytes, row.start(fee), row.end(fee));
    this.spotAmounts(at, pair, feeAsset);
  }

  futuresFill(time: number, contract: Handle, buyer: boolean, price: string, qty: string): void {
    this.position(time, contract, buyer, price, qty, 1);
  }

  openPosition(time: number, contract: Handle, isLong: boolean, entry: string, qty: string): void {
    this.position(time, contract, isLong, entry, qty, 0);
  }

  private position(time: number, contract: Handle, buyer: boolean, price: string, qty: string, trades: 0 | 1): void {
    const at = this.futures.next(time, contract, trades, buyer ? 1 : 0);
    const { amounts } = this.futures;
    this.aligned = null;
    amounts[0]!.set(at, price);
    amounts[1]!.set(at, qty);
  }

  journal(time: number, asset: Handle, amount: string, kind: JournalKind, symbol: string, side: PositionSide = 'BOTH'): void {
    const at = this.income.next(time, asset, this.symbols.of(symbolKey(symbol, side)), journalKinds.indexOf(kind));
    this.aligned = null;
    this.income.amounts[0]!.set(at, amount);
  }

  transfer(time: number, asset: Handle, amount: string, from: WalletKind | null, to: WalletKind | null): void {
    this.event({ time, what: 'transfer', asset, amount: scaled(amount), from, to });
  }

  conversion(time: number, wallet: WalletKind, from: Handle, fromAmount: string, to: Handle, toAmount: string): void {
    this.event({ time, what: 'conversion', wallet, from, fromAmount: scaled(fromAmount), to, toAmount: scaled(toAmount) });
  }

  flow(time: number, wallet: WalletKind, asset: Handle, amount: string, kind: FlowKind, id: string, fee = '0'): void {
    this.event({ time, what: 'flow', wallet, asset, amount: scaled(amount), kind, id });
    const paid = scaled(fee);
    if (paid !== 0n) this.event({ time, what: 'flow', wallet, asset, amount: -paid, kind: 'other', id: `${id}:fee` });
  }

  private event(event: Event): void {
    const last = this.events.at(-1);
    if (!Number.isFinite(event.time)) throw new RangeError('events: a row has no time');
    // Three kinds share one list, and each comes in order by itself.
    if (!last || last.time <= event.time) this.events.push(event);
    else this.events.splice(this.events.findLastIndex(({ time }) => time <= event.time) + 1, 0, event);
  }

  /** Processes a fill's amounts while further rows arrive: values in USDT completely. */
  private spotAmounts(at: number, pair: Handle, feeAsset: Handle): void {
    const [qty, quoteQty, fee] = this.spot.amounts as [Amounts, Amounts, Amounts];
    const { base, quote } = this.pairs[pair]!;
    this.settle(qty, at, base);
    this.settle(quoteQty, at, quote);
    this.settle(fee, at, feeAsset);
    this.aligned = null;
  }

  private settle(amounts: Amounts, at: number, asset: Handle): void {
    if (asset === USDT) amounts.split(at);
    else if (amounts.placesOf(at) > (this.widest[asset] ?? 0)) this.widest[asset] = amounts.placesOf(at);
  }

  /** Rescales the amounts of fills to their asset's places, and returns the places by asset. Values in USDT are split in two numbers. */
  align(): Uint8Array {
    if (this.aligned) return this.aligned;
    const places = Uint8Array.from(this.assets, (_, asset) => this.widest[asset] ?? 0);
    const { spot, pairs } = this;
    const [qty, quoteQty, fee] = spot.amounts as [Amounts, Amounts, Amounts];
    const [bases, quotes] = [Uint32Array.from(pairs, ({ base }) => base), Uint32Array.from(pairs, ({ quote }) => quote)];
    for (let n = 0; n < spot.size; n++) {
      const pair = spot.subject[n]!;
      const base = bases[pair]!;
      const quote = quotes[pair]!;
      const paid = spot.other[n]!;
      if (base !== USDT) qty.align(n, places[base]!);
      if (quote !== USDT) quoteQty.align(n, places[quote]!);
      if (paid !== USDT) fee.align(n, places[paid]!);
    }
    const [amount] = this.income.amounts as [Amounts];
    for (let n = 0; n < this.income.size; n++) if (this.income.subject[n] === USDT) amount.split(n);
    return (this.aligned = places);
  }
}
