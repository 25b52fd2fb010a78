import { z } from 'zod';
import { translated } from './mail-texts.settings.js';

export const broadcastLetters = {
  // Text by an administrator, in the language it was written in, with texts around it in the reader's.
  broadcast: translated(
    'mail.broadcast',
    z.object({
      subject: z.string().min(1).max(400),
      message: z.string().min(1).max(40_000),
      /** Empty for a service message, which members cannot turn off. */
      unsubscribeUrl: z.union([z.url({ protocol: /^https?$/ }), z.literal('')]),
    }),
    null,
    { message: '{message}', unsubscribe: '{unsubscribeUrl}' },
  ),
} as const;
