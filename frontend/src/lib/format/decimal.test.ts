import { afterEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { setLanguage } from '../i18n/language';
import { MINUS, THIN, change, exact, fixed, leftToRight, money, price, priceOrNone, signOf, withSign } from './decimal';
import { percent, shareOf } from './share';
import { product } from './product';

const plain = (text: string) => text.replaceAll(THIN, '').replace(MINUS, '-');

/** A decimal as a venue or the database writes it: up to 20 digits before and 18 after the point. */
const decimals = fc
  .tuple(
    fc.boolean(),
    fc.bigInt({ min: 0n, max: 10n ** 20n }),
    fc.integer({ min: 0, max: 18 }).chain((places) => fc.stringMatching(new RegExp(`^[0-9]{${places}}$`))),
  )
  .map(([negative, whole, fraction]) => `${negative ? '-' : ''}${whole}${fraction ? `.${fraction}` : ''}`);

const scaled = (text: string, places: number) => {
  const [, sign, whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  return BigInt(`${sign}${whole}${fraction.padEnd(places, '0')}`);
};

describe('figures among words that read from right to left', () => {
  afterEach(() => setLanguage('en'));

  it('keep their sign before their digits', () => {
    const mark = '\u200e';
    expect([withSign(-1, '4'), withSign(0, '4'), leftToRight('4 R')]).toEqual([`${MINUS}4`, '4', '4 R']);
    setLanguage('ar');
    expect([withSign(-1, '4'), withSign(0, '4'), leftToRight('4 R')]).toEqual([`${mark}${MINUS}4`, '4', `${mark}4 R`]);
    expect([money('-1'), change('2'), change('-2')].map((text) => text.slice(0, 2))).toEqual([
      `${mark}${MINUS}`,
      `${mark}+`,
      `${mark}${MINUS}`,
    ]);
  });
});

describe('figures', () => {
  it('writes money with two decimals and thin grouping', () => {
    expect(money('48213.774512340000000000')).toBe(`48${THIN}213.77`);
    expect(money('1000000')).toBe(`1${THIN}000${THIN}000.00`);
    expect(money('-0.006')).toBe(`${MINUS}0.01`);
    expect(money('999.995')).toBe(`1${THIN}000.00`);
  });

  it('never shows a minus before a rounded zero', () => {
    expect(money('-0.001')).toBe('0.00');
    expect(exact('-0.000')).toBe('0');
  });

  it('shows a dash for what is unknown, never a zero', () => {
    for (const unknown of [null, undefined, '', 'NaN', 'abc', '.', '1,5']) {
      expect(money(unknown)).toBe('–');
      expect(exact(unknown)).toBe('–');
    }
  });

  it('writes a price with the decimals it needs: two at least, and eight significant digits at most', () => {
    const prices = {
      '66000.10000000': `66${THIN}000.10`,
      '3000': `3${THIN}000.00`,
      '123456789.123': `123${THIN}456${THIN}789.12`,
      '2.13450000': '2.1345',
      '1.000100009': '1.0001',
      '0.000012345678999': '0.000012345678',
      '0.00001200': '0.000012',
      '0.5': '0.50',
      '-1.5': `${MINUS}1.50`,
      '0': '0.00',
    };
    for (const [value, shown] of Object.entries(prices)) expect(price(value)).toBe(shown);
    expect([price(null), price('abc')]).toEqual(['–', '–']);
  });

  it('never shows a price above the real one, and none that is more than a ten-millionth below it', () => {
    fc.assert(
      fc.property(decimals, (value) => {
        const positive = value.replace('-', '');
        const [shown, real] = [scaled(plain(price(positive)), 18), scaled(positive, 18)];
        expect(shown).toBeLessThanOrEqual(real);
        expect((real - shown) * 10n ** 7n).toBeLessThanOrEqual(real);
      }),
    );
  });

  it('writes a fixed number of decimals, filled up or cut and never rounded', () => {
    expect(fixed('66000.1', 8)).toBe(`66${THIN}000.10000000`);
    expect(fixed('3', 8)).toBe('3.00000000');
    expect(fixed('0.123456789999', 8)).toBe('0.12345678');
    expect(fixed('1e-7', 8)).toBe('0.00000010');
    expect(fixed('-0.000000009', 8)).toBe('0.00000000');
    expect(fixed('NaN', 8)).toBe('–');
  });

  it('writes a change with its sign, and none has no sign', () => {
    expect(['10.00', '0.00', '-1.2', '-0.00', '?'].map(change)).toEqual(['+10.00%', '0.00%', `${MINUS}1.20%`, '0.00%', '–']);
  });

  it('reads the exponents some venues write', () => {
    expect(exact('1e-7')).toBe('0.0000001');
    expect(exact('1.5E3')).toBe(`1${THIN}500`);
    expect(exact('12.345e1')).toBe('123.45');
  });

  it('shows a price of zero in an order as none', () => {
    expect(priceOrNone('0.00000000')).toBe('–');
    expect(priceOrNone('3000.00')).toBe(`3${THIN}000.00`);
  });

  it('keeps every digit of an exact figure', () => {
    fc.assert(fc.property(decimals, (text) => expect(scaled(plain(exact(text)), 18)).toBe(scaled(text, 18))));
  });

  it('rounds money to the nearest hundredth, whatever its size', () => {
    fc.assert(
      fc.property(decimals, (text) => {
        const difference = scaled(plain(money(text)), 18) - scaled(text, 18);
        expect(difference < 0n ? -difference : difference).toBeLessThanOrEqual(5n * 10n ** 15n);
        expect(money(text)).toMatch(/\.\d\d$/);
      }),
    );
  });

  it('multiplies without losing a digit', () => {
    fc.assert(
      fc.property(decimals, decimals, (a, b) => {
        expect(scaled(product(a, b), 36)).toBe(scaled(a, 18) * scaled(b, 18));
      }),
    );
    expect([
      product('48213.77451234', '0.921234'),
      product('-2', '3'),
      product('-0', '3'),
      product('1e-2', '0.5'),
      product('?', '2'),
    ]).toEqual(['44416.16834910102756', '-6', '0', '0.005', '?']);
  });

  it('has no decimals where the currency has none', () => {
    expect([money('1234.5', 0), money('-0.4', 0), money('0.5', 3)]).toEqual([`1${THIN}235`, '0', '0.500']);
  });

  it('tells the sign without a number in between', () => {
    expect([signOf('-0.000000000000000001'), signOf('0.000'), signOf('12'), signOf(null)]).toEqual([-1, 0, 1, 0]);
  });

  it('counts a share in hundredths of a percent', () => {
    expect(percent(shareOf('31900.12', '48213.77451234'))).toBe('66.16%');
    expect(percent(shareOf('1', '3'))).toBe('33.33%');
    expect(percent(shareOf(null, '3'))).toBe('–');
    expect(percent(shareOf('1', '0'))).toBe('–');
  });
});
