import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSecretFile } from './secret-json.js';

/** The key that signs the transparency log's heads, and the public keys of its predecessors. */
export interface LogKeys {
  current: KeyObject;
  earlier: readonly KeyObject[];
}

/** P-256, which every browser's WebCrypto supports. */
const CURVE = 'prime256v1';

/** Parses PKCS#8 in base64, or `file:/path` of one in base64 or PEM. Throws an Error whose message contains no key material. */
export function parseLogKey(source: string): KeyObject {
  const text = source.startsWith('file:') ? readSecretFile(source.slice('file:'.length)).trim() : source;
  return ofCurve(
    () =>
      text.startsWith('-----')
        ? createPrivateKey(text)
        : createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' }),
    'is no P-256 private key (PKCS#8)',
  );
}

/** Parses a comma-separated list of public keys, SPKI in base64. Throws an Error whose message follows the name of the variable. */
export function parseLogPublicKeys(source: string): KeyObject[] {
  return source
    .split(',')
    .map((text) =>
      ofCurve(
        () => createPublicKey({ key: Buffer.from(text.trim(), 'base64'), format: 'der', type: 'spki' }),
        'holds a text that is no P-256 public key (SPKI in base64)',
      ),
    );
}

/** Reads or creates the development key in DATA_DIR, safely for processes that start concurrently. */
export function developmentLogKey(dataDir: string): KeyObject {
  const file = join(dataDir, 'log-key.pem');
  mkdirSync(dataDir, { recursive: true });
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, generateKeyPairSync('ec', { namedCurve: CURVE }).privateKey.export({ type: 'pkcs8', format: 'pem' }), {
    mode: 0o600,
  });
  try {
    linkSync(fresh, file); // fails if another process was first: its key is used
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(fresh, { force: true });
  }
  return parseLogKey(`file:${file}`);
}

function ofCurve(read: () => KeyObject, sentence: string): KeyObject {
  let key: KeyObject | undefined;
  try {
    key = read();
  } catch {
    // the parser's own message does not help an operator
  }
  if (key?.asymmetricKeyType !== 'ec' || key.asymmetricKeyDetails?.namedCurve !== CURVE) throw new Error(sentence);
  return key;
}
