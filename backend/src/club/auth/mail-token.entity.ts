import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/index.js';

export const mailTokenPurposes = ['confirm-email', 'change-email', 'reset-password'] as const;
export type MailTokenPurpose = (typeof mailTokenPurposes)[number];

const MailTokenSchema = defineEntity({
  name: 'MailToken',
  tableName: 'mail_tokens',
  properties: {
    /** SHA-256 of the token. The token itself is only in the email. */
    hash: p.blob().primary(),
    purpose: p.enum(mailTokenPurposes),
    user: () => p.manyToOne(User).name('user_id').mapToPk().deleteRule('cascade').index(),
    /** The address that it was sent to and proves. The user's address may have changed since. */
    email: p.string().length(254),
    /** The request that it was created for: a repeated request creates no second token. */
    occasion: p.uuid().nullable().unique(),
    createdAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime(),
    usedAt: p.datetime().nullable(),
    /** Replaced by another token or by a new password. */
    cancelledAt: p.datetime().nullable(),
  },
});

export class MailToken extends MailTokenSchema.class {}
MailTokenSchema.setClass(MailToken);
export { MailTokenSchema };
