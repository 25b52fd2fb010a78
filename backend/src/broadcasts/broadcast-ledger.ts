import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { retrySeconds } from '../common/outbox/index.js';
import { answerLine, newsRefused, notRestricted, type BulkOutcome } from '../mail/index.js';
import { countsOf, NO_ACCOUNT, NO_NEWS, type BroadcastKind } from './broadcast-terms.js';

/** Longer than a mail can take (50 s): whoever holds a delivery longer is dead. */
const LEASE_SECONDS = 90;
/** Tries of one mail that its recipient's side puts off; with the backoff of the outbox, two days. */
const MOST_TRIES = 100;

/** A delivery that this worker has claimed. */
export interface ClaimedDelivery {
  id: string;
  broadcastId: string;
  userId: string;
  address: string;
  attempts: number;
  subject: string;
  message: string;
  kind: BroadcastKind;
  /** Why it is not to be sent after all: the account was closed, or news turned off, after the recipients were frozen. */
  suppression: string | null;
  /** The mail server was out of reach when this broadcast last tried. */
  afterSetback: boolean;
}

interface ClaimedRow {
  id: string;
  broadcast_id: string;
  user_id: string;
  email: string;
  attempts: number;
  subject: string;
  message: string;
  kind: BroadcastKind;
  reachable: boolean;
  refused: boolean;
  setbacks: number;
}

/** Still to be settled. */
const open = `('queued', 'sending', 'uncertain', 'failed_retryable')`;

/**
 * The statements by which workers share a ledger: a row is claimed by one of them, for a time, and settled. Nothing here is remembered outside of the
 * database, so any worker goes on where another one died.
 */
@Injectable()
export class BroadcastLedger {
  constructor(private readonly em: EntityManager) {}

  /** Starts what is due, and takes deliveries back from workers that died with them: those mails may have left. */
  async wakeUp(): Promise<void> {
    await this.em.execute(`update broadcasts set state = 'sending' where state = 'scheduled' and starts_at <= now()`);
    await this.em.execute(
      `update broadcast_deliveries set status = 'uncertain', lease_until = null, available_at = now(), last_answer = 'the worker that was sending it died'
       where status = 'sending' and lease_until < now()`,
    );
  }

  /**
   * Broadcasts that may send now, one-person mails first. Those to many go one after the other, so that nobody gets a later one first; one whose last
   * mails are only waiting to be tried again lets the next begin.
   */
  async due(): Promise<string[]> {
    const rows = await this.em.execute<{ id: string }[]>(
      `select b.id from broadcasts b where b.state = 'sending' and b.available_at <= now()
         and (b.audience = 'user' or not exists (
           select 1 from broadcasts e where e.state = 'sending' and e.audience <> 'user' and (e.starts_at, e.id) < (b.starts_at, b.id)
             and exists (select 1 from broadcast_deliveries q where q.broadcast_id = e.id and q.status = 'queued')
         ))
       order by b.audience <> 'user', b.starts_at, b.id limit 100`,
    );
    return rows.map(({ id }) => id);
  }

  /** The next delivery of this broadcast, while it is being sent; null: none is due. One whose member still waits for an earlier broadcast is passed over. */
  async claim(broadcastId: string): Promise<ClaimedDelivery | null> {
    const [row] = await this.em.execute<ClaimedRow[]>(
      `update broadcast_deliveries d set status = 'sending', attempts = d.attempts + 1, lease_until = now() + interval '${LEASE_SECONDS} seconds'
       from broadcasts b, users u
       where d.id = (
           select c.id from broadcast_deliveries c where c.broadcast_id = ? and c.status in ('queued', 'uncertain', 'failed_retryable') and c.available_at <= now()
             and not exists (
               select 1 from broadcast_deliveries e join broadcasts eb on eb.id = e.broadcast_id, broadcasts cb
               where cb.id = c.broadcast_id and cb.audience <> 'user' and e.user_id = c.user_id and e.broadcast_id <> c.broadcast_id
                 and e.status in ('sending', 'uncertain', 'failed_retryable') and eb.state = 'sending' and eb.audience <> 'user' and (eb.starts_at, eb.id) < (cb.starts_at, cb.id)
             )
           order by c.position limit 1 for update of c skip locked
         )
         and b.id = d.broadcast_id and b.state = 'sending' and b.available_at <= now() and u.id = d.user_id
       returning d.id, d.broadcast_id, d.user_id, d.attempts, u.email, b.subject, b.message, b.kind, b.setbacks,
         u.status = 'active' and u.rejected_at is null and ${notRestricted} as reachable, ${newsRefused} as refused`,
      [broadcastId],
    );
    if (!row) return null;
    return {
      id: row.id,
      broadcastId: row.broadcast_id,
      userId: row.user_id,
      address: row.email,
      attempts: row.attempts,
      subject: row.subject,
      message: row.message,
      kind: row.kind,
      suppression: !row.reachable ? NO_ACCOUNT : row.kind === 'news' && row.refused ? NO_NEWS : null,
      afterSetback: row.setbacks > 0,
    };
  }

