import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { PreparedStatement } from '../../platform/persistence/prepared-statement.js';
import { retrySeconds } from '../../platform/outbox/index.js';
import { db } from '../../database.js';
import { answerLine, isNotRestricted, refusesNews, type BulkOutcome } from '../mail/index.js';
import { memberPreferencesOf, NotificationPolicy, preferenceColumns } from '../preferences/index.js';
import { fieldValuesOf, fillFields } from '../personal-fields/index.js';
import { NO_ACCOUNT, NO_NEWS, noValue, QUIET_HOURS, recipientsOf, type DeliveryCounts } from './broadcast.types.js';

/** Longer than sending a mail can take (50 s): a worker that holds a delivery longer has died. */
const LEASE_SECONDS = 90;
/** Tries of one mail that its recipient's server defers; with the backoff of the outbox, two days. */
const MAX_TRIES = 100;

const WAITING = ['queued', 'uncertain', 'failed_retryable'] as const;
const UNSETTLED = ['sending', ...WAITING] as const;

const one = sql<number>`1`.as('one');
const now = sql<string>`now()`;
const inSeconds = (seconds: number) => sql<string>`now() + make_interval(secs => ${seconds})`;

// Prepared: each worker asks it twice a second.
const hasDue = new PreparedStatement<{ due: boolean }>(
  'broadcasts-has-due',
  `select exists (select from broadcasts where state = 'sending' and available_at <= now())
     or exists (select from broadcasts where state = 'scheduled' and starts_at <= now())
     or exists (select from broadcast_deliveries where status = 'sending' and lease_until < now()) as due`,
);

/** A delivery that this worker has claimed. */
export type ClaimedDelivery = NonNullable<Awaited<ReturnType<BroadcastDeliveryRepository['claim']>>>;

/** The statements by which workers share the deliveries of broadcasts. Any worker continues after another died. */
@Injectable()
export class BroadcastDeliveryRepository {
  constructor(
    private readonly em: EntityManager,
    private readonly policy: NotificationPolicy,
  ) {}

  /** Whether there is anything to start, to send or to take back. */
  async hasDue(): Promise<boolean> {
    return (await hasDue.first(this.em, []))!.due;
  }

  /**
   * Starts broadcasts that are due and have their recipients, and returns who they are for. Takes back deliveries from workers that died
   * while sending: those mails may have been delivered. BroadcastStarter starts those without recipients.
   */
  async startDue() {
    const started = await db(this.em)
      .updateTable('broadcasts')
      .set((eb) => ({ state: 'sending' as const, announced_at: eb.fn.coalesce('announced_at', now) }))
      .where('state', '=', 'scheduled')
      .where('starts_at', '<=', now)
      .where('recipients_at', 'is not', null)
      .returning(['audience', 'audience_user_id as userId', 'segment'])
      .execute();
    await db(this.em)
      .updateTable('broadcast_deliveries')
      .set({ status: 'uncertain', lease_until: null, available_at: now, last_answer: 'the worker that was sending it died' })
      .where('status', '=', 'sending')
      .where('lease_until', '<', now)
      .execute();
    return started.map(recipientsOf);
  }

  /**
   * Finds broadcasts that may send now, those to one user first. Those to groups are sent one after the other, so that nobody gets a later
   * one first; one whose last mails only wait, for a retry or a time of their recipients, lets the next one start.
   */
  async findSendable(): Promise<string[]> {
    const rows = await db(this.em)
      .selectFrom('broadcasts as b')
      .select('b.id')
      .where('b.state', '=', 'sending')
      .where('b.available_at', '<=', now)
      .where((eb) =>
        eb.or([
          eb('b.audience', '=', 'user'),
          eb.not(
            eb.exists(
              eb
                .selectFrom('broadcasts as e')
                .select(one)
                .where('e.state', '=', 'sending')
                .where('e.audience', '<>', 'user')
                .where(sql<boolean>`(e.starts_at, e.id) < (b.starts_at, b.id)`)
                .where((earlier) => earlier.or([earlier('e.available_at', '<=', now), earlier('e.setbacks', '>', 0)]))
                .where((earlier) =>
                  earlier.exists(
                    earlier
                      .selectFrom('broadcast_deliveries as q')
                      .select(one)
                      .whereRef('q.broadcast_id', '=', 'e.id')
                      .where('q.status', '=', 'queued')
                      .where('q.available_at', '<=', now),
                  ),
                ),
            ),
          ),
        ]),
      )
      .orderBy((eb) => eb('b.audience', '<>', 'user'))
      .orderBy('b.starts_at')
      .orderBy('b.id')
      .limit(100)
      .execute();
    return rows.map(({ id }) => id);
  }

