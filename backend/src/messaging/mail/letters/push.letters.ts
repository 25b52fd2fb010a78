import { z } from 'zod';
import { translated } from './mail-texts.settings.js';

/** To members, about their devices. */
export const pushLetters = {
  'push-ended': translated('mail.push-ended', z.object({}), '/#/notification-settings'),
} as const;
