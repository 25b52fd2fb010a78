import { defineEntity, p } from '@mikro-orm/core';
import { appendOnly } from '../../platform/persistence/append-only.js';

/** What a member may agree to. */
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
    /** Without a foreign key: the proof outlives the account and is not changed when the member is erased. */
    userId: p.uuid(),
    purpose: p.enum(consentPurposes),
    state: p.enum(consentStates),
    /** Name and version of the text that was shown. */
    document: p.string().length(80),
    version: p.string().length(20),
    /** BCP 47 tag of that text's language; null: no text was shown, or recorded before there were other languages. */
    language: p.string().length(20).nullable(),
    /** SHA-256 of that text in that language; null: a withdrawal without a text, such as by a link in an email. */
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
 * One consent or its withdrawal. Kept when the member is erased, because consent must be provable (GDPR, articles 7(1) and 17(3)(e)): an
 * id, a purpose and a time.
 */
export class ConsentEvent extends ConsentEventSchema.class {}
ConsentEventSchema.setClass(ConsentEvent);
export { ConsentEventSchema };
