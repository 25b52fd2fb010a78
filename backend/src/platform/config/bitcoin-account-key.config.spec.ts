import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { base58check } from '@scure/base';
import { bitcoinAccountKey, isExampleAccount } from './bitcoin-account-key.config.js';

const checked58 = base58check((bytes: Uint8Array) => createHash('sha256').update(bytes).digest());
// BIP 84's example account in both spellings.
const XPUB = 'xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V';
const ZPUB = 'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';

/** The example with other bytes at `at`, and a valid checksum. */
const changed = (at: number, hex: string) => {
  const bytes = checked58.decode(XPUB);
  bytes.set(Buffer.from(hex, 'hex'), at);
  return checked58.encode(bytes);
};

const problemOf = (text: string) => {
  try {
    bitcoinAccountKey(text);
  } catch (error) {
    return (error as Error).message;
  }
  return null;
};

describe('the account key', () => {
  it.each([XPUB, ZPUB])('is taken as xpub and as zpub: %s', (key) => {
    expect(bitcoinAccountKey(key)).toBe(key);
  });

  it.each([
    ['a master key', changed(4, '00')],
    ['a key below the account', changed(4, '05')],
  ])('is not %s', (_what, key) => {
    expect(problemOf(key)).toContain('must be the key of an account');
  });

  it.each([
    ['xprv', changed(0, '0488ade4')],
    ['zprv', changed(0, '04b2430c')],
    ['yprv', changed(0, '049d7878')],
    ['tprv', changed(0, '04358394')],
  ])('is never private, and the message does not repeat it: %s', (_what, key) => {
    expect(problemOf(key)).toContain('is a private key');
    expect(problemOf(key)).not.toContain(key);
  });

  it.each([
    ['ypub: wrapped addresses', changed(0, '049d7cb2')],
    ['tpub: the test network', changed(0, '043587cf')],
    ['one character changed', XPUB.replace('6Cat', '6Cau')],
    ['an address', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
    ['nothing', ''],
  ])('is not %s', (_what, key) => {
    expect(problemOf(key)).toContain('must be the xpub or zpub');
  });

  it('is recognised as the public example in either spelling', () => {
    expect([XPUB, ZPUB, changed(50, 'ff')].map(isExampleAccount)).toEqual([true, true, false]);
  });
});
