import { z } from 'zod';
import { translated } from './mail-texts.settings.js';

const at = z.iso.datetime();
const mandateId = z.uuid();
/** Dollars with two decimal places. */
const dollars = z.string().regex(/^\d+\.\d{2}$/);

const PATH = '/#/fund';
const CONSOLE_PATH = '/#/admin/fund-mandates/{mandateId}';

export const fundLetters = {
  'mandate-countersigned': translated('mail.mandate-countersigned', z.object({ startsAt: at }), PATH, {
    values: ({ startsAt }, { moment }) => ({ start: moment(startsAt) }),
  }),
  'mandate-declined': translated('mail.mandate-declined', z.object({ reason: z.string().min(1).max(500) }), PATH, {
    quote: ({ reason }) => reason,
  }),
  /** `equity`: the value that the mandate starts with. */
  'mandate-started': translated('mail.mandate-started', z.object({ startsAt: at, equity: dollars }), PATH, {
    values: ({ startsAt, equity }, { moment, decimal }) => ({ start: moment(startsAt), equity: decimal(equity) }),
  }),
  'mandate-ended': translated('mail.mandate-ended', z.object({ endedAt: at }), PATH, {
    values: ({ endedAt }, { moment }) => ({ end: moment(endedAt) }),
  }),
  /** To those who countersign mandates. */
  'mandate-signed': translated('mail.mandate-signed', z.object({ mandateId }), CONSOLE_PATH, { values: (data) => data }),
  /** To those who countersign mandates. `since`: the first day that waits. */
  'valuations-missing': translated('mail.valuations-missing', z.object({ mandateId, since: at }), CONSOLE_PATH, {
    values: (data, { day }) => ({ mandateId: data.mandateId, since: day(data.since) }),
  }),
} as const;
