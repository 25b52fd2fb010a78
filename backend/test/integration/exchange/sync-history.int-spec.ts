import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { watchSymbol } from '../../../src/trading/sync/watched-symbols.service.js';
import { calmAccount } from './calm-account.js';
import { spotFill, type DoubleAccount, type ExchangeDouble } from './exchange-double.js';
import { ExchangeWorker } from './exchange-worker.js';
import { KEY, startOtherVenue } from './other-venue.js';

const DAY = 86_400_000;
const CAPITAL = ['/sapi/v1/capital/deposit/hisrec', '/sapi/v1/capital/withdraw/history'];

let double: ExchangeDouble;
let worker: ExchangeWorker;
let userId: string;
let accountId: string;
let account: DoubleAccount;

beforeAll(async () => {
  double = await startOtherVenue();
  double.missing.delete('/fapi/v1/openAlgoOrders');
});
afterAll(async () => double.stop());

beforeEach(async () => {
  double.instead = () => null;
  account = calmAccount();
  double.accounts.splice(0, Infinity, account);
  worker = await ExchangeWorker.start(double.url, { unlimited: true });
  ({ userId, accountId } = await worker.member(KEY));
});
afterEach(async () => worker.stop());

interface Reading {
  state: string;
  gaps: number;
  from: string | null;
  soon: boolean;
}

/** How far a list is read, against the venue's first day. */
async function reading(dataset: string): Promise<Reading> {
  const [row] = await worker.rows<Reading>(
    `select c.state, (select count(*)::int from unnest(tstzmultirange(tstzrange('2017-07-01', upper(c.covered))) - c.covered)) as gaps,
      to_char(lower(c.covered) at time zone 'utc', 'YYYY-MM-DD') as from,
       a.next_sync_at < now() + interval '2 minutes' as soon
     from sync_cursors c join exchange_accounts a on a.id = c.account_id where c.account_id = ? and c.dataset = ? and c.symbol = ''`,
    [accountId, dataset],
  );
  return row!;
}

const manySymbols = () =>
  Array.from({ length: 160 }, (_, i) => ({ symbol: `Q${i}RRR`, baseAsset: `Q${i}`, quoteAsset: 'RRR', status: 'BREAK' }));

