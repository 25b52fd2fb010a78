import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { InvalidInput } from '../../platform/domain/index.js';
import type { Opener } from '../keys/index.js';
import { Misuse } from './command.js';

/** A stolen file can be attacked offline for any time. */
const MIN_PASSPHRASE = 16;

/** Returns what opens a file of keys:export; null where neither option was given. Throws InvalidInput, and Misuse for both. */
export function openerOf(options: { 'passphrase-file': string | undefined; key: string | undefined }): Opener | null {
  const { 'passphrase-file': passphrase, key } = options;
  if (key !== undefined && passphrase !== undefined) throw new Misuse('Give --passphrase-file or --key');
  if (key !== undefined) return { privateKey: privateKey(textIn('key', key)) };
  return passphrase === undefined ? null : { passphrase: passphraseIn(passphrase) };
}

/** Returns the text of a file that an option names. Throws InvalidInput. */
export function textIn(option: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw InvalidInput.field(option, `${file} cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
}

const passphraseIn = (file: string) => textIn('passphrase-file', file).split(/\r?\n/)[0] ?? '';

/** Returns the first line of a file, as the passphrase of a new package. Throws InvalidInput. */
export function newPassphraseIn(file: string): string {
  const passphrase = passphraseIn(file);
  if (passphrase.length < MIN_PASSPHRASE)
    throw InvalidInput.field(
      'passphrase-file',
      `The passphrase must have ${MIN_PASSPHRASE} characters at least: six random words, or more`,
    );
  return passphrase;
}

function privateKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    throw InvalidInput.field('key', 'The key file holds no private key as sealed:new-pair writes it');
  }
}
