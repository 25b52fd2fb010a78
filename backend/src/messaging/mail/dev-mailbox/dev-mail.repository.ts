import { Injectable } from '@nestjs/common';
import { MikroORM } from '@mikro-orm/postgresql';
import { db } from '../../../database.js';

export interface KeptMail {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** ISO 8601, UTC. */
  date: string;
}

const MAX_KEPT = 1000;
export const MAX_SHOWN = 100;

/** Every statement about the table `dev_mails`. */
@Injectable()
export class DevMailRepository {
  constructor(private readonly orm: MikroORM) {}

  /** Stores a mail for each recipient and deletes the oldest beyond MAX_KEPT. */
  async keep(recipients: string[], { subject, text, html }: { subject: string; text: string; html: string }): Promise<void> {
    await this.orm.em.fork().transactional(async (tx) => {
      for (const recipient of recipients) {
        await db(tx)
          .insertInto('dev_mails')
          .values({
            recipient: recipient.toLowerCase(),
            subject: withoutNul(subject.slice(0, 998)),
            text: withoutNul(text),
            html: withoutNul(html),
          })
          .execute();
      }
      await db(tx)
        .deleteFrom('dev_mails')
        .where('id', 'in', (eb) => eb.selectFrom('dev_mails').select('id').orderBy('id', 'desc').offset(MAX_KEPT))
        .execute();
    });
  }

  /** The newest mails, all or those to one address (in any case). */
  async newest(to: string | undefined): Promise<KeptMail[]> {
    const rows = await db(this.orm.em.fork())
      .selectFrom('dev_mails')
      .select(['id', 'recipient as to', 'subject', 'text', 'html', 'received_at'])
      .$if(to !== undefined, (query) => query.where('recipient', '=', withoutNul(to!).toLowerCase()))
      .orderBy('id', 'desc')
      .limit(MAX_SHOWN)
      .execute();
    return rows.map(({ received_at, ...mail }) => ({ ...mail, date: new Date(received_at).toISOString() }));
  }
}

/** PostgreSQL's text holds no NUL. */
function withoutNul(text: string): string {
  return text.replaceAll('\0', '');
}
