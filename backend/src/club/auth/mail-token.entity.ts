import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/index.js';

export const mailTokenPurposes = ['confirm-email', 'change-email', 'reset-password'] as const;
export type MailTokenPurpose = (typeof mailTokenPurposes)[number];

const MailTokenSchema = defineEntity({
  name: 'MailToken',
  tableName: 'mail_tokens',
  properties: {
    /** SHA-256 of the token; the token itself is in the mail alone. */
    hash: p.blob().primary(),
    purpose: p.enum(mailTokenPurposes),
    user: () => p.manyToOne(User).name('user_id').mapToPk().deleteRule('cascade').index(),
    /** The address it was sent to: it proves that one, not whatever the user's address is by then. */
    email: p.string().length(254),
    /** The request it was made for: a request that is worked on twice makes one token. */
    occasion: p.uuid().nullable().unique(),
    createdAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime(),
    usedAt: p.datetime().nullable(),
    /** Another token, or a new password, took its place. */
    cancelledAt: p.datetime().nullable(),
  },
});

export class MailToken extends MailTokenSchema.class {}
MailTokenSchema.setClass(MailToken);
export { MailTokenSchema };
