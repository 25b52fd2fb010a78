import { describe, expect, it } from '@jest/globals';
import { profitAndLoss, type PnlFill, type PnlMethod } from './profit-and-loss.js';
import { scaled, toDecimal } from '../../../platform/domain/scaled.js';

let time = 0;
const fill = (
  side: 'buy' | 'sell',
  qty: string,
  price: string,
  fee = '0',
  feeAsset = 'USDT',
  more: { base?: string; feePrice?: string } = {},
): PnlFill => ({
  time: time++,
  buyer: side === 'buy',
  base: more.base ?? 'BTC',
  quote: 'USDT',
  price: scaled(price),
  qty: scaled(qty),
  fee: scaled(fee),
  feeAsset,
  feePrice: more.feePrice === undefined ? null : scaled(more.feePrice),
});
const told = (value: bigint | null) => (value === null ? null : toDecimal(value));
const pnl = (method: PnlMethod, fills: PnlFill[], base = 'BTC') => {
  const { realised, openQty, openCost, unknownQty } = profitAndLoss(method, fills).get(base)!;
  return [told(realised), told(openQty), told(openCost), told(unknownQty)];
};

describe('profit and loss', () => {
  it('gives the numbers of the rules: 99.60 by average cost, 149.65 first in first out', () => {
    const fills = [fill('buy', '1', '100', '0.1'), fill('buy', '1', '200', '0.2'), fill('sell', '1', '250', '0.25')];
    expect(pnl('average', fills)).toEqual(['99.6', '1', '150.15', '0']);
    expect(pnl('fifo', fills)).toEqual(['149.65', '1', '200.2', '0']);
  });

  it.each(['average', 'fifo'] as const)('takes a fee in the coin itself at the trade price, by %s', (method) => {
    expect(pnl(method, [fill('buy', '1', '100', '0.001', 'BTC')])).toEqual(['0', '0.999', '100', '0']);
    expect(pnl(method, [fill('buy', '2', '100'), fill('sell', '1', '200', '0.5', 'BTC')])).toEqual(['50', '0.5', '50', '0']);
  });

  it.each(['average', 'fifo'] as const)(
    'takes a fee in a third coin at its price, and that coin away where it is traded too, by %s',
    (method) => {
      const fills = [
        fill('buy', '10', '300', '0', 'USDT', { base: 'BNB' }),
        fill('buy', '1', '100', '0.01', 'BNB', { feePrice: '400' }),
        fill('sell', '1', '150', '0.01', 'BNB', { feePrice: '500' }),
      ];
      expect(pnl(method, fills)).toEqual(['41', '0', '0', '0']);
      expect(pnl(method, fills, 'BNB')).toEqual(['3', '9.98', '2994', '0']);
    },
  );

  it.each(['average', 'fifo'] as const)('leaves out what was sold without ever being bought, by %s', (method) => {
    expect(pnl(method, [fill('sell', '1', '100')])).toEqual([null, '0', '0', '0']);
    expect(pnl(method, [fill('buy', '1', '100'), fill('sell', '4', '150', '4')])).toEqual(['49', '0', '0', '0']);
  });

  it.each(['average', 'fifo'] as const)('says null where the worth of a fee is unknown, by %s', (method) => {
    expect(pnl(method, [fill('buy', '1', '100', '0.01', 'BNB')])).toEqual(['0', '1', null, '1']);
    expect(pnl(method, [fill('buy', '1', '100'), fill('sell', '1', '100', '0.01', 'BNB')])).toEqual([null, '0', '0', '0']);
  });

  it('loses nothing to rounding: once all is sold, what was earned is what came less what went', () => {
    for (const method of ['average', 'fifo'] as const) {
      const fills = [
        fill('buy', '3', '33.33'),
        fill('sell', '1', '40'),
        fill('sell', '1', '41'),
        fill('buy', '7', '0.17'),
        fill('sell', '8', '50'),
      ];
      expect(pnl(method, fills)).toEqual(['379.82', '0', '0', '0']);
    }
  });
});
