import type { PoolClient } from 'pg';
import type { JournalKind, LedgerRows, PositionSide, WalletKind } from '../engine/index.js';
import { CREDITED, marginOf, RETURNED, sharesOneWallet, type JournalSpan, type LedgerAccount } from './ledger-account.rules.js';
import { eachRow, IdOrder, CellCache, readRows, type Row, type RowsQuery } from './rows/index.js';

/** Milliseconds, both included; `from` null: everything before. */
export interface Span {
  from: number | null;
  to: number;
}

/** Condition of all queries here: rows of account $1 between $2 and $3. */
const within = (time: string) => `account_id = $1 and ${time} >= $2 and ${time} <= $3`;
const IN_INDEX_ORDER = 'order by t.time, t.trade_id';

async function readFills(client: PoolClient, query: RowsQuery, each: (time: number, row: Row) => void): Promise<void> {
  const order = new IdOrder(each);
  await readRows(client, query, order);
  order.flush();
}

/**
 * Feeds the account's rows of a span to a ledger, ordered by time. Throws NotExact for amounts that the ledger cannot represent. As in
 * reconciliation, trades of symbols with unknown coins are skipped and show as unexplained flows.
 */
export async function loadRows(
  client: PoolClient,
  account: LedgerAccount,
  span: Span,
  journal: JournalSpan,
  ledger: LedgerRows,
): Promise<void> {
  const values = [account.id, span.from === null ? '-infinity' : new Date(span.from).toISOString(), new Date(span.to).toISOString()];
  await spotFills(client, account, values, ledger);
  const wallet = new FuturesWallet(account, ledger);
  await futuresFills(client, account, values, journal, ledger, wallet);
  await journalRows(client, values, journal, wallet);
  await movements(client, values, journal, ledger, wallet);
  wallet.flush();
  await capital(client, values, ledger);
}

async function spotFills(client: PoolClient, { venue }: LedgerAccount, values: readonly string[], ledger: LedgerRows): Promise<void> {
  const { rows } = await client.query<{ symbol: string; base: string; quote: string }>(
    'select symbol, base, quote from venue_pairs where venue = $1',
    [venue],
  );
  const listed = new Map(rows.map((row) => [row.symbol, row]));
  const pairs = new CellCache((symbol) => {
    const pair = listed.get(symbol);
    return pair ? ledger.pair(pair.base, pair.quote) : null;
  });
  const assets = new CellCache((name) => ledger.asset(name));
  const cells = ['t.time', 't.trade_id', 't.symbol', 't.buyer', 't.fee_asset', 't.qty', 't.quote_qty', 't.fee'];
  await readFills(client, { cells, from: `from spot_trades t where ${within('t.time')} ${IN_INDEX_ORDER}`, values }, (time, row) => {
    const pair = pairs.of(row, 2);
    if (pair !== null) ledger.spotFillOf(time, pair, row.isTrue(3), row, 5, 6, 7, assets.of(row, 4));
  });
}

/** Merges the futures wallet's rows of two sources into one order. */
class FuturesWallet {
  private readonly rows: { time: number; asset: string; amount: string; kind: JournalKind; symbol: string; side: PositionSide }[] = [];
  private readonly oneWallet: boolean;

  constructor(
    account: LedgerAccount,
    private readonly ledger: LedgerRows,
  ) {
    this.oneWallet = sharesOneWallet(account.venue);
  }

  add(time: number, asset: string, amount: string, kind: JournalKind, symbol: string, side: PositionSide = 'BOTH'): void {
    if (Number(amount) !== 0) this.rows.push({ time, asset, amount, kind, symbol, side });
  }

  /** Books a coin given by the venue as income, not as a deposit: through the journal, which values it. */
  received(time: number, asset: string, amount: string, wallet: WalletKind): void {
    this.add(time, asset, amount, 'other', '');
    if (this.oneWallet) return;
    this.add(time, asset, negated(amount), 'transfer', '');
    this.ledger.transfer(time, this.ledger.asset(asset), amount, null, wallet);
  }

  /** Feeds the rows to the ledger, ordered by time. With one shared wallet, futures results move to the coins at once. */
  flush(): void {
    for (const { time, asset, amount, kind, symbol, side } of this.rows.toSorted((a, b) => a.time - b.time)) {
      const handle = this.ledger.asset(asset);
      this.ledger.journal(time, handle, amount, kind, symbol, side);
      if (!this.oneWallet) continue;
      this.ledger.journal(time, handle, negated(amount), 'transfer', symbol);
      this.ledger.transfer(time, handle, amount, null, 'spot');
    }
  }

  /** Books the other side of a transfer in the journal. */
  transferred(time: number, asset: string, amount: string, wallet: 'spot' | 'funding'): void {
    this.ledger.transfer(time, this.ledger.asset(asset), amount, wallet, null);
  }
}

async function futuresFills(
  client: PoolClient,
  { id, venue }: LedgerAccount,
  values: readonly string[],
  journal: JournalSpan,
  ledger: LedgerRows,
  wallet: FuturesWallet,
): Promise<void> {
  const cells = [
    't.time',
    't.trade_id',
    't.symbol',
    't.buyer',
    't.position_side',
    't.price',
    't.qty',
    't.realized_pnl',
    't.fee',
    't.fee_asset',
  ];
  await readFills(client, { cells, from: `from futures_trades t where ${within('t.time')} ${IN_INDEX_ORDER}`, values }, (when, row) => {
    const symbol = row.text(2);
    const margin = marginOf(venue, symbol);
    const side = row.text(4) as PositionSide;
    // Of inverse contracts only the wallet is booked, because their size is in dollars.
    if (margin !== null) ledger.futuresFill(when, ledger.contract(id, symbol, side, margin), row.isTrue(3), row.text(5), row.text(6));
    if (when >= journal.from && when <= journal.until) return;
    const feeAsset = row.text(9);
    wallet.add(when, margin ?? feeAsset, row.text(7), 'realised', symbol, side);
    wallet.add(when, feeAsset || (margin ?? ''), negated(row.text(8)), 'fee', symbol, side);
  });
}

