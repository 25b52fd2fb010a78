import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { KycFingerprintKey } from './kyc-fingerprint-key.rules.js';

const key = new KycFingerprintKey(Buffer.alloc(32, 1));
const other = new KycFingerprintKey(Buffer.alloc(32, 2));
const bits = (hash: Buffer) => [...hash].flatMap((byte) => [...byte.toString(2).padStart(8, '0')]);
const distance = (one: ArrayLike<string>, two: ArrayLike<string>) => Array.from(one).filter((bit, at) => bit !== two[at]).length;

describe('a keyed fingerprint', () => {
  it('of a picture keeps the distance of two hashes', () => {
    for (let tries = 0; tries < 20; tries++) {
      const [one, two] = [randomBytes(64), randomBytes(64)];
      expect(distance(key.picture(one), key.picture(two))).toBe(distance(bits(one), bits(two)));
    }
  });

  it('of a picture is no order of its bits that could be read without the key', () => {
    const empty = key.picture(Buffer.alloc(64));
    expect(empty).toMatch(/^[01]{512}$/);
    expect(distance(empty, other.picture(Buffer.alloc(64)))).toBeGreaterThan(150);
    const places = (of: KycFingerprintKey) => {
      const dark = of.picture(Buffer.alloc(64));
      return Array.from({ length: 512 }, (_, bit) => {
        const hash = Buffer.alloc(64);
        hash[bit >> 3]! |= 0x80 >> (bit & 7);
        return [...of.picture(hash)].findIndex((each, at) => each !== dark[at]);
      });
    };
    const [found, elsewhere] = [places(key), places(other)];
    expect(new Set(found).size).toBe(512);
    expect(found.filter((place, bit) => place === bit).length).toBeLessThan(20);
    expect(found.filter((place, bit) => place === elsewhere[bit]).length).toBeLessThan(20);
  });

  it('of a number or of bytes is another with another key, and for another purpose', () => {
    expect(key.number('AB123456')).toEqual(key.number('AB123456'));
    expect(key.number('AB123456')).not.toEqual(key.number('AB123457'));
    expect(key.number('AB123456')).not.toEqual(other.number('AB123456'));
    expect(key.number('AB123456')).not.toEqual(key.content(Buffer.from('AB123456')));
  });

  it('refuses a hash of another size', () => {
    expect(() => key.picture(Buffer.alloc(32))).toThrow('512 bits');
  });
});
