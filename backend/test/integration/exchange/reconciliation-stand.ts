import { createHmac, randomUUID } from 'node:crypto';
import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import type { SpotSymbol, Venue } from '../../../src/trading/venues/port/index.js';
import { ReconciliationService, type ReconcileOptions } from '../../../src/trading/reconciliation/index.js';
import { ormOptions } from '../../../src/mikro-orm.config.js';
import { createTestDatabase, waitForConnections, type TestDatabase } from '../../support/test-database.js';
import { movementRows } from './movement-rows.js';
import type { OwnSandbox } from './own-sandbox.js';

export type Row = Record<string, unknown>;

export interface StoredLine {
  kind: string;
  asset: string;
  opening: string | null;
  buys: string;
  sells: string;
  fees: string;
  deposits: string;
  withdrawals: string;
  transfers: string;
  converts: string | null;
  dust: string | null;
  dividends: string | null;
  earn: string;
  realized_pnl: string;
  funding: string;
  other: string;
  expected: string | null;
  reported: string;
  residual: string | null;
  residual_worth: string | null;
  status: string;
  reasons: { code: string; text: string }[];
  hints: { code: string; text: string }[];
  income: Record<string, string>;
  funding_wallet: string;
  opening_at: string | null;
  checked_since: string | null;
  residual_since: string | null;
  read_at: string;
}

export const DAY_MS = 86_400_000;
export const OPENED = new Date('2017-07-01T00:00:00Z');

/** A database with accounts whose rows a test writes by itself, and the reconciliation at work on it. */
export class ReconciliationStand {
  readonly service = new ReconciliationService();

  private constructor(
    private readonly orm: MikroORM,
    private readonly database: TestDatabase,
  ) {}

  static async start(): Promise<ReconciliationStand> {
    const database = await createTestDatabase();
    const orm = await MikroORM.init(ormOptions(database.url));
    await waitForConnections(orm);
    return new ReconciliationStand(orm, database);
  }

  async stop(): Promise<void> {
    await this.orm.close(true);
    await this.database.drop();
  }

  em(): EntityManager {
    return this.orm.em.fork() as EntityManager;
  }

  rows<T>(sql: string, values: unknown[] = []): Promise<T[]> {
    return this.em().execute<T[]>(sql, values);
  }

  /** An account that nothing was read of. */
  async account(venue: Venue = 'binance'): Promise<string> {
    const [userId, id] = [randomUUID(), randomUUID()];
    await this.rows(
      `insert into users (id, email, surname, other_name, phone_number, country, date_of_birth, role, password_hash, referral_code)
       values (?, ?, 'Marlow', 'Ines', '+4912345678', 'Germany', '1990-01-01', 'trade club', '$argon2id$', ?)`,
      [userId, `${userId.slice(0, 8)}@example.com`, userId.slice(0, 12)],
    );
    await this.rows(
      `insert into exchange_accounts (id, user_id, venue, key_hint, fingerprint, key_state) values (?, ?, ?, 'ey-1', ?, 'valid')`,
      [id, userId, venue, Buffer.from(id)],
    );
    return id;
  }

  /** An account of Binance that was read whole up to `at`. */
  async completeAccount(at: Date): Promise<string> {
    const id = await this.account();
    await this.everythingRead(id, at);
    return id;
  }

  /** Rows as they are, each column by its name; rows that are stored already stay. */
  async put(table: string, accountId: string, rows: readonly Row[]): Promise<void> {
    const given = JSON.stringify(rows.map((row) => ({ account_id: accountId, ...row })));
    await this.rows(`insert into "${table}" select * from jsonb_populate_recordset(null::"${table}", ?::jsonb) on conflict do nothing`, [
      given,
    ]);
  }

  async replace(table: string, accountId: string, rows: readonly Row[]): Promise<void> {
    await this.rows(`delete from "${table}" where account_id = ?`, [accountId]);
    await this.put(table, accountId, rows);
  }

  async cursor(accountId: string, dataset: string, changes: Row = {}): Promise<void> {
    await this.rows('delete from sync_cursors where account_id = ? and dataset = ? and symbol = ?', [
      accountId,
      dataset,
      changes['symbol'] ?? '',
    ]);
    await this.put('sync_cursors', accountId, [{ dataset, symbol: '', state: 'complete', covered: '{}', row_count: 0, ...changes }]);
  }