const kinds: Record<string, JournalKind> = {
  REALIZED_PNL: 'realised',
  COMMISSION: 'fee',
  FUNDING_FEE: 'funding',
  AUTO_EXCHANGE: 'conversion',
};

/** Returns the kind of a journal row from the venue's own word. */
export function kindOfIncome(word: string): JournalKind {
  const known = kinds[word];
  if (known) return known;
  if (word.includes('TRANSFER')) return 'transfer';
  return word.startsWith('COIN_SWAP') ? 'conversion' : 'other';
}

const SIDE_OF_FILL = `coalesce((select t.position_side from futures_trades t where t.account_id = i.account_id and t.symbol = i.symbol
  and t.trade_id = i.trade_id limit 1), 'BOTH')`;

async function isHedged(client: PoolClient, accountId: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `select exists (select 1 from futures_trades where account_id = $1 and position_side <> 'BOTH') as found`,
    [accountId],
  );
  return rows[0]!.found;
}

/** Feeds the journal. Its rows of fills count within its complete range only; outside, the fills themselves count. */
async function journalRows(client: PoolClient, values: readonly string[], { until }: JournalSpan, wallet: FuturesWallet): Promise<void> {
  // The side of a journal row is that of its fill; one-way mode needs no lookup.
  const cells = [
    'time',
    'kind',
    'asset',
    'symbol',
    'amount',
    'trade_id is not null',
    (await isHedged(client, values[0]!)) ? SIDE_OF_FILL : `'BOTH'`,
  ];
  await readRows(
    client,
    { cells, from: `from futures_income i where ${within('time')} order by time, kind, tran_id`, values },
    eachRow((row) => {
      const when = row.time();
      if (row.isTrue(5) && when > until) return;
      const [word, asset, amount] = [row.text(1), row.text(2), row.text(4)];
      const kind = kindOfIncome(word);
      wallet.add(when, asset, amount, kind, row.text(3), row.text(6) as PositionSide);
      if (kind === 'transfer') wallet.transferred(when, asset, amount, word === 'TRANSFER' ? 'spot' : 'funding');
    }),
  );
}

/** Feeds transfers, conversions, dust and dividends. Transfers of the futures wallet count in its journal, as far back as it reaches. */
async function movements(
  client: PoolClient,
  values: readonly string[],
  journal: JournalSpan,
  ledger: LedgerRows,
  wallet: FuturesWallet,
): Promise<void> {
  const cells = [
    'time',
    'kind',
    `coalesce(from_wallet, '')`,
    `coalesce(from_asset, '')`,
    `coalesce(from_amount, 0)`,
    `coalesce(to_wallet, '')`,
    `coalesce(to_asset, '')`,
    `coalesce(to_amount, 0)`,
  ];
  await readRows(
    client,
    { cells, from: `from wallet_movements where ${within('time')} order by time, kind, id`, values },
    eachRow((row) => {
      const when = row.time();
      const [kind, from, to] = [row.text(1), row.text(2) as WalletKind, row.text(5) as WalletKind];
      const [fromAsset, fromAmount, toAsset, toAmount] = [row.text(3), row.text(4), row.text(6), row.text(7)];
      if (kind === 'dividend') return wallet.received(when, toAsset, toAmount, to);
      if (kind !== 'transfer') return ledger.conversion(when, from, ledger.asset(fromAsset), fromAmount, ledger.asset(toAsset), toAmount);
      if (from !== 'futures' && to !== 'futures') return ledger.transfer(when, ledger.asset(fromAsset), fromAmount, from, to);
      if (when >= journal.from) return;
      const [amount, other] = to === 'futures' ? [toAmount, from] : [negated(fromAmount), to];
      wallet.add(when, fromAsset, amount, 'transfer', '');
      wallet.transferred(when, fromAsset, amount, other === 'funding' ? 'funding' : 'spot');
    }),
  );
}

async function capital(client: PoolClient, values: readonly string[], ledger: LedgerRows): Promise<void> {
  const from = `from (
      select inserted_at as at, 'deposit' as kind, id, coin, wallet_type, amount, 0::numeric as fee from deposits
        where ${within('inserted_at')} and status = any('${CREDITED}'::int[])
      union all select applied_at, 'withdrawal', id, coin, wallet_type, -amount, transaction_fee from withdrawals
        where ${within('applied_at')} and status <> all('${RETURNED}'::int[])
    ) c order by at, kind, id`;
  await readRows(
    client,
    { cells: ['at', 'kind', 'id', 'coin', 'wallet_type', 'amount', 'fee'], from, values },
    eachRow((row) => {
      const kind = row.text(1) as 'deposit' | 'withdrawal';
      ledger.flow(
        row.time(),
        row.text(4) === '0' ? 'spot' : 'funding',
        ledger.asset(row.text(3)),
        row.text(5),
        kind,
        row.text(2),
        row.text(6),
      );
    }),
  );
}

/** Negates a decimal without changing its digits. */
export function negated(amount: string): string {
  return amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
}