  /**
   * Claims the next delivery of a broadcast that is being sent, null if none is due. Skips members who still wait for an earlier broadcast.
   * `suppression` says why it must not be sent after all: since the recipients were stored, the account was closed, news turned off or a
   * personal value deleted. Subject and message are filled in.
   */
  async claim(broadcastId: string) {
    const row = await db(this.em)
      .updateTable('broadcast_deliveries as d')
      .from(['broadcasts as b', 'users as u'])
      .set((eb) => ({ status: 'sending' as const, attempts: eb('d.attempts', '+', 1), lease_until: inSeconds(LEASE_SECONDS) }))
      .where('d.id', '=', (eb) =>
        eb
          .selectFrom('broadcast_deliveries as c')
          .select('c.id')
          .where('c.broadcast_id', '=', broadcastId)
          .where('c.status', 'in', WAITING)
          .where('c.available_at', '<=', now)
          .where((next) =>
            next.not(
              next.exists(
                next
                  .selectFrom('broadcast_deliveries as e')
                  .innerJoin('broadcasts as eb', 'eb.id', 'e.broadcast_id')
                  .innerJoin('broadcasts as cb', (join) => join.onRef('cb.id', '=', 'c.broadcast_id'))
                  .select(one)
                  .where('cb.audience', '<>', 'user')
                  .whereRef('e.user_id', '=', 'c.user_id')
                  .whereRef('e.broadcast_id', '<>', 'c.broadcast_id')
                  .where('e.status', 'in', ['sending', 'uncertain', 'failed_retryable'])
                  .where('e.last_answer', 'is distinct from', QUIET_HOURS)
                  .where('eb.state', '=', 'sending')
                  .where('eb.audience', '<>', 'user')
                  .where(sql<boolean>`(eb.starts_at, eb.id) < (cb.starts_at, cb.id)`),
              ),
            ),
          )
          .orderBy('c.position')
          .limit(1)
          .forUpdate('c')
          .skipLocked(),
      )
      .whereRef('b.id', '=', 'd.broadcast_id')
      .where('b.state', '=', 'sending')
      .where('b.available_at', '<=', now)
      .whereRef('u.id', '=', 'd.user_id')
      .returning((eb) => [
        'd.id',
        'd.broadcast_id as broadcastId',
        'd.user_id as userId',
        'u.email as address',
        'd.attempts',
        'b.subject',
        'b.message',
        'b.kind',
        eb.and([eb('u.status', '=', 'active'), eb('u.rejected_at', 'is', null), isNotRestricted]).as('reachable'),
        refusesNews(this.policy.club).as('refused'),
        'b.setbacks',
        fieldValuesOf.as('values'),
      ])
      .returning(preferenceColumns)
      .executeTakeFirst();
    if (!row) return null;
    const { reachable, refused, setbacks, values, isPaying, notificationChoices, quietHours, ...claimed } = row;
    const [subject, message] = [fillFields(claimed.subject, values), fillFields(claimed.message, values)];
    const missing = [...new Set([...subject.missing, ...message.missing])];
    const dispatch = this.policy.dispatch(memberPreferencesOf({ isPaying, notificationChoices, quietHours }), 'news', 'email');
    return {
      ...claimed,
      subject: subject.text,
      message: message.text,
      /** The end of the quiet hours that hold it. */
      heldUntil: claimed.kind === 'news' && !dispatch.isOff ? dispatch.heldUntil : null,
      suppression: !reachable ? NO_ACCOUNT : claimed.kind === 'news' && refused ? NO_NEWS : missing.length > 0 ? noValue(missing) : null,
      /** The mail server was unavailable when this broadcast last tried. */
      afterSetback: setbacks > 0,
    };
  }

  async suppress({ id }: ClaimedDelivery, why: string): Promise<void> {
    await this.release(id)
      .set((eb) => ({ status: 'suppressed' as const, attempts: eb('attempts', '-', 1), last_answer: why }))
      .execute();
  }