  /** Deposits, withdrawals, wallet movements and journal read whole, up to `at`. */
  async everythingRead(accountId: string, at: Date, journalFrom: Date = OPENED): Promise<void> {
    const covered = (from: Date) => `{[${from.toISOString()},${at.toISOString()})}`;
    await this.cursor(accountId, 'deposits', { covered: covered(OPENED) });
    await this.cursor(accountId, 'withdrawals', { covered: covered(OPENED) });
    await this.cursor(accountId, 'futures_income', {
      covered: covered(journalFrom),
      horizon: journalFrom.toISOString(),
      asked_at: at.toISOString(),
    });
    const transfersFrom = new Date(at.getTime() - 178 * DAY_MS);
    const dustFrom = new Date('2020-12-01T00:00:00Z');
    await this.cursor(accountId, 'movements_transfer', { covered: covered(transfersFrom), horizon: transfersFrom.toISOString() });
    await this.cursor(accountId, 'movements_dust', { covered: covered(dustFrom), horizon: dustFrom.toISOString() });
    for (const kind of ['convert', 'dividend']) await this.cursor(accountId, `movements_${kind}`, { covered: covered(OPENED) });
  }

  async pairs(...pairs: readonly (readonly [base: string, quote: string])[]): Promise<void> {
    for (const [base, quote] of pairs) {
      await this.rows(
        `insert into venue_pairs (venue, symbol, base, quote, source, listed) values ('binance', ?, ?, ?, 'listed', true) on conflict do
          nothing`,
        [base + quote, base, quote],
      );
    }
  }

  reconcile(accountId: string, readAt: Date, options: Omit<ReconcileOptions, 'readAt'> = {}) {
    return this.service.reconcile(this.em(), accountId, { readAt, ...options });
  }

  async lines(accountId: string, kind: 'spot' | 'futures' = 'spot'): Promise<Map<string, StoredLine>> {
    const rows = await this.rows<StoredLine>('select * from reconciliations where account_id = ? and kind = ? order by asset', [
      accountId,
      kind,
    ]);
    return new Map(rows.map((row) => [row.asset, row]));
  }

  /** Residuals that are not nothing, by asset. */
  async residuals(accountId: string, kind: 'spot' | 'futures' = 'spot'): Promise<Record<string, string | null>> {
    return Object.fromEntries(
      [...(await this.lines(accountId, kind))]
        .filter(([, { residual }]) => residual !== '0')
        .map(([asset, { residual }]) => [asset, residual]),
    );
  }
}

let trades = 0;

/** A spot fill; the quote is `qty * price` where it is not given. */
export function fill(symbol: string, side: 'buy' | 'sell', qty: string, quoteQty: string, fee: string, feeAsset: string, time: Date): Row {
  const id = String(++trades);
  return {
    symbol,
    trade_id: id,
    order_id: id,
    buyer: side === 'buy',
    maker: false,
    price: '1',
    qty,
    quote_qty: quoteQty,
    fee,
    fee_asset: feeAsset,
    time: time.toISOString(),
  };
}

export function deposit(coin: string, amount: string, at: Date, changes: Row = {}): Row {
  return {
    id: String(++trades),
    coin,
    network: 'X',
    amount,
    wallet_type: 0,
    status: 1,
    final: true,
    tx_id: '',
    inserted_at: at.toISOString(),
    ...changes,
  };
}

export function withdrawal(coin: string, amount: string, fee: string, at: Date, changes: Row = {}): Row {
  return {
    id: String(++trades),
    coin,
    network: 'X',
    amount,
    transaction_fee: fee,
    wallet_type: 0,
    status: 6,
    final: true,
    tx_id: '',
    applied_at: at.toISOString(),
    ...changes,
  };
}

export function income(kind: string, asset: string, amount: string, at: Date, changes: Row = {}): Row {
  return { kind, tran_id: String(++trades), asset, symbol: '', amount, trade_id: null, time: at.toISOString(), ...changes };
}

export function balance(coin: string, free: string, locked = '0', value: string | null = null): Row {
  return { coin, free, locked, value };
}

export function wallet(asset: string, amount: string, at: Date): Row {
  return { asset, wallet_balance: amount, updated_at: at.toISOString() };
}

const iso = (ms: unknown) => new Date(ms as number).toISOString();

/** An account of the sandbox exchange, its rows written as a complete reading at some moment would write them. */
export class SandboxAccount {
  constructor(
    private readonly sandbox: OwnSandbox,
    private readonly stand: ReconciliationStand,
    readonly accountId: string,
    private readonly profile: string,
  ) {}

