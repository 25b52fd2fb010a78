import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { closureOf, isDay, isTimeOfDay, isTrailingStop, leverageOf, pairOf, priceOf, sideOf, textRefusal } from './signal.input.js';

/** Prices as integers of 10^-18, so that the truth needs no decimal library. */
const units = fc.bigInt({ min: 1n, max: 10n ** 38n - 1n });
const written = (n: bigint) => `${n / 10n ** 18n}.${(n % 10n ** 18n).toString().padStart(18, '0')}`;
const unitsOf = (price: string) => {
  const [whole = '0', fraction = ''] = price.split('.');
  return BigInt(whole) * 10n ** 18n + BigInt(fraction.padEnd(18, '0'));
};

describe('a price', () => {
  it('is worth exactly what was typed, however many zeros it ended in', () => {
    fc.assert(fc.property(units, (n) => expect(unitsOf(priceOf(written(n))!)).toBe(n)));
  });

  it('is written without superfluous zeros, and reading it again changes nothing', () => {
    fc.assert(
      fc.property(units, (n) => {
        const price = priceOf(written(n))!;
        expect(price).not.toMatch(/\.\d*0$|\.$|e/i);
        expect(priceOf(price)).toBe(price);
      }),
    );
  });

  it('takes nothing but digits and one point', () => {
    fc.assert(fc.property(fc.string(), (text) => expect(priceOf(text) === null || /^\d+(\.\d+)?$/.test(text)).toBe(true)));
  });

  it.each([
    '',
    ' ',
    '0',
    '0.0',
    '0.000000000000000000',
    '-1',
    '+1',
    '1,234.5',
    '1.234,5',
    '1 234',
    ' 5 ',
    '5\n',
    '1e5',
    '1E5',
    '1e-5',
    '.5',
    '5.',
    '1.2.3',
    '00',
    '007',
    '0x10',
    '0b1',
    'NaN',
    'Infinity',
    '-Infinity',
    '１２',
    '٣',
    '1_000',
    '$5',
    '5%',
    'null',
    '1'.repeat(21),
    `0.${'0'.repeat(18)}1`,
    `1.${'1'.repeat(19)}`,
    '1'.repeat(10_000),
  ])('is not %p', (text) => expect(priceOf(text)).toBeNull());

  it('may be as small and as large as the column holds', () => {
    expect(priceOf('0.000000000000000001')).toBe('0.000000000000000001');
    expect(priceOf(`${'9'.repeat(20)}.${'9'.repeat(18)}`)).toBe(`${'9'.repeat(20)}.${'9'.repeat(18)}`);
  });
});

describe('an asset', () => {
  it.each([
    ['BTCUSDT', 'BTC', 'USDT'],
    ['BTC/USDT', 'BTC', 'USDT'],
    ['1000SHIBUSDT', '1000SHIB', 'USDT'],
    ['1INCH/USDT', '1INCH', 'USDT'],
    ['ETHBTC', 'ETH', 'BTC'],
    ['BTCFDUSD', 'BTC', 'FDUSD'],
    ['WBTCBTC', 'WBTC', 'BTC'],
    ['BNB/EUR', 'BNB', 'EUR'],
  ])('%s is %s in %s', (typed, base, quote) => expect(pairOf(typed)).toEqual({ base, quote }));

  it.each([
    '',
    'BTC',
    'USDT',
    '/USDT',
    'BTC/',
    'BTC//USDT',
    'BTC/USDT/USDT',
    'BTC USDT',
    'BTC-USDT',
    'BTC_USDT',
    'btcusdt',
    'Bitcoin',
    'BTC/XYZ',
    'USDTUSDT',
    'BTC/USDT:USDT',
    ' BTCUSDT',
    'BTCUSDT\n',
    "BTC'USDT",
    '<b>USDT',
    `${'A'.repeat(21)}USDT`,
    'ВTCUSDT',
  ])('%p is none', (typed) => expect(pairOf(typed)).toBeNull());

  it('means the same with and without its slash', () => {
    const name = fc.string({ unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'), minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(name, fc.constantFrom('USDT', 'USDC', 'FDUSD', 'BTC', 'EUR'), (base, quote) => {
        fc.pre(base !== quote);
        expect(pairOf(`${base}/${quote}`)).toEqual({ base, quote });
      }),
    );
  });
});

