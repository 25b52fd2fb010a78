import { describe, expect, it } from '@jest/globals';
import type { CandleRequest, MarketData } from '../../../../src/trading/venues/port/index.js';
import { BybitDouble } from './bybit-double.js';
import * as bybit from './bybit-world.js';
import { OkxDouble } from './okx-double.js';
import * as okx from './okx-world.js';
import { failure, interactive, VenueStand } from './stand.js';
import type { DoubleRequest } from './venue-double.js';

const DAY_MS = 86_400_000;
const START = Date.UTC(2025, 0, 1);
const wish = (changes: Partial<CandleRequest> = {}): CandleRequest => ({
  market: 'spot',
  symbol: 'BTCUSDT',
  length: '1d',
  from: new Date(START),
  to: new Date(START + 250 * DAY_MS),
  ...changes,
});

const candle = (opensAt: number) => [String(opensAt), '1', '3', '0.5', `${opensAt / DAY_MS}.50`, '9', '9'];
/** Candles that open within a span, newest first, at most `limit`: whoever asks for more than a page gets its newest part. */
const newestFirst = (first: number, last: number, limit: number) => {
  const list: string[][] = [];
  for (let at = Math.floor(last / DAY_MS) * DAY_MS; at >= first && list.length < limit; at -= DAY_MS) list.push(candle(at));
  return list;
};

const venues = [
  {
    venue: 'bybit' as const,
    stand: new VenueStand('bybit', new BybitDouble(), bybit.KEY),
    path: '/v5/market/kline',
    symbol: 'BTCUSDT',
    pages: 1,
    answer: ({ params }: DoubleRequest) => ({
      retCode: 0,
      retMsg: 'OK',
      result: {
        category: params.get('category'),
        symbol: params.get('symbol'),
        list: newestFirst(Number(params.get('start')), Number(params.get('end')), Number(params.get('limit'))),
      },
    }),
    unknown: { retCode: 10_001, retMsg: 'Not supported symbols', result: {} },
    told: { interval: 'D', category: 'spot' },
  },
  {
    venue: 'okx' as const,
    stand: new VenueStand('okx', new OkxDouble(), okx.KEY),
    path: '/api/v5/market/history-candles',
    symbol: 'BTC-USDT',
    pages: 3,
    answer: ({ params }: DoubleRequest) => ({
      code: '0',
      msg: '',
      data: newestFirst(Number(params.get('before')) + 1, Number(params.get('after')) - 1, Number(params.get('limit'))),
    }),
    unknown: { code: '51001', msg: 'Instrument ID does not exist', data: [] },
    told: { bar: '1Dutc', instId: 'BTC-USDT' },
  },
];

describe.each(venues)('candles of $venue', ({ venue, stand, path, symbol, pages, answer, unknown, told }) => {
  const market = (): MarketData => stand.gateway.market(venue, interactive);
  const telling = (body: (call: DoubleRequest) => unknown) => {
    stand.double.instead = (call) => (call.path === path ? { body: body(call) } : null);
  };

  it('come oldest first, whole, in as many pages as they need', async () => {
    telling(answer);
    const { rows } = await market().closes(wish({ symbol }));
    expect(rows).toEqual(
      Array.from({ length: 250 }, (_, n) => ({ opensAt: new Date(START + n * DAY_MS), price: `${START / DAY_MS + n}.50` })),
    );
    const calls = stand.double.callsOf(path);
    expect(calls).toHaveLength(pages);
    expect(Object.fromEntries(calls[0]!.params)).toMatchObject(told);
  });

  it('are asked for no further than the venue’s clock', async () => {
    telling(answer);
    const today = START + 300 * DAY_MS;
    // Noon there.
    stand.double.clockOffsetMs = today + DAY_MS / 2 - Date.now();
    const { rows } = await market().closes(wish({ symbol, from: new Date(today - 2 * DAY_MS), to: new Date(today + 2 * DAY_MS) }));
    expect(rows.map(({ opensAt }) => opensAt.getTime())).toEqual([today - 2 * DAY_MS, today - DAY_MS]);
  });

  it('of a pair that there is not are refused as such', async () => {
    telling(() => unknown);
    expect(await failure(market().closes(wish({ symbol })))).toMatchObject({ name: 'SymbolGone', symbol });
  });

  it('of another time than was asked for are not believed', async () => {
    telling((call) => JSON.parse(JSON.stringify(answer(call)).replace(String(START), String(START - DAY_MS))) as unknown);
    expect(await failure(market().closes(wish({ symbol, to: new Date(START + 3 * DAY_MS) })))).toMatchObject({ name: 'WireShape' });
  });

  const calm = (call: DoubleRequest) => JSON.parse(JSON.stringify(answer(call)).replaceAll(/"\d+\.50"/g, '"2.5"')) as unknown;

  it('are told whole, too', async () => {
    telling(calm);
    const { rows } = await market().candles(wish({ symbol, to: new Date(START + 2 * DAY_MS) }));
    expect(rows).toEqual([0, 1].map((n) => ({ opensAt: new Date(START + n * DAY_MS), open: '1', high: '3', low: '0.5', close: '2.5' })));
  });

  it('that contradict themselves are not believed', async () => {
    for (const [from, to] of [
      ['"3"', '"2"'],
      ['"0.5"', '"1.5"'],
      ['"0.5"', '"0"'],
      ['"0.5"', '"-1"'],
    ] as const) {
      telling((call) => JSON.parse(JSON.stringify(calm(call)).replaceAll(from, to)) as unknown);
      expect(await failure(market().candles(wish({ symbol, to: new Date(START + 2 * DAY_MS) })))).toMatchObject({ name: 'WireShape' });
    }
  });

  it('of a second are not told', async () => {
    telling(calm);
    expect(market().lengths('spot')).toEqual(['1m', '1h', '1d']);
    expect(await failure(market().candles(wish({ symbol, length: '1s', to: new Date(START + 2000) })))).toMatchObject({
      name: 'VenueRejected',
    });
  });
});
