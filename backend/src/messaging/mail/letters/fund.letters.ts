import { z } from 'zod';
import { translated } from './mail-texts.settings.js';

const at = z.iso.datetime();
const mandateId = z.uuid();
/** Dollars with two decimal places. */
const dollars = z.string().regex(/^\d+\.\d{2}$/);
const redemption = z.object({ dealingDay: z.iso.date(), amount: dollars.nullable() });

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
    kind: 'payment',
    values: ({ endedAt }, { moment }) => ({ end: moment(endedAt) }),
  }),
  /** `amount`: null is everything. */
  'redemption-acknowledged': translated('mail.redemption-acknowledged', redemption, PATH, {
    values: ({ dealingDay, amount }, { day, decimal }) => ({ day: day(dealingDay), amount: amount === null ? 'all' : decimal(amount) }),
  }),
  'redemption-settled': translated('mail.redemption-settled', redemption, PATH, {
    values: ({ dealingDay, amount }, { day, decimal }) => ({ day: day(dealingDay), amount: amount === null ? 'all' : decimal(amount) }),
  }),
  'fund-access-ended': translated('mail.fund-access-ended', z.object({}), PATH, { kind: 'payment' }),
  /** To those who countersign mandates. */
  'redemption-requested': translated('mail.redemption-requested', z.object({ mandateId, dealingDay: z.iso.date() }), CONSOLE_PATH, {
    values: (data, { day }) => ({ mandateId: data.mandateId, day: day(data.dealingDay) }),
  }),
  /** To those who countersign mandates. */
  'mandate-signed': translated('mail.mandate-signed', z.object({ mandateId }), CONSOLE_PATH, { values: (data) => data }),
  /** To those who countersign mandates. `since`: the first day that waits. */
  'valuations-missing': translated('mail.valuations-missing', z.object({ mandateId, since: at }), CONSOLE_PATH, {
    values: (data, { day }) => ({ mandateId: data.mandateId, since: day(data.since) }),
  }),
} as const;
