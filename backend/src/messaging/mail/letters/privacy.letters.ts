import { z } from 'zod';
import { translated } from './mail-texts.settings.js';

const nothing = z.object({});

/** An instant in ISO format. Letters queued by earlier versions hold a date formatted in English, which is shown as it is. */
const instant = z.string().min(1).max(60);

// The right to complain is in every answer about erasure (GDPR, article 12(4)).
export const privacyLetters = {
  'export-ready': translated('mail.export-ready', z.object({ until: instant }), '/#/my-data', {
    values: ({ until }, { moment }) => ({ until: moment(until) }),
  }),
  'export-failed': translated('mail.export-failed', nothing, '/#/my-data'),
  'erasure-received': translated('mail.erasure-received', z.object({ due: instant }), '/#/my-data', {
    values: ({ due }, { day }) => ({ due: day(due) }),
  }),
  'erasure-withdrawn': translated('mail.erasure-withdrawn', nothing, '/#/profile'),
  'erasure-refused': translated('mail.erasure-refused', z.object({ reason: z.string().min(1).max(1000) }), '/#/my-data', {
    quote: ({ reason }) => reason,
  }),
  'erasure-completed': translated('mail.erasure-completed', z.object({ historyUntil: instant, identityUntil: instant }), null, {
    values: ({ historyUntil, identityUntil }, { day }) => ({ historyUntil: day(historyUntil), identityUntil: day(identityUntil) }),
  }),
} as const;
