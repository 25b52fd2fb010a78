import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { run } from '../../../src/operations/cli/run.js';
import { endedIn, RecordedSignals } from './recorded-signals.js';
import { DAY, published } from './world.js';

describe('the public track record', () => {
  let recorded: RecordedSignals;
  let folder: string;

  beforeAll(async () => {
    recorded = await RecordedSignals.start();
    folder = mkdtempSync(join(tmpdir(), 'tidemark-cases-'));
  }, 180_000);
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await recorded.stop();
  });

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

  it('gives a case of every score, with which the command makes the same one again', async () => {
    const { rows } = await recorded.list();
    const scored = endedIn(rows).filter(({ outcome: { hasCase } }) => hasCase);
    expect(scored).toHaveLength(6);
    for (const { id, outcome } of scored) {
      const response = await recorded.read(`/track-record/signals/${id}/case`);
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
    expect((await recorded.read(`/track-record/signals/${recorded.ids['unscored']}/case`)).statusCode).toBe(404);
  });

  it('puts the seconds into a case where the minutes do not tell, and makes another score without them', async () => {
    const text = (await recorded.read(`/track-record/signals/${recorded.ids['resolved']}/case`)).body;
    const { cases } = JSON.parse(text) as { cases: [{ detail: Record<string, { t: number }[]>; candles: unknown[] }] };
    const minute = Date.parse(`${DAY}T00:30:00Z`) / 1000;
    expect(cases[0].detail).toEqual({ [minute]: [expect.objectContaining({ t: minute }), expect.objectContaining({ t: minute + 1 })] });
    const [told] = await recomputed(text);
    const [untold] = await recomputed(JSON.stringify({ cases: [{ ...cases[0], detail: {} }] }));
    expect([told!.rNet, untold!.rNet]).toEqual(['-0.353166666666666667', '-1.0195']);
  });

  it('gives all cases of a month in one file, in order of their ends', async () => {
    const response = await recorded.read('/track-record/download?month=2026-11&part=1');
    const { format, methodology, scores } = response.json<{
      format: string;
      methodology: number;
      scores: { id: string; status: string; rNet: string | null; candlesDigest: string }[];
    }>();
    expect([format, methodology]).toEqual(['tidemark.cases/v1', 1]);
    expect((await recomputed(response.body)).map(({ id, status, rNet }) => [id, status, rNet])).toEqual(
      scores.map(({ id, status, rNet }) => [id, status, rNet]),
    );
    expect(scores.map(({ id }) => id)).toEqual([
      recorded.ids['doubtful'],
      recorded.ids['missed'],
      recorded.ids['resolved'],
      recorded.ids['won'],
      recorded.ids['lost'],
      recorded.ids['unfilled'],
    ]);
    expect((await recorded.read('/track-record/download?month=2026-11&part=2')).statusCode).toBe(404);
    expect((await recorded.read('/track-record/download?month=2026-12')).statusCode).toBe(404);
  });

  it('tells what was said later of a signal that has ended, and counts it in the case', async () => {
    const id = await published(recorded.api, recorded.running[0]!, '00:00:45');
    const [{ by }] = (await recorded.api.em().execute<[{ by: string }]>('select created_by as by from signals where id = ?', [id])) as [
      { by: string },
    ];
    await recorded.api.em().execute(
      `insert into signal_amendments (id, signal_id, kind, stop, price, at, created_by) values (gen_random_uuid(), ?, 'move_stop', 99,
          null, ?, ?), (gen_random_uuid(), ?, 'close_now', null, 107.5, ?, ?)`,
      [id, `${DAY}T00:12:00Z`, by, id, `${DAY}T00:40:10.5Z`, by],
    );
    await recorded.rescoring.run();
    const row = endedIn((await recorded.list('&q=btc')).rows).find((one) => one.id === id)!;
    expect(row.amendments).toEqual([
      { kind: 'move_stop', stop: '99', price: null, at: `${DAY}T00:12:00.000Z` },
      { kind: 'close_now', stop: null, price: '107.5', at: `${DAY}T00:40:10.500Z` },
    ]);
    expect(row.outcome.exits.map(({ reason, price, at }) => [reason, price, at.slice(11, 16)])).toEqual([
      ['tp1', '105', '00:30'],
      ['closed', '107.5', '00:41'],
    ]);
    const [again] = await recomputed((await recorded.read(`/track-record/signals/${id}/case`)).body);
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
    const id = await published(recorded.api, recorded.running[0]!, '03:10:30', {
      entry_price: '96',
      stop_loss: '80',
      take_profit_1: '125',
      take_profit_2: '130',
      take_profit_3: '140',
      ...changes,
    });
    await recorded.rescoring.run();
    const { outcome } = endedIn((await recorded.list()).rows).find((one) => one.id === id)!;
    expect(outcome).toMatchObject({ status: 'closed', rGross: '0', rFunding, exits: [{ reason: 'expiry', at: `${DAY}T19:59:00.000Z` }] });
    const text = (await recorded.read(`/track-record/signals/${id}/case`)).body;
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
    const [head, ...lines] = (await recorded.read('/track-record/signals.csv')).body.trimEnd().split('\r\n');
    expect(lines.find((line) => line.includes(id))!.split(',')[head!.split(',').indexOf('Funding in R')]).toBe(rFunding);
  });

  it('leaves the rates out of the case of a result that did not count them', async () => {
    const id = await published(recorded.api, recorded.running[0]!, '03:10:35', {
      entry_price: '96',
      stop_loss: '80',
      take_profit_1: '125',
      take_profit_2: '130',
      take_profit_3: '140',
    });
    const rescoring = recorded.rescoring;
    await rescoring.run();
    // As it was scored before there were rates: nothing but fees.
    await recorded.api.em().execute('update signal_scores set r_net = r_net + r_funding, r_funding = null where signal_id = ?', [id]);
    const text = (await recorded.read(`/track-record/signals/${id}/case`)).body;
    expect(text).not.toContain('"funding"');
    const [again] = await recomputed(text);
    // To the digit to which a sum of two rounded figures is exact.
    expect(Number(again!.rNet)).toBeCloseTo(Number(endedIn((await recorded.list()).rows).find((one) => one.id === id)!.outcome.rNet), 15);
    // What it would be now is told, and not written over it.
    expect((await rescoring.run({ dry: true })).differing.map((one) => one.id)).toEqual([id]);
  });

  it('scores no perpetual signal beyond a rate that is not known', async () => {
    const em = recorded.api.em();
    await em.execute(`update funding_spans set known_through = ? where symbol = 'BTCUSDT'`, [`${DAY}T16:00:00Z`]);
    const id = await published(recorded.api, recorded.running[0]!, '03:10:40', {
      entry_price: '96',
      stop_loss: '80',
      take_profit_1: '125',
      take_profit_2: '130',
      take_profit_3: '140',
    });
    const rescoring = recorded.rescoring;
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
