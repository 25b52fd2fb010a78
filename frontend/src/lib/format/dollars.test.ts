import { describe, expect, it } from '@jest/globals';
import { dollars, signedDollars } from './dollars';

describe('dollars', () => {
  it.each([
    ['12345.678', '$12\u202f345.68'],
    ['-12.5', '\u2212$12.50'],
    ['0', '$0.00'],
    ['-0.004', '$0.00'],
    [null, '–'],
    ['many', '–'],
  ])('%s is written %s', (value, text) => expect(dollars(value)).toBe(text));

  it.each([
    ['12.5', '+$12.50'],
    ['-12.5', '\u2212$12.50'],
    ['0.001', '$0.00'],
    ['0', '$0.00'],
  ])('%s with its sign is %s', (value, text) => expect(signedDollars(value)).toBe(text));
});
