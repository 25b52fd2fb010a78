import { readFileSync } from 'node:fs';
import { InvalidInput } from '../common/domain/index.js';

/** Whoever finds the file can guess for as long as they like. */
const LEAST = 16;

/** The first line of a file. Throws InvalidInput. */
export function passphraseIn(file: string, { fresh }: { fresh: boolean }): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').split(/\r?\n/)[0] ?? '';
  } catch (error) {
    throw InvalidInput.field('passphrase-file', `${file} cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
  if (fresh && text.length < LEAST)
    throw InvalidInput.field('passphrase-file', `The passphrase must have ${LEAST} characters at least: six random words, or more`);
  return text;
}
