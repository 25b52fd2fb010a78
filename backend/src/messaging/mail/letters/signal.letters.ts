import { z } from 'zod';
import { letter } from './letter.types.js';

export const signalLetters = {
  // What members are told of a signal: that it is there, what was said of it later, how it ended.
  signal: letter({
    data: z.object({
      subject: z.string().min(1).max(200),
      message: z.string().min(1).max(10_000),
      signalId: z.uuid(),
      unsubscribeUrl: z.url({ protocol: /^https?$/ }),
    }),
    topic: 'signals',
    subject: '{{subject}}',
    preview: '{{message}}',
    heading: '{{subject}}',
    paragraphs: [],
    message: '{{message}}',
    action: { label: 'Open the signal', path: '/#/user-trade-signal/{{signalId}}' },
    notes: ['Any signal can lose. Its page tells what has been said of it since this mail, and how it stands.'],
    unsubscribe: '{{unsubscribeUrl}}',
  }),
} as const;
