import { Injectable } from '@nestjs/common';
import { MikroORM } from '@mikro-orm/postgresql';

export interface KeptMail {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** ISO 8601, UTC. */
  date: string;
}

const KEPT = 1000;
export const SHOWN = 100;

@Injectable()
export class DevMailStore {
  constructor(private readonly orm: MikroORM) {}

  async keep(recipients: string[], mail: { subject: string; text: string; html: string }): Promise<void> {
    await this.orm.em.fork().transactional(async (em) => {
      for (const recipient of recipients) {
        await em.execute('insert into dev_mails (recipient, subject, text, html) values (?, ?, ?, ?)', [
          recipient.toLowerCase(),
          ...[mail.subject.slice(0, 998), mail.text, mail.html].map(storable),
        ]);
      }
      await em.execute(`delete from dev_mails where id in (select id from dev_mails order by id desc offset ${KEPT})`);
    });
  }

  /** The newest mails, all or those to one address (in any case). */
  async newest(to: string | undefined): Promise<KeptMail[]> {
    const mine = to === undefined ? '' : 'where recipient = ?';
    const rows = await this.orm.em
      .fork()
      .execute<(Omit<KeptMail, 'date'> & { received_at: string })[]>(
        `select id, recipient as "to", subject, text, html, received_at from dev_mails ${mine} order by id desc limit ${SHOWN}`,
        to === undefined ? [] : [storable(to).toLowerCase()],
      );
    return rows.map(({ received_at, ...mail }) => ({ ...mail, date: new Date(received_at).toISOString() }));
  }
}

/** PostgreSQL's text holds no NUL. */
function storable(text: string): string {
  return text.replaceAll('\0', '');
}
