import { describe, expect, it } from '@jest/globals';
import { arrayLiteral } from './array-literal.js';

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
