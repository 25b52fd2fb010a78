import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../../../club/users/index.js';
import type { Occasion } from './signal-mailing.entity.js';

/** An event of a signal, as the next daily email will tell it. */
export interface DigestEvent {
  what: Occasion;
  /** The signal, or its amendment. */
  subjectId: string;
  signalId: string;
}

const SignalDigestSchema = defineEntity({
  name: 'SignalDigest',
  tableName: 'signal_digests',
  properties: {
    user: () => p.manyToOne(User).name('user_id').mapToPk().primary().deleteRule('cascade').updateRule('cascade'),
    dueAt: p.datetime(),
    events: p.json<DigestEvent[]>(),
  },
  indexes: [{ name: 'signal_digests_due_index', properties: ['dueAt'] }],
});

/** What a member's next daily email about signals will hold. The row goes when the email is queued. */
export class SignalDigest extends SignalDigestSchema.class {}
SignalDigestSchema.setClass(SignalDigest);
export { SignalDigestSchema };
