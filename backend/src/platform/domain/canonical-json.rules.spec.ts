import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canonicalJson, NotCanonical, type CanonicalValue } from './canonical-json.rules.js';

const text = fc.string({ unit: 'binary' });
const { value } = fc.letrec<{ value: CanonicalValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.maxSafeInteger(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value')),
    fc.dictionary(text, tie('value')),
  ),
}));

describe('canonical JSON', () => {
  it('writes the strings and literals of RFC 8785 as its example does (3.2.2)', () => {
    expect(canonicalJson({ string: '\u20ac$\u000f\u000aA\'\u0042\u0022\u005c\\"/', literals: [null, true, false] })).toBe(
      '{"literals":[null,true,false],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it('sorts keys as the example of RFC 8785 does (3.2.3)', () => {
    const sorted = canonicalJson({
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      1: 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    });
    expect([...sorted.matchAll(/:"([^"]+)"/g)].map(([, name]) => name)).toEqual([
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ]);
  });

  it('escapes what RFC 8785 names and nothing else', () => {
    expect(canonicalJson('\b\t\n\f\r\u0000\u001f\u007f\u2028/<é')).toBe('"\\b\\t\\n\\f\\r\\u0000\\u001f\u007f\u2028/<é"');
  });

  it('is read back as the same value, and is one text whatever the order of the keys', () => {
    fc.assert(
      fc.property(value, (one) => {
        const written = canonicalJson(one);
        expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(one)));
        expect(canonicalJson(JSON.parse(written) as CanonicalValue)).toBe(written);
        if (one !== null && typeof one === 'object' && !Array.isArray(one))
          expect(canonicalJson(Object.fromEntries(Object.entries(one).toReversed()))).toBe(written);
      }),
    );
  });

  it('writes integers plainly', () => {
    expect(canonicalJson([0, -0, -1, 9007199254740991])).toBe('[0,0,-1,9007199254740991]');
  });

  it.each<[string, unknown]>([
    ['a fraction', 0.1],
    ['an integer that a double may not hold', 2 ** 53],
    ['NaN', Number.NaN],
    ['infinity', Infinity],
    ['half a character', 'a\ud800'],
    ['half a character in a key', { '\udc00': 1 }],
    ['undefined', undefined],
    ['undefined in an object', { a: undefined }],
    ['a hole in a list', [1, , 2]], // oxlint-disable-line no-sparse-arrays
    ['a bigint', 1n],
    ['a date', new Date(0)],
    ['a map', new Map()],
    ['a function', () => 1],
  ])('refuses %s', (_, given) => {
    expect(() => canonicalJson(given as CanonicalValue)).toThrow(NotCanonical);
  });
});
