import type { PoolClient } from 'pg';
import type { JournalKind, LedgerRows, PositionSide } from '../engine/index.js';
import { CREDITED, marginOf, RETURNED, sharesOneWallet, type JournalSpan, type LedgerAccount } from './account.js';
import { copyRows, literal, type Cells } from './copy-rows.js';

/** Milliseconds, both included; `from` null: everything before. */
export interface Span {
  from: number | null;
  to: number;
}

const ms = (column: string) => `(date_part('epoch', ${column}) * 1000)::int8`;

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
  const pairs = new Map<string, number | null>();
  const { rows } = await client.query<{ symbol: string; base: string; quote: string }>('select symbol, base, quote from venue_pairs where venue = $1', [venue]);
  const listed = new Map(rows.map((row) => [row.symbol, row]));
  const pairOf = (symbol: string): number | null => {
    const pair = listed.get(symbol);
    const handle = pair ? ledger.pair(pair.base, pair.quote) : null;
    pairs.set(symbol, handle);
    return handle;
  };
  await copyRows(client, `select ${ms('t.time')}, t.symbol, t.buyer, t.qty, t.quote_qty, t.fee, t.fee_asset from spot_trades t where ${where} order by t.time, length(t.trade_id), t.trade_id`, (cells) => {
    const [time, symbol, buyer, qty, quoteQty, fee, feeAsset] = cells as [string, string, string, string, string, string, string];
    const known = pairs.get(symbol);
    const pair = known === undefined ? pairOf(symbol) : known;
    if (pair !== null) ledger.spotFill(Number(time), pair, buyer === 't', qty, quoteQty, fee, ledger.asset(feeAsset));
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
  const query = `select ${ms('t.time')}, t.symbol, t.buyer, t.position_side, t.price, t.qty, t.realized_pnl, t.fee, t.fee_asset
    from futures_trades t where ${where} order by t.time, length(t.trade_id), t.trade_id`;
  await copyRows(client, query, (cells) => {
    const [time, symbol, buyer, side, price, qty, realised, fee, feeAsset] = cells as [string, string, string, PositionSide, string, string, string, string, string];
    const when = Number(time);
    const margin = marginOf(venue, symbol);
    // Of an inverse contract the wallet alone is told: its size is in dollars.
    if (margin !== null) ledger.futuresFill(when, ledger.contract(id, symbol, side, margin), buyer === 't', price, qty);
    if (when >= journal.from && when <= journal.until) return;
    wallet.add(when, margin ?? feeAsset, realised, 'realised', symbol);
    wallet.add(when, feeAsset || (margin ?? ''), negated(fee), 'fee', symbol);
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
  await copyRows(client, `select ${ms('time')}, kind, asset, symbol, amount, trade_id is not null from futures_income where ${where} order by time, kind, tran_id`, (cells: Cells) => {
    const [time, word, asset, symbol, amount, ofFill] = cells as [string, string, string, string, string, string];
    const when = Number(time);
    if (ofFill === 't' && when > until) return;
    const kind = kindOf(word);
    wallet.add(when, asset, amount, kind, symbol);
    if (kind === 'transfer') wallet.transferred(when, asset, amount, word === 'TRANSFER' ? 'spot' : 'funding');
  });
}

async function capital(client: PoolClient, of: string, within: (time: string) => string, ledger: LedgerRows): Promise<void> {
  const query = `select * from (
      select ${ms('inserted_at')} as at, 'deposit' as kind, id, coin, wallet_type, amount, 0::numeric as fee from deposits
        where ${of} and ${within('inserted_at')} and status = any('${CREDITED}'::int[])
      union all select ${ms('applied_at')}, 'withdrawal', id, coin, wallet_type, -amount, transaction_fee from withdrawals
        where ${of} and ${within('applied_at')} and status <> all('${RETURNED}'::int[])
    ) c order by at, kind, id`;
  await copyRows(client, query, (cells) => {
    const [time, kind, id, coin, walletType, amount, fee] = cells as [string, 'deposit' | 'withdrawal', string, string, string, string, string];
    ledger.flow(Number(time), walletType === '0' ? 'spot' : 'funding', ledger.asset(coin), amount, kind, id, fee);
  });
}

/** `-0.5` -> `0.5`: every digit as it was. */
export function negated(amount: string): string {
  return amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
}
