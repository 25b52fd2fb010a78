import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { InvalidInput } from '../common/domain/index.js';
import type { Opener } from '../keys/index.js';
import { Misuse } from './command.js';
import { passphraseIn } from './passphrase.js';

/** What opens a file of keys:export; null where neither option was given. Throws InvalidInput, and Misuse for both. */
export function openerOf({
  'passphrase-file': passphrase,
  key,
}: {
  'passphrase-file': string | undefined;
  key: string | undefined;
}): Opener | null {
  if (key !== undefined && passphrase !== undefined) throw new Misuse('Give --passphrase-file or --key');
  if (key !== undefined) return { privateKey: privateKey(textIn('key', key)) };
  return passphrase === undefined ? null : { passphrase: passphraseIn(passphrase, { fresh: false }) };
}

/** The text of a file that an option names. Throws InvalidInput. */
export function textIn(option: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw InvalidInput.field(option, `${file} cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
}

function privateKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    throw InvalidInput.field('key', 'The key file holds no private key as sealed:new-pair writes it');
  }
}
