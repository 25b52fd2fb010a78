import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { arrayLiteral, utcText } from './array-literal.js';

describe('array literals', () => {
  it('write numbers, truth values, times and nothing', () => {
    expect(arrayLiteral([1, true, null])).toBe('{1,true,NULL}');
    expect(arrayLiteral([new Date('2026-11-21T01:02:03.004Z')])).toBe('{"2026-11-21T01:02:03.004Z"}');
    expect(arrayLiteral([])).toBe('{}');
  });

  it('let no text out of its quotes', () => {
    expect(arrayLiteral(['a"b', 'c\\d', 'NULL', '', 'x,y}'])).toBe('{"a\\"b","c\\\\d","NULL","","x,y}"}');
  });
});

describe('times', () => {
  it('are written as everybody writes them', () => {
    const times = fc.oneof(
      fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true }),
      fc
        .nat(200)
        .map((n) => new Date(86_400_000 * n - 1 + (n % 3)))
        .filter((time) => time.getTime() >= 0),
    );
    fc.assert(
      fc.property(fc.array(times, { minLength: 1, maxLength: 20 }), (all) =>
        expect(all.map(utcText)).toEqual(all.map((time) => time.toISOString())),
      ),
    );
  });
});
