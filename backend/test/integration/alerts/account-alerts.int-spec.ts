import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AccountAlertsWire, AlertFiringsWire } from '../../../src/platform/wire/index.js';
import { call, signedInMember, type SignedIn } from '../../support/people.js';
import { AlertStand, moving } from './alert-stand.js';

/** A whole minute. */
const START = Date.parse('2026-11-29T10:40:00Z') / 1000;
const PAIR = { venue: 'binance', market: 'futures', base: 'BTC', quote: 'USDT' } as const;

let stand: AlertStand;
let member: SignedIn;
let accountId: string;
beforeAll(async () => (stand = await AlertStand.start()), 180_000);
afterAll(() => stand.stop(), 180_000);
beforeEach(async () => {
  stand.clock.at = START;
  stand.venue.reset({ BTCUSDT: () => moving(59_000, 59_000) }, () => stand.clock.at);
  await stand.rows('truncate candle_days');
  await stand.rows('delete from alerts');
  member = await stand.reader();
  accountId = await account(member);
});

async function account({ userId }: SignedIn): Promise<string> {
  const id = randomUUID();
  await stand.rows(
    `insert into exchange_accounts (id, user_id, venue, key_hint, fingerprint, key_state, is_current, last_synced_at, balances_read_at)
     values (?, ?, 'binance', 'ey-1', ?, 'valid', true, now(), now())`,
    [id, userId, id],
  );
  return id;
}
/** A later sync of the account. */
const synced = () => stand.rows(`update exchange_accounts set last_synced_at = now() where id = ?`, [accountId]);
const position = (amount: number, mark: number, liquidation: number, { symbol = 'BTCUSDT', side = 'BOTH' } = {}) =>
  stand.rows(
    `insert into futures_positions (account_id, symbol, position_side, position_amt, entry_price, break_even_price, mark_price,
       unrealized_profit, liquidation_price, initial_margin, position_initial_margin, margin_asset, updated_at)
     values (?, ?, ?, ?, 59000, 59000, ?, 0, ?, 100, 100, 'USDT', now())
     on conflict (account_id, symbol, position_side) do update set position_amt = excluded.position_amt,
       mark_price = excluded.mark_price, liquidation_price = excluded.liquidation_price`,
    [accountId, symbol, side, amount, mark, liquidation],
  );
/** The last computed day of the account. */
const fallen = async (drawdown: string | null, flags: string[] = []) => {
  await stand.rows(
    `insert into portfolio_states (account_id, read_at, computed_at) values (?, now(), now())
     on conflict (account_id) do update set read_at = now(), computed_at = now()`,
    [accountId],
  );
  await stand.rows(
    `insert into portfolio_days (account_id, day, inflow, outflow, drawdown, segment, flags) values (?, '2026-11-28', 0, 0, ?, 1, ?::jsonb)
     on conflict (account_id, day) do update set drawdown = excluded.drawdown, flags = excluded.flags`,
    [accountId, drawdown, JSON.stringify(flags)],
  );
};
const deposit = (id: string, status: number, madeAgo = '0 seconds') =>
  stand.rows(
    `insert into deposits (account_id, id, coin, network, amount, wallet_type, status, final, tx_id, inserted_at)
     values (?, ?, 'USDT', 'TRX', 250.50, 0, ?, ?, 'x', now() - ?::interval)
     on conflict (account_id, id) do update set status = excluded.status, final = excluded.final`,
    [accountId, id, status, status === 1, madeAgo],
  );
const put = (kind: string, body: object = {}, who = member) => call(stand.api, 'PUT', `/me/alerts/account/${kind}`, body, who);
const list = async (who = member) =>
  (await call(stand.api, 'GET', '/me/alerts/account', undefined, who)).json<{ data: AccountAlertsWire }>().data;
const alertOf = async (kind: string) => (await list()).items.find((alert) => alert.kind === kind)!;
const firings = async () =>
  (await call(stand.api, 'GET', '/me/alerts/firings', undefined, member)).json<{ data: AlertFiringsWire }>().data.items;
