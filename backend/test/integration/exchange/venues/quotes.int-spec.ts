import { describe, expect, it } from '@jest/globals';
import { BybitDouble } from './bybit-double.js';
import * as bybit from './bybit-world.js';
import { OkxDouble } from './okx-double.js';
import * as okx from './okx-world.js';
import { failure, interactive, VenueStand } from './stand.js';
import type { DoubleRequest } from './venue-double.js';

const venues = [
  {
    venue: 'bybit' as const,
    stand: new VenueStand('bybit', new BybitDouble(), bybit.KEY),
    path: '/v5/market/tickers',
    symbols: ['BTCUSDT', 'BTCUSDT'],
    asked: { category: 'linear', symbol: 'BTCUSDT' },
    answer: (bid: string, ask: string) => ({
      retCode: 0,
      retMsg: 'OK',
      result: { category: 'linear', list: [{ symbol: 'BTCUSDT', lastPrice: '1', bid1Price: bid, ask1Price: ask }] },
    }),
    unknown: { retCode: 10_001, retMsg: 'Not supported symbols', result: {} },
  },
  {
    venue: 'okx' as const,
    stand: new VenueStand('okx', new OkxDouble(), okx.KEY),
    path: '/api/v5/market/ticker',
    symbols: ['BTC-USDT', 'BTC-USDT-SWAP'],
    asked: { instId: 'BTC-USDT-SWAP' },
    answer: (bid: string, ask: string) => ({ code: '0', msg: '', data: [{ instId: 'BTC-USDT-SWAP', last: '1', bidPx: bid, askPx: ask }] }),
    unknown: { code: '51001', msg: 'Instrument ID does not exist', data: [] },
  },
];

describe.each(venues)('what $venue offers for a pair', ({ venue, stand, path, symbols, asked, answer, unknown }) => {
  const market = () => stand.gateway.market(venue, interactive);
  const telling = (body: (call: DoubleRequest) => unknown) => {
    stand.double.instead = (call) => (call.path === path ? { body: body(call) } : null);
  };

  it('is asked for by the venue’s own name of it, and told with every digit', async () => {
    telling(() => answer('64250.10', '64250.20'));
    expect([market().symbolOf('spot', 'BTC', 'USDT'), market().symbolOf('futures', 'BTC', 'USDT')]).toEqual(symbols);
    expect(await market().quote('futures', symbols[1]!)).toEqual({ bid: '64250.10', ask: '64250.20' });
    expect(Object.fromEntries(stand.double.callsOf(path)[0]!.params)).toMatchObject(asked);
  });

  it('is nothing to believe where a side of the book is empty', async () => {
    telling(() => answer('0', '64250.20'));
    expect(await failure(market().quote('futures', symbols[1]!))).toMatchObject({ name: 'WireShape' });
  });

  it('is told as gone where the venue knows no such pair', async () => {
    telling(() => unknown);
    expect(await failure(market().quote('futures', symbols[1]!))).toMatchObject({ name: 'SymbolGone' });
  });
});
