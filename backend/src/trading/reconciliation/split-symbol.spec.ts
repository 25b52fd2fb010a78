import { describe, expect, it } from '@jest/globals';
import { splitSymbol } from './split-symbol.js';

const none = { quotes: [], buyFees: [], sellFees: [] };

describe('a symbol that is not listed any more', () => {
  it.each([
    ['ANCUSDT', 'ANC', 'USDT'],
    ['SRMBUSD', 'SRM', 'BUSD'],
    ['LUNAUST', 'LUNA', 'UST'],
    ['BTCFDUSD', 'BTC', 'FDUSD'],
    ['ETHBTC', 'ETH', 'BTC'],
    ['1000SATSTRY', '1000SATS', 'TRY'],
    ['BTC-USDT', 'BTC', 'USDT'],
  ])('%s is %s against %s', (symbol, base, quote) => {
    expect(splitSymbol(symbol, none)).toEqual({ base, quote });
  });

  it('is split by quote assets that other pairs tell', () => {
    expect(splitSymbol('AAAXYZ', none)).toBeNull();
    expect(splitSymbol('AAAXYZ', { ...none, quotes: ['XYZ', 'YZ'] })).toEqual({ base: 'AAA', quote: 'XYZ' });
  });

  it('is split by what fees were paid in before anything is guessed', () => {
    expect(splitSymbol('AAABTC', { ...none, sellFees: ['TC'] })).toEqual({ base: 'AAAB', quote: 'TC' });
    expect(splitSymbol('AAATUSD', { ...none, buyFees: ['AAAT'], quotes: ['USD'] })).toEqual({ base: 'AAAT', quote: 'USD' });
    expect(splitSymbol('AAAQQQ', { ...none, buyFees: ['AAA'] })).toEqual({ base: 'AAA', quote: 'QQQ' });
  });

  it('is not misled by fees paid in another coin', () => {
    expect(splitSymbol('BNBUPUSDT', { ...none, buyFees: ['BNB'], sellFees: ['BNB'] })).toEqual({ base: 'BNBUP', quote: 'USDT' });
    expect(splitSymbol('ANCUSDT', { ...none, buyFees: ['BNB'], sellFees: ['BNB'] })).toEqual({ base: 'ANC', quote: 'USDT' });
  });

  it('is never its quote alone', () => {
    expect(splitSymbol('USDT', none)).toBeNull();
    expect(splitSymbol('', none)).toBeNull();
  });
});