describe('the first reading of deposits and withdrawals', () => {
  it('ends where two windows are empty and nothing known is older; what is left is a gap, which makes the next run come soon', async () => {
    await worker.sync(userId);
    const asked = double.callsOf(CAPITAL[0]!).map(({ params }) => Number(params.get('startTime')));
    expect(asked.length).toBeLessThanOrEqual(4);
    expect(Math.min(...asked)).toBeLessThan(Date.now() - 180 * DAY);
    expect(await reading('deposits')).toMatchObject({ state: 'partial', gaps: 1, soon: true });
    expect(await reading('withdrawals')).toMatchObject({ state: 'partial', gaps: 1, soon: true });
  });

  it('goes on to whatever is older in another list', async () => {
    account.spot!['AAAUUU']!.unshift(spotFill('AAAUUU', 1, Date.UTC(2021, 5, 1)));
    await worker.sync(userId);
    for (const dataset of ['deposits', 'withdrawals']) expect((await reading(dataset)).from! <= '2021-06-01').toBe(true);
  });

  it('looks for the first deposit of an account that holds something until it is found', async () => {
    account.deposits = [
      { id: 'd0', amount: '150', coin: 'UUU', network: 'NET', status: 1, txId: '0x1', insertTime: Date.UTC(2019, 2, 3), walletType: 0 },
    ];
    account.spot = {};
    account.futures = {};
    await worker.sync(userId);
    expect(await worker.rows('select id from deposits where account_id = ?', [accountId])).toEqual([{ id: 'd0' }]);
  });

  it('is followed by runs that ask for nothing but what is left, a piece each, until no gap is left', async () => {
    account.deposits!.push({ id: 'old', amount: '1', coin: 'OLD', network: '', status: 1, insertTime: Date.UTC(2017, 7, 1) });
    account.withdrawals!.push({
      id: 'w0',
      amount: '1',
      transactionFee: '0',
      coin: 'OLD',
      status: 6,
      txId: 't',
      applyTime: '2018-02-03 04:05:06',
      network: 'NET',
      walletType: 0,
    });
    await worker.sync(userId);
    const readings = () =>
      worker.rows<{ at: Date; told: Date }>(
        `select a.balances_read_at as at, (select (steps ->> 'account')::timestamptz from sync_runs where account_id = a.id and steps ?
          'account' order by id desc limit 1) as told
         from exchange_accounts a where a.id = '${accountId}'`,
      );
    const [first] = await readings();
    expect(first!.at).toEqual(first!.told);
    const [{ last_synced_at: read }] = (await worker.rows<{ last_synced_at: string }>(
      'select last_synced_at from exchange_accounts where id = ?',
      [accountId],
    )) as [{ last_synced_at: string }];
    let runs = 0;
    while ((await reading('deposits')).soon) {
      double.calls.length = 0;
      expect((await worker.scheduled(userId)).state).toBe('done');
      expect([...new Set(double.calls.map(({ path }) => path))].filter((path) => !CAPITAL.includes(path))).toEqual([]);
      for (const path of CAPITAL) expect(double.callsOf(path).length).toBeLessThanOrEqual(6);
      expect(++runs).toBeLessThan(15);
    }
    expect(runs).toBeGreaterThan(5);
    for (const dataset of ['deposits', 'withdrawals'])
      expect(await reading(dataset)).toEqual({ state: 'complete', gaps: 0, from: '2017-07-01', soon: false });
    expect(await worker.rows('select id from deposits where account_id = ? order by id', [accountId])).toEqual([
      { id: 'd1' },
      { id: 'old' },
    ]);
    expect(await worker.rows('select id from withdrawals where account_id = ?', [accountId])).toEqual([{ id: 'w0' }]);
    const kinds = async () =>
      (await worker.rows<{ kind: string }>('select kind from sync_runs where account_id = ? order by id', [accountId])).map(
        ({ kind }) => kind,
      );
    expect(await kinds()).toEqual(['full', ...Array.from({ length: runs }, () => 'history')]);
    // Pieces of a history leave the time of the balances alone.
    expect(await readings()).toEqual([first]);
    // The account itself was looked at once, and is due when it would have been.
    expect(await worker.rows('select last_synced_at from exchange_accounts where id = ?', [accountId])).toEqual([{ last_synced_at: read }]);
    expect(
      await worker.rows(`select next_sync_at <= last_synced_at + interval '15 minutes' as due from exchange_accounts where id = ?`, [
        accountId,
      ]),
    ).toEqual([{ due: true }]);
    // Whoever asks has the balances read.
    await worker.sync(userId, 'demand');
    expect((await kinds()).at(-1)).toBe('balances');
    const [second] = await readings();
    expect([second!.at > first!.at, second!.at]).toEqual([true, second!.told]);
  });

  it('leads to symbols that nothing but an old deposit’s coin points at', async () => {
    const symbols = double.symbols;
    double.symbols = [...manySymbols(), ...symbols];
    try {
      account.deposits!.push(
        { id: 'old', amount: '1', coin: 'HHH', network: '', status: 1, insertTime: Date.UTC(2018, 7, 1) },
        { id: 'old2', amount: '1', coin: 'GGG', network: '', status: 1, insertTime: Date.UTC(2018, 7, 2) },
      );
      account.spot!['HHHGGG'] = [spotFill('HHHGGG', 3, Date.UTC(2018, 8, 1))];
      await worker.sync(userId);
      const found = () => worker.rows(`select trade_id from spot_trades where account_id = ? and symbol = 'HHHGGG'`, [accountId]);
      expect(await found()).toEqual([]);
      for (let i = 0; i < 12 && (await found()).length === 0; i++) await worker.scheduled(userId);
      expect(await found()).toEqual([{ trade_id: '3' }]);
    } finally {
      double.symbols = symbols;
    }
  });

  it('reads a hole that grew while nobody synced in one run, whatever its length', async () => {
    await worker.syncUntilSettled(userId);
    await worker.rows(
      `update sync_cursors set covered = covered - tstzmultirange(tstzrange(now() - interval '400 days', now())) where account_id = ? and
        symbol = ''`,
      [accountId],
    );
    account.deposits!.push({ id: 'hole', amount: '1', coin: 'UUU', network: '', status: 1, insertTime: Date.now() - 200 * DAY });
    await worker.sync(userId, 'demand');
    expect(await reading('deposits')).toMatchObject({ state: 'complete', gaps: 0 });
    expect(await worker.rows(`select id from deposits where account_id = ? and id = 'hole'`, [accountId])).toHaveLength(1);
  });

  it('follows a row that is not final, however old it grows', async () => {
    account.deposits!.push({ id: 'slow', amount: '1', coin: 'UUU', network: '', status: 0, insertTime: Date.now() - 130 * DAY });
    await worker.syncUntilSettled(userId);
    account.deposits!.at(-1)!['status'] = 1;
    await worker.rows(`update exchange_accounts set verified_at = verified_at - interval '1 day' where id = ?`, [accountId]);
    await worker.sync(userId, 'demand');
    expect(await worker.rows(`select status, final from deposits where account_id = ? and id = 'slow'`, [accountId])).toEqual([
      { status: 1, final: true },
    ]);
  });

  it('believes no page of another window', async () => {
    double.instead = ({ path, params }) =>
      path === CAPITAL[0] && Number(params.get('endTime')) < Date.now() - 100 * DAY ? { body: account.deposits } : null;
    expect(await worker.sync(userId)).toMatchObject({ state: 'failed', error: expect.stringContaining('another window') });
  });
});

