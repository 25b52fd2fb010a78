import { z } from 'zod';
import { letter } from './letter.types.js';

export const broadcastLetters = {
  // Text by an administrator, in the language it was written in. The texts around it are English.
  broadcast: letter({
    data: z.object({
      subject: z.string().min(1).max(400),
      message: z.string().min(1).max(20_000),
      /** Empty for a service message, which members cannot turn off. */
      unsubscribeUrl: z.union([z.url({ protocol: /^https?$/ }), z.literal('')]),
    }),
    subject: '{subject}',
    preview: '{message}',
    heading: '{subject}',
    paragraphs: [],
    message: '{message}',
    unsubscribe: '{unsubscribeUrl}',
  }),
} as const;
