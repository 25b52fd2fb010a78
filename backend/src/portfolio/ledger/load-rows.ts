import type { PoolClient } from 'pg';
import type { JournalKind, LedgerRows, PositionSide } from '../engine/index.js';
import { CREDITED, marginOf, RETURNED, sharesOneWallet, type JournalSpan, type LedgerAccount } from './account.js';
import { eachRow, Known, Row, type RowTaker } from './copy-parser.js';
import { copyRows, literal } from './copy-rows.js';

/** Milliseconds, both included; `from` null: everything before. */
export interface Span {
  from: number | null;
  to: number;
}

const ms = (column: string) => `(date_part('epoch', ${column}) * 1000)::int8`;

/** Room for the length of an id behind its time. */
const LENGTHS = 100;
/**
 * Fills come in the index's own order: by time, and then by id as text. Of one millisecond that is not the order of numbers where a digit is added, so the length of the id
 * comes along with the time. Sorting by it there would cost every reading half as much again, for what hardly ever happens.
 */
const moment = `${ms('t.time')} * ${LENGTHS} + least(octet_length(t.trade_id), ${LENGTHS - 1})`;
const IN_INDEX_ORDER = 'order by t.time, t.trade_id';

/** Rows of one millisecond in the order of their ids; handed over once it is over. */
class IdOrder implements RowTaker {
  private readonly free: Row[] = [];
  private readonly held: Row[] = [];
  private time = NaN;

  constructor(private readonly each: (time: number, row: Row) => void) {}

  next(): Row {
    return this.free.pop() ?? new Row();
  }

  take(row: Row): void {
    const time = Math.floor(row.integer(0) / LENGTHS);
    if (time !== this.time) {
      this.flush();
      this.time = time;
    }
    this.held.push(row);
  }

  flush(): void {
    const { held, time } = this;
    if (held.length > 1) held.sort((a, b) => (a.integer(0) % LENGTHS) - (b.integer(0) % LENGTHS));
    for (const row of held) {
      this.each(time, row);
      this.free.push(row);
    }
    held.length = 0;
  }
}

async function copyFills(client: PoolClient, query: string, each: (time: number, row: Row) => void): Promise<void> {
  const order = new IdOrder(each);
  await copyRows(client, query, order);
  order.flush();
}

/**
 * Feeds the account's rows of a span to a ledger, in order of time. Rows the ledger cannot keep exactly throw NotExact. Trades of symbols that
 * nobody knows the coins of are left out, as they are in reconciliation: what they moved shows as unexplained.
 */
export async function loadRows(client: PoolClient, account: LedgerAccount, span: Span, journal: JournalSpan, ledger: LedgerRows): Promise<void> {
  const within = (time: string) => `${span.from === null ? '' : `${time} >= ${at(span.from)} and `}${time} <= ${at(span.to)}`;
  const of = `account_id = ${literal(account.id)}::uuid`;
  await spotFills(client, account, `${of} and ${within('t.time')}`, ledger);
  const wallet = new FuturesWallet(account, ledger);
  await futuresFills(client, account, `${of} and ${within('t.time')}`, journal, ledger, wallet);
  await journalRows(client, `${of} and ${within('time')}`, journal, wallet);
  wallet.flush();
  await capital(client, of, within, ledger);
}

function at(time: number): string {
  return `${literal(new Date(time).toISOString())}::timestamptz`;
}

async function spotFills(client: PoolClient, { venue }: LedgerAccount, where: string, ledger: LedgerRows): Promise<void> {
  const { rows } = await client.query<{ symbol: string; base: string; quote: string }>('select symbol, base, quote from venue_pairs where venue = $1', [venue]);
  const listed = new Map(rows.map((row) => [row.symbol, row]));
  const pairs = new Known((symbol) => {
    const pair = listed.get(symbol);
    return pair ? ledger.pair(pair.base, pair.quote) : null;
  });
  const assets = new Known((name) => ledger.asset(name));
  await copyFills(client, `select ${moment}, t.symbol, t.buyer, t.fee_asset, t.qty, t.quote_qty, t.fee from spot_trades t where ${where} ${IN_INDEX_ORDER}`, (time, row) => {
    const pair = pairs.of(row, 1);
    if (pair !== null) ledger.spotFillOf(time, pair, row.isTrue(2), row, 4, 5, 6, assets.of(row, 3));
  });
}

/** Rows of the futures wallet from two sources, which have to reach the ledger in one order. */
class FuturesWallet {
  private readonly rows: { time: number; asset: string; amount: string; kind: JournalKind; symbol: string }[] = [];
  private readonly oneWallet: boolean;

