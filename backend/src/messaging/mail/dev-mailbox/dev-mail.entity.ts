import { defineEntity, p } from '@mikro-orm/core';

const DevMailSchema = defineEntity({
  name: 'DevMail',
  tableName: 'dev_mails',
  properties: {
    id: p.bigint().primary().autoincrement(),
    recipient: p.string().length(254),
    subject: p.string().length(998),
    text: p.text(),
    html: p.text(),
    receivedAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [{ name: 'dev_mails_recipient_index', properties: ['recipient', 'id'] }],
});

/** A mail that a development start kept on this machine. Empty in production. */
export class DevMail extends DevMailSchema.class {}
DevMailSchema.setClass(DevMail);
export { DevMailSchema };
