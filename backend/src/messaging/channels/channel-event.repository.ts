import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { uuidv7 } from '../../platform/domain/index.js';
import { PreparedStatement } from '../../platform/persistence/prepared-statement.js';
import { db } from '../../database.js';
import type { Audience } from './channel.types.js';

export interface NewEvent {
  /** `signal.published` */
  kind: string;
  subjectId: string;
  audience: Audience;
  /** Returns the message, as JSON, for the number of this state. */
  payload: (revision: number) => string;
  isSilent: boolean;
  expiresAt: Date;
}

/** An event for one member. */
export interface OwnerEvent {
  kind: string;
  payload: string;
  lifeSeconds: number;
  subjectId?: string;
}

/** Seed of the advisory locks on subjects. Other modules use other seeds. */
const SUBJECT_LOCK = 7_489_311;
const now = sql<string>`now()`;

// Prepared: each worker asks it twice a second.
const hasWaiting = new PreparedStatement<{ waiting: boolean }>(
  'events-has-waiting',
  'select exists (select from events where fanned_out_at is null) as waiting',
);

/** An event whose deliveries are not all there yet. */
export type WaitingEvent = NonNullable<Awaited<ReturnType<ChannelEventRepository['lockNext']>>>;

/** Every statement about the table `events`, but for the read of what a delivery carries. */
@Injectable()
export class ChannelEventRepository {
  /** Stores the next state of a subject; of two transactions the second waits for the first. Returns its id. */
  async insert(tx: EntityManager, { kind, subjectId, audience, payload, isSilent, expiresAt }: NewEvent): Promise<string> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${subjectId}, ${sql.lit(SUBJECT_LOCK)}))`.execute(db(tx));
    const { last } = await db(tx)
      .selectFrom('events')
      .select((eb) => eb.fn.coalesce(eb.fn.max('revision'), eb.lit(0)).as('last'))
      .where('subject_id', '=', subjectId)
      .executeTakeFirstOrThrow();
    const revision = Number(last) + 1;
    const id = uuidv7();
    await db(tx)
      .insertInto('events')
      .values({
        id,
        kind,
        subject_id: subjectId,
        revision,
        audience,
        payload: payload(revision),
        is_silent: isSilent,
        expires_at: expiresAt.toISOString(),
      })
      .execute();
    return id;
  }

  /** Stores an event for deliveries that the caller inserts. Without a subject it is its own. Returns its id. */
  async insertForOwner(tx: EntityManager, { kind, payload, lifeSeconds, subjectId }: OwnerEvent): Promise<string> {
    const id = uuidv7();
    await db(tx)
      .insertInto('events')
      .values({
        id,
        kind,
        subject_id: subjectId ?? id,
        revision: 1,
        audience: 'owner',
        payload,
        expires_at: sql<string>`now() + make_interval(secs => ${lifeSeconds})`,
        fanned_out_at: now,
      })
      .execute();
    return id;
  }

  async hasWaiting(em: EntityManager): Promise<boolean> {
    return (await hasWaiting.first(em, []))!.waiting;
  }

  /** Locks the oldest event that is not fanned out and that no other worker has. */
  lockNext(tx: EntityManager) {
    return db(tx)
      .selectFrom('events')
      .select(['id', 'kind', 'subject_id as subjectId', 'revision', 'audience', 'after_address as afterAddress'])
      .select((eb) => eb('expires_at', '<=', now).$castTo<boolean>().as('isLate'))
      .where('fanned_out_at', 'is', null)
      .orderBy('created_at')
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
  }

  /** Stores up to which address deliveries exist; null at the end. */
  async advance(tx: EntityManager, eventId: string, last: string | null): Promise<void> {
    await db(tx)
      .updateTable('events')
      .set({ after_address: last, fanned_out_at: last === null ? now : null })
      .where('id', '=', eventId)
      .execute();
  }
}