  constructor(
    account: LedgerAccount,
    private readonly ledger: LedgerRows,
  ) {
    this.oneWallet = sharesOneWallet(account.venue);
  }

  add(time: number, asset: string, amount: string, kind: JournalKind, symbol: string): void {
    if (Number(amount) !== 0) this.rows.push({ time, asset, amount, kind, symbol });
  }

  /** Where there is one wallet for everything, what the futures earned goes to the coins at once. */
  flush(): void {
    for (const { time, asset, amount, kind, symbol } of this.rows.toSorted((a, b) => a.time - b.time)) {
      const handle = this.ledger.asset(asset);
      this.ledger.journal(time, handle, amount, kind, symbol);
      if (!this.oneWallet) continue;
      this.ledger.journal(time, handle, negated(amount), 'transfer', symbol);
      this.ledger.transfer(time, handle, amount, null, 'spot');
    }
  }

  /** The other half of what the journal calls a transfer. */
  transferred(time: number, asset: string, amount: string, wallet: 'spot' | 'funding'): void {
    this.ledger.transfer(time, this.ledger.asset(asset), amount, wallet, null);
  }
}

async function futuresFills(client: PoolClient, { id, venue }: LedgerAccount, where: string, journal: JournalSpan, ledger: LedgerRows, wallet: FuturesWallet): Promise<void> {
  const query = `select ${moment}, t.symbol, t.buyer, t.position_side, t.price, t.qty, t.realized_pnl, t.fee, t.fee_asset from futures_trades t where ${where} ${IN_INDEX_ORDER}`;
  await copyFills(client, query, (when, row) => {
    const symbol = row.text(1);
    const margin = marginOf(venue, symbol);
    // Of an inverse contract the wallet alone is told: its size is in dollars.
    if (margin !== null) ledger.futuresFill(when, ledger.contract(id, symbol, row.text(3) as PositionSide, margin), row.isTrue(2), row.text(4), row.text(5));
    if (when >= journal.from && when <= journal.until) return;
    const feeAsset = row.text(8);
    wallet.add(when, margin ?? feeAsset, row.text(6), 'realised', symbol);
    wallet.add(when, feeAsset || (margin ?? ''), negated(row.text(7)), 'fee', symbol);
  });
}

const kinds: Record<string, JournalKind> = { REALIZED_PNL: 'realised', COMMISSION: 'fee', FUNDING_FEE: 'funding', AUTO_EXCHANGE: 'conversion' };

function kindOf(word: string): JournalKind {
  const known = kinds[word];
  if (known) return known;
  if (word.includes('TRANSFER')) return 'transfer';
  return word.startsWith('COIN_SWAP') ? 'conversion' : 'other';
}

/** Rows of fills count where the journal is complete: before and after, the fills themselves do. */
async function journalRows(client: PoolClient, where: string, { until }: JournalSpan, wallet: FuturesWallet): Promise<void> {
  await copyRows(client, `select ${ms('time')}, kind, asset, symbol, amount, trade_id is not null from futures_income where ${where} order by time, kind, tran_id`, eachRow((row) => {
    const when = row.integer(0);
    if (row.isTrue(5) && when > until) return;
    const [word, asset, amount] = [row.text(1), row.text(2), row.text(4)];
    const kind = kindOf(word);
    wallet.add(when, asset, amount, kind, row.text(3));
    if (kind === 'transfer') wallet.transferred(when, asset, amount, word === 'TRANSFER' ? 'spot' : 'funding');
  }));
}

async function capital(client: PoolClient, of: string, within: (time: string) => string, ledger: LedgerRows): Promise<void> {
  const query = `select * from (
      select ${ms('inserted_at')} as at, 'deposit' as kind, id, coin, wallet_type, amount, 0::numeric as fee from deposits
        where ${of} and ${within('inserted_at')} and status = any('${CREDITED}'::int[])
      union all select ${ms('applied_at')}, 'withdrawal', id, coin, wallet_type, -amount, transaction_fee from withdrawals
        where ${of} and ${within('applied_at')} and status <> all('${RETURNED}'::int[])
    ) c order by at, kind, id`;
  await copyRows(client, query, eachRow((row) => {
    const kind = row.text(1) as 'deposit' | 'withdrawal';
    ledger.flow(row.integer(0), row.text(4) === '0' ? 'spot' : 'funding', ledger.asset(row.text(3)), row.text(5), kind, row.text(2), row.text(6));
  }));
}

/** `-0.5` -> `0.5`: every digit as it was. */
export function negated(amount: string): string {
  return amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
}
