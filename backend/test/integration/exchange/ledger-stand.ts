import { randomUUID } from 'node:crypto';
import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import type { SpotTradeRow } from '../../../src/trading/venues/port/index.js';
import type { CursorUpdate } from '../../../src/trading/sync/cursor-update.js';
import { ormOptions } from '../../../src/mikro-orm.config.js';
import { LedgerWriter } from '../../../src/trading/sync/ledger.writer.js';
import { createTestDatabase, waitForConnections, type TestDatabase } from '../../support/test-database.js';

export const START = Date.UTC(2026, 0, 1);

/** The n-th fill of a symbol. */
export const fill = (n: number, changes: Partial<SpotTradeRow> = {}): SpotTradeRow => ({
  symbol: 'AAABBB',
  tradeId: String(900 + n),
  orderId: String(7_000 + n),
  buyer: n % 2 === 0,
  maker: n % 3 === 0,
  price: `0.0${n}0`,
  qty: '123456789.123456789012345678',
  quoteQty: '1.50000000',
  fee: '0',
  feeAsset: 'AAA',
  time: new Date(START + n),
  ...changes,
});
export const fills = (count: number, from = 0) => Array.from({ length: count }, (_, i) => fill(from + i));

export const move = (changes: Partial<CursorUpdate> = {}): CursorUpdate => ({
  dataset: 'spot_trades',
  symbol: 'AAABBB',
  state: 'partial',
  passStartedAt: null,
  ...changes,
});

/** What a promise rejects with. */
export async function failure(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'it did not fail',
    (error: unknown) => error,
  );
}

interface StoredCursor {
  state: string;
  cursor: string | null;
  resume_id: string | null;
  covered: string;
  horizon: Date | null;
  pass_started_at: Date | null;
  suspect_until: Date | null;
  asked_at: Date | null;
  row_count: number;
}

/** A database with accounts to write to, and what is stored of them. */
export class LedgerStand {
  private constructor(
    private readonly database: TestDatabase,
    private readonly orm: MikroORM,
  ) {}

  static async start(): Promise<LedgerStand> {
    const database = await createTestDatabase();
    const orm = await MikroORM.init(ormOptions(database.url));
    await waitForConnections(orm);
    return new LedgerStand(database, orm);
  }

  async stop(): Promise<void> {
    await this.orm.close();
    await this.database.drop();
  }

  /** A new account. */
  async account(): Promise<string> {
    const [user, account] = [randomUUID(), randomUUID()];
    await this.rows(
      `insert into users (id, email, surname, other_name, phone_number, country, date_of_birth, role, password_hash, referral_code)
       values (?, ?, 'Marlow', 'Ines', '+4912345678', 'Germany', '1990-01-01', 'trade club', '$argon2id$', ?)`,
      [user, `${user}@example.com`, user.slice(0, 12)],
    );
    await this.rows(
      `insert into exchange_accounts (id, user_id, venue, key_hint, fingerprint, key_state) values (?, ?, 'binance', 'abcd', decode(?,
        'hex'), 'valid')`,
      [account, user, account.replaceAll('-', '')],
    );
    return account;
  }

  writer(accountId: string, signal?: AbortSignal): LedgerWriter {
    return new LedgerWriter(this.orm.em.fork(), accountId, signal);
  }

  rows<T>(sql: string, parameters: unknown[] = []): Promise<T[]> {
    return this.orm.em.fork().execute<T[]>(sql, parameters);
  }

  /** The account's only cursor. */
  async cursor(accountId: string): Promise<StoredCursor | undefined> {
    const [row] = await this.rows<StoredCursor>('select * from sync_cursors where account_id = ?', [accountId]);
    const at = (value: Date | null) => (value === null ? null : new Date(value));
    return (
      row && {
        ...row,
        horizon: at(row.horizon),
        pass_started_at: at(row.pass_started_at),
        suspect_until: at(row.suspect_until),
        asked_at: at(row.asked_at),
      }
    );
  }

  /** A connection beside the writer's. */
  async connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.database.url });
    client.on('error', () => undefined); // tests cut connections
    await client.connect();
    return client;
  }

  /** The first words of each statement that writers send while `work` goes on. */
  async statements(work: () => Promise<unknown>): Promise<string[]> {
    const pool = await this.orm.em.getConnection().getNativeClient();
    const sent: string[] = [];
    const heard = new Set<pg.PoolClient>();
    const listen = (client: pg.PoolClient) => {
      if (heard.has(client)) return;
      heard.add(client);
      const query = client.query.bind(client) as (...parameters: unknown[]) => unknown;
      client.query = ((...parameters: unknown[]) => {
        const [statement] = parameters;
        sent.push((typeof statement === 'string' ? statement : (statement as { text: string }).text).slice(0, 12));
        return query(...parameters);
      }) as pg.PoolClient['query'];
    };
    pool.on('acquire', listen);
    try {
      await work();
    } finally {
      pool.off('acquire', listen);
      for (const client of heard) delete (client as Partial<pg.PoolClient>).query; // back to that of its class
    }
    return sent;
  }
}
