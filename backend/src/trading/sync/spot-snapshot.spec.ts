import { describe, expect, it } from '@jest/globals';
import { valued } from './spot-snapshot.js';

const prices = new Map([
  ['BTCUSDT', '64000.50'],
  ['ETHBTC', '0.05'],
  ['USDTTRY', '40'],
  ['DEADUSDT', '0.00000000'],
]);
const value = (coin: string, free: string, locked = '0') => valued([{ coin, free, locked }], prices)[0]!.value;

describe('the value of a balance', () => {
  it('is its amount for USDT itself', () => expect(value('USDT', '1.25000000', '0.75')).toBe('2'));
  it('counts what is locked too', () => expect(value('BTC', '1', '1')).toBe('128001'));
  it('goes through another coin where there is no pair against USDT', () => expect(value('ETH', '2')).toBe('6400.05'));
  it('reads a pair the other way round', () => expect(value('TRY', '100')).toBe('2.5'));
  it('is unknown without a price', () => {
    expect(value('LDBTC', '1')).toBeNull();
    expect(value('DEAD', '1')).toBeNull();
  });
  it('is exact to eight places', () => expect(value('BTC', '0.00000003')).toBe('0.00192002'));
});
