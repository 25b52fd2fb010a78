import { describe, expect, it } from '@jest/globals';
import { futuresCandidates, futuresMarkOf, hasFuturesChanges, isExplained, lastChange, type FuturesFillSum } from './futures-changes.js';
import type { FuturesSnapshot } from './stored-snapshots.query.js';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 0, minute));
const asset = (name: string, walletBalance: string, minute = 0) => ({ asset: name, walletBalance, updatedAt: at(minute) });
const position = (symbol: string, positionAmt: string, minute = 0, positionSide = 'BOTH') => ({
  symbol,
  positionSide,
  positionAmt,
  updatedAt: at(minute),
  leverage: null,
});
const order = (symbol: string, orderId: string, executedQty = '0') => ({ symbol, orderId, executedQty });
const mark = (snapshot: Partial<FuturesSnapshot>) => futuresMarkOf({ assets: [], positions: [], orders: [], ...snapshot }, at(30));
const fill = (symbol: string, amount: string, profit: string, fee: string, feeAsset = 'U'): FuturesFillSum => ({
  symbol,
  positionSide: 'BOTH',
  amount,
  profit,
  fee,
  feeAsset,
});

describe('news of the futures wallet', () => {
  const before = mark({
    assets: [asset('U', '100')],
    positions: [position('AU', '1'), position('BU', '2')],
    orders: [order('CU', '1'), order('DU', '2')],
  });

  it('are a changed balance or position, not a moved price', () => {
    expect(hasFuturesChanges(before, mark({ assets: [asset('U', '100')], positions: [position('AU', '1'), position('BU', '2')] }))).toBe(
      false,
    );
    expect(hasFuturesChanges(before, mark({ assets: [asset('U', '99')], positions: [position('AU', '1'), position('BU', '2')] }))).toBe(
      true,
    );
    expect(hasFuturesChanges(before, mark({ assets: [asset('U', '100')], positions: [position('AU', '1')] }))).toBe(true);
    // Bought and sold in between: the amount is the same, its time is not.
    expect(hasFuturesChanges(before, mark({ assets: [asset('U', '100')], positions: [position('AU', '1', 5), position('BU', '2')] }))).toBe(
      true,
    );
  });

  it('point at contracts whose position or orders changed, then at those that rest an order', () => {
    const now = mark({
      assets: [asset('U', '99', 5)],
      positions: [position('AU', '1'), position('BU', '3', 5)],
      orders: [order('CU', '1', '0.5'), order('DU', '2')],
    });
    expect(futuresCandidates(before, now)).toEqual([['BU', 'CU'], ['DU']]);
  });

  it('date from the last change of anything', () => {
    expect(lastChange(mark({ assets: [asset('U', '1', 3)], positions: [position('AU', '1', 7)] }))).toEqual(at(7));
    expect(lastChange(mark({}))).toEqual(at(30));
  });
});

describe('an explanation of the futures wallet', () => {
  const before = mark({ assets: [asset('U', '100'), asset('F', '1')], positions: [position('AU', '1')] });
  const after = (balance: string, amount: string, f = '1') =>
    mark({
      assets: [asset('U', balance, 5), asset('F', f, f === '1' ? 0 : 5)],
      positions: amount === '0' ? [] : [position('AU', amount, 5)],
    });

  it('is fills: quantities for positions, profit less fees for the wallet', () => {
    expect(isExplained(before, after('109.5', '0'), [fill('AU', '-1', '10', '0.5')], [])).toBe(true);
    expect(isExplained(before, after('109.5', '0'), [fill('AU', '-0.5', '10', '0.5')], [])).toBe(false);
    expect(isExplained(before, after('109.5', '0'), [fill('AU', '-1', '10', '0.4')], [])).toBe(false);
  });

  it('is a fee in another asset than the profit', () => {
    expect(isExplained(before, after('110', '0', '0.99'), [fill('AU', '-1', '10', '0.01', 'F')], [])).toBe(true);
  });

  it('is what the journal tells beside fills', () => {
    expect(isExplained(before, after('99.7', '1'), [], [])).toBe(false);
    expect(isExplained(before, after('99.7', '1'), [], [{ asset: 'U', amount: '-0.3' }])).toBe(true);
  });
});
