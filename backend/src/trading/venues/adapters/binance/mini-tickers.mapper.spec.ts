import { describe, expect, it } from '@jest/globals';
import { readDayTickers, readStreamMessage } from './mini-tickers.mapper.js';

const row = (s: unknown, c: unknown, o: unknown, q: unknown = '12.50') => ({
  e: '24hrMiniTicker',
  E: 1795219200000,
  s,
  c,
  o,
  h: '1',
  l: '1',
  v: '1',
  q,
});
const read = (...rows: unknown[]) => readStreamMessage(JSON.stringify(rows));
const day = (symbol: unknown, lastPrice: unknown, more: object = {}) => ({
  symbol,
  lastPrice,
  openPrice: '2',
  highPrice: '1',
  lowPrice: '1',
  volume: '1',
  quoteVolume: '7',
  openTime: 1,
  closeTime: 1795219200000,
  count: 3,
  ...more,
});

const otherShapes: [unknown, unknown, unknown][] = [
  ['USDT', '1', '1'],
  [5, '1', '1'],
  ['AUSDT', 1, '1'],
  ['AUSDT', '1', 'NaN'],
  ['AUSDT', '-1', '1'],
  ['AUSDT', '1', '-1'],
  ['AUSDT', '<b>1</b>', '1'],
  [`${'A'.repeat(100)}USDT`, '1', '1'],
];

describe('a message of the ticker stream', () => {
  it('tells pairs in USDT with their digits, their change and their turnover', () => {
    expect(
      read(row('BTCUSDT', '66000.10000000', '60000.00000000', '901.5'), row('ETHBTC', '0.05', '0.05'), row('XUSDT', '0.90', '1.00')),
    ).toEqual({
      kind: 'tickers',
      tickers: [
        { symbol: 'BTCUSDT', price: '66000.10000000', change: '10.00', turnover: 901.5, at: 1795219200000 },
        { symbol: 'XUSDT', price: '0.90', change: '-10.00', turnover: 12.5, at: 1795219200000 },
      ],
    });
  });

  it('does without a turnover and a time', () => {
    expect(readStreamMessage('[{"s":"AUSDT","c":"1","o":"1","E":"now"}]')).toMatchObject({
      tickers: [{ symbol: 'AUSDT', turnover: 0, at: null }],
    });
  });

  it.each([...otherShapes.map((shape) => row(...shape)), 'AUSDT', null, []])('leaves out what has another shape: %j', (bad) => {
    expect(read(bad, row('BUSDT', '1', '1'))).toMatchObject({ tickers: [{ symbol: 'BUSDT' }] });
  });

  it('may be laid out in any way that JSON allows', () => {
    const rows = [
      row('AUSDT', '2', '1'),
      row('ETHBTC', '1', '1'),
      { ...row('BUSDT', '3', '1'), more: { '}': '{' } },
      row('A{}USDT', '4', '1'),
    ];
    for (const text of [
      JSON.stringify(rows),
      JSON.stringify(rows, null, 2),
      JSON.stringify(rows.slice(0, 2)),
      `[${JSON.stringify(rows[0])}, ${JSON.stringify(rows[3])}]`,
      ` ${JSON.stringify(rows)} `,
    ]) {
      const symbols = (JSON.parse(text) as { s: string }[]).map(({ s }) => s).filter((symbol) => symbol.endsWith('USDT'));
      const message = readStreamMessage(text);
      expect(message.kind === 'tickers' && message.tickers.map(({ symbol }) => symbol)).toEqual(symbols);
    }
    for (const text of ['[{"s":"AUSDT","c":"1","o":"1"}', '[{"s":"AUSDT"]', '["AUSDT",]', '[}"AUSDT"]'])
      expect(() => readStreamMessage(text)).toThrow(SyntaxError);
  });

  it('announces a shutdown, and may be something else', () => {
    expect(readStreamMessage('{"e":"serverShutdown","E":1}')).toEqual({ kind: 'shutdown' });
    for (const text of ['{"result":null,"id":1}', 'null', '5', '"x"']) expect(readStreamMessage(text)).toEqual({ kind: 'other' });
    expect(() => readStreamMessage('<html>')).toThrow(SyntaxError);
  });
});

describe('the prices of a day', () => {
  const readDay = (...rows: unknown[]) => readDayTickers(JSON.stringify(rows));

  it('are told as the stream tells them, of pairs in USDT that somebody traded', () => {
    expect(
      readDay(day('BTCUSDT', '3.00'), day('ETHBTC', '3'), day('OLDUSDT', '3', { count: 0 }), day('NEWUSDT', '1', { count: undefined })),
    ).toEqual([
      { symbol: 'BTCUSDT', price: '3.00', change: '50.00', turnover: 7, at: 1795219200000 },
      { symbol: 'NEWUSDT', price: '1', change: '-50.00', turnover: 7, at: 1795219200000 },
    ]);
  });

  it.each(otherShapes)('leave out what has another shape: %j %j %j', (symbol, lastPrice, openPrice) => {
    expect(readDay(day(symbol, lastPrice, { openPrice }), day('BUSDT', '1'))).toMatchObject([{ symbol: 'BUSDT' }]);
  });

  it.each(['{}', 'null', '[]', '[null]', '[{"symbol":"ETHBTC","lastPrice":"1","openPrice":"1"}]', '{"code":-1003,"msg":"x"}'])(
    'are none in %s',
    (text) => {
      expect(readDayTickers(text)).toBeNull();
    },
  );
});
