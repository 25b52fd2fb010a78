import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { checkLog, checkReceipt, overHttp } from '../../../../scripts/verify-log.mjs';
import type { Clock } from '../../../src/platform/domain/index.js';
import { MarketDataGateway } from '../../../src/trading/venues/index.js';
import { emptyBlock, packBlock, withCandles } from '../../../src/trading/market/candles/candle-block.js';
import { CandleStore } from '../../../src/trading/market/index.js';
import { SignalChartService } from '../../../src/trading/signals/signal-chart.service.js';
import { SignalStopsService } from '../../../src/trading/signals/signal-stops.service.js';
import type { LogReceiptWire, SignalCandlesWire, SignalDetailWire, SignalWire } from '../../../src/platform/wire/index.js';
import { eventually } from '../../e2e/support/eventually.js';
import { call, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { aSignal } from './a-signal.js';

/** Within the life of signals that are published now: whole minutes, in seconds. */
const [FILLED, FIRST, STOPPED] = [1, 2, 3].map((hours) => Math.floor(Date.now() / 60_000) * 60 + hours * 3600) as [number, number, number];
const iso = (seconds: number) => new Date(seconds * 1000).toISOString();
const CLOSED = {
  status: 'closed',
  entry_price: '64000.500000000000000000',
  entry_at: iso(FILLED),
  exits: [
    { reason: 'tp1', price: '65500', weight: '0.333333333333333333', t: FIRST },
    { reason: 'stop', price: '64000.5', weight: '0.666666666666666666', t: STOPPED },
  ],
  r_gross: '0.333333333333333333',
  r_net: '0.300000000000000000',
  r_optimistic: '1.5',
  ambiguous: [STOPPED],
  closed_at: iso(STOPPED + 60),
};

describe('what became of a signal', () => {
  let api: TestApi;
  let admin: SignedIn;
  let member: SignedIn;
  const ids: Record<'closed' | 'cancelled' | 'fresh', string> = { closed: '', cancelled: '', fresh: '' };
  beforeAll(async () => {
    api = await createTestApi();
    admin = await signedInAdmin(api);
    member = await signedInMember(api);
    await api.em().execute(`update users set payment_status = 'approved' where id = ?`, [member.userId]);
    for (const name of ['closed', 'cancelled', 'fresh'] as const) {
      const response = await call(
        api,
        'POST',
        '/createsignal',
        aSignal({ marketCondition: `Marked ${name}`, projectedDateOfClosure: '2099-12-31' }),
        { token: admin.token },
      );
      ids[name] = response.json<{ data: SignalWire }>().data.id;
    }
    await call(api, 'POST', `/admin/signals/${ids.cancelled}/amendments`, { kind: 'move_stop', stop: '63000' }, { token: admin.token });
    await call(api, 'POST', `/admin/signals/${ids.cancelled}/amendments`, { kind: 'cancel' }, { token: admin.token });
    const { exits, ambiguous, ...rest } = CLOSED;
    const row = { signal_id: ids.closed, methodology: 1, ...rest, exits: JSON.stringify(exits), ambiguous: JSON.stringify(ambiguous) };
    await api.em().execute(
      `insert into signal_scores (${Object.keys(row).join(', ')}) values (${Object.keys(row)
        .map(() => '?')
        .join(', ')})`,
      Object.values(row),
    );
  });
  afterAll(() => api.close());

  const list = async (query = '') =>
    (await call(api, 'GET', `/getsignal?page=1&perPage=25${query}`, undefined, { token: member.token })).json<{ data: SignalWire[] }>()
      .data;
  const told = {
    status: 'closed',
    entryPrice: '64000.5',
    entryAt: iso(FILLED),
    rGross: '0.333333333333333333',
    rNet: '0.3',
    rFunding: null,
    rOptimistic: '1.5',
    ambiguous: true,
    closedAt: iso(STOPPED + 60),
    exits: [
      { reason: 'tp1', price: '65500', weight: '0.333333333333333333', at: iso(FIRST) },
      { reason: 'stop', price: '64000.5', weight: '0.666666666666666666', at: iso(STOPPED) },
    ],
  };

  it('stands with it in the lists of members and admins', async () => {
    const [fresh, cancelled, closed] = await list();
    expect(fresh).toMatchObject({ id: ids.fresh, outcome: null, amendments: [] });
    expect(cancelled).toMatchObject({
      id: ids.cancelled,
      outcome: null,
      amendments: [
        { kind: 'move_stop', stop: '63000' },
        { kind: 'cancel', stop: null },
      ],
    });
    expect(closed!.outcome).toEqual(told);
    const console = await call(api, 'GET', '/admin/signals?sort=["publishedAt","ASC"]', undefined, { token: admin.token });
    expect(console.json<SignalWire[]>().map(({ outcome, amendments }) => [outcome?.rNet ?? null, amendments.length])).toEqual([
      ['0.3', 0],
      [null, 2],
      [null, 0],
    ]);
    expect((await call(api, 'GET', `/admin/signals/${ids.closed}`, undefined, { token: admin.token })).json<SignalWire>().outcome).toEqual(
      told,
    );
  });

  it('divides lists into what runs and what has ended', async () => {
    expect((await list('&status=ended')).map(({ id }) => id)).toEqual([ids.closed]);
    expect((await list('&status=running')).map(({ id }) => id)).toEqual([ids.fresh, ids.cancelled]);
    const filter = encodeURIComponent(JSON.stringify({ status: 'ended' }));
    expect(
      (await call(api, 'GET', `/admin/signals?filter=${filter}`, undefined, { token: admin.token }))
        .json<SignalWire[]>()
        .map(({ id }) => id),
    ).toEqual([ids.closed]);
    await api.em().execute(`insert into signal_scores (signal_id, methodology, status) values (?, 1, 'unscored')`, [ids.fresh]);
    // Its market is not known: it runs until its own closure.
    expect((await list('&status=ended')).map(({ id }) => id)).toEqual([ids.closed]);
    await api.em().execute('delete from signal_scores where signal_id = ?', [ids.fresh]);
  });

  it('is read with as many statements for many signals as for one', async () => {
    const pool = await api.em().getConnection().getNativeClient();
    // Each statement outside of a transaction takes a connection of its own.
    const statements = async (query: string) => {
      const spy = jest.spyOn(pool, 'connect');
      try {
        const found = await list(query);
        return { found: found.length, calls: spy.mock.calls.length };
      } finally {
        spy.mockRestore();
      }
    };
    // Background work may add a statement: then both are counted again.
    await eventually(async () => {
      const [one, three] = [await statements('&q=closed'), await statements('')];
      expect([one.found, three.found]).toEqual([1, 3]);
      expect(one.calls).toBeGreaterThan(2);
      expect(three.calls).toBe(one.calls);
    });
  });

  describe('on a page of its own', () => {
    const open = async (id: string, token?: string) => call(api, 'GET', `/signals/${id}`, undefined, token ? { token } : {});

    it('is shown to whoever may see signals, with its place in the log, and that is written down', async () => {
      const response = await open(ids.cancelled, member.token);
      expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store']);
      const { data } = response.json<{ data: SignalDetailWire }>();
      expect(data).toMatchObject({
        id: ids.cancelled,
        symbol: 'BTC/USDT',
        outcome: null,
        amendments: [{ kind: 'move_stop' }, { kind: 'cancel' }],
      });
      const [leaf] = await api
        .em()
        .execute<{ index: string }[]>('select index::text from log_leaves where subject_id = ?', [ids.cancelled]);
      expect(String(data.logIndex)).toBe(leaf?.index ?? 'null');
      expect(
        await api.em().execute('select 1 as n from signal_receipts where user_id = ? and signal_id = ?', [member.userId, ids.cancelled]),
      ).toEqual([{ n: 1 }]);
    });

    it('comes with the candles of its life', async () => {
      const path = `/signals/${ids.closed}/candles`;
      const chart = async () => (await call(api, 'GET', path, undefined, { token: member.token })).json<{ data: SignalCandlesWire }>().data;
      expect((await chart()).candles).toEqual([]);
      const [signal] = await api
        .em()
        .execute<{ at: number }[]>('select extract(epoch from published_at)::float8 as at from signals where id = ?', [ids.closed]);
      const slot = Math.floor((signal!.at % 86_400) / 60);
      const block = packBlock(
        withCandles(emptyBlock(1440), [{ slot, open: '64000', high: '64100.5', low: '63990', close: '64050' }], []).block,
      );
      const day = new Date(signal!.at * 1000).toISOString().slice(0, 10);
      await api.em().execute(
        `insert into candle_days (venue, market, symbol, day, block, known_minutes, candle_count) values ('binance', 'futures',
            'BTCUSDT', ?, ?, 1, 1)`,
        [day, block],
      );
      const { step, candles } = await chart();
      expect(candles).toEqual([[Math.floor(signal!.at / step) * step, '64000', '64100.5', '63990', '64050']]);
      for (const [token, status] of [
        [undefined, 401],
        [(await signedInMember(api)).token, 403],
      ] as const)
        expect((await call(api, 'GET', path, undefined, token ? { token } : {})).statusCode).toBe(status);
    });

    it('comes with the way of its stop, by the rules of its score', async () => {
      // The first minutes of its life: filled, the first target, back to the entry.
      const [signal] = await api
        .em()
        .execute<{ at: number }[]>('select extract(epoch from published_at)::float8 as at from signals where id = ?', [ids.fresh]);
      const begin = Math.ceil(signal!.at / 60) * 60;
      const rows = [
        ['64010', '64020', '63990', '64010'],
        ['64010', '65501', '64005', '65400'],
        ['65400', '65410', '64000', '64100'],
      ];
      const days = new Map<string, { slot: number; open: string; high: string; low: string; close: string }[]>();
      for (const [n, [open, high, low, close]] of rows.entries()) {
        const day = new Date((begin + n * 60) * 1000).toISOString().slice(0, 10);
        days.set(day, [
          ...(days.get(day) ?? []),
          { slot: ((begin + n * 60) % 86_400) / 60, open: open!, high: high!, low: low!, close: close! },
        ]);
      }
      await api.em().execute(`delete from candle_days where symbol = 'BTCUSDT'`);
      for (const [day, candles] of days) {
        const block = packBlock(
          withCandles(
            emptyBlock(1440),
            candles,
            candles.map(({ slot }) => slot),
          ).block,
        );
        await api.em().execute(
          `insert into candle_days (venue, market, symbol, day, block, known_minutes, candle_count) values ('binance', 'futures',
              'BTCUSDT', ?, ?, ?, ?)`,
          [day, block, candles.length, candles.length],
        );
      }
      const chart = new SignalChartService(
        api.em(),
        api.app.get(CandleStore),
        api.app.get(MarketDataGateway),
        { now: () => new Date((begin + 600) * 1000) } as Clock,
        api.app.get(SignalStopsService),
      );
      const { stops } = await chart.of(ids.fresh);
      expect(stops).toEqual([
        { time: signal!.at, price: '62500', by: 'published' },
        { time: begin + 60, price: '64000', by: 'market' },
      ]);
      expect((await chart.of(ids.cancelled)).stops.map(({ price, by }) => [price, by])).toEqual([
        ['62500', 'published'],
        ['63000', 'said'],
      ]);
    });

    it('gives a receipt of all that was told, which is what the log commits to', async () => {
      const path = `/signals/${ids.cancelled}/receipt`;
      const response = await call(api, 'GET', path, undefined, { token: member.token });
      expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store']);
      const { data } = response.json<{ data: LogReceiptWire }>();
      expect(data.format).toBe('tidemark.receipt/v1');
      expect(data.entries.map(({ kind, content }) => [kind, (JSON.parse(content) as Record<string, unknown>)['action'] ?? null])).toEqual([
        ['signal', null],
        ['amendment', 'move_stop'],
        ['amendment', 'cancel'],
      ]);
      const report = await checkLog(
        overHttp(
          '',
          async (url) =>
            ({ ok: true, json: async () => (await call(api, 'GET', String(url).replace('/api/v1', ''))).json<unknown>() }) as Response,
        ),
      );
      const checked = await checkReceipt(data, report);
      expect(checked.faults).toEqual([]);
      expect(checked.entries[0]!.content).toMatchObject({ id: ids.cancelled, entry: '64000', stop: '62500' });
      const [unpaid, fund] = [await signedInMember(api), await signedInMember(api, 'hedge fund')];
      await api.em().execute(`update users set payment_status = 'approved' where id = ?`, [fund.userId]);
      for (const [token, status] of [
        [undefined, 401],
        [unpaid.token, 403],
        [fund.token, 403],
        [admin.token, 200],
      ] as const)
        expect((await call(api, 'GET', path, undefined, token ? { token } : {})).statusCode).toBe(status);
      expect(
        (await call(api, 'GET', `/signals/00000000-0000-4000-8000-000000000000/receipt`, undefined, { token: member.token })).statusCode,
      ).toBe(404);
    });

    it('is shown to nobody else', async () => {
      const [unpaid, fund] = [await signedInMember(api), await signedInMember(api, 'hedge fund')];
      await api.em().execute(`update users set payment_status = 'approved' where id = ?`, [fund.userId]);
      expect([
        (await open(ids.fresh)).statusCode,
        (await open(ids.fresh, unpaid.token)).statusCode,
        (await open(ids.fresh, fund.token)).statusCode,
        (await open(ids.fresh, admin.token)).statusCode,
      ]).toEqual([401, 403, 403, 200]);
      for (const id of ['nonsense', '00000000-0000-4000-8000-000000000000']) expect((await open(id, member.token)).statusCode).toBe(404);
    });
  });
});