  async suppress({ id }: ClaimedDelivery, why: string): Promise<void> {
    await this.em.execute(
      `update broadcast_deliveries set status = 'suppressed', attempts = attempts - 1, lease_until = null, last_answer = ? where id = ?`,
      [why, id],
    );
  }

  async settle(delivery: ClaimedDelivery, outcome: BulkOutcome): Promise<void> {
    const { id, attempts, broadcastId, afterSetback } = delivery;
    const answer = answerLine(outcome.answer);
    if (outcome.outcome === 'away') return this.setBack(delivery, outcome.uncertain, answer);
    if (outcome.outcome === 'sent')
      await this.em.execute(
        `update broadcast_deliveries set status = 'sent', sent_at = now(), lease_until = null, last_answer = ? where id = ?`,
        [answer, id],
      );
    else if (outcome.outcome === 'refused' || attempts >= MOST_TRIES)
      await this.em.execute(
        `update broadcast_deliveries set status = 'failed_permanent', lease_until = null, last_answer = ? where id = ?`,
        [answer, id],
      );
    else await this.later(id, 'failed_retryable', retrySeconds(attempts), answer);
    if (afterSetback)
      await this.em.execute('update broadcasts set setbacks = 0, problem = null where id = ? and setbacks > 0', [broadcastId]);
  }

  /** Ends a broadcast of which nothing is left to do. */
  async finish(broadcastId: string): Promise<void> {
    await this.em.execute(
      `update broadcasts b set state = 'done', finished_at = now(), problem = null, final_counts = ${countsOf('b.id')} where b.id = ? and b.state = 'sending'
         and not exists (select 1 from broadcast_deliveries d where d.broadcast_id = b.id and d.status in ${open})`,
      [broadcastId],
    );
  }

  /**
   * The server is away: the whole broadcast waits, longer each time, instead of every recipient failing in turn. The mail at hand goes first afterwards;
   * the try does not count, unless the mail may have left.
   */
  private async setBack({ id, broadcastId, attempts }: ClaimedDelivery, uncertain: boolean, answer: string): Promise<void> {
    if (uncertain) await this.later(id, 'uncertain', retrySeconds(attempts), answer);
    else
      await this.em.execute(
        `update broadcast_deliveries set status = 'failed_retryable', attempts = attempts - 1, lease_until = null, available_at = now(), last_answer = ? where id = ?`,
        [answer, id],
      );
    const [row] = await this.em.execute<{ setbacks: number }[]>('select setbacks from broadcasts where id = ?', [broadcastId]);
    // Two mails that fail together are one setback.
    await this.em.execute(
      `update broadcasts set setbacks = setbacks + 1, problem = ?, available_at = now() + ? * interval '1 second' where id = ? and available_at <= now()`,
      [answer, retrySeconds((row?.setbacks ?? 0) + 1), broadcastId],
    );
  }

  private async later(id: string, status: 'uncertain' | 'failed_retryable', seconds: number, answer: string): Promise<void> {
    await this.em.execute(
      `update broadcast_deliveries set status = ?, lease_until = null, available_at = now() + ? * interval '1 second', last_answer = ? where id = ?`,
      [status, seconds, answer, id],
    );
  }
}
