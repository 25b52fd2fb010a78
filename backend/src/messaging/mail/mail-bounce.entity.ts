import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../../club/users/index.js';

export const bounceKinds = ['hard', 'soft'] as const;
/** `hard`: refused for good; `soft`: put off. */
export type BounceKind = (typeof bounceKinds)[number];

const MailBounceSchema = defineEntity({
  name: 'MailBounce',
  tableName: 'mail_bounces',
  properties: {
    /** The mail that bounced, a letter's or a broadcast delivery's id: however often it was tried, it is one bounce. */
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).name('user_id').mapToPk().deleteRule('cascade'),
    /** Where it went: a member who changes the address starts afresh. */
    address: p.string().length(254),
    kind: p.enum(bounceKinds),
    answer: p.string().length(300),
    bouncedAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [{ name: 'mail_bounces_user_index', properties: ['user', 'address'] }],
});

/** A mail that a member's mail server did not take. All of an address are forgotten once it takes one. */
export class MailBounce extends MailBounceSchema.class {}
MailBounceSchema.setClass(MailBounce);
export { MailBounceSchema };
