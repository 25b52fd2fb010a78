import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { emptyBlock, packBlock, withCandles } from '../../../src/trading/market/candles/candle-block.js';
import type { AnalysisCandlesWire, AnalysisChartPreviewWire, AnalysisPostWire } from '../../../src/platform/wire/index.js';
import { call, signedInTeam, type SignedIn } from '../../support/people.js';
import { AnalysisWorld, content } from './analysis-world.js';

let world: AnalysisWorld;
let auditor: SignedIn;
beforeAll(async () => {
  world = await AnalysisWorld.start();
  auditor = await signedInTeam(world.api, 'auditor');
});
afterAll(() => world.api.close());

const DAY_MINUTES = 1440;
/** A day whose price rises by 1 each minute from `open`; the minutes from `known` on are not stored. */
const storeDay = (day: string, open: number, { known = DAY_MINUTES, symbol = 'BTCUSDT' } = {}) => {
  const minutes = Array.from({ length: known }, (_, slot) => slot);
  const candles = minutes.map((slot) => ({
    slot,
    open: `${open + slot}.10`,
    high: `${open + slot + 2}`,
    low: `${open + slot - 2}`,
    close: `${open + slot + 1}.10`,
  }));
  const block = packBlock(withCandles(emptyBlock(DAY_MINUTES), candles, minutes).block);
  return world.rows(
    `insert into candle_days (venue, market, symbol, day, block, known_minutes, candle_count)
      values ('binance', 'spot', ?, ?, ?, ?, ?) on conflict do nothing`,
    [symbol, day, block, known, known],
  );
};
beforeEach(async () => {
  await world.rows('delete from analysis_posts');
  await world.rows('truncate candle_days');
});

let year = 2020;
/** Other days for each test: a process keeps what it has read. */
const nextDays = () => [`${(year += 1)}-11-01`, `${year}-11-02`] as const;
const blockOf = (from: string, to: string, more = '') => `\`\`\`chart\nBTC/USDT 4h ${from} ${to}${more}\n\`\`\``;
const postOf = async (path: string, as?: SignedIn) => (await world.get(path, as)).json<{ data: AnalysisPostWire }>().data;
const preview = (source: string, as = auditor) => call(world.api, 'POST', '/admin/analysis/charts', { source }, as);