describe('futures fills', () => {
  it('are claimed as far back as the venue keeps them, and no further', async () => {
    await worker.sync(userId);
    const rows = await worker.rows<{ days: number; horizon: number }>(
      `select extract(epoch from now() - lower(covered)) / 86400 as days, extract(epoch from now() - horizon) / 86400 as horizon from
        sync_cursors where account_id = ? and dataset = 'futures_trades'`,
      [accountId],
    );
    expect(rows.length).toBe(double.contracts.length);
    for (const { days, horizon } of rows) for (const n of [days, horizon]) expect(Number(n)).toBeCloseTo(180, 1);
  });

  it('of a time that nobody asked for before the venue forgot it stay a gap', async () => {
    await worker.sync(userId);
    await worker.rows(
      `update sync_cursors set covered = tstzmultirange(tstzrange(now() - interval '400 days', now() - interval '250 days')), horizon =
        now() - interval '400 days' where account_id = ? and dataset = 'futures_trades'`,
      [accountId],
    );
    await worker.rows(`update exchange_accounts set verified_at = verified_at - interval '1 day' where id = ?`, [accountId]);
    await worker.sync(userId, 'demand');
    const rows = await worker.rows<{ n: number; gap: number; horizon: number }>(
      `select (select count(*)::int from unnest(covered)) as n, extract(epoch from now() - horizon) / 86400 as horizon,
         (select extract(epoch from upper(g) - lower(g)) / 86400 from unnest(tstzmultirange(tstzrange(lower(covered), upper(covered))) -
           covered) as g limit 1) as gap
       from sync_cursors where account_id = ? and dataset = 'futures_trades' and symbol = 'AAAUUU'`,
      [accountId],
    );
    expect(rows[0]!.n).toBe(2);
    expect(Number(rows[0]!.gap)).toBeCloseTo(70, 1);
    expect(Number(rows[0]!.horizon)).toBeCloseTo(400, 1);
  });
});

describe('a symbol that somebody added by hand', () => {
  it('is read by the next run, even one that only goes on with a history', async () => {
    const symbols = double.symbols;
    double.symbols = [...manySymbols(), ...symbols];
    try {
      account.spot!['Q159RRR'] = [spotFill('Q159RRR', 9, Date.UTC(2024, 8, 1))];
      await worker.sync(userId);
      const [{ state }] = (await worker.rows<{ state: string }>(
        `select coalesce(max(state), 'none') as state from sync_cursors where account_id = ? and symbol = 'Q159RRR'`,
        [accountId],
      )) as [{ state: string }];
      expect(state).toBe('none');
      await worker.em().transactional((tx) => watchSymbol(tx, { accountId, dataset: 'spot_trades', symbol: 'Q159RRR', by: userId }));
      await worker.scheduled(userId);
      expect(await worker.rows(`select trade_id from spot_trades where account_id = ? and symbol = 'Q159RRR'`, [accountId])).toEqual([
        { trade_id: '9' },
      ]);
      expect(
        await worker.rows(`select state, added_by, row_count from sync_cursors where account_id = ? and symbol = 'Q159RRR'`, [accountId]),
      ).toEqual([{ state: 'complete', added_by: userId, row_count: 1 }]);
    } finally {
      double.symbols = symbols;
    }
  });
});