  /** Puts a delivery off to the end of its recipient's quiet hours. Later broadcasts start, and reach this recipient afterwards. */
  async hold({ id }: ClaimedDelivery, until: Date): Promise<void> {
    await this.release(id)
      .set((eb) => ({
        status: 'failed_retryable' as const,
        attempts: eb('attempts', '-', 1),
        available_at: until.toISOString(),
        last_answer: QUIET_HOURS,
      }))
      .execute();
  }

  /** Stores the result of sending a claimed delivery. */
  async settle(delivery: ClaimedDelivery, outcome: BulkOutcome): Promise<void> {
    const { id, attempts, broadcastId, afterSetback } = delivery;
    const answer = answerLine(outcome.answer);
    if (outcome.outcome === 'away') return this.setBack(delivery, outcome.uncertain, answer);
    if (outcome.outcome === 'sent') await this.release(id).set({ status: 'sent', sent_at: now, last_answer: answer }).execute();
    else if (outcome.outcome === 'refused' || attempts >= MAX_TRIES)
      await this.release(id).set({ status: 'failed_permanent', last_answer: answer }).execute();
    else await this.defer(id, 'failed_retryable', attempts, answer);
    if (afterSetback)
      await db(this.em)
        .updateTable('broadcasts')
        .set({ setbacks: 0, problem: null })
        .where('id', '=', broadcastId)
        .where('setbacks', '>', 0)
        .execute();
  }

  /** Ends a broadcast if all its deliveries are settled. */
  async finish(broadcastId: string): Promise<void> {
    const counts = sql<Partial<DeliveryCounts>>`(
      select coalesce(jsonb_object_agg(c.status, c.n), '{}')
      from (select d.status, count(*) as n from broadcast_deliveries d where d.broadcast_id = b.id group by d.status) c)`;
    await db(this.em)
      .updateTable('broadcasts as b')
      .set({ state: 'done', finished_at: now, problem: null, final_counts: counts })
      .where('b.id', '=', broadcastId)
      .where('b.state', '=', 'sending')
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('broadcast_deliveries as d')
              .select(one)
              .whereRef('d.broadcast_id', '=', 'b.id')
              .where('d.status', 'in', UNSETTLED),
          ),
        ),
      )
      .execute();
  }

  /**
   * Makes a broadcast wait until its next delivery is due, so that no worker looks at all of them twice a second meanwhile. Not while one
   * is being sent: its worker may die.
   */
  async rest(broadcastId: string): Promise<void> {
    await sql`
      update broadcasts b set available_at = d.due
      from (select min(available_at) as due from broadcast_deliveries
            where broadcast_id = ${broadcastId} and status in ('queued', 'uncertain', 'failed_retryable')) d
      where b.id = ${broadcastId} and b.state = 'sending' and b.available_at <= now() and d.due > now()
        and not exists (select from broadcast_deliveries s where s.broadcast_id = b.id and s.status = 'sending')`.execute(db(this.em));
  }

  /**
   * Makes the whole broadcast wait, longer each time, because the mail server is unavailable. The claimed mail goes first afterwards; its
   * try does not count unless the mail may have been delivered.
   */
  private async setBack({ id, broadcastId, attempts }: ClaimedDelivery, uncertain: boolean, answer: string): Promise<void> {
    if (uncertain) await this.defer(id, 'uncertain', attempts, answer);
    else
      await this.release(id)
        .set((eb) => ({ status: 'failed_retryable' as const, attempts: eb('attempts', '-', 1), available_at: now, last_answer: answer }))
        .execute();
    const row = await db(this.em).selectFrom('broadcasts').select('setbacks').where('id', '=', broadcastId).executeTakeFirst();
    // Two mails that fail together are one setback.
    await db(this.em)
      .updateTable('broadcasts')
      .set((eb) => ({
        setbacks: eb('setbacks', '+', 1),
        problem: answer,
        available_at: inSeconds(retrySeconds((row?.setbacks ?? 0) + 1)),
      }))
      .where('id', '=', broadcastId)
      .where('available_at', '<=', now)
      .execute();
  }

  private async defer(id: string, status: 'uncertain' | 'failed_retryable', attempts: number, answer: string): Promise<void> {
    await this.release(id)
      .set({ status, available_at: inSeconds(retrySeconds(attempts)), last_answer: answer })
      .execute();
  }

  private release(id: string) {
    return db(this.em).updateTable('broadcast_deliveries').set({ lease_until: null }).where('id', '=', id);
  }
}