const evaluate = () => stand.evaluateAccount(member.userId);
/** The candles of the contract from START on; afterwards the price stands still. */
const candles = (...all: ReturnType<typeof moving>[]) =>
  stand.venue.reset({ BTCUSDT: (at) => all[(at - START) / 60] ?? moving(59_000, 59_000) }, () => stand.clock.at);
const kinds = async () => (await stand.notices(member.userId)).map(({ kind }) => kind);

describe('the distance to liquidation', () => {
  it('is watched on prices between syncs, once for each approach', async () => {
    await position(0.5, 59_000, 47_500);
    await put('liquidation', { percent: '5' });
    expect(await evaluate()).toBe(0);
    // 47 500 / 0.95
    expect(await stand.rows(`select trim_scale(level)::text as level, way, state from alerts where user_id = ?`, [member.userId])).toEqual([
      { level: '50000', way: 'down', state: 'active' },
    ]);
    candles(moving(59_000, 59_000), moving(59_000, 50_010), moving(50_010, 50_200, 50_200, 49_990), moving(50_200, 50_100, 50_200, 49_980));
    expect(await stand.evaluateAt(START + 130, PAIR)).toBe(0);
    expect(await stand.evaluateAt(START + 250, PAIR)).toBe(1);
    expect(await kinds()).toEqual(['alert-long-near-liquidation']);
    expect(await firings()).toMatchObject([
      { kind: 'liquidation', symbol: 'BTC/USDT', percent: '5', level: '50000', way: 'down', low: '49990' },
    ]);
    expect((await alertOf('liquidation')).firedAt).not.toBeNull();
  });

  it('fires at a sync that finds a position beyond it, and not again at the next one', async () => {
    await put('liquidation', { percent: '5' });
    await position(-2, 10_000, 10_400);
    await synced();
    expect(await evaluate()).toBe(1);
    await synced();
    expect(await evaluate()).toBe(0);
    expect(await stand.notices(member.userId)).toEqual([
      { kind: 'alert-short-near-liquidation', facts: { symbol: 'BTC/USDT', percent: '5', price: '10000', at: '2026-11-29T10:40:00.000Z' } },
    ]);
  });

  it('follows the position: another liquidation price, and the end', async () => {
    await position(0.5, 59_000, 47_500);
    await put('liquidation', { percent: '5' });
    await evaluate();
    await position(0.5, 59_000, 38_000);
    await synced();
    await evaluate();
    expect(await stand.rows(`select trim_scale(level)::text as level from alerts where user_id = ?`, [member.userId])).toEqual([
      { level: '40000' },
    ]);
    await stand.rows('delete from futures_positions where account_id = ?', [accountId]);
    await synced();
    await evaluate();
    expect(await stand.rows(`select state, end_reason as reason from alerts where user_id = ?`, [member.userId])).toEqual([
      { state: 'ended', reason: 'position-closed' },
    ]);
  });

  it('follows the member to an account at another venue', async () => {
    await position(0.5, 59_000, 47_500);
    await put('liquidation', { percent: '5' });
    await evaluate();
    await stand.rows(`update exchange_accounts set venue = 'bybit', last_synced_at = now() where id = ?`, [accountId]);
    await evaluate();
    expect(await stand.rows(`select venue, base, quote, state from alerts where user_id = ?`, [member.userId])).toEqual([
      { venue: 'bybit', base: 'BTC', quote: 'USDT', state: 'active' },
    ]);
  });

  it('is not known where the exchange reports no liquidation price', async () => {
    await position(0.5, 59_000, 0, { symbol: 'ETHUSDT' });
    await position(0.5, 59_000, 47_500);
    await put('liquidation', { percent: '5' });
    await evaluate();
    expect(await stand.rows(`select position_symbol as symbol from alerts where user_id = ?`, [member.userId])).toEqual([
      { symbol: 'BTCUSDT' },
    ]);
    expect((await list()).positions).toEqual([
      { symbol: 'BTCUSDT', side: 'long', markPrice: '59000', liquidationPrice: '47500', distance: '0.194915254237' },
      { symbol: 'ETHUSDT', side: 'long', markPrice: '59000', liquidationPrice: null, distance: null },
    ]);
  });

  it('leaves the alerts that the member has set alone, in the list and in their number', async () => {
    await position(0.5, 59_000, 47_500);
    await put('liquidation', { percent: '5' });
    await evaluate();
    const [{ id } = { id: '' }] = await stand.rows<{ id: string }>('select id from alerts where user_id = ?', [member.userId]);
    expect((await call(stand.api, 'GET', '/me/alerts', undefined, member)).json()).toMatchObject({ data: { items: [] } });
    expect((await call(stand.api, 'DELETE', `/me/alerts/${id}`, undefined, member)).statusCode).toBe(404);
    expect((await call(stand.api, 'PATCH', `/me/alerts/${id}`, { state: 'paused' }, member)).statusCode).toBe(404);
  });

  it('ends what it watches when the alert is turned off, and keeps what fired', async () => {
    await put('liquidation', { percent: '5' });
    await position(-2, 10_000, 10_400);
    await synced();
    await evaluate();
    const off = await call(stand.api, 'DELETE', '/me/alerts/account/liquidation', undefined, member);
    expect([off.statusCode, off.json<{ message: string }>().message]).toEqual([200, 'The alert is off']);
    expect(await stand.rows(`select end_reason as reason from alerts where user_id = ?`, [member.userId])).toEqual([{ reason: 'removed' }]);
    expect(await firings()).toHaveLength(1);
    expect((await call(stand.api, 'DELETE', '/me/alerts/account/liquidation', undefined, member)).statusCode).toBe(404);
  });

  it('ends what it watches of an account that was removed', async () => {
    await position(0.5, 59_000, 47_500);
    await put('liquidation', { percent: '5' });
    await evaluate();
    await stand.rows('update exchange_accounts set is_current = false where id = ?', [accountId]);
    await evaluate();
    expect(await stand.rows(`select state from alerts where user_id = ?`, [member.userId])).toEqual([{ state: 'ended' }]);
  });
});

