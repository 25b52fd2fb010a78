import { defineEntity, p } from '@mikro-orm/core';
import { OutboxMessage } from '../../platform/outbox/index.js';
import { User } from '../../club/users/index.js';

const MailDeliverySchema = defineEntity({
  name: 'MailDelivery',
  tableName: 'mail_deliveries',
  properties: {
    /** UUID version 7. */
    id: p.uuid().primary(),
    outbox: () => p.manyToOne(OutboxMessage).name('outbox_id').mapToPk().deleteRule('cascade'),
    letter: p.string().length(40),
    /** The address the letter was written for, or null: whatever the user's address is when it leaves. */
    address: p.string().length(254).nullable(),
    user: () => p.manyToOne(User).name('user_id').mapToPk().deleteRule('cascade').nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    attempts: p.integer().default(0),
    sentAt: p.datetime().nullable(),
    /** The mail server will never take it. */
    refusedAt: p.datetime().nullable(),
    /** Quiet hours of the recipient hold it until then. */
    heldUntil: p.datetime().nullable(),
    /** What the mail server said last. */
    lastAnswer: p.string().length(300).nullable(),
  },
  uniques: [
    {
      name: 'mail_deliveries_outbox_id_recipient_unique',
      expression:
        'create unique index "mail_deliveries_outbox_id_recipient_unique" on "mail_deliveries" ("outbox_id", ' +
        'coalesce("address", "user_id"::text))',
    },
  ],
  indexes: [
    { name: 'mail_deliveries_user_id_index', properties: ['user', 'createdAt'] },
    {
      name: 'mail_deliveries_waiting_index',
      expression:
        'create index "mail_deliveries_waiting_index" on "mail_deliveries" ("user_id", "address") where "sent_at" is null ' +
        'and "refused_at" is null',
    },
  ],
  checks: [{ name: 'mail_deliveries_recipient_check', expression: '"address" is not null or "user_id" is not null' }],
});

/** One letter to one person. Its words and tokens are in the sealed outbox payload alone, and gone once it is sent. */
export class MailDelivery extends MailDeliverySchema.class {}
MailDeliverySchema.setClass(MailDelivery);
export { MailDeliverySchema };
