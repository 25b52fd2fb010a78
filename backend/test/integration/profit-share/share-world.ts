import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { clubShareAnswer, clubShareSchema } from '../../../src/money/club-share/index.js';
import { ShareComputingService } from '../../../src/money/profit-share/share-computing.service.js';
import { Clock, uuidv7 } from '../../../src/platform/domain/index.js';
import type { ClubShareLineWire, ClubShareWire } from '../../../src/platform/wire/index.js';
import { confirmedAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { get } from '../payments/paying.js';
import { storedAccount } from '../portfolio/stored-portfolio.js';

export interface ClubMember extends SignedIn {
  accountId: string;
}

export interface TradeFields {
  id: string;
  at: string;
  side: 'buy' | 'sell';
  price: string;
  qty: string;
  fee?: string;
  feeAsset?: string;
  symbol?: string;
  market?: 'spot' | 'futures';
}

/** The API with members of the trade club who paid, whose trades and signals the tests set. */
export class ShareWorld {
  private constructor(
    readonly api: TestApi,
    readonly admin: SignedIn,
  ) {}

  static async start(): Promise<ShareWorld> {
    const api = await createTestApi();
    return new ShareWorld(api, await confirmedAdmin(api));
  }

  stop(): Promise<void> {
    return this.api.close();
  }

  rows<T extends object>(sql: string, values: unknown[] = []): Promise<T[]> {
    return this.api.em().execute<T[]>(sql, values);
  }

  setTime(text: string): void {
    const clock = this.api.app.get(Clock, { strict: false });
    jest.spyOn(clock, 'now').mockReturnValue(new Date(text));
  }

  now(): Date {
    return new Date(this.api.app.get(Clock, { strict: false }).now());
  }

  /** Marks the account as a sync does that stored rows. */
  async synced({ accountId }: Pick<ClubMember, 'accountId'>): Promise<void> {
    await this.rows(
      `insert into portfolio_states (account_id, marks) values (?, 1)
         on conflict (account_id) do update set marks = portfolio_states.marks + 1`,
      [accountId],
    );
  }

  /** A paying member without an account. */
  async newcomer(): Promise<SignedIn> {
    const member = await signedInMember(this.api);
    await this.rows(`update users set payment_status = 'approved', kyc_status = 'approved' where id = ?`, [member.userId]);
    return member;
  }

  async member(): Promise<ClubMember> {
    const member = await this.newcomer();
    return { ...member, accountId: await this.account(member) };
  }

  async account({ userId }: SignedIn, { isCurrent = true, syncedAt = '2026-11-01T00:00:00Z' as string | null } = {}): Promise<string> {
    const id = await storedAccount(this.api, userId, { isCurrent });
    await this.rows('update exchange_accounts set last_synced_at = ?::timestamptz where id = ?', [syncedAt, id]);
    return id;
  }

  /** A signal whose model entered at a price; long BTC perpetual from 1 March 2026 for a day. */
  async signal(changes: Record<string, unknown> = {}, score: Record<string, unknown> = {}): Promise<string> {
    const id = uuidv7();
    const text = Object.fromEntries(
      ['time_frame', 'risk_level', 'recommended_position_size', 'duration', 'market_condition', 'signal_message'].map((name) => [
        name,
        '-',
      ]),
    );
    const prices = ['current_price', 'entry_price', 'stop_loss', 'take_profit_1', 'take_profit_2', 'take_profit_3'];
    const row = {
      ...text,
      ...Object.fromEntries(prices.map((name) => [name, '100'])),
      id,
      asset: 'BTCUSDT',
      base: 'BTC',
      quote: 'USDT',
      trade_type: 'Buy',
      side: 'long',
      leverage: '10x',
      leverage_factor: 10,
      trailing_stop_loss: 'none',
      date: '2026-03-01',
      time: '10:00',
      projected_date_of_closure: '2026-03-02',
      projected_closure_at: '2026-03-02T10:00:00Z',
      published_at: '2026-03-01T10:00:00Z',
      venue: 'binance',
      market: 'futures',
      created_by: randomUUID(),
      ...changes,
    };
    await this.rows('insert into signals select * from jsonb_populate_record(null::signals, ?::jsonb)', [JSON.stringify(row)]);
    const scored = { entry_price: '100', closed_at: null, status: 'open', ...score };
    await this.rows('insert into signal_scores (signal_id, methodology, status, entry_price, closed_at) values (?, 1, ?, ?, ?)', [
      id,
      scored.status,
      scored.entry_price,
      scored.closed_at,
    ]);
    return id;
  }

  /** Stores trades as a sync would have. */
  async trades({ accountId }: Pick<ClubMember, 'accountId'>, trades: readonly TradeFields[]): Promise<void> {
    for (const { id, at, side, price, qty, fee = '0', feeAsset = 'USDT', symbol = 'BTCUSDT', market = 'futures' } of trades) {
      const values = [accountId, symbol, id, side === 'buy', id, false, price, qty, fee, feeAsset, at];
      const columns = 'account_id, symbol, trade_id, buyer, order_id, maker, price, qty, fee, fee_asset, time, quote_qty';
      const more = market === 'futures' ? { names: ', position_side, realized_pnl', values: `, 'BOTH', 0` } : { names: '', values: '' };
      await this.rows(
        `insert into ${market}_trades (${columns}${more.names}) values (${values.map(() => '?').join(', ')}, 0${more.values})`,
        values,
      );
    }
  }

  async close(symbol: string, at: string, price: string): Promise<void> {
    await this.rows(`insert into market_closes (venue, market, symbol, at, price) values ('binance', 'spot', ?, ?, ?)`, [
      symbol,
      at,
      price,
    ]);
  }

  /** Computes a member's share, as the job does. */
  compute({ userId }: Pick<SignedIn, 'userId'>): Promise<void> {
    return this.api.app.get(ShareComputingService, { strict: false }).compute(userId);
  }

  /** The page as it is at the moment, computed or not. */
  async page(member: SignedIn): Promise<ClubShareWire> {
    return (await get(this.api, '/me/club-share', member)).json<{ data: ClubShareWire }>().data;
  }

  async mine(member: SignedIn): Promise<ClubShareWire> {
    await this.compute(member);
    return this.page(member);
  }

  async lines(member: SignedIn, query = ''): Promise<ClubShareLineWire[]> {
    await this.compute(member);
    return (await get(this.api, `/me/club-share/lines${query}`, member)).json<{ data: ClubShareLineWire[] }>().data;
  }

  async file(member: SignedIn): Promise<unknown> {
    await this.compute(member);
    return JSON.parse((await get(this.api, '/me/club-share/case', member)).body) as unknown;
  }

  /** What the published engine says about the file that the member downloads. */
  async answerToFile(member: SignedIn) {
    return clubShareAnswer(clubShareSchema.parse(await this.file(member))).members[0]!;
  }
}
