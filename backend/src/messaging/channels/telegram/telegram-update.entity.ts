import { defineEntity, p } from '@mikro-orm/core';
import type { TelegramAction } from './telegram-update.rules.js';

const TelegramUpdateSchema = defineEntity({
  name: 'TelegramUpdate',
  tableName: 'telegram_updates',
  properties: {
    updateId: p.bigint().primary().autoincrement(false),
    /** What it asks for; null once that is done. A code is stored as its hash. */
    action: p.json<TelegramAction>().nullable(),
    attempts: p.smallint().default(0),
    receivedAt: p.datetime().defaultRaw('now()'),
    doneAt: p.datetime().nullable(),
  },
  indexes: [
    {
      name: 'telegram_updates_waiting_index',
      expression: 'create index "telegram_updates_waiting_index" on "telegram_updates" ("update_id") where "done_at" is null',
    },
    { name: 'telegram_updates_received_index', properties: ['receivedAt'] },
  ],
});

/** An update of the bot. Its number stays for some days: Telegram may send it again. */
export class TelegramUpdate extends TelegramUpdateSchema.class {}
TelegramUpdateSchema.setClass(TelegramUpdate);
export { TelegramUpdateSchema };
