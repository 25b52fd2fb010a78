import { defineEntity, p } from '@mikro-orm/core';
import { appendOnly } from '../../platform/persistence/append-only.js';

/** What somebody agreed to, or took back. */
export const consentPurposes = ['terms', 'privacy', 'risk-disclaimer', 'age', 'marketing-mail', 'signal-mail'] as const;
export type ConsentPurpose = (typeof consentPurposes)[number];

export const consentStates = ['given', 'withdrawn'] as const;
export type ConsentState = (typeof consentStates)[number];

const ConsentEventSchema = defineEntity({
  name: 'ConsentEvent',
  tableName: 'consent_events',
  properties: {
    /** UUID version 7. */
    id: p.uuid().primary(),
    /** An id without a foreign key, and no name: the proof outlives the account, and erasing a person needs no edit of it. */
    userId: p.uuid(),
    purpose: p.enum(consentPurposes),
    state: p.enum(consentStates),
    /** What was read when it was given or taken back, in words, and its version. */
    document: p.string().length(80),
    version: p.string().length(20),
    /** SHA-256 of that text; null: a withdrawal without a text, such as a link in a mail. */
    textHash: p.blob().nullable(),
    at: p.datetime().defaultRaw('now()'),
    /** Shortened: /24 of IPv4, /48 of IPv6. */
    network: p.string().length(50).nullable(),
    userAgent: p.string().length(300).nullable(),
  },
  indexes: [{ name: 'consent_events_user_index', properties: ['userId', 'at', 'id'] }],
  triggers: appendOnly('consent_events'),
});

/**
 * One agreement, or its end. Kept when its person is erased: who relies on consent has to be able to prove it (GDPR, article 7(1)), and may
 * keep what proves or defends a claim (article 17(3)(e)). What stays is a number, a purpose and a time.
 */
export class ConsentEvent extends ConsentEventSchema.class {}
ConsentEventSchema.setClass(ConsentEvent);
export { ConsentEventSchema };
