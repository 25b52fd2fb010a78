import { describe, expect, it } from '@jest/globals';
import { MINUS } from './format/decimal';
import { liquidationDistance } from './liquidation';

const of = (amount: string, markPrice: string, liquidationPrice: string) => liquidationDistance({ amount, markPrice, liquidationPrice });

describe('the distance to liquidation', () => {
  it('is the share of the mark price that lies between, for long and short alike', () => {
    expect(of('0.5', '60000', '45000')).toBe('25.00%');
    expect(of('-2', '3000.00000000', '3600')).toBe('20.00%');
    expect(of('1', '1', '0.99991')).toBe('0.01%');
  });

  it('is negative beyond the price', () => {
    expect(of('1', '100', '110')).toBe(`${MINUS}10.00%`);
    expect(of('-1', '100', '90')).toBe(`${MINUS}10.00%`);
  });

  it('is unknown without a price or a position', () => {
    expect([of('1', '100', '0'), of('1', '0', '90'), of('0', '100', '90'), of('1', 'abc', '90')]).toEqual([null, null, null, null]);
  });
});
