import type { FieldError } from '../../common/domain/index.js';
import type { Credentials, Venue } from '../port/index.js';
import { venueProfiles } from './venue-profiles.js';

/** A key as its member typed it; an empty field counts as not given. */
export interface GivenKey {
  apiKey?: string | undefined;
  secretKey?: string | undefined;
  passphrase?: string | undefined;
}

export type RefuseField = (field: keyof GivenKey, message: string) => void;

/** It travels in a header: visible ASCII alone. */
const half = /^[\x21-\x7e]{1,512}$/;
/** Chosen by the member, so blanks may stand inside. */
const words = /^[\x21-\x7e](?:[\x20-\x7e]{0,126}[\x21-\x7e])?$/;

/** The exchange called `name`, where it is one of `offered`. */
export function offeredVenue<V extends Venue>(offered: readonly V[], name: string | undefined): V | undefined {
  return offered.find((venue) => venue === name);
}

/** What to say of an exchange that is not offered. */
export function chooseVenue(offered: readonly Venue[]): string {
  return `Choose the exchange you trade at: ${offered.join(', ')}`;
}

/**
 * Reads a key of `venue` (null: of an exchange that is not known, whose third part cannot be asked for). 'none': no part of it was given;
 * 'refused': something is wrong with it, and `refuse` was told. No message repeats what was typed.
 */
export function readGivenKey(venue: Venue | null, given: GivenKey, refuse: RefuseField): Credentials | 'none' | 'refused' {
  // Copied keys carry blanks and line ends, which are never part of one.
  const apiKey = given.apiKey?.trim() ?? '';
  const secretKey = given.secretKey?.trim() ?? '';
  if (apiKey === '' && secretKey === '') return 'none';
  let good = true;
  const demand = (met: boolean, field: keyof GivenKey, message: string) => {
    if (met) return;
    good = false;
    refuse(field, message);
  };
  demand(apiKey === '' || half.test(apiKey), 'apiKey', 'This is not an API key: it holds blanks or unusual characters');
  demand(apiKey !== '', 'apiKey', 'The API key that belongs to this secret key is required');
  demand(secretKey === '' || half.test(secretKey), 'secretKey', 'This is not a secret key: it holds blanks or unusual characters');
  demand(secretKey !== '', 'secretKey', 'The secret key that belongs to this API key is required');
  const passphrase = given.passphrase?.trim() ?? '';
  if (!venue || !venueProfiles[venue].passphrase) return good ? { apiKey, secretKey } : 'refused';
  demand(passphrase !== '', 'passphrase', `The passphrase that you chose for this key at ${venueProfiles[venue].name} is required`);
  demand(
    passphrase === '' || words.test(passphrase),
    'passphrase',
    'This is not a passphrase of a key: it may have 128 characters at most, none of them unusual',
  );
  return good ? { apiKey, secretKey, passphrase } : 'refused';
}

/** The key of a form that cannot do without one; `problems` names every field that keeps it from being taken. */
export function readNewKey(
  offered: readonly Venue[],
  given: GivenKey & { venue?: string | undefined },
): { venue: Venue; key: Credentials } | { problems: FieldError[] } {
  const problems: FieldError[] = [];
  const venue = offeredVenue(offered, given.venue);
  if (!venue) problems.push({ field: 'venue', message: chooseVenue(offered) });
  const key = readGivenKey(venue ?? null, given, (field, message) => void problems.push({ field, message }));
  if (key === 'none')
    problems.push({ field: 'apiKey', message: 'The API key is required' }, { field: 'secretKey', message: 'The secret key is required' });
  return venue && typeof key === 'object' ? { venue, key } : { problems };
}
