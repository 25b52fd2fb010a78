import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type RawBuilder } from 'kysely';
import type { SessionScope } from '../../platform/http/session-reader.port.js';
import { db } from '../../database.js';
import type { SessionEnd } from './session.entity.js';

/** Time that a sign-in or a confirmation counts as recent (security 3.8), as SQL. */
export const RECENT = `interval '5 minutes'`;

export interface SessionInput {
  id: string;
  userId: string;
  idleSeconds: number;
  /** Until the absolute end. */
  lifetimeSeconds: number;
  securityEpoch: number;
  scope: SessionScope;
  network: string | null;
  userAgent: string | null;
  subnetKey: Buffer | null;
  deviceKey: Buffer | null;
}

const now = sql<Date>`now()`;
const after = (start: RawBuilder<Date>, seconds: number) => sql<Date>`${start} + ${seconds} * interval '1 second'`;

/** Returns when the session was created, in seconds since 1970. */
export async function insertSession(em: EntityManager, session: SessionInput): Promise<number> {
  const { id, userId, idleSeconds, lifetimeSeconds, securityEpoch, scope, network, userAgent, subnetKey, deviceKey } = session;
  const { created } = await db(em)
    .insertInto('sessions')
    .values({
      id,
      user_id: userId,
      idle_seconds: idleSeconds,
      idle_ends_at: after(now, Math.min(idleSeconds, lifetimeSeconds)),
      absolute_ends_at: after(now, lifetimeSeconds),
      security_epoch: securityEpoch,
      scope,
      network,
      user_agent: userAgent,
      subnet_key: subnetKey,
      device_key: deviceKey,
    })
    .returning(sql<string>`extract(epoch from created_at)`.as('created'))
    .executeTakeFirstOrThrow();
  return Number(created);
}

/** Ends a user's oldest open sessions so that `limit` remain, `sessionId` included. Returns how many ended. */
export async function endSessionsBeyond(em: EntityManager, userId: string, sessionId: string, limit: number): Promise<number> {
  const ended = await db(em)
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: 'too-many' })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', userId)
        .where('ended_at', 'is', null)
        .where('id', '!=', sessionId)
        .where('idle_ends_at', '>', sql<string>`now()`)
        .where('absolute_ends_at', '>', sql<string>`now()`)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .offset(limit - 1),
    )
    .returning('id')
    .execute();
  return ended.length;
}

/** Gives a session of scope `enrol` the full scope and an absolute end counted from its creation. */
export async function widenSession(em: EntityManager, sessionId: string, absoluteSeconds: number): Promise<void> {
  const absoluteEnd = after(sql<Date>`created_at`, absoluteSeconds);
  await db(em)
    .updateTable('sessions')
    .set({
      scope: 'full',
      absolute_ends_at: absoluteEnd,
      idle_ends_at: sql<Date>`least(now() + idle_seconds * interval '1 second', ${absoluteEnd})`,
    })
    .where('id', '=', sessionId)
    .where('scope', '=', 'enrol')
    .where('ended_at', 'is', null)
    .execute();
}

/** Records a step-up. Returns when it expires, or null if the session has ended. */
export async function confirmSession(em: EntityManager, sessionId: string): Promise<Date | null> {
  const row = await db(em)
    .updateTable('sessions')
    .set({ confirmed_at: now })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .returning(sql<string>`confirmed_at + ${sql.raw(RECENT)}`.as('until'))
    .executeTakeFirst();
  return row ? new Date(row.until) : null;
}

/** Returns the session's user, or null if it had ended before. */
export async function endSession(em: EntityManager, sessionId: string, reason: SessionEnd): Promise<string | null> {
  const row = await db(em)
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** Raises the user's security epoch, which ends every session of an earlier one. */
export async function raiseSecurityEpoch(em: EntityManager, userId: string): Promise<number | null> {
  const row = await db(em)
    .updateTable('users')
    .set((eb) => ({ security_epoch: eb('security_epoch', '+', 1), updated_at: now }))
    .where('id', '=', userId)
    .returning('security_epoch')
    .executeTakeFirst();
  return row?.security_epoch ?? null;
}

export async function endSessionsExcept(em: EntityManager, userId: string, keep: string | null, reason: SessionEnd): Promise<void> {
  await db(em)
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('id', 'is distinct from', sql<string>`${keep}::uuid`)
    .execute();
}

export async function moveToEpoch(em: EntityManager, userId: string, sessionId: string, epoch: number): Promise<void> {
  await db(em)
    .updateTable('sessions')
    .set({ security_epoch: epoch })
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute();
}

/** Lists the live sessions of a user, the most recently used first. */
export function listSessions(em: EntityManager, userId: string) {
  return db(em)
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['s.id', 's.user_agent', 's.network', 's.created_at', 's.last_seen_at'])
    .select(sql<string>`least(s.idle_ends_at, s.absolute_ends_at)`.as('ends_at'))
    .where('s.user_id', '=', userId)
    .where('s.ended_at', 'is', null)
    .where('s.idle_ends_at', '>', sql<string>`now()`)
    .where('s.absolute_ends_at', '>', sql<string>`now()`)
    .whereRef('s.security_epoch', '=', 'u.security_epoch')
    .orderBy('s.last_seen_at', 'desc')
    .orderBy('s.id')
    .limit(50)
    .execute();
}

export async function ownsSession(em: EntityManager, userId: string, sessionId: string): Promise<boolean> {
  const row = await db(em)
    .selectFrom('sessions')
    .select(sql`1`.as('one'))
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}
