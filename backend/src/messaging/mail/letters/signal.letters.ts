import { z } from 'zod';
import { translated } from './mail-texts.settings.js';

export const signalLetters = {
  // New signals, updates and results, by an administrator: in the language they were written in, with texts around them in the reader's.
  signal: translated(
    'mail.signal',
    z.object({
      subject: z.string().min(1).max(200),
      message: z.string().min(1).max(10_000),
      signalId: z.uuid(),
      /** Letters queued by earlier versions have none. */
      kind: z.enum(['signal-published', 'signal-changed', 'signal-ended']).default('signal-published'),
    }),
    '/#/user-trade-signal/{signalId}',
    { kind: ({ kind }) => kind, message: '{message}' },
  ),
} as const;
