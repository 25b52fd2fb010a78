import type { FieldError } from '../../platform/domain/index.js';
import { type Credentials, type Venue, venueProfiles } from '../venues/index.js';

/** A key as typed into a form; an empty field counts as missing. */
export interface ApiKeyInput {
  apiKey?: string | undefined;
  secretKey?: string | undefined;
  passphrase?: string | undefined;
}

export type AddIssue = (field: keyof ApiKeyInput, message: string) => void;

/** Sent in a header: visible ASCII only. */
const keyPattern = /^[\x21-\x7e]{1,512}$/;
/** Chosen by the member, may contain blanks. */
const passphrasePattern = /^[\x21-\x7e](?:[\x20-\x7e]{0,126}[\x21-\x7e])?$/;

/** Returns the exchange called `name` if it is one of `offered`. */
export function offeredVenue<V extends Venue>(offered: readonly V[], name: string | undefined): V | undefined {
  return offered.find((venue) => venue === name);
}

/** Returns the message for an exchange that is not offered. */
export function chooseVenue(offered: readonly Venue[]): string {
  return `Choose your exchange: ${offered.join(', ')}`;
}

/**
 * Parses a key of `venue` (null: unknown, so that a passphrase cannot be required). 'none': no part was given; 'refused': problems were
 * reported to `addIssue`. No message repeats what was typed.
 */
export function parseApiKey(venue: Venue | null, given: ApiKeyInput, addIssue: AddIssue): Credentials | 'none' | 'refused' {
  // Copied keys often have blanks and line ends around them.
  const apiKey = given.apiKey?.trim() ?? '';
  const secretKey = given.secretKey?.trim() ?? '';
  if (apiKey === '' && secretKey === '') return 'none';
  let good = true;
  const check = (met: boolean, field: keyof ApiKeyInput, message: string) => {
    if (met) return;
    good = false;
    addIssue(field, message);
  };
  check(apiKey === '' || keyPattern.test(apiKey), 'apiKey', 'This is not an API key: it contains spaces or unusual characters');
  check(apiKey !== '', 'apiKey', 'The API key that belongs to this secret key is required');
  check(secretKey === '' || keyPattern.test(secretKey), 'secretKey', 'This is not a secret key: it contains spaces or unusual characters');
  check(secretKey !== '', 'secretKey', 'The secret key that belongs to this API key is required');
  const passphrase = given.passphrase?.trim() ?? '';
  if (!venue || !venueProfiles[venue].passphrase) return good ? { apiKey, secretKey } : 'refused';
  check(passphrase !== '', 'passphrase', `The passphrase you chose for this key at ${venueProfiles[venue].name} is required`);
  check(
    passphrase === '' || passphrasePattern.test(passphrase),
    'passphrase',
    'A passphrase has up to 128 characters, none of them unusual',
  );
  return good ? { apiKey, secretKey, passphrase } : 'refused';
}

/** Parses a form whose key is required; `problems` lists every invalid field. */
export function parseNewKey(
  offered: readonly Venue[],
  given: ApiKeyInput & { venue?: string | undefined },
): { venue: Venue; key: Credentials } | { problems: FieldError[] } {
  const problems: FieldError[] = [];
  const venue = offeredVenue(offered, given.venue);
  if (!venue) problems.push({ field: 'venue', message: chooseVenue(offered) });
  const key = parseApiKey(venue ?? null, given, (field, message) => void problems.push({ field, message }));
  if (key === 'none')
    problems.push({ field: 'apiKey', message: 'The API key is required' }, { field: 'secretKey', message: 'The secret key is required' });
  return venue && typeof key === 'object' ? { venue, key } : { problems };
}
