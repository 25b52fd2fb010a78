import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import addressparser from 'nodemailer/lib/addressparser';
import { canonicalEmail } from './email-address.js';

/** Text made of what breaks address parsers, so that many runs come close to an address. */
const hostile = fc.string({
  unit: fc.constantFrom(
    'a',
    'B',
    '0',
    '@',
    '.',
    ',',
    ';',
    ':',
    '<',
    '>',
    '"',
    '(',
    ')',
    '\\',
    ' ',
    '\t',
    '\r',
    '\n',
    '\0',
    '%',
    '!',
    '[',
    ']',
    'ü',
    '。',
    '\u200b',
    '-',
    '_',
    "'",
    '+',
  ),
  maxLength: 40,
});
const word = fc
  .string({ unit: fc.constantFrom(...'abcxyz019_+-'), minLength: 1, maxLength: 12 })
  .filter((w) => !w.startsWith('-') && !w.endsWith('-'));
const host = fc.string({ unit: fc.constantFrom(...'abcxyz019'), minLength: 1, maxLength: 12 });
const good = fc
  .tuple(
    fc.array(word, { minLength: 1, maxLength: 3 }),
    fc.array(host, { minLength: 1, maxLength: 3 }),
    fc.constantFrom('com', 'org', 'example', 'museum'),
  )
  .map(([locals, hosts, top]) => `${locals.join('.')}@${hosts.join('.')}.${top}`)
  .filter((address) => address.length <= 100);

describe('email addresses', () => {
  it.each([
    ['ann@example.com', 'ann@example.com'],
    ['  Ann.Lee+club@Example.COM ', 'ann.lee+club@example.com'],
    ["o'neil@example.co.uk", "o'neil@example.co.uk"],
    ['jo@bücher.example', 'jo@xn--bcher-kva.example'],
    ['jo@пример.рф', 'jo@xn--e1afmkfd.xn--p1ai'],
  ])('%p is kept as %p', (typed, canonical) => {
    expect(canonicalEmail(typed)).toBe(canonical);
  });

  it.each([
    '',
    'ann',
    '@example.com',
    'ann@',
    'ann@localhost',
    'ann@@example.com',
    'ann@b@example.com',
    '.ann@example.com',
    'ann.@example.com',
    'a..b@example.com',
    '"ann smith"@example.com',
    'ann(comment)@example.com',
    'ann@example.com, eve@example.org',
    'ann@example.com;eve@example.org',
    'Ann <ann@example.com>',
    'ann@[127.0.0.1]',
    'ann@127.0.0.1',
    'ann@0x7f.1',
    'ann%example.org@example.com',
    'example.org!ann@example.com',
    'ann@ex%61mple.com',
    'ann@example.com\r\nBcc: eve@example.org',
    'an\nn@example.com',
    'ann@exa mple.com',
    'ann@-example.com',
    'ann@example.c',
    'änn@example.com',
    `${'a'.repeat(65)}@example.com`,
    `ann@${'a'.repeat(64)}.com`,
    `ann@${'abcdefghi.'.repeat(26)}com`,
  ])('refuses %p', (typed) => {
    expect(canonicalEmail(typed)).toBeNull();
  });

  it('accepts every plain address', () => {
    fc.assert(fc.property(good, (address) => expect(canonicalEmail(address)).toBe(address.toLowerCase())));
  });

  it('changes nothing when asked twice', () => {
    fc.assert(
      fc.property(fc.oneof(good, hostile, fc.string()), (typed) => {
        const once = canonicalEmail(typed);
        if (once !== null) expect(canonicalEmail(once)).toBe(once);
      }),
    );
  });

  it('never yields something that the mail library reads as another recipient', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          good,
          hostile,
          fc.tuple(hostile, good).map(([a, b]) => a + b),
          fc.tuple(good, hostile).map(([a, b]) => a + b),
        ),
        (typed) => {
          const address = canonicalEmail(typed);
          if (address === null) return;
          expect(address).toMatch(/^[a-z0-9_.'+&~=-]+@[a-z0-9.-]+$/);
          expect(addressparser(address, { flatten: true })).toEqual([{ address, name: '' }]);
        },
      ),
      { numRuns: 500 },
    );
  });
});
