import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { lengthPrefixed } from '../../platform/crypto/index.js';
import { canonicalJson, canonicalRow, CHAIN_START, sealHash, type ChainedRow } from './audit-chain.js';

const row: ChainedRow = {
  id: '0190a1f0-0000-7000-8000-000000000001',
  at: '2026-11-21T10:00:00.123456Z',
  actor_id: null,
  actor_role: null,
  network: '203.0.113.0/24',
  request_id: 'r',
  action: 'kyc.approve',
  target_type: 'user',
  target_id: 'u',
  detail: '{"b": 1.50, "a": [null, true, "x"]}',
};
const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }));
const json = fc.jsonValue({ stringUnit: 'grapheme' });
const rows: fc.Arbitrary<ChainedRow> = fc.record({
  id: fc.uuid(),
  at: text,
  actor_id: fc.option(fc.uuid()),
  actor_role: fc.option(text),
  network: fc.option(text),
  request_id: fc.option(text),
  action: text,
  target_type: fc.option(text),
  target_id: fc.option(text),
  detail: fc.dictionary(text, json).map((value) => JSON.stringify(value)),
});

describe('the canonical form of an audit event', () => {
  it('is one text, whatever the order and the blanks of its detail', () => {
    expect(canonicalRow(row)).toBe(
      '{"action":"kyc.approve","actorId":null,"actorRole":null,"at":"2026-11-21T10:00:00.123456Z",' +
        '"detail":{"a":[null,true,"x"],"b":1.50},' +
        '"id":"0190a1f0-0000-7000-8000-000000000001","network":"203.0.113.0/24","requestId":"r","targetId":"u","targetType":"user"}',
    );
    expect(canonicalRow({ ...row, detail: '{"a":[null,true,"x"],"b":1.50}' })).toBe(canonicalRow(row));
  });

  it('is JSON that says the same, with sorted keys', () => {
    fc.assert(
      fc.property(json, (value) => {
        const canonical = canonicalJson(value);
        expect(JSON.parse(canonical)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(JSON.parse(canonical))).toBe(canonical);
      }),
    );
  });

  it.each([
    ['the last digit of a long number', '{"n": 12345678901234567890}', '{"n": 12345678901234567891}'],
    ['a number and its text', '{"n": 1}', '{"n": "1"}'],
    ['null and nothing', '{"n": null}', '{}'],
    ['a key of the prototype', '{"__proto__": 1}', '{"__proto__": 2}'],
  ])('tells apart %s', (_, one, other) => expect(canonicalRow({ ...row, detail: one })).not.toBe(canonicalRow({ ...row, detail: other })));

  it('sorts by UTF-16, as RFC 8785 does', () =>
    expect(canonicalJson({ '\ufb33': 1, '\u{1f600}': 2, '\u20ac': 3, 1: 4 })).toBe('{"1":4,"\u20ac":3,"\u{1f600}":2,"\ufb33":1}'));
});

describe('the hash of a link', () => {
  it('is that of two events only where they are the same in every column', () => {
    fc.assert(
      fc.property(rows, rows, (one, other) => {
        const same = sealHash(CHAIN_START, 1n, one).equals(sealHash(CHAIN_START, 1n, other));
        expect(same).toBe(canonicalRow(one) === canonicalRow(other));
      }),
    );
  });

  it('changes with every single column', () => {
    fc.assert(
      fc.property(rows, fc.constantFrom(...(Object.keys(row) as (keyof ChainedRow)[])), (one, column) => {
        const changed = { ...one, [column]: column === 'detail' ? JSON.stringify({ was: one.detail }) : `${one[column]}x` };
        expect(sealHash(CHAIN_START, 1n, changed)).not.toEqual(sealHash(CHAIN_START, 1n, one));
      }),
    );
  });

  it('changes with the number and with what it hangs on', () => {
    const hash = sealHash(CHAIN_START, 1n, row);
    expect(sealHash(CHAIN_START, 2n, row)).not.toEqual(hash);
    expect(sealHash(hash, 1n, row)).not.toEqual(hash);
  });
});

describe('length prefixes', () => {
  it('give two lists of parts the same bytes only where the lists are the same', () => {
    const parts = fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('', '\0', '\0\0\0\u0001')), { maxLength: 4 });
    fc.assert(
      fc.property(parts, parts, (one, other) =>
        expect(lengthPrefixed(...one).equals(lengthPrefixed(...other))).toBe(JSON.stringify(one) === JSON.stringify(other)),
      ),
    );
    // Two ways to cut one text, as with a separator that the text may hold.
    const cuts = fc
      .string({ unit: 'grapheme-ascii', minLength: 1 })
      .chain((whole) => fc.tuple(fc.constant(whole), fc.nat(whole.length), fc.nat(whole.length)));
    fc.assert(
      fc.property(cuts, ([whole, i, j]) =>
        expect(lengthPrefixed(whole.slice(0, i), whole.slice(i)).equals(lengthPrefixed(whole.slice(0, j), whole.slice(j)))).toBe(i === j),
      ),
    );
  });
});