describe('a drawdown', () => {
  it('fires once, and again only after the account has recovered', async () => {
    await fallen('-0.02');
    await put('drawdown', { percent: '10' });
    expect(await evaluate()).toBe(0);
    const step = async (drawdown: string) => {
      await fallen(drawdown);
      return evaluate();
    };
    expect([await step('-0.0999'), await step('-0.1'), await step('-0.15'), await step('-0.081')]).toEqual([0, 1, 0, 0]);
    expect([await step('-0.11'), await step('-0.08'), await step('-0.1')]).toEqual([0, 0, 1]);
    expect(await firings()).toMatchObject([
      { kind: 'drawdown', percent: '10', drawdown: '-0.1' },
      { kind: 'drawdown', percent: '10', drawdown: '-0.1' },
    ]);
    expect(await kinds()).toEqual(['alert-drawdown', 'alert-drawdown']);
  });

  it('waits where the account is as low already', async () => {
    await fallen('-0.2');
    await put('drawdown', { percent: '10' });
    expect(await alertOf('drawdown')).toMatchObject({ isOn: true, isArmed: false });
    await fallen('-0.25');
    expect(await evaluate()).toBe(0);
  });

  it.each([
    [null, [], 'incomplete'],
    ['-0.5', ['estimated'], 'estimated'],
  ] as const)('of %s with the flags %j is not known', async (drawdown, flags, reason) => {
    await put('drawdown', { percent: '10' });
    await fallen(drawdown, [...flags]);
    expect(await evaluate()).toBe(0);
    expect(await list()).toMatchObject({ drawdown: null, drawdownUnknown: reason });
  });

  it('fires once for evaluations at the same time', async () => {
    await put('drawdown', { percent: '10' });
    await fallen('-0.5');
    await Promise.all(Array.from({ length: 4 }, evaluate));
    expect(await kinds()).toEqual(['alert-drawdown']);
  });
});

