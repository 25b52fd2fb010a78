import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { expressionBuilder, sql, type SqlBool } from 'kysely';
import { NotFound, type Role } from '../../../platform/domain/index.js';
import type { ListQuery, PageOf } from '../../../platform/http/index.js';
import { dateOrNull } from '../../../platform/persistence/date-or-null.js';
import { orderByColumns, readPage, type SortColumn } from '../../../platform/persistence/page.query.js';
import { db, type Database } from '../../../database.js';
import { fullNameOf, optionalFullNameOf } from '../../../full-name.query.js';
import { memberMatches } from '../../users/index.js';
import type { ErasureState } from '../privacy.entities.js';
import type { OwnErasure } from './erasure-request.repository.js';
import { openDecisions, type ErasureDecision } from './erasure-state.rules.js';

/** An erasure request as admins see it. */
export interface ErasureReview extends OwnErasure {
  userId: string;
  fullName: string;
  email: string;
  membership: Role;
  decidedBy: string | null;
  decidedByName: string | null;
  /** Decisions that are open. */
  may: ErasureDecision[];
  historyUntil: Date | null;
  historyErasedAt: Date | null;
  identityUntil: Date | null;
  identityErasedAt: Date | null;
}

export const erasureSorts = ['requestedAt', 'state'] as const;
export type ErasureSort = (typeof erasureSorts)[number];

export interface ErasureFilter {
  id?: string[];
  q?: string;
  state?: ErasureState;
  userId?: string;
}

type Joined = Database & { e: Database['erasure_requests']; u: Database['users'] };
const eb = expressionBuilder<Joined, 'e' | 'u'>();

/** The only expressions that reach `order by`. Requests are due in the order they were made: each is due a month after it. */
const sortColumns: Record<ErasureSort, SortColumn[]> = {
  requestedAt: [eb.ref('e.requested_at')],
  state: [eb.ref('e.state'), eb.ref('e.requested_at')],
};

/** Reads erasure requests for the console. */
@Injectable()
export class ErasureReviewRepository {
  constructor(private readonly em: EntityManager) {}

  async findPage({ sort, order, filter, ...page }: ListQuery<ErasureSort, ErasureFilter>): Promise<PageOf<ErasureReview>> {
    const condition = matches(filter);
    const listed = this.rows()
      .where(condition)
      .$call(orderByColumns([...sortColumns[sort], eb.ref('e.id')], order));
    const { rows, total } = await readPage(db(this.em), listed, this.matching().where(condition), page);
    return { rows: rows.map(toReview), total };
  }

  /** Throws NotFound. */
  async get(id: string): Promise<ErasureReview> {
    const row = await this.rows().where('e.id', '=', id).limit(1).executeTakeFirst();
    if (!row) throw new NotFound('erasure request');
    return toReview(row);
  }

  /** Joins that conditions need: what a count runs on. */
  private matching() {
    return db(this.em).selectFrom('erasure_requests as e').innerJoin('users as u', 'u.id', 'e.user_id');
  }

  private rows() {
    return this.matching()
      .leftJoin('users as d', 'd.id', 'e.decided_by')
      .select(['e.id', 'e.user_id', fullNameOf('u').as('full_name'), 'u.email', 'u.role', 'e.state', 'e.requested_at', 'e.answer_due_at'])
      .select(['e.ended_at', 'e.decided_by', optionalFullNameOf('d').as('decider_name'), 'e.reason'])
      .select(['e.history_until', 'e.history_erased_at', 'e.identity_until', 'e.identity_erased_at']);
  }
}

function matches({ id, q, state, userId }: ErasureFilter) {
  return eb.and([
    ...(id ? [sql<SqlBool>`e.id = any(${id}::uuid[])`] : []),
    ...(state ? [eb('e.state', '=', state)] : []),
    ...(userId ? [eb('e.user_id', '=', userId)] : []),
    ...(q ? [memberMatches(q)] : []),
  ]);
}

type Row = Awaited<ReturnType<ReturnType<ErasureReviewRepository['rows']>['executeTakeFirstOrThrow']>>;

function toReview(row: Row): ErasureReview {
  return {
    id: row.id,
    userId: row.user_id,
    fullName: row.full_name,
    email: row.email,
    membership: row.role,
    state: row.state,
    requestedAt: new Date(row.requested_at),
    answerDueAt: new Date(row.answer_due_at),
    endedAt: dateOrNull(row.ended_at),
    decidedBy: row.decided_by,
    decidedByName: row.decider_name,
    reason: row.reason,
    may: openDecisions(row.state),
    historyUntil: dateOrNull(row.history_until),
    historyErasedAt: dateOrNull(row.history_erased_at),
    identityUntil: dateOrNull(row.identity_until),
    identityErasedAt: dateOrNull(row.identity_erased_at),
  };
}
