import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ExactJson } from './exact-json.js';

/** What Node's own reviver says, at seven times the cost. */
function reference(text: string): unknown {
  const keep = (_: string, value: unknown, { source }: { source?: string }) =>
    typeof value === 'number' && source !== undefined && !Number.isSafeInteger(value) ? source : value;
  return JSON.parse(text, keep as (key: string, value: unknown) => unknown);
}

const both = (text: string) => {
  const json = new ExactJson();
  // The second time it expects such numbers.
  return [json.parse(text, 'page'), json.parse(text, 'page')];
};

describe('exact JSON', () => {
  it.each([
    ['[9007199254740993]', ['9007199254740993']],
    ['{"id": 9007199254740993, "n": 5}', { id: '9007199254740993', n: 5 }],
    ['[0.123456789012345678, -1e-7, 1E+30, 1.0]', ['0.123456789012345678', '-1e-7', '1E+30', 1]],
    ['[-9007199254740993,9007199254740991,-0]', ['-9007199254740993', 9007199254740991, -0]],
    ['["a:12345678901234567890,", 12345678901234567890]', ['a:12345678901234567890,', '12345678901234567890']],
    [String.raw`["\"1.5", "\\", 1.5, "\\\"2.5"]`, ['"1.5', '\\', '1.5', '\\"2.5']],
    ['{"1.5": 1.5}', { '1.5': '1.5' }],
    ['{}', {}],
  ])('of %s', (text, expected) => {
    expect(both(text)).toEqual([expected, expected]);
  });

  it.each([
    '',
    '5',
    '"text"',
    'null',
    '<html>',
    '[1.5',
    '[1.5]]',
    '[1.2.3]',
    '[01234567890123456789]',
    '[5-3.1]',
    '[-]',
    '[--1.5]',
    '["1.5',
    '{"a": 12345678901234567890',
    '[1.5e]',
  ])('is none: %s', (text) => {
    const json = new ExactJson();
    json.parse('[1.5]', 'page');
    expect(json.parse(text, 'page')).toBeUndefined();
    expect(json.parse(text, 'other')).toBeUndefined();
  });

  it('keeps every digit of any JSON, expected or not', () => {
    const number = fc.oneof(
      fc.bigInt().map(String),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
      fc.integer().map(String),
    );
    const value = fc.letrec<{ value: string }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        number,
        fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
        fc.constantFrom('true', 'false', 'null'),
        fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join(', ')}]`),
        fc
          .array(fc.tuple(fc.string(), tie('value')), { maxLength: 4 })
          .map((fields) => `{${fields.map(([key, item]) => `${JSON.stringify(key)} :${item}`).join(',')}}`),
      ),
    })).value;
    fc.assert(
      fc.property(value, (item) => {
        const text = `[${item}]`;
        expect(both(text)).toEqual([reference(text), reference(text)]);
      }),
      { numRuns: 500 },
    );
  });
});
