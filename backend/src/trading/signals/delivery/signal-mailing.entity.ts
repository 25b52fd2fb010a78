import { defineEntity, p } from '@mikro-orm/core';
import { Signal } from '../signal.entity.js';

export const occasions = ['published', 'amended', 'ended'] as const;
export type Occasion = (typeof occasions)[number];
/** The kind of email about each. */
export const kinds = { published: 'signal-published', amended: 'signal-changed', ended: 'signal-ended' } as const;

const SignalMailingSchema = defineEntity({
  name: 'SignalMailing',
  tableName: 'signal_mailings',
  properties: {
    /** The signal, or its amendment. */
    subjectId: p.uuid().primary(),
    what: p.enum(occasions).primary(),
    signal: () => p.manyToOne(Signal).name('signal_id').mapToPk(),
    /** Readers up to this id have their letter; null: none of them yet, or all. */
    afterUser: p.uuid().nullable(),
    /** Letters that were written. */
    queued: p.integer().default(0),
    notedAt: p.datetime().defaultRaw('now()'),
    finishedAt: p.datetime().nullable(),
  },
  indexes: [
    {
      name: 'signal_mailings_waiting_index',
      expression:
        'create index "signal_mailings_waiting_index" on "signal_mailings" ("noted_at", "subject_id", "what") where "finished_at" is null',
    },
  ],
});

/** Something about a signal that its readers get by mail, and how far their letters are written. */
export class SignalMailing extends SignalMailingSchema.class {}
SignalMailingSchema.setClass(SignalMailing);
export { SignalMailingSchema };
