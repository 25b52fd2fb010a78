import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { BounceKind } from './mail-bounce.entity.js';

/** So many mails put off by one address within the window, none taken between them, and news stops (rules.md section 8). */
const SOFT_BOUNCES = 3;
const SOFT_WINDOW_DAYS = 14;

/** SQL: whether the address of the user `u` takes no mail. */
export const addressRefused = `(
  exists (select 1 from mail_bounces h where h.user_id = u.id and h.address = u.email and h.kind = 'hard')
  or (select count(*) from mail_bounces s where s.user_id = u.id and s.address = u.email and s.kind = 'soft' and s.bounced_at > now() - interval '${SOFT_WINDOW_DAYS} days') >= ${SOFT_BOUNCES}
)`;

/**
 * SQL: whether the user `u` gets no news, because of their own choice or of an address that takes none. Written for statements that decide about many
 * users at once.
 */
export const newsRefused = `(exists (select 1 from mail_preferences p where p.user_id = u.id and not p.news) or ${addressRefused})`;

export interface BouncedMail {
  /** The mail's own id: on all its tries it bounces once. */
  id: string;
  userId: string;
  address: string;
}

/** Remembers which addresses take no mail. */
@Injectable()
export class MailBounces {
  constructor(private readonly em: EntityManager) {}

  /** A refusal for good outweighs that the same mail was put off before. */
  async note({ id, userId, address }: BouncedMail, kind: BounceKind, answer: string): Promise<void> {
    await this.em.execute(
      `insert into mail_bounces (id, user_id, address, kind, answer) values (?, ?, ?, ?, ?)
       on conflict (id) do update set kind = excluded.kind, answer = excluded.answer, bounced_at = now() where mail_bounces.kind = 'soft' and excluded.kind = 'hard'`,
      [id, userId, address, kind, answerLine(answer)],
    );
  }

  /** The address took a mail: what it refused before is forgotten. */
  async clear({ userId, address }: Omit<BouncedMail, 'id'>): Promise<void> {
    await this.em.execute('delete from mail_bounces where user_id = ? and address = ?', [userId, address]);
  }
}

/** What a mail server said, as a line that fits a column. */
export function answerLine(answer: string): string {
  return [...answer.replace(/[\p{Cc}\p{Cs}]+/gu, ' ')].slice(0, 300).join('');
}
