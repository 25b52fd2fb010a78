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
      unsubscribeUrl: z.url({ protocol: /^https?$/ }),
    }),
    '/#/user-trade-signal/{signalId}',
    { topic: 'signals', message: '{message}', unsubscribe: '{unsubscribeUrl}' },
  ),
} as const;
