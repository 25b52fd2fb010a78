import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../../users/index.js';

const MailPreferenceSchema = defineEntity({
  name: 'MailPreference',
  tableName: 'mail_preferences',
  properties: {
    user: () => p.manyToOne(User).name('user_id').mapToPk().primary().deleteRule('cascade'),
    /** False: no news broadcasts. Letters about the account and service broadcasts come all the same. */
    news: p.boolean().default(true),
    updatedAt: p.datetime().defaultRaw('now()'),
  },
});

/** What mail a user wants. Without a row: everything. */
export class MailPreference extends MailPreferenceSchema.class {}
MailPreferenceSchema.setClass(MailPreference);
export { MailPreferenceSchema };
