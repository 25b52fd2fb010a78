import type { LiveEvent } from './live-event.messages.js';

/**
 * What of a member's account has changed and where it stands now. No reason and no figure: those are read where the account's own rules
 * hold.
 */
export interface AccountChange {
  changed: 'kyc' | 'payment' | 'exchange-key' | 'erasure';
  state: string;
}

export const accountChanged = (userId: string, { changed, state }: AccountChange): LiveEvent => ({
  topic: 'account',
  userId,
  data: { userId, changed, state },
});
