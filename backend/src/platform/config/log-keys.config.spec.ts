import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { developmentLogKey, parseLogKey, parseLogPublicKeys } from './log-keys.config.js';

const pair = (namedCurve = 'prime256v1') => generateKeyPairSync('ec', { namedCurve });
const { privateKey, publicKey } = pair();
const der = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
const spki = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
const other = pair('secp384r1');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-log-keys-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the key of the log', () => {
  it('is read from base64, and from a file in base64 or PEM', () => {
    writeFileSync(join(folder, 'key.b64'), `${der}\n`);
    writeFileSync(join(folder, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
    for (const source of [der, `file:${join(folder, 'key.b64')}`, `file:${join(folder, 'key.pem')}`])
      expect(parseLogKey(source).equals(privateKey)).toBe(true);
  });

  it.each([
    ['nothing of the kind', 'aGVsbG8='],
    ['a public key', spki],
    ['another curve', other.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')],
    ['RSA', generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')],
  ])('is not %s, and the refusal holds none of it', (_, source) => {
    expect(() => parseLogKey(source)).toThrow(/^is no P-256 private key \(PKCS#8\)$/);
  });

  it('may have had others before it', () => {
    expect(parseLogPublicKeys(`${spki}, ${spki}`).map((key) => key.equals(publicKey))).toEqual([true, true]);
    expect(() => parseLogPublicKeys(`${spki},x`)).toThrow('holds a text that is no P-256 public key');
    expect(() => parseLogPublicKeys(other.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'))).toThrow(
      'holds a text that is no P-256 public key',
    );
  });

  it('is made once for development, for its owner alone to read', () => {
    const first = developmentLogKey(join(folder, 'data'));
    expect(developmentLogKey(join(folder, 'data')).equals(first)).toBe(true);
    expect(createPublicKey(first).asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' });
    expect(statSync(join(folder, 'data/log-key.pem')).mode & 0o777).toBe(0o600);
  });
});
