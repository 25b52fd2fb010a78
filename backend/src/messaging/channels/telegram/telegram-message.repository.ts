import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../../database.js';

/** Telegram lets bots delete their messages for so long. */
const DELETABLE_HOURS = 48;

/** A message that the bot sent, and until when it can be deleted. */
export interface DeletableMessage {
  messageId: string;
  until: Date;
}

/** Statements about the numbers of messages that the bot sent. */
@Injectable()
export class TelegramMessageRepository {
  constructor(private readonly em: EntityManager) {}

  /** Stores that a message was answered: the answer has no delivery of its own. */
  async noteReply(addressId: string, repliedTo: string, messageId: string): Promise<void> {
    await db(this.em)
      .updateTable('deliveries')
      .set({ reply_ids: sql<string[]>`coalesce(reply_ids, '[]') || to_jsonb(${messageId}::text)` })
      .where('address_id', '=', addressId)
      .where('provider_id', '=', repliedTo)
      .execute();
  }

  /**
   * Returns the messages of an address that Telegram may still delete. An older message that was edited since then is among them: Telegram
   * refuses it.
   */
  async findDeletable(tx: EntityManager, addressId: string): Promise<DeletableMessage[]> {
    const { rows } = await sql<{ message_id: string; until: Date }>`
      select m.message_id, d.wired_at + make_interval(hours => ${sql.lit(DELETABLE_HOURS)}) as until
      from deliveries d,
        lateral (select d.provider_id as message_id where d.provider_id is not null
          union all select jsonb_array_elements_text(coalesce(d.reply_ids, '[]'))) m
      where d.address_id = ${addressId} and d.wired_at > now() - make_interval(hours => ${sql.lit(DELETABLE_HOURS)})
      order by d.wired_at, m.message_id`.execute(db(tx));
    return rows.map(({ message_id: messageId, until }) => ({ messageId, until: new Date(until) }));
  }
}
