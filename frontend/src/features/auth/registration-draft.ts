import type { Registration } from './registration';

/** What was sent last, without its passwords: for somebody who sees only afterwards that their address has a mistake. */
export type RegistrationDraft = Omit<Registration, 'password' | 'confirmation' | 'agreed'>;

// In memory alone, and gone with the page: these are personal details.
let draft: RegistrationDraft | null = null;

export function keepDraft({ password: _password, confirmation: _confirmation, agreed: _agreed, ...details }: Registration): void {
  draft = details;
}

export const lastDraft = (): RegistrationDraft | null => draft;

/** Forgets it: the person has moved on. */
export function dropDraft(): void {
  draft = null;
}

/** The state of a navigation to the form in order to correct what was sent. */
export const CORRECTING = { correcting: true } as const;
export const isCorrecting = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'correcting' in state && state.correcting === true;