describe('the words of a signal', () => {
  it.each([
    ['Buy', 'long'],
    ['LONG', 'long'],
    ['sell', 'short'],
    ['Short', 'short'],
  ])('%s is %s', (typed, side) => expect(sideOf(typed)).toBe(side));
  it.each(['', 'Hold', 'buy ', 'Buy/Sell', 'constructor', '__proto__', 'toString'])('%p is no side', (typed) =>
    expect(sideOf(typed)).toBeNull(),
  );

  it.each([
    ['1', 1],
    ['1x', 1],
    ['10X', 10],
    ['125x', 125],
  ])('leverage %s is %i', (typed, times) => expect(leverageOf(typed)).toBe(times));
  it.each(['', '0', '0x', '126', '1000x', '1.5', '-5', 'x', 'x10', '10xx', '10 x', '1e2', '0x10'])('leverage %p is refused', (typed) =>
    expect(leverageOf(typed)).toBeNull(),
  );

  it.each(['none', 'None', 'breakeven', 'moving', '1.5%', '0.1%', '99.99%', '5%'])('a trailing stop may be %s', (typed) =>
    expect(isTrailingStop(typed)).toBe(true),
  );
  it.each(['', 'yes', '0%', '0.0%', '100%', '1.5', '-1%', '1,5%', '1.5 %', '%', '01%', '1e1%', 'none '])(
    'a trailing stop may not be %p',
    (typed) => expect(isTrailingStop(typed)).toBe(false),
  );
});

describe('dates and times', () => {
  it.each(['2026-11-21', '2028-02-29', '2000-01-01'])('%s is a day', (typed) => expect(isDay(typed)).toBe(true));
  it.each([
    '',
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '2027-02-29',
    '1999-12-31',
    '21/11/2026',
    '2026-1-2',
    '2026-11-21T00:00',
    '20261121',
    '２０26-11-21',
  ])('%p is no day', (typed) => expect(isDay(typed)).toBe(false));
  it.each(['00:00', '23:59', '09:30:15'])('%s is a time', (typed) => expect(isTimeOfDay(typed)).toBe(true));
  it.each(['', '24:00', '9:30', '12:60', '12:30:60', '12:30 PM', '12', '12:3'])('%p is no time', (typed) =>
    expect(isTimeOfDay(typed)).toBe(false),
  );

  it.each([
    ['2026-11-21', '2026-11-22T00:00:00.000Z'],
    ['2026-12-31', '2027-01-01T00:00:00.000Z'],
    ['2026-11-21T10:00', '2026-11-21T10:00:00.000Z'],
    ['2026-11-21T10:00:30Z', '2026-11-21T10:00:30.000Z'],
    ['2026-11-21T10:00:00.250Z', '2026-11-21T10:00:00.250Z'],
    ['2026-11-21T10:00+02:00', '2026-11-21T08:00:00.000Z'],
    ['2026-11-21T23:30:00-05:30', '2026-11-22T05:00:00.000Z'],
  ])('closing on %s means %s', (typed, instant) => expect(closureOf(typed)?.toISOString()).toBe(instant));
  it.each([
    '',
    'soon',
    '2026-02-30',
    '2026-02-30T10:00Z',
    '2026-11-21T24:00Z',
    '2026-11-21 10:00',
    '2026-11-21T10Z',
    '2026-11-21T10:00+25:00',
    '+020000-01-01T00:00:00Z',
  ])('closing on %p is refused', (typed) => expect(closureOf(typed)).toBeNull());
});

describe('the texts', () => {
  it.each([
    'Long term 📈🚀',
    'سوق صاعد',
    'שוק עולה',
    'e\u0301',
    '<script>alert(1)</script>',
    '=1+1',
    "'; drop table signals; --",
    '  kept as typed  ',
    'zero\u200dwidth',
    '\u202eright to left',
  ])('%p is kept', (text) => expect(textRefusal('riskLevel', 'Risk level', text)).toBeNull());

  it('may have several lines where it is a message', () => {
    expect(textRefusal('signalMessage', 'Signal message', 'one\r\n\ttwo')).toBeNull();
    expect(textRefusal('riskLevel', 'Risk level', 'one\ntwo')).toContain('cannot be shown');
  });

  it('is neither empty nor endless nor full of control characters', () => {
    expect(textRefusal('duration', 'Duration', ' \u00a0')).toBe('Duration is required');
    expect(textRefusal('duration', 'Duration', 'x'.repeat(101))).toBe('Duration may have 100 characters at most');
    for (const control of ['\u0000', '\u0007', '\u001b[31m', '\u007f', '\u0085'])
      expect(textRefusal('signalMessage', 'Signal message', `a${control}b`)).toContain('cannot be shown');
  });
});
