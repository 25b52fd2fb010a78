import { readStored, writeStored } from './storage';
import type { Profile } from './wire/profile';

const KEY = 'tidemark:profile';

/** What the shell and the dashboard draw before the server has answered: no date of birth, phone number, country or signed link. */
type Kept = Omit<Profile, 'phoneNumber' | 'country' | 'dateOfBirth' | 'imageUrl'>;

/** Keeps the member's name and role on this device until they sign out. */
export function keepProfile({ phoneNumber: _phone, country: _country, dateOfBirth: _birth, imageUrl: _image, ...kept }: Profile): void {
  writeStored(KEY, JSON.stringify(kept satisfies Kept));
}

export function forgetProfile(): void {
  writeStored(KEY, null);
}

/** The profile of the last visit, with blanks for what is not kept; null where there is none. */
export function keptProfile(): Profile | null {
  try {
    const kept = JSON.parse(readStored(KEY) ?? 'null') as Kept | null;
    if (typeof kept?.userId !== 'string' || typeof kept.role !== 'string') return null;
    return { ...kept, phoneNumber: '', country: '', dateOfBirth: '', imageUrl: null };
  } catch {
    return null;
  }
}
