import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PasswordHasher } from '../../../platform/crypto/index.js';
import { RecoveryCodeRepository } from './recovery-code.repository.js';
import { RecoveryCodeService, symbolsOf } from './recovery-code.service.js';

describe('recovery codes', () => {
  it('are ten of ten symbols, kept under argon2id with one salt a set', async () => {
    const codes = new RecoveryCodeService(new PasswordHasher({ memoryCost: 8, timeCost: 1, parallelism: 1 }), new RecoveryCodeRepository());
    const [one, other] = [await codes.make(), await codes.make()];
    expect(new Set([...one.texts, ...other.texts]).size).toBe(20);
    expect(one.texts.every((text) => symbolsOf(text)?.length === 10)).toBe(true);
    const saltsOf = (hashes: string[]) => new Set(hashes.map((hash) => hash.split('$').slice(0, 5).join('$')));
    expect([saltsOf(one.hashes).size, saltsOf(other.hashes).size, saltsOf([...one.hashes, ...other.hashes]).size]).toEqual([1, 1, 2]);
    expect([...saltsOf(one.hashes)][0]).toMatch(/^\$argon2id\$/);
    expect(new Set(one.hashes).size).toBe(10);
  });

  it.each([
    ['abcde-fgh01', 'abcdefgh01'],
    ['ABCDE-FGH01', 'abcdefgh01'],
    [' abcde fgh01 ', 'abcdefgh01'],
    ['abcdefghOI', 'abcdefgh01'],
    ['abcdefghol', 'abcdefgh01'],
    ['abcde-fghu1', null],
    ['abcde-fgh0', null],
    ['abcde-fgh011', null],
    ['', null],
    ['123456', null],
  ])('reads %p as %p', (typed, symbols) => expect(symbolsOf(typed)).toBe(symbols));

  it('reads anything without breaking', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (typed) => expect(symbolsOf(typed) ?? '0123456789').toMatch(/^[0-9a-hjkmnp-tv-z]{10}$/)),
    );
  });
});