  /** Stores what the exchange shows at `at`, in the past or now; what was stored before stays, as it does in a ledger. */
  async readAt(at: Date): Promise<void> {
    const { stand, accountId } = this;
    await this.sandbox.control('POST', 'clock', { freeze: at.getTime() });
    const truth = await this.sandbox.control<Record<string, Row[]>>('GET', `truth/${this.profile}-1?at=${at.getTime()}`);
    const of = (name: string) => truth[name] ?? [];
    await stand.put(
      'spot_trades',
      accountId,
      of('spotTrades').map((r) => ({
        symbol: r['symbol'],
        trade_id: String(r['id']),
        order_id: String(r['orderId']),
        buyer: r['isBuyer'],
        maker: r['isMaker'],
        price: r['price'],
        qty: r['qty'],
        quote_qty: r['quoteQty'],
        fee: r['commission'],
        fee_asset: r['commissionAsset'],
        time: iso(r['time']),
      })),
    );
    await stand.put(
      'futures_trades',
      accountId,
      of('futuresTrades').map((r) => ({
        symbol: r['symbol'],
        trade_id: String(r['id']),
        order_id: String(r['orderId']),
        buyer: r['side'] === 'BUY',
        maker: false,
        position_side: r['positionSide'],
        price: r['price'],
        qty: r['qty'],
        quote_qty: r['quoteQty'],
        realized_pnl: r['realizedPnl'],
        fee: r['commission'],
        fee_asset: r['commissionAsset'],
        time: iso(r['time']),
      })),
    );
    // The exchange's own ids pass 2^53, which a plain JSON reader rounds.
    await stand.put(
      'futures_income',
      accountId,
      of('income').map((r) => ({
        kind: r['incomeType'],
        tran_id: `${String(r['symbol'])} ${String(r['tradeId'])} ${String(r['time'])}`,
        asset: r['asset'],
        symbol: r['symbol'],
        amount: r['income'],
        trade_id: r['tradeId'] || null,
        time: iso(r['time']),
      })),
    );
    await stand.replace(
      'deposits',
      accountId,
      of('deposits').map((r, i) => ({
        id: r['id'] ?? `without-${i}`,
        coin: r['coin'],
        network: r['network'],
        amount: r['amount'],
        wallet_type: r['walletType'],
        status: r['status'],
        final: r['status'] === 1,
        tx_id: r['txId'],
        inserted_at: iso(r['insertTime']),
      })),
    );
    await stand.replace(
      'withdrawals',
      accountId,
      of('withdrawals').map((r) => ({
        id: r['id'],
        coin: r['coin'],
        network: r['network'],
        amount: r['amount'],
        transaction_fee: r['transactionFee'],
        wallet_type: r['walletType'],
        status: r['status'],
        final: r['status'] === 6,
        tx_id: r['txId'],
        applied_at: `${String(r['applyTime']).replace(' ', 'T')}Z`,
      })),
    );
    await stand.put('wallet_movements', accountId, movementRows(of));
    await stand.replace(
      'asset_balances',
      accountId,
      of('balances').map((r) => balance(r['asset'] as string, r['free'] as string, r['locked'] as string)),
    );
    const futures = await this.signed<{ assets: { asset: string; walletBalance: string; updateTime: number }[] }>('/fapi/v3/account');
    await stand.replace(
      'futures_assets',
      accountId,
      futures.assets.map((r) => wallet(r.asset, r.walletBalance, new Date(r.updateTime))),
    );
    await stand.everythingRead(accountId, at, new Date(at.getTime() - 90 * DAY_MS));
  }

  async symbols(): Promise<SpotSymbol[]> {
    const { symbols } = (await (await fetch(`${this.sandbox.url}/api/v3/exchangeInfo`)).json()) as {
      symbols: { symbol: string; baseAsset: string; quoteAsset: string }[];
    };
    return symbols.map(({ symbol, baseAsset, quoteAsset }) => ({ symbol, base: baseAsset, quote: quoteAsset }));
  }

  /** A signed question, as a client asks it. */
  async signed<T>(path: string, params: Record<string, number> = {}): Promise<T> {
    const { serverTime } = (await (await fetch(`${this.sandbox.url}/api/v3/time`)).json()) as { serverTime: number };
    const query = new URLSearchParams(
      Object.entries({ ...params, recvWindow: 60_000, timestamp: serverTime }).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]),
    ).toString();
    const signature = createHmac('sha256', `sbs_${this.profile}_read-only_1`).update(query).digest('hex');
    const response = await fetch(`${this.sandbox.url}${path}?${query}&signature=${signature}`, {
      headers: { 'x-mbx-apikey': `sbx_${this.profile}_read-only_1` },
    });
    const body = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${body}`);
    return JSON.parse(body) as T;
  }
}
