import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../../database.js';

/** Longer than a poll can take: a worker that holds the bot longer has died. */
const LEASE_SECONDS = 60;
const now = sql<string>`now()`;

/** Every statement about the table `telegram_bots`. */
@Injectable()
export class TelegramBotRepository {
  constructor(private readonly em: EntityManager) {}

  /** Returns the bot's name as a worker last read it; null before. */
  async findName(botId: string): Promise<string | null> {
    const row = await db(this.em).selectFrom('telegram_bots').select('username').where('id', '=', botId).executeTakeFirst();
    return row?.username ?? null;
  }

  async store(botId: string, username: string): Promise<void> {
    await db(this.em)
      .insertInto('telegram_bots')
      .values({ id: botId, username })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ username }))
      .execute();
  }

  /** Takes the bot, or holds it longer. Returns false if another worker has it. */
  async hold(botId: string, owner: string): Promise<boolean> {
    const held = await db(this.em)
      .updateTable('telegram_bots')
      .set({ lease_owner: owner, lease_until: sql<string>`now() + make_interval(secs => ${LEASE_SECONDS})`, polled_at: now })
      .where('id', '=', botId)
      .where((eb) => eb.or([eb('lease_owner', 'is', null), eb('lease_owner', '=', owner), eb('lease_until', '<', now)]))
      .returning('id')
      .executeTakeFirst();
    return held !== undefined;
  }

  async release(botId: string, owner: string): Promise<void> {
    await db(this.em)
      .updateTable('telegram_bots')
      .set({ lease_owner: null, lease_until: null })
      .where('id', '=', botId)
      .where('lease_owner', '=', owner)
      .execute();
  }
}
