import { describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { keyIdOf } from './data-key.js';
import { LocalKeyring } from './key-ring.provider.js';
import { lengthPrefixed, SealBroken, type SealContext } from './seal-context.types.js';
import { Sealer } from './sealer.service.js';

const counting = (length: number, from: number) => Buffer.from(Array.from({ length }, (_, i) => from + i));
const ring = (...ids: string[]) => ({ current: ids[0]!, keys: new Map(ids.map((id) => [id, randomBytes(32)])) });
const context: SealContext = {
  table: 'exchange_accounts',
  rowId: '0190b5a0-0000-7000-8000-000000000001',
  userId: '6f1c1f0e-0000-4000-8000-000000000002',
  field: 'secret_key',
};
const sealerOf = (keys = ring('2026-11')) => new Sealer(new LocalKeyring(keys), Buffer.alloc(32, 1));

describe('Sealer', () => {
  it('opens the golden record, made by another implementation of AES-GCM', () => {
    const golden =
      'e107323032362d3131003c404142434445464748494a4bc2988c000219a124e5ed3d' +
      '1db7493d7449f7606f830039144f7e74deab2ed3e44f9c02924052035a377aaf4e8248c9' +
      '6b505152535455565758595a5bd6cfc4765441577e516c787f19b1126400819539474b835f0bae4c8fe1';
    const sealer = sealerOf({ current: '2026-11', keys: new Map([['2026-11', counting(32, 0)]]) });
    expect(sealer.open(Buffer.from(golden, 'hex'), context).toString()).toBe('golden secret');
  });

  it('gives back any bytes it sealed, and never the same record twice', () => {
    const sealer = sealerOf();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => {
        const plaintext = Buffer.from(bytes);
        const sealed = sealer.seal(plaintext, context);
        expect(sealer.open(sealed, context)).toEqual(plaintext);
        expect(sealer.seal(plaintext, context)).not.toEqual(sealed);
      }),
    );
  });

  it('seals text as UTF-8 and shows none of it', () => {
    const sealer = sealerOf();
    const sealed = sealer.seal('a recognisable secret ß', context);
    expect(sealed.includes('recognisable')).toBe(false);
    expect(sealer.open(sealed, context).toString('utf8')).toBe('a recognisable secret ß');
  });

  it('opens from a Uint8Array view, as drivers hand out', () => {
    const sealer = sealerOf();
    const sealed = sealer.seal('value', context);
    const around = new Uint8Array(sealed.length + 9);
    around.set(sealed, 5);
    expect(sealer.open(around.subarray(5, 5 + sealed.length), context).toString()).toBe('value');
  });

  it('does not open after any single bit is turned', () => {
    const sealer = sealerOf();
    const sealed = sealer.seal('every bit counts', context);
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const altered = Buffer.from(sealed);
      altered[bit >> 3]! ^= 1 << (bit & 7);
      expect(() => sealer.open(altered, context)).toThrow(SealBroken);
    }
  });

  it('does not open when cut at any place, or when anything is appended', () => {
    const sealer = sealerOf();
    const sealed = sealer.seal('whole', context);
    for (let length = 0; length < sealed.length; length += 1)
      expect(() => sealer.open(sealed.subarray(0, length), context)).toThrow(SealBroken);
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (tail) =>
        expect(() => sealer.open(Buffer.concat([sealed, tail]), context)).toThrow(SealBroken),
      ),
    );
  });

  it.each(['table', 'rowId', 'userId', 'field'] as const)('does not open under another %s', (part) => {
    const sealer = sealerOf();
    const sealed = sealer.seal('mine', context);
    expect(() => sealer.open(sealed, { ...context, [part]: 'another' })).toThrow(SealBroken);
  });

  it('does not let the parts of a context run into each other', () => {
    const sealer = sealerOf();
    const sealed = sealer.seal('mine', { ...context, table: 'ab', rowId: 'c' });
    expect(() => sealer.open(sealed, { ...context, table: 'a', rowId: 'bc' })).toThrow(SealBroken);
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), fc.array(fc.string(), { minLength: 1 }), (a, b) => {
        expect(lengthPrefixed(...a).equals(lengthPrefixed(...b))).toBe(JSON.stringify(a) === JSON.stringify(b));
      }),
    );
  });

  it('opens old records after the ring has a new current key, and nothing by a ring without their key', () => {
    const old = ring('2026-02');
    const sealed = sealerOf(old).seal('kept', context);
    const rotated = { current: '2026-11', keys: new Map([...old.keys, ['2026-11', randomBytes(32)] as const]) };
    expect(sealerOf(rotated).open(sealed, context).toString()).toBe('kept');
    expect(() => sealerOf(ring('2026-11')).open(sealed, context)).toThrow(/no key of that id/);
    expect(() => sealerOf(ring('2026-02')).open(sealed, context)).toThrow(SealBroken);
  });

  it('does not take the wrapped key of one record for another', () => {
    const sealer = sealerOf();
    const first = sealer.seal('first', context);
    const second = sealer.seal('other', { ...context, rowId: 'another' });
    const headerEnd = 1 + 1 + '2026-11'.length + 2 + 60;
    expect(() => sealer.open(Buffer.concat([first.subarray(0, headerEnd), second.subarray(headerEnd)]), context)).toThrow(SealBroken);
    expect(() => sealer.open(Buffer.concat([second.subarray(0, headerEnd), first.subarray(headerEnd)]), context)).toThrow(SealBroken);
  });

  it('says where a broken value lives and not what it holds', () => {
    const sealer = sealerOf();
    const sealed = sealer.seal('hidden', context);
    expect(() => sealer.open(sealed, { ...context, rowId: 'other' })).toThrow(/^exchange_accounts\.secret_key of other does not open/);
  });

  it('fingerprints equal values alike, others differently, and by its own key', () => {
    const sealer = sealerOf();
    expect(sealer.fingerprint('key')).toEqual(sealerOf(ring('other')).fingerprint('key'));
    expect(sealer.fingerprint('key')).not.toEqual(sealer.fingerprint('Key'));
    expect(new Sealer(new LocalKeyring(ring('a')), Buffer.alloc(32, 2)).fingerprint('key')).not.toEqual(sealer.fingerprint('key'));
  });

  it('puts a record under the key that wraps now without opening it, and for its own place alone', () => {
    const [old, fresh] = [ring('2026-02'), ring('2026-11')];
    const both = sealerOf({ current: '2026-11', keys: new Map([...old.keys, ...fresh.keys]) });
    const sealed = sealerOf(old).seal('a secret', context);
    const again = both.rewrap(sealed, context);
    expect([keyIdOf(sealed), keyIdOf(again)]).toEqual(['2026-02', '2026-11']);
    expect(again.subarray(-24)).toEqual(sealed.subarray(-24));
    expect(sealerOf(fresh).open(again, context).toString()).toBe('a secret');
    expect(() => sealerOf(old).open(again, context)).toThrow(SealBroken);
    expect(() => both.rewrap(sealed, { ...context, userId: 'somebody else' })).toThrow(SealBroken);
    expect(() => sealerOf(fresh).rewrap(sealed, context)).toThrow('no key of that id in the ring');
    expect(() => both.rewrap(Buffer.from('plain'), context)).toThrow('not a sealed record');
  });

  it('gives a record a new data key under the key that wraps now, and for its own place alone', () => {
    const [old, fresh] = [ring('2026-02'), ring('2026-11')];
    const both = sealerOf({ current: '2026-11', keys: new Map([...old.keys, ...fresh.keys]) });
    const sealed = sealerOf(old).seal('a secret', context);
    const again = both.reseal(sealed, context);
    expect(keyIdOf(again)).toBe('2026-11');
    // Neither nonce, ciphertext nor tag: under the old data key they would be what they were.
    expect(again.subarray(-36)).not.toEqual(sealed.subarray(-36));
    expect(sealerOf(fresh).open(again, context).toString()).toBe('a secret');
    expect(() => both.reseal(sealed, { ...context, userId: 'somebody else' })).toThrow(SealBroken);
    expect(() => both.reseal(both.seal('x', context).subarray(0, -1), context)).toThrow(SealBroken);
  });

  it('tries a key without opening the record', () => {
    const keys = ring('2026-11');
    const sealed = sealerOf(keys).seal('a secret', context);
    sealed[sealed.length - 1]! ^= 1; // the value is spoilt, its data key is not
    expect(() => sealerOf(keys).open(sealed, context)).toThrow(SealBroken);
    expect(() => sealerOf(keys).checkKey(sealed, context)).not.toThrow();
    expect(() => sealerOf(ring('2026-11')).checkKey(sealed, context)).toThrow(SealBroken);
    expect(() => sealerOf(ring('other')).checkKey(sealed, context)).toThrow('no key of that id in the ring');
    expect(() => sealerOf(keys).checkKey(sealed, { ...context, rowId: 'another' })).toThrow(SealBroken);
    expect(() => sealerOf(keys).checkKey(Buffer.from('plain'), context)).toThrow('not a sealed record');
  });

  it('tells the key of what is sealed by its first bytes, and of nothing else', () => {
    const sealed = sealerOf(ring('2026-11')).seal('', context);
    expect(keyIdOf(sealed.subarray(0, 9))).toBe('2026-11');
    for (const bytes of [Buffer.alloc(0), sealed.subarray(0, 8), Buffer.of(0xe3, 1, 65), Buffer.of(0xe1, 0, 65), Buffer.from('plain text')])
      expect(keyIdOf(bytes)).toBeNull();
  });
});
