import type { z } from 'zod';
import { accountLetters } from './account.letters.js';
import { alertLetters } from './alert.letters.js';
import { broadcastLetters } from './broadcast.letters.js';
import { calendarLetters } from './calendar.letters.js';
import { clubShareLetters } from './club-share.letters.js';
import { commentLetters } from './comment.letters.js';
import { fundLetters } from './fund.letters.js';
import { invoiceLetters } from './invoice.letters.js';
import { kycLetters } from './kyc.letters.js';
import { payAddressLetters } from './pay-address.letters.js';
import { paymentLetters } from './payment.letters.js';
import { privacyLetters } from './privacy.letters.js';
import { pushLetters } from './push.letters.js';
import { securityLetters } from './security.letters.js';
import { signalLetters } from './signal.letters.js';
import { teamLetters } from './team.letters.js';
import { telegramLetters } from './telegram.letters.js';
import { webhookLetters } from './webhook.letters.js';

/** Every letter the product sends, by name. */
export const letters = {
  ...accountLetters,
  ...securityLetters,
  ...kycLetters,
  ...paymentLetters,
  ...invoiceLetters,
  ...payAddressLetters,
  ...fundLetters,
  ...clubShareLetters,
  ...privacyLetters,
  ...broadcastLetters,
  ...signalLetters,
  ...teamLetters,
  ...webhookLetters,
  ...telegramLetters,
  ...pushLetters,
  ...alertLetters,
  ...commentLetters,
  ...calendarLetters,
} as const;

export type LetterName = keyof typeof letters;
export type LetterData<N extends LetterName> = z.output<(typeof letters)[N]['data']>;

export function isLetterName(name: string): name is LetterName {
  return Object.hasOwn(letters, name);
}
