import { describe, expect, it } from '@jest/globals';
import { readStreamMessage } from './mini-tickers.js';

const row = (s: unknown, c: unknown, o: unknown) => ({ e: '24hrMiniTicker', E: 1, s, c, o, h: '1', l: '1', v: '1', q: '1' });
const read = (...rows: unknown[]) => readStreamMessage(JSON.stringify(rows));

describe('a message of the ticker stream', () => {
  it('tells pairs in USDT with their digits and their change', () => {
    expect(read(row('BTCUSDT', '66000.10000000', '60000.00000000'), row('ETHBTC', '0.05', '0.05'), row('XUSDT', '0.90', '1.00'))).toEqual({
      kind: 'tickers',
      tickers: [
        { symbol: 'BTCUSDT', price: '66000.10000000', percent: expect.closeTo(10.000167, 5) },
        { symbol: 'XUSDT', price: '0.90', percent: expect.closeTo(-10, 5) },
      ],
    });
  });

  it('has no change against a price of zero', () => {
    expect(read(row('NEWUSDT', '5', '0.00000000'))).toMatchObject({ tickers: [{ percent: 0 }] });
  });

  it.each([[row('USDT', '1', '1')], [row(5, '1', '1')], [row('AUSDT', 1, '1')], [row('AUSDT', '1', 'NaN')], [row('AUSDT', '<b>1</b>', '1')], [row(`${'A'.repeat(100)}USDT`, '1', '1')], ['AUSDT'], [null], [[]]])('leaves out what has another shape: %j', (bad) => {
    expect(read(bad, row('BUSDT', '1', '1'))).toMatchObject({ tickers: [{ symbol: 'BUSDT' }] });
  });

  it('announces a shutdown, and may be something else', () => {
    expect(readStreamMessage('{"e":"serverShutdown","E":1}')).toEqual({ kind: 'shutdown' });
    for (const text of ['{"result":null,"id":1}', 'null', '5', '"x"']) expect(readStreamMessage(text)).toEqual({ kind: 'other' });
    expect(() => readStreamMessage('<html>')).toThrow(SyntaxError);
  });
});
