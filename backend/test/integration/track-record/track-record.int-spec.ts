import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { LogLeafWire, TrackRecordSignalWire, TrackRecordWire } from '../../../src/platform/wire/index.js';
import { eventually } from '../../e2e/support/eventually.js';
import { call } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { endedIn, RecordedSignals } from './recorded-signals.js';
import { DAY } from './world.js';

describe('the public track record', () => {
  let recorded: RecordedSignals;

  beforeAll(async () => {
    recorded = await RecordedSignals.start();
  }, 180_000);
  afterAll(() => recorded.stop());

  it('says what became of everything that has ended, each figure with what it counts', async () => {
    const {
      period,
      published: all,
      running: open,
      unscored,
      ended,
      closed,
      missed,
      expired,
      ambiguous,
      winRate,
      fillRate,
      targetRates,
      maxLosingStreak,
      model,
      totalR,
      optimistic,
      downloads,
      methodology,
      complete,
    } = await recorded.record();
    expect({ all, open, unscored, ended, closed, missed, expired, ambiguous, methodology, complete }).toEqual({
      all: 10,
      open: 3,
      unscored: 1,
      ended: 6,
      closed: 4,
      missed: 1,
      expired: 1,
      ambiguous: 1,
      methodology: 1,
      complete: true,
    });
    expect(period).toEqual({ from: `${DAY}T00:00:30.000Z`, to: `${DAY}T20:00:00.000Z` });
    // Won 2.312167 with all three targets; the resolved one took a third at the first target and the rest at the stop.
    expect([winRate.hits, winRate.n, winRate.rate]).toEqual([1, 4, '0.25']);
    expect([fillRate.hits, fillRate.n]).toEqual([4, 6]);
    expect(targetRates.map(({ hits, n }) => [hits, n])).toEqual([
      [2, 4],
      [1, 4],
      [1, 4],
    ]);
    expect(maxLosingStreak).toBe(2);
    expect(Number(totalR)).toBeCloseTo(2.312167 - 1.0195 - 1.01425 - 0.353167, 4);
    expect(Number(optimistic.meanR) * 4).toBeGreaterThan(Number(totalR));
    expect(model.months).toEqual([{ month: '2026-11', n: 4, change: model.change, totalR }]);
    expect(model.points).toEqual([{ day: DAY, equity: expect.stringMatching(/^(0|1)\.\d+$/) }]);
    const { data: short } = (await recorded.read('/track-record/summary')).json<{ data: object }>();
    expect(short).toEqual({ period, published: all, ended, closed, meanR: (await recorded.record()).meanR, winRate });
    expect(downloads).toEqual([{ month: '2026-11', signals: 6, parts: 1 }]);
  });

  it('is computed once for all who ask within half a minute', async () => {
    // A half minute may end between the two: then the next one has just begun.
    const [first] = await eventually(async () => {
      const answers = [await recorded.read('/track-record'), await recorded.read('/track-record')] as const;
      expect(answers[1].body).toBe(answers[0].body);
      return answers;
    });
    expect(first.headers['cache-control']).toBe('public, max-age=30');
  });

  it('lists every signal, the newest first, with its leaf in the log', async () => {
    const { rows, total } = await recorded.list();
    expect([rows.length, total]).toEqual([10, 10]);
    expect(rows.map(({ publishedAt }) => publishedAt)).toEqual(
      rows
        .map(({ publishedAt }) => publishedAt)
        .toSorted()
        .toReversed(),
    );
    const { data: leaves } = (await recorded.read('/log/leaves?limit=100')).json<{ data: LogLeafWire[] }>();
    for (const { log, ended } of rows) {
      const leaf = leaves.find(({ index }) => index === log?.index);
      expect([leaf?.hash, leaf?.content !== undefined]).toEqual([log?.hash, ended]);
    }
    const won = endedIn(rows).find(({ id }) => id === recorded.ids['won'])!;
    expect(won).toMatchObject({
      symbol: 'BTC/USDT',
      side: 'long',
      entry: '100',
      stop: '95',
      targets: ['105', '110', '120'],
      venue: 'binance',
      market: 'futures',
      publishedAt: `${DAY}T00:00:30.250Z`,
      amendments: [],
    });
    expect(won.outcome).toMatchObject({
      status: 'closed',
      entryPrice: '100',
      entryAt: `${DAY}T00:10:00.000Z`,
      endedAt: `${DAY}T01:31:00.000Z`,
      ambiguous: [],
      gapMinutes: 0,
      hasCase: true,
      candlesDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(won.outcome.exits.map(({ reason, price, at }) => [reason, price, at.slice(11, 16)])).toEqual([
      ['tp1', '105', '00:30'],
      ['tp2', '110', '01:00'],
      ['tp3', '120', '01:30'],
    ]);
    expect(endedIn(rows).map(({ id, outcome: { status, hasCase } }) => [id, status, hasCase])).toEqual(
      expect.arrayContaining([
        [recorded.ids['missed'], 'missed', true],
        [recorded.ids['unfilled'], 'expired_unfilled', true],
        [recorded.ids['unscored'], 'unscored', false],
      ]),
    );
  });

  it.each([
    ['outcome=running', 3],
    ['outcome=won', 1],
    ['outcome=lost', 3],
    ['outcome=flat', 0],
    ['outcome=missed', 1],
    ['outcome=missed_ambiguous', 0],
    ['outcome=expired_unfilled', 1],
    ['outcome=unscored', 1],
    ['side=long', 7],
    ['side=short', 0],
    ['q=eth', 2],
    ['q=ETH/USDT', 2],
    ['q=%25', 0],
    ['outcome=lost&q=btcusdt', 1],
    ['outcome=running&side=long', 0],
    ['outcome=running&q=SECRET', 0],
  ])('filters by %s: %i', async (query, n) => {
    expect(await recorded.list(`&${query}`)).toMatchObject({ rows: { length: n }, total: n });
  });

  it('is read page by page', async () => {
    const pages = await Promise.all(
      [1, 2, 3].map(
        async (page) =>
          (await recorded.read(`/track-record/signals?page=${page}&perPage=4`)).json<{ data: TrackRecordSignalWire[] }>().data,
      ),
    );
    expect(pages.map(({ length }) => length)).toEqual([4, 4, 2]);
    expect(new Set(pages.flat().map(({ log }) => log!.index)).size).toBe(10);
  });

  it('tells of a signal that runs when it was published and where the log has it, and nothing else, by any address', async () => {
    const { rows } = await recorded.list('&outcome=running');
    for (const row of rows) {
      expect(Object.keys(row).toSorted()).toEqual(['ended', 'log', 'publishedAt']);
      expect(Object.keys(row.log!).toSorted()).toEqual(['hash', 'index']);
    }
    const addresses = [
      '',
      '/summary',
      '/signals',
      '/signals?outcome=running',
      '/signals?q=SECRET',
      '/signals?q=secretusdt',
      '/signals?side=long',
      '/signals.csv',
      '/signals.csv?outcome=running',
      '/signals.csv?q=SECRET',
      '/download?month=2026-11',
      ...recorded.running.map((id) => `/signals/${id}/case`),
    ];
    for (const address of addresses) {
      const { body, statusCode } = await recorded.read(`/track-record${address}`);
      expect([address, statusCode]).toEqual([address, address.endsWith('/case') ? 404 : 200]);
      for (const word of [
        'SECRET',
        '77123',
        '76111',
        '78001',
        '79002',
        '80003',
        'Nobody outside',
        '13x',
        ...(address.endsWith('/case') ? [] : recorded.running),
      ])
        expect([address, word, body.includes(word)]).toEqual([address, word, false]);
      expect(body).not.toContain('Unspoken');
    }
  });

  it('is a file too, one line a signal, with the figures as figures', async () => {
    const response = await recorded.read('/track-record/signals.csv');
    expect(response.headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8; header=present', 'cache-control': 'no-store' });
    const [head, ...lines] = response.body.trimEnd().split('\r\n');
    const names = head!.split(',');
    expect(lines).toHaveLength(10);
    const lost = lines.find((line) => line.includes(recorded.ids['lost']!))!.split(',');
    const told = (name: string) => lost[names.findIndex((one) => one.startsWith(name))];
    expect(['Outcome', 'Pair', 'Direction', 'Entry', 'Exits', 'R after costs', 'Ended'].map(told)).toEqual([
      'closed',
      'BTC/USDT',
      'long',
      '118',
      'stop 110',
      '-1.01425',
      `${DAY}T02:01:00.000Z`,
    ]);
    const runs = lines.filter((line) => line.includes(',running,'));
    expect(runs).toHaveLength(3);
    for (const line of runs) expect(line).toMatch(/^[^,]+,\d+,[0-9a-f]{64},running,+$/);
  });
});

describe('a track record of nothing', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
  });
  afterAll(() => api.close());

  it('has no figure, and says so with null', async () => {
    const { data } = (await call(api, 'GET', '/track-record')).json<{ data: TrackRecordWire }>();
    expect(data).toMatchObject({
      published: 0,
      running: 0,
      ended: 0,
      period: null,
      meanR: null,
      profitFactor: null,
      winRate: { hits: 0, n: 0, rate: null, low: null, high: null },
      model: { change: null, maxDrawdown: null, points: [], months: [], worstMonth: null },
      distribution: [],
      downloads: [],
    });
    expect((await call(api, 'GET', '/track-record/signals')).json<{ data: unknown[] }>().data).toEqual([]);
  });
});
