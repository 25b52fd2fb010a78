import { z } from 'zod';
import { translated } from './mail-texts.settings.js';

const PATH = '/#/notification-settings';
const nothing = z.object({});

/** To members, about their Telegram account. */
export const telegramLetters = {
  'telegram-disabled': translated('mail.telegram-disabled', nothing, PATH),
  'telegram-uncertain': translated('mail.telegram-uncertain', nothing, '/#/user-trade-signal'),
  'telegram-refused': translated('mail.telegram-refused', nothing, PATH),
} as const;
