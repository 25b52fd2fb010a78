import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { run } from '../../../src/operations/cli/run.js';
import { RescoringService } from '../../../src/trading/signals/index.js';
import type { EndedSignalWire, LogLeafWire, SignalWire, TrackRecordSignalWire, TrackRecordWire } from '../../../src/platform/wire/index.js';
import { eventually } from '../../e2e/support/eventually.js';
import { aSignal } from '../signals/a-signal.js';
import { call, signedInAdmin } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { bitcoin, DAY, ether, etherSeconds, published, storeDay, storeFunding, storeSeconds } from './world.js';

const DAY_MS = 86_400_000;
const secret = {
  asset: 'SECRETUSDT',
  entryPrice: '77123.25',
  stopLoss: '76111.5',
  takeProfit1: '78001.75',
  takeProfit2: '79002.75',
  takeProfit3: '80003.75',
  signalMessage: 'Nobody outside may read this',
  marketCondition: 'Unspoken',
  leverage: '13x',
};
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

describe('the public track record', () => {
  let api: TestApi;
  let folder: string;
  const ids: Record<string, string> = {};
  const running: string[] = [];

  beforeAll(async () => {
    api = await createTestApi();
    folder = mkdtempSync(join(tmpdir(), 'tidemark-cases-'));
    const { token } = await signedInAdmin(api);
    for (let n = 0; n < 3; n++) {
      const response = await call(
        api,
        'POST',
        '/createsignal',
        aSignal({ ...secret, date: inDays(0), projectedDateOfClosure: inDays(7) }),
        { token },
      );
      if (response.statusCode !== 201) throw new Error(response.body);
      running.push(response.json<{ data: SignalWire }>().data.id);
    }
    const em = api.em();
    const [original] = running as [string];
    await storeDay(em, 'BTCUSDT', bitcoin);
    await storeDay(em, 'ETHUSDT', ether);
    await storeFunding(em, 'BTCUSDT', '0.0001', '100');
    await storeFunding(em, 'ETHUSDT', '-0.0002', null);
    await storeSeconds(em, 'ETHUSDT', 20, []);
    await storeSeconds(em, 'ETHUSDT', 30, etherSeconds);
    const eth = { base: 'ETH', asset: 'ETHUSDT' };
    ids['won'] = await published(api, original, '00:00:30.250', { trailing_stop_loss: 'breakeven' });
    ids['missed'] = await published(api, original, '00:20:30', { take_profit_1: '101.5' });
    ids['lost'] = await published(api, original, '01:40:30', {
      entry_price: '118',
      stop_loss: '110',
      take_profit_1: '125',
      take_profit_2: '130',
      take_profit_3: '140',
    });
    ids['unfilled'] = await published(api, original, '02:10:30', {
      entry_price: '90',
      stop_loss: '80',
      take_profit_1: '95',
      take_profit_2: '96',
      take_profit_3: '97',
    });
    ids['doubtful'] = await published(api, original, '00:00:30', eth);
    ids['resolved'] = await published(api, original, '00:25:30', eth);
    ids['unscored'] = await published(api, original, '03:00:00', { base: 'GONE', asset: 'GONEUSDT' });
    await api.app.get(RescoringService, { strict: false }).run();
    await em.execute(
      `insert into signal_scores (signal_id, methodology, status) values (?, 1, 'unscored') on conflict (signal_id, methodology) do update
        set status = 'unscored'`,
      [ids['unscored']],
    );
    // One that runs is filled and has passed its first target; nobody may see that either. One waits, and of one nothing is known.
    await em.execute(
      `insert into signal_scores (signal_id, methodology, status, entry_price, entry_at, exits) values (?, 1, 'open', 77123.25, now(),
        '[{"reason":"tp1","price":"78001.75","weight":"0.333333333333333333","t":1}]') on conflict (signal_id, methodology) do update set
        status = 'open', entry_price = excluded.entry_price, exits = excluded.exits`,
      [running[0]],
    );
    await em.execute(
      `insert into signal_scores (signal_id, methodology, status) values (?, 1, 'pending') on conflict (signal_id, methodology) do update
        set status = 'pending'`,
      [running[1]],
    );
    await em.execute('delete from signal_scores where signal_id = ?', [running[2]]);
  }, 180_000);
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await api.close();
  });

  const read = (path: string) => call(api, 'GET', path);
  const record = async () => (await read('/track-record')).json<{ data: TrackRecordWire }>().data;
  const list = async (query = '') => {
    const response = await read(`/track-record/signals?perPage=100${query}`);
    expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'public, max-age=30']);
    return { rows: response.json<{ data: TrackRecordSignalWire[] }>().data, total: Number(response.headers['x-total-count']) };
  };
  const endedIn = (rows: readonly TrackRecordSignalWire[]) => rows.filter((row): row is EndedSignalWire => row.ended);
  const recomputed = async (content: string) => {
    const file = join(folder, 'cases.json');
    writeFileSync(file, content);
    let [out, err] = ['', ''];
    const code = await run(['signals:score', '--file', file], {
      environment: () => Promise.reject(new Error('an offline command asked for settings')),
      input: Readable.from([]),
      out: (text) => (out += text),
      err: (text) => (err += text),
    });
    expect([code, err]).toEqual([0, '']);
    return JSON.parse(out) as { id: string; status: string; rNet: string | null }[];
  };

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
    } = await record();
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
    const { data: short } = (await read('/track-record/summary')).json<{ data: object }>();
    expect(short).toEqual({ period, published: all, ended, closed, meanR: (await record()).meanR, winRate });
    expect(downloads).toEqual([{ month: '2026-11', signals: 6, parts: 1 }]);
  });

  it('is computed once for all who ask within half a minute', async () => {
    // A half minute may end between the two: then the next one has just begun.
    const [first] = await eventually(async () => {
      const answers = [await read('/track-record'), await read('/track-record')] as const;
      expect(answers[1].body).toBe(answers[0].body);
      return answers;
    });
    expect(first.headers['cache-control']).toBe('public, max-age=30');
  });

  it('lists every signal, the newest first, with its leaf in the log', async () => {
    const { rows, total } = await list();
    expect([rows.length, total]).toEqual([10, 10]);
    expect(rows.map(({ publishedAt }) => publishedAt)).toEqual(
      rows
        .map(({ publishedAt }) => publishedAt)
        .toSorted()
        .toReversed(),
    );
    const { data: leaves } = (await read('/log/leaves?limit=100')).json<{ data: LogLeafWire[] }>();
    for (const { log, ended } of rows) {
      const leaf = leaves.find(({ index }) => index === log?.index);
      expect([leaf?.hash, leaf?.content !== undefined]).toEqual([log?.hash, ended]);
    }
    const won = endedIn(rows).find(({ id }) => id === ids['won'])!;
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
        [ids['missed'], 'missed', true],
        [ids['unfilled'], 'expired_unfilled', true],
        [ids['unscored'], 'unscored', false],
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
    expect(await list(`&${query}`)).toMatchObject({ rows: { length: n }, total: n });
  });

  it('is read page by page', async () => {
    const pages = await Promise.all(
      [1, 2, 3].map(
        async (page) => (await read(`/track-record/signals?page=${page}&perPage=4`)).json<{ data: TrackRecordSignalWire[] }>().data,
      ),
    );
    expect(pages.map(({ length }) => length)).toEqual([4, 4, 2]);
    expect(new Set(pages.flat().map(({ log }) => log!.index)).size).toBe(10);
  });

  it('tells of a signal that runs when it was published and where the log has it, and nothing else, by any address', async () => {
    const { rows } = await list('&outcome=running');
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
      ...running.map((id) => `/signals/${id}/case`),
    ];
    for (const address of addresses) {
      const { body, statusCode } = await read(`/track-record${address}`);
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
        ...(address.endsWith('/case') ? [] : running),
      ])
        expect([address, word, body.includes(word)]).toEqual([address, word, false]);
      expect(body).not.toContain('Unspoken');
    }
  });

  it('gives a case of every score, with which the command makes the same one again', async () => {
    const { rows } = await list();
    const scored = endedIn(rows).filter(({ outcome: { hasCase } }) => hasCase);
    expect(scored).toHaveLength(6);
    for (const { id, outcome } of scored) {
      const response = await read(`/track-record/signals/${id}/case`);
      expect(response.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': `attachment; filename="tidemark-signal-${id}.json"`,
        'cache-control': 'no-store',
      });
      const [again] = await recomputed(response.body);
      expect(again).toEqual({
        id,
        status: outcome.status,
        fills: outcome.exits.map(({ reason, price, weight, at }) => ({ reason, price, weight, t: Date.parse(at) / 1000 })),
        rGross: outcome.rGross,
        rNet: outcome.rNet,
        funding: outcome.rFunding,
        rOptimistic: outcome.rOptimistic,
        ambiguous: outcome.ambiguous.map((minute) => Date.parse(minute) / 1000),
      });
    }
    expect((await read(`/track-record/signals/${ids['unscored']}/case`)).statusCode).toBe(404);
  });

  it('puts the seconds into a case where the minutes do not tell, and makes another score without them', async () => {
    const text = (await read(`/track-record/signals/${ids['resolved']}/case`)).body;
    const { cases } = JSON.parse(text) as { cases: [{ detail: Record<string, { t: number }[]>; candles: unknown[] }] };
    const minute = Date.parse(`${DAY}T00:30:00Z`) / 1000;
    expect(cases[0].detail).toEqual({ [minute]: [expect.objectContaining({ t: minute }), expect.objectContaining({ t: minute + 1 })] });
    const [told] = await recomputed(text);
    const [untold] = await recomputed(JSON.stringify({ cases: [{ ...cases[0], detail: {} }] }));
    expect([told!.rNet, untold!.rNet]).toEqual(['-0.353166666666666667', '-1.0195']);
  });

  it('gives all cases of a month in one file, in order of their ends', async () => {
    const response = await read('/track-record/download?month=2026-11&part=1');
    const { format, methodology, scores } = response.json<{
      format: string;
      methodology: number;
      scores: { id: string; status: string; rNet: string | null; candlesDigest: string }[];
    }>();
    expect([format, methodology]).toEqual(['tidemark.cases/v1', 1]);
    expect((await recomputed(response.body)).map(({ id, status, rNet }) => [id, status, rNet])).toEqual(
      scores.map(({ id, status, rNet }) => [id, status, rNet]),
    );
    expect(scores.map(({ id }) => id)).toEqual([ids['doubtful'], ids['missed'], ids['resolved'], ids['won'], ids['lost'], ids['unfilled']]);
    expect((await read('/track-record/download?month=2026-11&part=2')).statusCode).toBe(404);
    expect((await read('/track-record/download?month=2026-12')).statusCode).toBe(404);
  });

  it('is a file too, one line a signal, with the figures as figures', async () => {
    const response = await read('/track-record/signals.csv');
    expect(response.headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8; header=present', 'cache-control': 'no-store' });
    const [head, ...lines] = response.body.trimEnd().split('\r\n');
    const names = head!.split(',');
    expect(lines).toHaveLength(10);
    const lost = lines.find((line) => line.includes(ids['lost']!))!.split(',');
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

  it('tells what was said later of a signal that has ended, and counts it in the case', async () => {
    const id = await published(api, running[0]!, '00:00:45');
    const [{ by }] = (await api.em().execute<[{ by: string }]>('select created_by as by from signals where id = ?', [id])) as [
      { by: string },
    ];
    await api.em().execute(
      `insert into signal_amendments (id, signal_id, kind, stop, price, at, created_by) values (gen_random_uuid(), ?, 'move_stop', 99,
          null, ?, ?), (gen_random_uuid(), ?, 'close_now', null, 107.5, ?, ?)`,
      [id, `${DAY}T00:12:00Z`, by, id, `${DAY}T00:40:10.5Z`, by],
    );
    await api.app.get(RescoringService, { strict: false }).run();
    const row = endedIn((await list('&q=btc')).rows).find((one) => one.id === id)!;
    expect(row.amendments).toEqual([
      { kind: 'move_stop', stop: '99', price: null, at: `${DAY}T00:12:00.000Z` },
      { kind: 'close_now', stop: null, price: '107.5', at: `${DAY}T00:40:10.500Z` },
    ]);
    expect(row.outcome.exits.map(({ reason, price, at }) => [reason, price, at.slice(11, 16)])).toEqual([
      ['tp1', '105', '00:30'],
      ['closed', '107.5', '00:41'],
    ]);
    const [again] = await recomputed((await read(`/track-record/signals/${id}/case`)).body);
    expect([again!.status, again!.rNet]).toEqual(['closed', row.outcome.rNet]);
  });

  it.each([
    // Bitcoin stands at 92 from two o'clock on: filled there, over a risk of 12, and open at 08:00 and 16:00. The venue tells a price of
    // 100.
    [
      'a price that the exchange tells',
      {},
      '0.001666666666666667',
      [
        ['08:00', 0.0001, 100],
        ['16:00', 0.0001, 100],
      ],
    ],
    // Ether at 95, over a risk of 15, and no price is told.
    [
      'the close of the minute before',
      { base: 'ETH', asset: 'ETHUSDT' },
      '-0.002533333333333333',
      [
        ['08:00', -0.0002, 95],
        ['16:00', -0.0002, 95],
      ],
    ],
  ])('tells what funding took at %s, and all that is needed to compute it again', async (_, changes, rFunding, settled) => {
    const id = await published(api, running[0]!, '03:10:30', {
      entry_price: '96',
      stop_loss: '80',
      take_profit_1: '125',
      take_profit_2: '130',
      take_profit_3: '140',
      ...changes,
    });
    await api.app.get(RescoringService, { strict: false }).run();
    const { outcome } = endedIn((await list()).rows).find((one) => one.id === id)!;
    expect(outcome).toMatchObject({ status: 'closed', rGross: '0', rFunding, exits: [{ reason: 'expiry', at: `${DAY}T19:59:00.000Z` }] });
    const text = (await read(`/track-record/signals/${id}/case`)).body;
    const {
      cases: [one],
      scores: [score],
    } = JSON.parse(text) as {
      cases: [{ candles: { t: number; o: string; h: string; l: string; c: string }[]; funding: { t: number }[] }];
      scores: [{ funding: string }];
    };
    expect(score.funding).toBe(rFunding);
    const second = (time: string) => Date.parse(`${DAY}T${time}:00Z`) / 1000;
    expect(one.funding.map(({ t }) => t)).toEqual(settled.map(([time]) => second(String(time))));
    const [again] = await recomputed(text);
    expect(again).toMatchObject({ id, rNet: outcome.rNet, funding: rFunding });
    const bytes = Buffer.concat(
      [
        ...one.candles.flatMap(({ t, o, h, l, c }) => [t, o, h, l, c]),
        ...settled.flatMap(([time, rate, price]) => [second(String(time)), rate, price]),
      ].map((value) => {
        const eight = Buffer.alloc(8);
        eight.writeDoubleLE(Number(value));
        return eight;
      }),
    );
    expect(outcome.candlesDigest).toBe(createHash('sha256').update(bytes).digest('hex'));
    const [head, ...lines] = (await read('/track-record/signals.csv')).body.trimEnd().split('\r\n');
    expect(lines.find((line) => line.includes(id))!.split(',')[head!.split(',').indexOf('Funding in R')]).toBe(rFunding);
  });

  it('leaves the rates out of the case of a result that did not count them', async () => {
    const id = await published(api, running[0]!, '03:10:35', {
      entry_price: '96',
      stop_loss: '80',
      take_profit_1: '125',
      take_profit_2: '130',
      take_profit_3: '140',
    });
    const rescoring = api.app.get(RescoringService, { strict: false });
    await rescoring.run();
    // As it was scored before there were rates: nothing but fees.
    await api.em().execute('update signal_scores set r_net = r_net + r_funding, r_funding = null where signal_id = ?', [id]);
    const text = (await read(`/track-record/signals/${id}/case`)).body;
    expect(text).not.toContain('"funding"');
    const [again] = await recomputed(text);
    // To the digit to which a sum of two rounded figures is exact.
    expect(Number(again!.rNet)).toBeCloseTo(Number(endedIn((await list()).rows).find((one) => one.id === id)!.outcome.rNet), 15);
    // What it would be now is told, and not written over it.
    expect((await rescoring.run({ dry: true })).differing.map((one) => one.id)).toEqual([id]);
  });

  it('scores no perpetual signal beyond a rate that is not known', async () => {
    const em = api.em();
    await em.execute(`update funding_spans set known_through = ? where symbol = 'BTCUSDT'`, [`${DAY}T16:00:00Z`]);
    const id = await published(api, running[0]!, '03:10:40', {
      entry_price: '96',
      stop_loss: '80',
      take_profit_1: '125',
      take_profit_2: '130',
      take_profit_3: '140',
    });
    const rescoring = api.app.get(RescoringService, { strict: false });
    await rescoring.run();
    const stored = async () =>
      (
        await em.execute<{ status: string; through: string }[]>(
          `select status, to_char(scored_through at time zone 'UTC', 'HH24:MI') as through from signal_scores where signal_id = ?`,
          [id],
        )
      )[0];
    expect(await stored()).toEqual({ status: 'open', through: '16:00' });
    await em.execute(`update funding_spans set known_through = ? where symbol = 'BTCUSDT'`, [`${DAY}T17:00:00Z`]);
    await rescoring.run();
    expect(await stored()).toEqual({ status: 'open', through: '16:00' });
    await em.execute(`update funding_spans set known_through = ?::timestamptz + interval '1 day' where symbol = 'BTCUSDT'`, [
      `${DAY}T00:00:00Z`,
    ]);
    await rescoring.run();
    expect((await stored())!.status).toBe('closed');
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
