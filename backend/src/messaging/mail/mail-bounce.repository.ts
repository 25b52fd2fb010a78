import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';
import type { BounceKind } from './mail-bounce.entity.js';

export interface BouncedMail {
  /** The mail's own id: on all its tries it bounces once. */
  id: string;
  userId: string;
  address: string;
}

/** Every statement about the table `mail_bounces`; conditions on it are in mailable-users.query.ts. */
@Injectable()
export class MailBounceRepository {
  constructor(private readonly em: EntityManager) {}

  /** Stores a bounce. A permanent failure replaces a temporary one of the same mail. */
  async record({ id, userId, address }: BouncedMail, kind: BounceKind, answer: string): Promise<void> {
    await db(this.em)
      .insertInto('mail_bounces')
      .values({ id, user_id: userId, address, kind, answer: answerLine(answer) })
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet((eb) => ({ kind: eb.ref('excluded.kind'), answer: eb.ref('excluded.answer'), bounced_at: sql<string>`now()` }))
          .where('mail_bounces.kind', '=', 'soft')
          .where((eb) => eb('excluded.kind', '=', 'hard')),
      )
      .execute();
  }

  /** Deletes an address's bounces, after a mail to it was delivered. */
  async clear({ userId, address }: Omit<BouncedMail, 'id'>): Promise<void> {
    await db(this.em).deleteFrom('mail_bounces').where('user_id', '=', userId).where('address', '=', address).execute();
  }
}

/** Shortens a mail server's answer to one line that fits its column. */
export function answerLine(answer: string): string {
  return [...answer.replace(/[\p{Cc}\p{Cs}]+/gu, ' ')].slice(0, 300).join('');
}
