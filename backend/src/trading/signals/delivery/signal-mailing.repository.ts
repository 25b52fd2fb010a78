import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { PreparedStatement } from '../../../platform/persistence/prepared-statement.js';
import { db } from '../../../database.js';
import { finalStatuses, METHODOLOGY } from '../scoring/jobs/signal-score.entity.js';

// The statements of `signal_mailings`. Functions take the entity manager, because most run in their caller's transaction.

/** Maximum age of events that are mailed. */
const NEWS_HOURS = 24;
const isRecent = (at: string) => `${at} > now() - interval '${NEWS_HOURS} hours'`;

// Prepared: each worker runs both once a second.
const insertNew = new PreparedStatement<Record<string, never>>(
  'signal-mailings-insert-new',
  `insert into signal_mailings (subject_id, what, signal_id)
   select n.subject_id, n.what, n.signal_id from (
     select id as subject_id, 'published' as what, id as signal_id, published_at as at from signals where ${isRecent('published_at')}
     union all select id, 'amended', signal_id, at from signal_amendments where ${isRecent('at')}
     union all select c.signal_id, 'ended', c.signal_id, c.closed_at from signal_scores c
       where c.methodology = $1 and ${isRecent('c.closed_at')} and c.status = any($2)
         and not (c.status = 'expired_unfilled' and exists (
           select from signal_amendments a where a.signal_id = c.signal_id and a.kind in ('cancel', 'close_now')))
   ) n where not exists (select from signal_mailings m where m.subject_id = n.subject_id and m.what = n.what)
   order by n.at, n.subject_id on conflict do nothing`,
);
const hasUnfinished = new PreparedStatement<{ unfinished: boolean }>(
  'signal-mailings-has-unfinished',
  'select exists (select from signal_mailings where finished_at is null) as unfinished',
);

export type Mailing = NonNullable<Awaited<ReturnType<typeof lockNextMailing>>>;

/**
 * Adds a row for each recent event without one. Leaves out the end of a signal that was withdrawn before its entry: the amendment said so
 * already.
 */
export async function insertNewMailings(em: EntityManager): Promise<void> {
  await insertNew.rows(em, [METHODOLOGY, finalStatuses]);
}

export async function hasUnfinishedMailing(em: EntityManager): Promise<boolean> {
  return (await hasUnfinished.first(em, []))!.unfinished;
}

/** Locks the oldest unfinished mailing that no other worker has. */
export function lockNextMailing(tx: EntityManager) {
  return db(tx)
    .selectFrom('signal_mailings')
    .select(['subject_id as subjectId', 'what', 'signal_id as signalId', 'after_user as afterUser'])
    .where('finished_at', 'is', null)
    .orderBy('noted_at')
    .orderBy('subject_id')
    .orderBy('what')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/** Stores up to which user letters are written, null at the end, and adds `queued` to their number. */
export async function advanceMailing(tx: EntityManager, { subjectId, what }: Mailing, last: string | null, queued: number): Promise<void> {
  await db(tx)
    .updateTable('signal_mailings')
    .set((eb) => ({
      after_user: last,
      queued: eb('queued', '+', queued),
      finished_at: last === null ? sql<string>`now()` : null,
    }))
    .where('subject_id', '=', subjectId)
    .where('what', '=', what)
    .execute();
}

/** No more letters are written while this many are unsent: other letters use the same queue. */
const MAX_UNSENT = 100;

/** Whether enough letters about signals are still to be sent. */
export async function hasEnoughUnsent(em: EntityManager): Promise<boolean> {
  const rows = await db(em)
    .selectFrom('mail_deliveries as d')
    .innerJoin('outbox as o', 'o.id', 'd.outbox_id')
    .select(sql<number>`1`.as('one'))
    .where('d.letter', 'in', ['signal', 'signal-digest'])
    .where('d.sent_at', 'is', null)
    .where('d.refused_at', 'is', null)
    .where('o.dead_at', 'is', null)
    .limit(MAX_UNSENT)
    .execute();
  return rows.length === MAX_UNSENT;
}