describe('a chart in an analysis', () => {
  it('shows the stored candles of its days to everybody who may read the text, and of no other days', async () => {
    const [from, to] = nextDays();
    await storeDay(from, 60_000);
    await storeDay(to, 62_000);
    const { slug } = await world.published({ body: `Look:\n\n${blockOf(from, to, '\nlevel 61500 Range low')}` });
    const { charts } = await postOf(`/analysis/${slug}`);
    expect(charts).toEqual([
      {
        source: `BTC/USDT 4h ${from} ${to}\nlevel 61500 Range low`,
        id: expect.any(String),
        pair: 'BTC/USDT',
        market: 'spot',
        timeframe: '4h',
        from,
        to,
        levels: [{ price: '61500', label: 'Range low' }],
      },
    ]);
    const answer = await world.get(`/analysis/${slug}/charts/${charts[0]!.id}`);
    const { candles, ...about } = answer.json<{ data: AnalysisCandlesWire }>().data;
    expect([answer.headers['cache-control'], about]).toEqual(['public, max-age=300', { venue: 'binance', step: 14_400, complete: true }]);
    const begins = Date.parse(`${from}T00:00:00Z`) / 1000;
    expect(candles).toHaveLength(12);
    expect([candles[0], candles[11]]).toEqual([
      [begins, '60000.1', '60241', '59998', '60240.1'],
      [begins + 11 * 14_400, '63200.1', '63441', '63198', '63440.1'],
    ]);
    for (const id of ['0123456789abcdef', 'x', '../..', charts[0]!.id.toUpperCase() + 'x'])
      expect((await world.get(`/analysis/${slug}/charts/${encodeURIComponent(id)}`)).statusCode).toBe(404);
  });

  it('for members is for those who paid and the team, and for nobody once it is withdrawn', async () => {
    const [from, to] = nextDays();
    await storeDay(from, 60_000);
    const { id, slug } = await world.published({ body: blockOf(from, to), audience: 'members' });
    const [chart] = (await postOf(`/me/analysis/${slug}`, world.paying)).charts;
    const statusOf = async (as?: SignedIn) => (await world.get(`${as ? '/me' : ''}/analysis/${slug}/charts/${chart!.id}`, as)).statusCode;
    expect([await statusOf(), await statusOf(world.unpaid), await statusOf(world.paying), await statusOf(world.author)]).toEqual([
      404, 404, 200, 200,
    ]);
    expect((await world.get(`/me/analysis/${slug}/charts/${chart!.id}`)).statusCode).toBe(401);
    await world.act(id, 'withdraw');
    expect([await statusOf(world.paying), await statusOf(world.author)]).toEqual([404, 404]);
  });

  it('says where candles are missing, and has none where none are stored', async () => {
    const [from, to] = nextDays();
    await storeDay(from, 60_000, { known: 300 });
    const { candles, complete } = (await preview(`BTC/USDT 4h ${from} ${to}`)).json<{ data: AnalysisChartPreviewWire }>().data.candles;
    expect([candles.map(([time]) => new Date(time * 1000).toISOString().slice(11, 16)), complete]).toEqual([['00:00', '04:00'], false]);
    const none = (await preview('BTC/USDT 1d 2019-01-01 2019-01-02')).json<{ data: AnalysisChartPreviewWire }>().data;
    expect(none.candles).toMatchObject({ candles: [], complete: false });
  });

  it('is read in parts, which join without a seam', async () => {
    for (let day = 0; day < 40; day++) await storeDay(new Date(Date.UTC(2018, 0, 1 + day)).toISOString().slice(0, 10), 60_000);
    const { candles, complete } = (await preview('BTC/USDT 1d 2018-01-01 2018-02-09')).json<{ data: AnalysisChartPreviewWire }>().data
      .candles;
    const times = candles.map(([time]) => time);
    expect([times.length, new Set(times).size, complete]).toEqual([40, 40, true]);
  });

  it.each([
    [`BTC/USDT 4h 2099-01-01 2099-01-02`, 'Chart 2: the last day is in the future'],
    [`NONE/USDT 4h 2021-11-01 2021-11-02`, 'Chart 2: no candles of NONE/USDT (spot) are stored. Charts show pairs that have had a signal'],
    [`BTC/USDT 4h 2021-11-01 2021-11-02 futures`, 'Chart 2: no candles of BTC/USDT (futures) are stored'],
    [`BTC/USDT 4h 2021-11-01 2021-11-02\nlevel x One`, 'Chart 2, line 2: “x” is not a price'],
  ])('is refused with the field when it is saved: %s', async (source, message) => {
    await storeDay('2021-11-01', 60_000);
    const body = `${blockOf('2021-11-01', '2021-11-02')}\n\n\`\`\`chart\n${source}\n\`\`\``;
    const saved = await call(world.api, 'POST', '/admin/analysis', content({ body }), world.author);
    expect([saved.statusCode, saved.json()]).toMatchObject([
      400,
      { errors: [{ field: 'body', message: expect.stringContaining(message) }] },
    ]);
    const { id } = await world.draft();
    const changed = await world.edit(id, { ...content({ body }), revision: 1 });
    expect([changed.statusCode, changed.json()]).toMatchObject([400, { errors: [{ field: 'body' }] }]);
  });

  it('is previewed in the console alone', async () => {
    for (const as of [world.paying, await signedInTeam(world.api, 'support')])
      expect((await preview('BTC/USDT 4h 2021-11-01 2021-11-02', as)).statusCode).toBe(403);
    expect((await preview('BTC/USDT 4h x y')).json()).toMatchObject({
      errors: [{ field: 'source', message: expect.stringMatching(/^Line 1: the timeframe is followed by/) }],
    });
  });
});
