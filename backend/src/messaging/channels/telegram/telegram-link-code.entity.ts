import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../../../club/users/index.js';

const TelegramLinkCodeSchema = defineEntity({
  name: 'TelegramLinkCode',
  tableName: 'telegram_link_codes',
  properties: {
    /** UUID version 7. */
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).name('user_id').mapToPk().deleteRule('cascade'),
    /** The only session that may confirm. No foreign key: sessions are kept and deleted by another module. */
    sessionId: p.uuid(),
    /** SHA-256 of the code. */
    hash: p.blob().hidden(),
    createdAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime(),
    /** When a Telegram account started the bot with the code. */
    usedAt: p.datetime().nullable(),
    /** That account is connected to another member. */
    isRefused: p.boolean().default(false),
    /** The account that used it: its number and name. Sealed for this row and member. */
    telegram: p.blob().nullable().hidden(),
  },
  uniques: [
    { name: 'telegram_link_codes_hash_unique', properties: ['hash'] },
    { name: 'telegram_link_codes_user_id_unique', properties: ['user'] },
  ],
  indexes: [{ name: 'telegram_link_codes_expires_index', properties: ['expiresAt'] }],
});

/** A member's open request to connect Telegram. There is one a member; it is deleted when the member confirms. */
export class TelegramLinkCode extends TelegramLinkCodeSchema.class {}
TelegramLinkCodeSchema.setClass(TelegramLinkCode);
export { TelegramLinkCodeSchema };