describe('a deposit', () => {
  it('is told when the exchange has credited it, once', async () => {
    await deposit('before', 1, '1 hour');
    await deposit('pending', 0, '1 hour');
    await stand.rows(`update deposits set inserted_at = timestamptz '2020-01-01' where id = 'before'`);
    stand.clock.at = Date.now() / 1000;
    await put('deposit');
    await deposit('new', 1);
    expect(await evaluate()).toBe(1);
    await deposit('pending', 1, '1 hour');
    await synced();
    expect([await evaluate(), await evaluate()]).toEqual([1, 0]);
    expect(await firings()).toMatchObject([
      { kind: 'deposit', coin: 'USDT', amount: '250.5', network: 'TRX' },
      { kind: 'deposit', coin: 'USDT', amount: '250.5', network: 'TRX' },
    ]);
    expect(await kinds()).toEqual(['alert-deposit', 'alert-deposit']);
    // Set anew, it tells nothing twice.
    await call(stand.api, 'DELETE', '/me/alerts/account/deposit', undefined, member);
    await put('deposit');
    expect(await evaluate()).toBe(0);
  });
});

describe('the alerts about an account', () => {
  it('are off at first, each with what to begin with', async () => {
    expect((await list()).items).toEqual([
      { kind: 'liquidation', isOn: false, percent: '5', isArmed: true, checkedAt: null, firedAt: null },
      { kind: 'drawdown', isOn: false, percent: '10', isArmed: true, checkedAt: null, firedAt: null },
      { kind: 'deposit', isOn: false, percent: null, isArmed: true, checkedAt: null, firedAt: null },
    ]);
    const other = await stand.reader();
    expect(await list(other)).toMatchObject({ syncedAt: null, drawdown: null, drawdownUnknown: 'no-account', positions: [] });
  });

  it.each<[string, object, string]>([
    ['liquidation', {}, 'Enter a percentage from 0.5 to 50 with at most two decimals'],
    ['liquidation', { percent: '0.4' }, 'Enter a percentage from 0.5 to 50 with at most two decimals'],
    ['drawdown', { percent: '90.01' }, 'Enter a percentage from 1 to 90 with at most two decimals'],
    ['drawdown', { percent: '1.234' }, 'Enter a percentage in digits with at most two decimals'],
    ['deposit', { percent: '5' }, 'An alert about deposits has no percentage'],
  ])('names what is wrong: %s %j', async (kind, body, message) => {
    const { statusCode, json } = await put(kind, body);
    const { message: said, errors } = json<{ message: string; errors: { field: string }[] }>();
    expect([statusCode, said, errors.map(({ field }) => field)]).toEqual([400, message, ['percent']]);
  });

  it('are for members who may see signals, who are told nothing of the time in which they may not', async () => {
    const unpaid = await signedInMember(stand.api);
    expect((await put('deposit', {}, unpaid)).statusCode).toBe(403);
    stand.clock.at = Date.now() / 1000;
    await put('deposit');
    await put('drawdown', { percent: '10' });
    await stand.rows(`update users set payment_status = 'rejected' where id = ?`, [member.userId]);
    await deposit('meanwhile', 1);
    await fallen('-0.5');
    expect(await evaluate()).toBe(0);
    await stand.rows(`update users set payment_status = 'approved' where id = ?`, [member.userId]);
    await synced();
    expect(await evaluate()).toBe(0);
    expect(await kinds()).toEqual([]);
  });

  it('are due after a reading, and no more after their evaluation', async () => {
    await put('drawdown', { percent: '10' });
    await fallen('-0.01');
    const isDue = async () => (await stand.dueAccounts()).includes(member.userId);
    expect(await isDue()).toBe(true);
    await evaluate();
    expect(await isDue()).toBe(false);
    await synced();
    expect(await isDue()).toBe(true);
  });
});
