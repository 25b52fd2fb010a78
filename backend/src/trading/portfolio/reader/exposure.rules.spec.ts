import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Decimal } from '../../../platform/domain/index.js';
import { exposureOf, type ExposureInput, type HeldCoin, type OpenPosition } from './exposure.rules.js';

const coin = (name: string, value: string | null, quantity = '1'): HeldCoin => ({ coin: name, quantity, value });
const position = (symbol: string, amount: string, mark: string, liquidation = '0'): OpenPosition => ({ symbol, amount, mark, liquidation });
const account = (changes: Partial<ExposureInput> = {}): ExposureInput => ({
  venue: 'binance',
  equity: '10000',
  coins: [],
  positions: [],
  unlisted: '0',
  ...changes,
});
const values = (input: ExposureInput) => {
  const { long, short, net, leverage } = exposureOf(input);
  return [long.value, short.value, net.value, leverage.value];
};
const reason = (input: ExposureInput) => exposureOf(input).net.reason;

describe('the exposure of an account', () => {
  it('is its coins and open contracts over its equity: 0.5 BTC at 60,000, 3,000 in USDT and a short of 8 ETH at 3,000', () => {
    const coins = [coin('BTC', '30000', '0.5'), coin('USDT', '3000', '3000'), coin('USDC', '999.5', '1000')];
    const input = account({ equity: '33999.5', coins, positions: [position('ETHUSDT', '-8', '3000')] });
    expect(values(input)).toEqual(['30000', '24000', '0.176473183429', '1.588258650863']);
  });

  it('is nothing for an account of stablecoins', () => {
    expect(values(account({ coins: [coin('USDT', '10000', '10000')] }))).toEqual(['0', '0', '0', '0']);
  });

  it('counts both sides of a hedged contract, and a borrowed coin as short', () => {
    const positions = [position('BTCUSDT', '1', '5000'), position('BTCUSDT', '-1', '5000')];
    expect(values(account({ positions }))).toEqual(['5000', '5000', '0', '1']);
    expect(values(account({ coins: [coin('ETH', '-2500', '-1')] }))).toEqual(['0', '2500', '-0.25', '0.25']);
  });

  it('values a contract in the coin of its margin, and a coin without a value of its own at the price of the same coin', () => {
    const coins = [coin('USDC', '2000', '2002'), coin('BTC', '1000', '0.02'), coin('BTC', null, '0.01')];
    expect(values(account({ coins, positions: [position('SOLUSDC', '10', '100.1')] }))[0]).toBe('2500');
  });

  it('is unknown where a part of it is, and says which', () => {
    expect(reason(account({ coins: [coin('LUNC', null)] }))).toEqual({ id: 'portfolio.coin-without-price', coin: 'LUNC' });
    expect(reason(account({ positions: [position('ETHBTC', '1', '0.05')] }))).toEqual({ id: 'portfolio.coin-without-price', coin: 'BTC' });
    const inverse = account({ venue: 'okx', positions: [position('BTC-USD-SWAP', '1', '60000')] });
    expect(reason(inverse)).toEqual({ id: 'portfolio.inverse-contract', contract: 'BTC-USD-SWAP' });
    expect(reason(account({ unlisted: '10.01' }))).toEqual({ id: 'portfolio.unlisted-wallets', exchange: 'Binance' });
    expect(reason(account({ unlisted: '10' }))).toBeNull();
    expect(reason(account({ equity: null }))).toEqual({ id: 'portfolio.no-price-now' });
    for (const equity of ['0', '-5']) expect(reason(account({ equity }))).toEqual({ id: 'portfolio.no-equity' });
    expect(values(account({ equity: '0', coins: [coin('BTC', '10')] }))).toEqual(['10', '0', null, null]);
  });

  it('names the position nearest to its liquidation, whatever else is unknown', () => {
    const positions = [
      position('BTCUSDT', '1', '60000', '45000'),
      position('ETHUSDT', '-1', '3000', '3600'),
      position('SOLUSDT', '1', '100', '0'),
    ];
    const nearest = { symbol: 'ETHUSDT', side: 'short', distance: '0.2' };
    expect(exposureOf(account({ positions })).nearest).toEqual(nearest);
    expect(exposureOf(account({ positions, coins: [coin('X', null)] })).nearest).toEqual(nearest);
    expect(exposureOf(account({ positions: [position('BTCUSDT', '1', '100', '110')] })).nearest?.distance).toBe('-0.1');
    expect(exposureOf(account({ positions: [positions[2]!] })).nearest).toBeNull();
  });
});

describe('the exposure of any account', () => {
  const amount = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((n) => (n / 100).toFixed(2));
  const coins = fc.array(
    fc.tuple(fc.constantFrom('BTC', 'ETH', 'USDT', 'USDC'), amount).map(([name, value]) => coin(name, value)),
    { maxLength: 6 },
  );
  const positions = fc.array(
    fc
      .tuple(fc.constantFrom('BTCUSDT', 'ETHUSDT'), amount, fc.integer({ min: 1, max: 100_000 }))
      .map(([symbol, size, mark]) => position(symbol, size, String(mark))),
    { maxLength: 6 },
  );
  const any = fc.record({ coins, positions, equity: fc.integer({ min: 1, max: 100_000 }).map(String) }).map(account);
  const numbers = (input: ExposureInput) => values(input).map((value) => new Decimal(value!));
  const near = (a: Decimal, b: Decimal | string) => a.minus(b).abs().lte('1e-11');

  it('has a net that is at most its leverage, and both follow from the two sides', () => {
    fc.assert(
      fc.property(any, (input) => {
        const [long, short, net, leverage] = numbers(input) as [Decimal, Decimal, Decimal, Decimal];
        expect(long.gte(0) && short.gte(0) && leverage.gte(net.abs())).toBe(true);
        expect(near(net, long.minus(short).div(input.equity!))).toBe(true);
        expect(near(leverage, long.plus(short).div(input.equity!))).toBe(true);
      }),
    );
  });

  it('grows by a hedge on both sides and keeps its net, and does not change with a stablecoin', () => {
    fc.assert(
      fc.property(any, fc.integer({ min: 1, max: 1_000_000 }), (input, size) => {
        const [long, short, net] = numbers(input);
        const hedge = [position('XRPUSDT', String(size), '1'), position('XRPUSDT', String(-size), '1')];
        const hedged = numbers({ ...input, positions: [...input.positions, ...hedge] });
        expect(hedged.slice(0, 3).map(String)).toEqual([long!.plus(size), short!.plus(size), net!].map(String));
        expect(values({ ...input, coins: [...input.coins, coin('FDUSD', String(size))] })).toEqual(values(input));
      }),
    );
  });
});
