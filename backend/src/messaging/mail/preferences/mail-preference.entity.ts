import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../../../club/users/index.js';

const MailPreferenceSchema = defineEntity({
  name: 'MailPreference',
  tableName: 'mail_preferences',
  properties: {
    user: () => p.manyToOne(User).name('user_id').mapToPk().primary().deleteRule('cascade'),
    /** False: no news broadcasts. Letters about the account and service broadcasts come all the same. */
    news: p.boolean().default(true),
    /** True: signals and what is said of them later, as long as they may see signals. */
    signals: p.boolean().default(false),
    updatedAt: p.datetime().defaultRaw('now()'),
  },
});

/** What mail a user wants. Without a row: news, and no signals. */
export class MailPreference extends MailPreferenceSchema.class {}
MailPreferenceSchema.setClass(MailPreference);
export { MailPreferenceSchema };
