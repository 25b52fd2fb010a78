import { createPrivateKey, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { InvalidInput } from '../../platform/domain/index.js';
import { parseKeyring, parseLogKey, type Keyring } from '../../platform/config/index.js';
import { openPackage, readPackage, type Opener } from './key-package.schema.js';

/** A copy of the keys that is kept apart from the data. */
export interface KeyCopy {
  keyring: Keyring;
  /** That signs the transparency log; null: a ring alone was kept. */
  logKey: KeyObject | null;
}

/** As keys:open writes them, and as the volume `secrets` holds them. */
const RINGS = ['keyring.json', 'encryption_keys'];
const LOG_KEYS = ['log-key.pem', 'log_signing_key'];

/**
 * `path`: a ring, what keys:export wrote, or a folder with the files of either name above. Throws InvalidInput, whose message never holds
 * key material.
 */
export async function readKeyCopy(path: string, opener: Opener | null): Promise<KeyCopy> {
  if (isFolder(path)) {
    const ring = firstOf(path, RINGS);
    const logKey = firstOf(path, LOG_KEYS);
    if (ring === null) throw InvalidInput.field('from', `${path} holds neither ${RINGS.join(' nor ')}`);
    return { keyring: ringIn(`file:${ring}`, ring), logKey: logKey === null ? null : attempt(logKey, () => parseLogKey(`file:${logKey}`)) };
  }
  const text = attempt(path, () => readFileSync(path, 'utf8'));
  if (!isPackage(text)) return { keyring: ringIn(`file:${path}`, path), logKey: null };
  if (opener === null) throw InvalidInput.field('from', `${path} is sealed: give --passphrase-file or --key`);
  const { keyring, logKey } = await openPackage(readPackage(text), opener);
  return { keyring: ringIn(keyring, path), logKey: attempt(path, () => createPrivateKey(logKey)) };
}

function isFolder(path: string): boolean {
  return attempt(path, () => statSync(path)).isDirectory();
}

function firstOf(folder: string, names: readonly string[]): string | null {
  return names.map((name) => join(folder, name)).find((file) => existsSync(file)) ?? null;
}

function isPackage(text: string): boolean {
  try {
    return Object.hasOwn(JSON.parse(text) as object, 'sealed');
  } catch {
    return false;
  }
}

const ringIn = (source: string, path: string) => attempt(path, () => parseKeyring(source));

/** Only messages that are known to hold no key material are passed on: those of the settings and of the system. */
function attempt<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw InvalidInput.field('from', typeof code === 'string' ? `${path} cannot be read: ${code}` : `${path}: ${message}`);
  }
}
