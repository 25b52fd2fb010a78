import { describe, expect, it } from '@jest/globals';
import { generateKeyPairSync } from 'node:crypto';
import { openOffline, OfflineSeal } from './offline-seal.service.js';
import { SealBroken, type SealContext } from './seal-context.types.js';

const context: SealContext = { table: 'kyc_submissions', rowId: 'row', userId: 'member', field: 'exchange_login' };
const pair = generateKeyPairSync('x25519');
const publicKey = Buffer.from(pair.publicKey.export({ format: 'jwk' }).x as string, 'base64url').toString('base64');
const seal = new OfflineSeal(publicKey);

describe('OfflineSeal', () => {
  it('seals what only the private key opens', () => {
    const sealed = seal.seal('fund-login / passphrase ß', context)!;
    expect(sealed.includes('fund-login')).toBe(false);
    expect(openOffline(pair.privateKey, sealed, context).toString('utf8')).toBe('fund-login / passphrase ß');
    expect(() => openOffline(generateKeyPairSync('x25519').privateKey, sealed, context)).toThrow(SealBroken);
  });

  it('does not open after any single bit is turned', () => {
    const sealed = seal.seal('x', context)!;
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const altered = Buffer.from(sealed);
      altered[bit >> 3]! ^= 1 << (bit & 7);
      expect(() => openOffline(pair.privateKey, altered, context)).toThrow(SealBroken);
    }
  });

  it.each(['table', 'rowId', 'userId', 'field'] as const)('does not open under another %s', (part) => {
    const sealed = seal.seal('x', context)!;
    expect(() => openOffline(pair.privateKey, sealed, { ...context, [part]: 'another' })).toThrow(SealBroken);
  });

  it('seals nothing without a configured key', () => {
    expect(new OfflineSeal(undefined).seal('dropped', context)).toBeNull();
  });

  it('refuses a key that is no X25519 point, naming the variable', () => {
    expect(() => new OfflineSeal('c2hvcnQ=')).toThrow(/OFFLINE_SEAL_PUBLIC_KEY/);
  });

  it('never uses one ephemeral key twice', () => {
    const points = new Set(Array.from({ length: 20 }, () => seal.seal('same', context)!.subarray(1, 33).toString('hex')));
    expect(points.size).toBe(20);
  });
});
