import { defineEntity, p } from '@mikro-orm/core';

const TelegramBotSchema = defineEntity({
  name: 'TelegramBot',
  tableName: 'telegram_bots',
  properties: {
    /** Telegram's number of the bot: the part of its token before the colon. */
    id: p.bigint().primary().autoincrement(false),
    username: p.string().length(64),
    /** The process that reads its updates, until then. */
    leaseOwner: p.uuid().nullable(),
    leaseUntil: p.datetime().nullable(),
    polledAt: p.datetime().nullable(),
  },
});

/** A bot whose updates a worker reads. */
export class TelegramBot extends TelegramBotSchema.class {}
TelegramBotSchema.setClass(TelegramBot);
export { TelegramBotSchema };
