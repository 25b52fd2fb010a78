import { describe, expect, it } from '@jest/globals';
import type { Venue } from '../../venues/index.js';
import { marginOf } from './ledger-account.rules.js';

describe('the coin in which a contract pays', () => {
  it.each<[Venue, string, string | null]>([
    ['binance', 'BTCUSDT', 'USDT'],
    ['binance', 'ETHUSDC', 'USDC'],
    ['binance', 'BTCUSDT_260327', 'USDT'],
    ['binance', 'ETHBTC', 'BTC'],
    ['binance', 'USDT', null],
    ['bybit', 'BTCUSDT', 'USDT'],
    ['bybit', 'BTCPERP', 'USDC'],
    ['bybit', 'BTC-26MAR27', 'USDC'],
    ['bybit', 'BTCUSDT-26MAR27', 'USDT'],
    ['okx', 'BTC-USDT-SWAP', 'USDT'],
    ['okx', 'BTC-USDC-270326', 'USDC'],
    ['okx', 'BTC-USDT-SWAP (2)', 'USDT'],
    ['okx', 'BTC-USD-SWAP', null],
    ['okx', 'BTC', null],
  ])('of %s %s is %s', (venue, symbol, expected) => {
    expect(marginOf(venue, symbol)).toBe(expected);
  });
});
