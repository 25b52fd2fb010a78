import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql, type NotNull, type SqlBool } from 'kysely';
import type { Role } from '../../../platform/domain/index.js';
import { dateOrNull } from '../../../platform/persistence/date-or-null.js';
import { db } from '../../../database.js';
import { hasOpenErasure } from '../../../open-erasure.query.js';
import type { ErasureState } from '../privacy.entities.js';
import { completedRequest, hasOpenInvoice, hasRecords, isHeld } from '../retention/retention-predicates.query.js';

/** A member's view of an erasure request. */
export interface OwnErasure {
  id: string;
  state: ErasureState;
  requestedAt: Date;
  answerDueAt: Date;
  endedAt: Date | null;
  reason: string | null;
}

/** A request that awaits a decision, with its member. */
export interface OpenErasure {
  state: ErasureState;
  userId: string;
  email: string;
  role: Role;
  /** They sent documents or a payment, which the law requires us to keep. */
  hasRecords: boolean;
}

export interface ErasureEnd {
  state: ErasureState;
  decidedBy?: string;
  reason?: string;
}

/** Two parts of a member's data that a completed request keeps for different periods. */
export type ErasurePart = 'history' | 'identity';

const now = sql<string>`now()`;

/** Every statement about the table `erasure_requests` but the console's list. Methods that write take `tx`, the caller's transaction. */
@Injectable()
export class ErasureRequestRepository {
  constructor(private readonly em: EntityManager) {}

  /** Returns the member's latest request, or null before the first. */
  async findLatestOf(userId: string, em: EntityManager = this.em): Promise<OwnErasure | null> {
    const row = await db(em)
      .selectFrom('erasure_requests')
      .select(['id', 'state', 'requested_at', 'answer_due_at', 'ended_at', 'reason'])
      .where('user_id', '=', userId)
      .orderBy('requested_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (!row) return null;
    const { requested_at, answer_due_at, ended_at, ...own } = row;
    return { ...own, requestedAt: new Date(requested_at), answerDueAt: new Date(answer_due_at), endedAt: dateOrNull(ended_at) };
  }

  async isRestricted(userId: string): Promise<boolean> {
    const row = await db(this.em)
      .selectNoFrom(hasOpenErasure(sql`${userId}::uuid`).as('isOpen'))
      .executeTakeFirstOrThrow();
    return row.isOpen;
  }

  /** Inserts a request, to be answered within one month. Returns when. */
  async insert(tx: EntityManager, request: { id: string; userId: string; state: ErasureState }): Promise<Date> {
    const row = await db(tx)
      .insertInto('erasure_requests')
      .values({ id: request.id, user_id: request.userId, state: request.state, answer_due_at: sql<string>`now() + interval '1 month'` })
      .returning('answer_due_at')
      .executeTakeFirstOrThrow();
    return new Date(row.answer_due_at);
  }

  /** Locks the member's row. Withdrawal and decision both do this first. */
  async lockUser(tx: EntityManager, userId: string): Promise<void> {
    await db(tx).selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  }

  /** Locks the member's row, then the request. Returns null where there is no such request. */
  async lock(tx: EntityManager, requestId: string): Promise<OpenErasure | null> {
    const owner = await db(tx).selectFrom('erasure_requests').select('user_id').where('id', '=', requestId).executeTakeFirst();
    if (!owner) return null;
    await this.lockUser(tx, owner.user_id);
    const row = await db(tx)
      .selectFrom('erasure_requests as e')
      .innerJoin('users as u', 'u.id', 'e.user_id')
      .select(['e.state', 'e.user_id', 'u.email', 'u.role', hasRecords.as('has_records')])
      .where('e.id', '=', requestId)
      .forUpdate('e')
      .executeTakeFirst();
    return row ? { state: row.state, userId: row.user_id, email: row.email, role: row.role, hasRecords: row.has_records === true } : null;
  }

  /** Completes a request and sets how long each part is kept, as PostgreSQL intervals. Returns when each ends. */
  async complete(
    tx: EntityManager,
    requestId: string,
    { state, decidedBy, keep }: { state: ErasureState; decidedBy: string; keep: Record<ErasurePart, string> },
  ): Promise<Record<ErasurePart, Date>> {
    const row = await db(tx)
      .updateTable('erasure_requests')
      .set({
        state,
        ended_at: now,
        decided_by: decidedBy,
        history_until: sql<string>`now() + ${keep.history}::interval`,
        identity_until: sql<string>`now() + ${keep.identity}::interval`,
      })
      .where('id', '=', requestId)
      .returning(['history_until as history', 'identity_until as identity'])
      .$narrowType<{ history: NotNull; identity: NotNull }>()
      .executeTakeFirstOrThrow();
    return { history: new Date(row.history), identity: new Date(row.identity) };
  }

  /** Ends a request by withdrawal or refusal. */
  async end(tx: EntityManager, requestId: string, { state, decidedBy, reason }: ErasureEnd): Promise<void> {
    await db(tx)
      .updateTable('erasure_requests')
      .set({ state, ended_at: now, ...(decidedBy !== undefined && { decided_by: decidedBy }), ...(reason !== undefined && { reason }) })
      .where('id', '=', requestId)
      .execute();
  }

  /** Ends a member's membership: they move to the rejected list. */
  async endMembership(tx: EntityManager, userId: string): Promise<void> {
    await db(tx)
      .updateTable('users')
      .set((eb) => ({ rejected_at: eb.fn.coalesce('rejected_at', now), updated_at: now }))
      .where('id', '=', userId)
      .execute();
  }

  /**
   * Locks the next completed request whose part is due, and its member. Returns null if none is left, or if another process has locked them
   * all. Skips members who were restored since, members on hold, and for the identity members with an open invoice.
   */
  async lockNextDue(tx: EntityManager, part: ErasurePart): Promise<{ userId: string; requestId: string } | null> {
    const row = await db(tx)
      .selectFrom('erasure_requests as e')
      .innerJoin('users as u', 'u.id', 'e.user_id')
      .select(['e.id', 'e.user_id'])
      .where('e.state', '=', 'completed')
      .where(`e.${part}_until`, '<=', now)
      .where(`e.${part}_erased_at`, 'is', null)
      .where('u.rejected_at', 'is not', null)
      .where(sql<SqlBool>`e.ended_at >= u.rejected_at`)
      .where((eb) => eb.not(isHeld(now)))
      .$if(part === 'identity', (query) => query.where((eb) => eb.not(hasOpenInvoice)))
      .orderBy(`e.${part}_until`)
      .limit(1)
      .forUpdate(['e', 'u'])
      .skipLocked()
      .executeTakeFirst();
    return row ? { userId: row.user_id, requestId: row.id } : null;
  }

  /** Records that a part was erased. The reason of a refusal goes with the identity. */
  async markErased(tx: EntityManager, requestId: string, part: ErasurePart): Promise<void> {
    await db(tx)
      .updateTable('erasure_requests')
      .set(part === 'history' ? { history_erased_at: now } : { identity_erased_at: now, reason: null })
      .where('id', '=', requestId)
      .execute();
  }

  /** Returns the completed request that ended the membership, or null. */
  async findCompleted(tx: EntityManager, userId: string): Promise<string | null> {
    const row = await db(tx)
      .selectFrom('users as u')
      .leftJoinLateral(completedRequest, (join) => join.onTrue())
      .select('e.id')
      .where('u.id', '=', userId)
      .executeTakeFirst();
    return row?.id ?? null;
  }
}
