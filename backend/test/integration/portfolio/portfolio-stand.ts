import { randomUUID } from 'node:crypto';
import { uuidv7 } from '../../../src/platform/domain/index.js';
import type { Row } from '../exchange/reconciliation-stand.js';
import { MarketDouble } from './market-double.js';
import { PortfolioWorker } from './portfolio-worker.js';

export const day = (text: string) => new Date(`${text}:00Z`);

/** Accounts whose rows a test writes by itself, and the computation at work on them. */
export class PortfolioStand {
  private constructor(
    readonly worker: PortfolioWorker,
    readonly market: MarketDouble,
  ) {}

  static async start(): Promise<PortfolioStand> {
    const market = new MarketDouble();
    const stand = new PortfolioStand(await PortfolioWorker.start('http://127.0.0.1:9', market), market);
    for (const [base, quote] of [
      ['BTC', 'USDT'],
      ['ETH', 'USDT'],
      ['ETH', 'BTC'],
      ['BNB', 'USDT'],
      ['XYZ', 'BTC'],
    ] as const) {
      await stand.worker.rows(
        `insert into venue_pairs (venue, symbol, base, quote, source, listed) values ('binance', ?, ?, ?, 'listed', true)`,
        [base + quote, base, quote],
      );
    }
    return stand;
  }

  stop(): Promise<void> {
    return this.worker.stop();
  }

  async account(venue = 'binance'): Promise<{ userId: string; accountId: string }> {
    const [userId, accountId] = [randomUUID(), randomUUID()];
    await this.worker.rows(
      `insert into users (id, email, surname, other_name, phone_number, country, date_of_birth, role, password_hash, referral_code)
       values (?, ?, 'Marlow', 'Ines', '+4912345678', 'Germany', '1990-01-01', 'trade club', '$argon2id$', ?)`,
      [userId, `${userId}@example.com`, userId.slice(0, 12)],
    );
    await this.worker.rows(
      `insert into exchange_accounts (id, user_id, venue, key_hint, fingerprint, key_state) values (?, ?, ?, 'ey-1', ?, 'valid')`,
      [accountId, userId, venue, Buffer.from(accountId)],
    );
    return { userId, accountId };
  }

  /** Rows as they are, and what the writer of rows does beside: figures are out of date from the earliest on. */
  async put(table: string, accountId: string, rows: readonly Row[]): Promise<void> {
    await this.worker.rows(`insert into "${table}" select * from jsonb_populate_recordset(null::"${table}", ?::jsonb)`, [
      JSON.stringify(rows.map((row) => ({ account_id: accountId, ...row }))),
    ]);
    const times = rows
      .map((row) => row['time'] ?? row['inserted_at'] ?? row['applied_at'])
      .filter((time): time is string => typeof time === 'string');
    if (times.length === 0) return;
    await this.worker.rows(
      `insert into portfolio_states (account_id, dirty_from, marks) values (?, ?, 1)
       on conflict (account_id) do update set dirty_from = least(portfolio_states.dirty_from, excluded.dirty_from), marks =
         portfolio_states.marks + 1`,
      [accountId, times.toSorted()[0]!],
    );
  }

  /** The exchange's word at a time: coins in the spot wallet, each with its worth, and other wallets. */
  async reading(
    accountId: string,
    at: Date,
    coins: Readonly<Record<string, readonly [amount: string, value: string | null]>>,
    futures: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const { userId } = (
      await this.worker.rows<{ userId: string }>('select user_id as "userId" from exchange_accounts where id = ?', [accountId])
    )[0]!;
    await this.worker.rows(
      `insert into sync_runs (id, account_id, user_id, trigger, state, steps, rows, progress, warnings) values (?, ?, ?, 'demand', 'done',
        ?::jsonb, '{}', '{}', '[]')`,
      [uuidv7(), accountId, userId, JSON.stringify({ account: at.toISOString() })],
    );
    for (const table of ['asset_balances', 'futures_assets', 'wallet_balances'])
      await this.worker.rows(`delete from ${table} where account_id = ?`, [accountId]);
    await this.put(
      'asset_balances',
      accountId,
      Object.entries(coins).map(([coin, [free, value]]) => ({ coin, free, locked: '0', value })),
    );
    await this.put(
      'futures_assets',
      accountId,
      Object.entries(futures).map(([asset, amount]) => ({ asset, wallet_balance: amount, updated_at: at.toISOString() })),
    );
    const worth = Object.values(coins).reduce((sum, [, value]) => sum + Number(value ?? 0), 0);
    const inFutures = Object.values(futures).reduce((sum, amount) => sum + Number(amount), 0);
    await this.put('wallet_balances', accountId, [
      { position: 0, name: 'Spot', balance: String(worth) },
      { position: 1, name: 'USDⓈ-M Futures', balance: String(inFutures) },
    ]);
  }
}
