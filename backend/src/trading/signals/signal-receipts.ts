import { Injectable, Logger } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';

/** Writes down which signals a member was shown, and when for the first time. */
@Injectable()
export class SignalReceipts {
  private readonly log = new Logger('Signals');

  constructor(private readonly em: EntityManager) {}

  /**
   * One statement that writes nothing where the member has seen them all, as whoever looks again has. Never throws: a signal is shown,
   * written down or not. Of a member who asked to be erased nothing new is taken in.
   */
  async note(userId: string, signalIds: readonly string[]): Promise<void> {
    if (signalIds.length === 0) return;
    try {
      // In the order of their ids: two requests at once wait for each other, and never both ways.
      await this.em.execute(
        `insert into signal_receipts (user_id, signal_id)
         select ?::uuid, s.id from unnest(?::uuid[]) as s(id)
         where not exists (select 1 from signal_receipts r where r.user_id = ? and r.signal_id = s.id)
           and not exists (select 1 from erasure_requests x where x.user_id = ? and x.state = 'restricted')
         order by s.id on conflict do nothing`,
        [userId, `{${signalIds.join(',')}}`, userId, userId],
      );
    } catch (error) {
      this.log.warn({ err: error, signals: signalIds.length }, 'signals were shown, and could not be written down as seen');
    }
  }
}
