import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSecretFile } from './secret-json.js';

/** The key that signs the heads of the transparency log, and the public halves of those that did so before it. */
export interface LogKeys {
  current: KeyObject;
  earlier: readonly KeyObject[];
}

/** P-256, as every browser's WebCrypto has it. */
const CURVE = 'prime256v1';

/** PKCS#8 in base64, or `file:/path` of one in base64 or PEM. Throws an Error whose message never holds key material. */
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

/** A comma list of public keys, SPKI in base64. Throws an Error whose message follows the name of the variable. */
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

/** The development key in DATA_DIR, made once; several processes may start at the same moment. */
export function developmentLogKey(dataDir: string): KeyObject {
  const file = join(dataDir, 'log-key.pem');
  mkdirSync(dataDir, { recursive: true });
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, generateKeyPairSync('ec', { namedCurve: CURVE }).privateKey.export({ type: 'pkcs8', format: 'pem' }), {
    mode: 0o600,
  });
  try {
    linkSync(fresh, file); // fails when another process was first: its key stands
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
    // the parser's own message says nothing that an operator could use
  }
  if (key?.asymmetricKeyType !== 'ec' || key.asymmetricKeyDetails?.namedCurve !== CURVE) throw new Error(sentence);
  return key;
}
