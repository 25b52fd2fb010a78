import { z } from 'zod';
import { letter } from './letter.types.js';

export const signalLetters = {
  // New signals, updates and results, by an administrator: in the language they were written in, with texts around them in English.
  signal: letter({
    data: z.object({
      subject: z.string().min(1).max(200),
      message: z.string().min(1).max(10_000),
      signalId: z.uuid(),
      unsubscribeUrl: z.url({ protocol: /^https?$/ }),
    }),
    topic: 'signals',
    subject: '{subject}',
    preview: '{message}',
    heading: '{subject}',
    paragraphs: [],
    message: '{message}',
    action: { label: 'Open the signal', path: '/#/user-trade-signal/{signalId}' },
    notes: ['Any signal can lose. See the signal page for updates and its current status.'],
    unsubscribe: '{unsubscribeUrl}',
  }),
} as const;
